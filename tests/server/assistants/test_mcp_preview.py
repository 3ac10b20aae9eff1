"""Assistants read a project as it is now: `octavo dev --mcp`, and `asgi_app(…, mcp=True)`."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from octavo import asgi_app
from octavo.server.web.server import build_web_server
from tests.assistants import Answer, Asker, ask_server, build_docs, write_docs
from tests.patience import wait_until
from tests.previews import running_preview
from tests.proxies import allow, replying, response, run_alone, running_api
from tests.served_sites import ask

Result = TypeVar("Result")

CHANGED = "---\ntitle: Install\n---\n\nBy zeppelin.\n"


async def look(client: Asker) -> tuple[Answer, Answer]:
    return (
        await client.ask("search", query="zeppelin"),
        await client.ask("read_page", page="/guides/install"),
    )


def test_an_author_s_assistant_reads_pages_as_they_are_now(tmp_path: Path) -> None:
    write_docs(tmp_path)
    with running_preview(tmp_path, has_mcp=True) as preview:
        address = f"http://127.0.0.1:{preview.port}/mcp"
        found, read = ask_server(address, look)
        assert found.addresses == []
        assert "Run the installer." in read.text
        (tmp_path / "guides/install.mdx").write_text(CHANGED)
        wait_until(lambda: "zeppelin" in ask_server(address, look)[1].text)
        assert ask_server(address, look)[0].addresses == ["/guides/install/"]

        async def look_elsewhere(client: Asker) -> list[Answer]:
            return [
                await client.ask("read_page", page="/guides/secret"),
                await client.ask("read_page", page="/api.json"),
                await client.ask("read_page", page="/site.json"),
                await client.ask("search", query="xylophone"),
                await client.ask("describe_operation", operation_id="getUser"),
                await client.ask("list_sections"),
            ]

        *hidden, search, described, listed = ask_server(address, look_elsewhere)
        assert [answer.is_error for answer in hidden] == [True] * 3
        assert search.addresses == []
        assert described.text.startswith("# Get a user")
        assert listed.data["total_pages"] == 6


def test_an_assistant_is_told_that_a_project_cannot_be_shown(tmp_path: Path) -> None:
    write_docs(tmp_path)
    (tmp_path / "site.json").write_text("{")
    with running_preview(tmp_path, has_mcp=True) as preview:
        found, read = ask_server(f"http://127.0.0.1:{preview.port}/mcp", look)
    assert found.is_error
    assert "mistakes" in read.text


def test_other_sites_may_not_ask_a_preview(tmp_path: Path) -> None:
    write_docs(tmp_path)
    with running_preview(tmp_path, has_mcp=True) as preview:
        for headers in ({"Host": "attacker.test"}, {"Origin": "https://attacker.test"}):
            assert ask(preview.port, "/mcp", "POST", b"{}", headers).status == 403


def test_an_author_s_assistant_calls_the_api_in_a_preview(tmp_path: Path) -> None:
    with running_api(replying(response(b"Ada"))) as api:
        write_docs(tmp_path, server=f"http://127.0.0.1:{api.port}")
        with running_preview(tmp_path, allow_nets=allow(api.port), has_mcp=True) as preview:
            answer = ask_server(
                f"http://127.0.0.1:{preview.port}/mcp",
                lambda client: client.ask(
                    "call_operation", operation_id="getUser", path_values={"id": 1}
                ),
            )
    assert answer.data["body"] == "Ada"


def test_a_preview_without_the_switch_answers_no_assistant(tmp_path: Path) -> None:
    write_docs(tmp_path)
    with running_preview(tmp_path) as preview:
        assert ask(preview.port, "/mcp", "POST", b"{}").status == 405


# --- inside an application ----------------------------------------------------------------------


def ask_mounted(folder: Path, talk: Callable[[Asker], Awaitable[Result]]) -> Result:
    """Talk to an application that is only a site."""

    async def run() -> Result:
        app = asgi_app(folder, mcp=True)
        server = build_web_server(app)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            address = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
            try:
                return await asyncio.to_thread(ask_server, address, talk)
            finally:
                server.should_exit = True
                await serving

    return run_alone(run())


@pytest.mark.parametrize("is_built", [True, False])
def test_a_site_inside_an_application_is_read(tmp_path: Path, is_built: bool) -> None:
    built = build_docs(tmp_path / "docs", tmp_path / "dist")
    found, read = ask_mounted(built if is_built else tmp_path / "docs", look)
    assert found.addresses == []
    assert read.text == (built / "guides/install.md").read_text()


def test_calls_need_the_rest(tmp_path: Path) -> None:
    folder = build_docs(tmp_path / "docs", tmp_path / "dist")
    for options in ({"mcp_calls": True}, {"mcp": True, "mcp_calls": True, "proxy": False}):
        with pytest.raises(ValueError, match="mcp_calls"):
            asgi_app(folder, **options)  # type: ignore[arg-type]
