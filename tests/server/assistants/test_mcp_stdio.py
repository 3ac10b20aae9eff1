"""`octavo mcp`: an assistant on this computer reads a built site."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder
from tests.assistants import Answer, Asker, ask_command, build_docs, write_docs
from tests.loaded_modules import modules_loaded_by
from tests.patience import HANGS_AFTER
from tests.whole import first_of_each

READING = ["search", "read_page", "list_sections", "describe_operation"]
COMMAND = [sys.executable, "-m", "octavo", "mcp"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("mcp")
    return build_docs(root / "docs", root / "dist")


@pytest.mark.parametrize("mode", first_of_each(["auto", "legacy"]))
def test_assistants_are_told_of_the_tools_that_read(folder: Path, mode: str) -> None:
    assert ask_command(folder, Asker.list_tools, mode=mode) == READING


@pytest.mark.whole
def test_addresses_are_whole_where_the_site_has_one(folder: Path) -> None:
    async def talk(client: Asker) -> tuple[Answer, Answer, Answer]:
        return (
            await client.ask("search", query="installer"),
            await client.ask("read_page", page="https://docs.test/guides/install/#with-pip"),
            await client.ask("read_page", page="https://elsewhere.test/guides/install/"),
        )

    found, read, elsewhere = ask_command(folder, talk, "--site-url", "https://docs.test")
    assert found.addresses == ["https://docs.test/guides/install/"]
    assert read.text.startswith("# Install")
    assert elsewhere.is_error


@pytest.mark.whole
def test_many_pages_are_listed_by_section(tmp_path: Path) -> None:
    names = [f"pages/{number:03}" for number in range(150)]
    groups = [{"group": "One", "pages": names[:20]}, {"group": "Two", "pages": names[20:]}]
    write_docs(tmp_path / "docs", navigation=groups, tabs=[])
    (tmp_path / "docs/pages").mkdir()
    for name in names:
        (tmp_path / f"docs/{name}.mdx").write_text(f"---\ntitle: Page {name}\n---\n\nText.\n")
    build_folder(str(tmp_path / "docs"), str(tmp_path / "dist"))

    async def talk(client: Asker) -> list[Answer]:
        return [
            await client.ask("list_sections"),
            await client.ask("list_sections", section="Two"),
            await client.ask("list_sections", section="Two", offset=100),
            await client.ask("list_sections", section="Two", offset=130),
        ]

    overview, first, second, third = ask_command(tmp_path / "dist", talk)
    assert overview.data["sections"] == [
        {"group": "One", "pages": 20},
        {"group": "Two", "pages": 130},
    ]
    listed = [
        page["address"] for each in (first, second) for page in each.data["sections"][0]["pages"]
    ]
    assert listed == [f"/{name}/" for name in names[20:]]
    assert (first.data["next_offset"], "next_offset" in second.data) == (100, False)
    assert third.is_error


def test_a_site_that_is_built_anew_is_read_from_then_on(tmp_path: Path) -> None:
    root, output = tmp_path / "docs", tmp_path / "dist"
    build_docs(root, output)

    async def talk(client: Asker) -> tuple[Answer, Answer, Answer]:
        before = await client.ask("search", query="zeppelin")
        (root / "guides/install.mdx").write_text("---\ntitle: Install\n---\n\nBy zeppelin.\n")
        build_folder(str(root), str(output))
        return (
            before,
            await client.ask("search", query="zeppelin"),
            await client.ask("read_page", page="/guides/install"),
        )

    before, found, read = ask_command(output, talk)
    assert before.addresses == []
    assert found.addresses == ["/guides/install/"]
    assert "By zeppelin." in read.text


def test_nothing_but_the_protocol_is_on_standard_output(folder: Path) -> None:
    lines = (
        b"no JSON at all\n",
        b'{"jsonrpc": "2.0", "id": 1, "method": "nothing/known"}\n',
        b'{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}\n',
        b"\xff\xfe\n",
    )
    ran = subprocess.run(
        [*COMMAND, str(folder)],
        input=b"".join(lines),
        capture_output=True,
        timeout=HANGS_AFTER,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    for line in ran.stdout.splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"


def test_it_ends_when_it_is_told_to(folder: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(HANGS_AFTER) == 0
        finally:
            process.kill()


def test_a_folder_that_is_no_site_is_told(tmp_path: Path) -> None:
    ran = subprocess.run(
        [*COMMAND, str(tmp_path)], capture_output=True, text=True, timeout=HANGS_AFTER, check=False
    )
    assert ran.returncode == 1
    assert "[site-not-built]" in ran.stderr
    assert ran.stdout == ""


def test_without_the_sdk_it_is_told_what_to_install(folder: Path) -> None:
    script = (
        "import sys; sys.modules['mcp'] = sys.modules['mcp_types'] = None\n"
        f"from octavo.cli.entry import main; sys.exit(main(['mcp', {str(folder)!r}]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == "octavo mcp: the MCP SDK is not installed: pip install 'octavo[mcp]'\n"


def test_other_commands_do_not_load_the_sdk() -> None:
    script = (
        "import octavo.cli.entry, octavo.cli.parser, octavo.asgi\n"
        "import octavo.server.serve.server, octavo.preview.server\n"
        "octavo.cli.parser.build_parser().format_help()"
    )
    assert (
        modules_loaded_by(script, "mcp", "mcp_types", "pydantic", "octavo.server.assistants") == []
    )
