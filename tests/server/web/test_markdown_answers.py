"""Who gets the Markdown twin of a page: the same readers on every server of Octavo."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

from octavo import asgi_app
from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.server.web.accept import prefers_markdown
from tests.patience import HANGS_AFTER, wait_until
from tests.previews import Answer, running_preview
from tests.project_folder import write_files
from tests.served_sites import ask, serving

HTML, MARKDOWN = "text/html; charset=utf-8", "text/markdown; charset=utf-8"
ACCEPTED = {
    "": HTML,
    "*/*": HTML,
    "text/*": HTML,
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8": HTML,
    "text/html, text/markdown;q=0.8": HTML,
    "text/html, text/markdown": HTML,
    "text/markdown;q=0": HTML,
    "text/markdown;q=0, */*": HTML,
    "text/markdown;q=none": HTML,
    "text/markdown;q=0.5, text/*": HTML,
    "text/markdown;q=0.5, */*": HTML,
    "text/markdown-like": HTML,
    "text/plain": HTML,
    "text/markdown": MARKDOWN,
    "Text/Markdown;variant=GFM": MARKDOWN,
    "text/markdown, */*": MARKDOWN,
    "text/markdown, text/html, */*": MARKDOWN,
    "text/markdown, text/html;q=0.8": MARKDOWN,
    "text/html;q=0.7, text/markdown;q=0.8, */*;q=0.1": MARKDOWN,
    "text/markdown;q=0.5, */*;q=0.1": MARKDOWN,
    "text/plain, text/markdown;q=0.2": MARKDOWN,
}
Get = Callable[..., Answer]


@pytest.mark.parametrize(("accepted", "content_type"), ACCEPTED.items())
def test_markdown_is_for_those_who_name_it_and_take_it_as_gladly(
    accepted: str, content_type: str
) -> None:
    assert prefers_markdown(accepted) == (content_type == MARKDOWN)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = ["index", "guides/start"]
    settings = {"name": "Test", "navigation": [{"group": "A", "pages": pages}]}
    hidden = "---\nhidden: true\n---\n\nSecret words.\n"
    files = {"site.json": json.dumps(settings), "hidden.mdx": hidden, "unlisted.mdx": "Words.\n"}
    return write_files(
        tmp_path_factory.mktemp("project"),
        {**files, **{f"{page}.mdx": "Text.\n" for page in pages}},
    )


def varies_by_type(answer: Answer) -> bool:
    return "Accept" in answer.headers.get("vary", "").split(", ")


@contextlib.contextmanager
def _running(app: Any) -> Iterator[int]:
    """Run an application of any kind on a free port."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(HANGS_AFTER)
        listening.close()


@pytest.fixture(
    scope="module", params=["serve", "dev", "built in an application", "project in one"]
)
def site(
    request: pytest.FixtureRequest, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Get, str]]:
    """A function that requests pages from a server, and the base path of the site."""
    with contextlib.ExitStack() as stack:
        output = tmp_path_factory.mktemp("built") / "dist"
        if request.param == "dev":
            preview = stack.enter_context(running_preview(project))
            yield preview.get, ""
            return
        build_folder(str(project), str(output), BuildOptions(base_path="/docs"))
        if request.param == "serve":
            yield stack.enter_context(serving(output)).get, "/docs"
            return
        folder = output if request.param.startswith("built") else project
        mounted = Starlette(routes=[Mount("/docs", asgi_app(folder))])
        port = stack.enter_context(_running(mounted))

        def get(path: str, method: str = "GET", **headers: str) -> Answer:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            return ask(port, path, method, headers=named)

        yield get, "/docs"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_every_server_gives_the_same_readers_markdown(site: tuple[Get, str], method: str) -> None:
    get, base = site
    for accepted, content_type in ACCEPTED.items():
        answer = get(f"{base}/guides/start/", method, Accept=accepted)
        assert (accepted, answer.status) == (accepted, 200)
        assert (accepted, answer.headers["content-type"]) == (accepted, content_type)
        assert answer.headers["vary"].split(", ")[0] == "Accept"
        is_twin = content_type == MARKDOWN
        assert answer.headers.get("x-robots-tag") == ("noindex" if is_twin else None)
        link = f'<{base}/guides/start.md>; rel="alternate"; type="text/markdown"'
        assert answer.headers.get("link") == (None if is_twin else link)
        assert (answer.body == b"# Start\n\nText.\n") == (is_twin and method == "GET")
        named = f'<link rel="alternate" type="text/markdown" href="{base}/guides/start.md">'
        assert (named.encode() in answer.body) == (not is_twin and method == "GET")


def test_a_twin_has_an_address_and_a_state_of_its_own(site: tuple[Get, str]) -> None:
    get, base = site
    twin = get(f"{base}/guides/start.md", Accept="text/html")
    assert (twin.status, twin.headers["content-type"]) == (200, MARKDOWN)
    assert twin.headers["x-robots-tag"] == "noindex"
    assert not varies_by_type(twin)
    page = get(f"{base}/guides/start/")
    asked = get(f"{base}/guides/start/", Accept="text/markdown")
    assert asked.headers["etag"] == twin.headers["etag"] != page.headers["etag"]
    same = {"Accept": "text/markdown", "If_None_Match": page.headers["etag"]}
    assert get(f"{base}/guides/start/", **same).status == 200
    kept = get(f"{base}/guides/start/", **{**same, "If_None_Match": twin.headers["etag"]})
    assert (kept.status, kept.headers["vary"]) == (304, "Accept")


def test_pages_that_are_not_for_everybody_have_no_twin(site: tuple[Get, str]) -> None:
    get, base = site
    for name in ("hidden", "unlisted"):
        answer = get(f"{base}/{name}/", Accept="text/markdown")
        assert (answer.status, answer.headers["content-type"]) == (200, HTML)
        assert "link" not in answer.headers
        assert not varies_by_type(answer)
        assert get(f"{base}/{name}.md", Accept="text/markdown").status == 404
    for name in ("llms.txt", "llms-full.txt"):
        listed = get(f"{base}/{name}")
        assert (listed.status, listed.headers["x-robots-tag"]) == (200, "noindex")
        assert b"ecret" not in listed.body
        assert b"nlisted" not in listed.body


def test_what_is_not_there_is_told_in_html(site: tuple[Get, str]) -> None:
    get, base = site
    for method in ("GET", "HEAD"):
        answer = get(f"{base}/guides/nothing/", method, Accept="text/markdown")
        assert (answer.status, answer.headers["content-type"]) == (404, HTML)
        assert not varies_by_type(answer)
    moved = get(f"{base}/guides/start", Accept="text/markdown")
    assert (moved.status, moved.headers["location"]) == (308, f"{base}/guides/start/")
