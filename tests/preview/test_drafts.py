"""Authors see drafts in their preview, marked as such; readers never see them."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from octavo import asgi_app
from octavo.builder.folder_build import build_folder
from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.cli.entry import main
from octavo.preview.follow.state import PreviewLoader
from octavo.render.content.components import COMPONENTS
from tests.assistants import Answer, Asker, ask_command, ask_server
from tests.previews import running_preview
from tests.project_folder import write_files
from tests.test_asgi import call

pytestmark = pytest.mark.scorecard("SR-52")

WORD = "zqx7"
PLACES = ("/draft", "/later", "/ruled", "/hidden/one")
FILES = {
    "index.mdx": "---\ntitle: Home\n---\n\nEverybody reads this.\n",
    "draft.mdx": f"---\ntitle: A draft\ndraft: true\n---\n\n{WORD}\n",
    "later.mdx": f"---\ntitle: To come\npublishDate: 2999-01-01\n---\n\n{WORD}\n",
    "ruled.mdx": f"---\ntitle: For staff\ngroups: [staff]\n---\n\n{WORD}\n",
    "hidden/one.mdx": f"---\ntitle: In a tab\n---\n\n{WORD}\n",
    "site.json": {
        "name": "S",
        "language": "de",
        "navigation": [{"group": "G", "pages": ["index", "draft", "later", "ruled", "hidden/one"]}],
        "tabs": [{"name": "Secrets", "url": "hidden", "private": True}],
    },
}


def list_badges(page: bytes) -> list[str]:
    """Return the badges of a page: that above its text, and those of its sidebar."""
    found = re.findall(r'class="(?:badge badge-purple|nav-tag)">([^<]+)<', page.decode())
    return [str(badge) for badge in found]


def test_an_author_sees_what_is_not_public_with_a_badge(tmp_path: Path) -> None:
    root = write_files(tmp_path, FILES)
    with running_preview(root) as preview:
        assert [preview.get(f"{place}/").status for place in PLACES] == [200] * 4
        assert list_badges(preview.get("/").body) == ["Entwurf", "Entwurf", "Privat"]
        badges = list_badges(preview.get("/draft/").body)
        assert badges == ["Entwurf", "Entwurf", "Privat", "Entwurf"], "its own is above its text"
        assert list_badges(preview.get("/hidden/one/").body) == ["Privat", "Privat"]
        assert b"Secrets" in preview.get("/").body
        preview.save("draft.mdx", f"---\ntitle: A draft\n---\n\n{WORD}\n")
        preview.wait_until(lambda: len(list_badges(preview.get("/").body)) == 2)
        preview.save("draft.mdx", f"---\ntitle: A draft\nprivate: true\n---\n\n{WORD}\n")
        preview.wait_until(lambda: "Privat" in list_badges(preview.get("/").body)[:1])


def test_on_a_network_nobody_sees_what_is_private(tmp_path: Path) -> None:
    root = write_files(tmp_path, FILES)
    with running_preview(root, host="0.0.0.0") as preview:
        assert [preview.get(f"{place}/").status for place in PLACES] == [200, 200, 404, 404]
        assert list_badges(preview.get("/").body) == ["Entwurf", "Entwurf"]
        preview.save("draft.mdx", f"---\ntitle: A draft\nprivate: true\n---\n\n{WORD}\n")
        preview.wait_until(lambda: preview.get("/draft/").status == 404)
        assert WORD.encode() not in preview.get("/draft/").body
        assert WORD.encode() not in preview.get("/draft.md").body


def test_a_mark_counts_before_the_preview_has_noticed_it(tmp_path: Path) -> None:
    text = "---\ntitle: B\n---\nimport A from '/index.mdx'\n\n<A />\n"
    root = write_files(tmp_path, {**FILES, "b.mdx": text})
    with contextlib.closing(JavaScriptEngine(COMPONENTS)) as engine:
        site = PreviewLoader(str(root), engine.evaluate).load().site
        assert site is not None
        write_text(root, "index.mdx", "---\ntitle: Home\ndraft: true\n---\n\nzqx7\n")
        assert site.render("/").html is None
        assert "zqx7" not in str(site.render("/b"))


def write_text(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text)


@pytest.mark.parametrize("host", ["0.0.0.0", ""])
def test_a_mark_counts_while_the_settings_are_broken(tmp_path: Path, host: str) -> None:
    root = write_files(tmp_path, FILES)
    with contextlib.ExitStack() as stack:
        if host:
            preview = stack.enter_context(running_preview(root, host=host))
            get, save = preview.get, preview.save
        else:
            app = asgi_app(str(root))
            get, save = partial(call, app), partial(write_text, root)

        def wait_until(is_so: Callable[[], bool]) -> None:
            end = time.monotonic() + 20
            while not is_so() and time.monotonic() < end:
                time.sleep(0.05)
            assert is_so()

        save("index.mdx", "---\ntitle: Home\n---\n\nfirst\n")
        wait_until(lambda: b"first" in get("/").body)
        save("site.json", '{"name": "S", "navigation": [')
        save("index.mdx", "---\ntitle: Home\n---\n\nsecond\n")
        wait_until(lambda: b"second" in get("/").body)
        save("index.mdx", "---\ntitle: Home\nprivate: true\n---\n\nthird\n")
        wait_until(lambda: b"third" not in get("/").body and b"second" not in get("/").body)
        assert get("/").status != 200
        save("index.mdx", "---\ntitle: Home\n---\n\nfourth\n")
        wait_until(lambda: b"fourth" in get("/").body)


@pytest.mark.parametrize("kind", ["project", "built"])
def test_an_application_shows_only_what_is_public(tmp_path: Path, kind: str) -> None:
    root = write_files(tmp_path / "project", FILES)
    folder = root
    if kind == "built":
        folder = tmp_path / "out"
        build_folder(str(root), str(folder))
    app = asgi_app(str(folder))
    assert call(app, "/").status == 200
    for place in PLACES:
        assert call(app, f"{place}/").status == 404
        assert call(app, f"{place}.md").status == 404
        assert call(app, f"{place}.mdx").status == 404
    for path in ("/", "/llms.txt", "/llms-full.txt", "/nothing"):
        body = call(app, path).body
        assert WORD.encode() not in body
        assert b"To come" not in body
        assert b"Secrets" not in body


async def look(client: Asker) -> list[Answer]:
    return [
        await client.ask("search", query=WORD),
        await client.ask("search", query="staff"),
        await client.ask("read_page", page="/draft"),
        await client.ask("read_page", page="/ruled"),
        await client.ask("list_sections"),
    ]


def test_assistants_and_the_search_read_what_the_site_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_files(tmp_path / "project", FILES)
    with running_preview(root, host="0.0.0.0", has_mcp=True) as preview:
        found, _, draft, ruled, _ = ask_server(f"http://127.0.0.1:{preview.port}/mcp", look)
    assert sorted(found.addresses) == ["/draft/", "/later/"]
    assert (draft.is_error, ruled.is_error) == (False, True)
    build_folder(str(root), str(tmp_path / "out"))
    found, staff, *pages, listed = ask_command(tmp_path / "out", look)
    assert found.addresses == staff.addresses == []
    assert [page.is_error for page in pages] == [True, True]
    assert "Secrets" not in listed.text
    capsys.readouterr()
    assert main(["search", WORD, str(tmp_path / "out")]) in (0, 1)
    assert "/draft" not in capsys.readouterr().out
