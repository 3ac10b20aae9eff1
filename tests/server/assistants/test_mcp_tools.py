"""What the tools for assistants answer, over HTTP and from the real server."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.assistants import LONG_LINES, Answer, Asker, ask_server, build_docs
from tests.served_sites import serving

Result = TypeVar("Result")


@dataclass(frozen=True)
class Site:
    """A site that is served."""

    folder: Path
    address: str

    def talk(self, talk: Callable[[Asker], Awaitable[Result]]) -> Result:
        return ask_server(self.address, talk)

    def ask(self, tool: str, **arguments: Any) -> Answer:
        return self.talk(lambda client: client.ask(tool, **arguments))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    root = tmp_path_factory.mktemp("mcp")
    folder = build_docs(root / "docs", root / "dist")
    with serving(folder, "--mcp") as server:
        yield Site(folder, f"{server.address}/mcp")


def test_a_search_finds_what_the_search_of_the_site_finds(site: Site) -> None:
    answer = site.ask("search", query="installer")
    assert answer.addresses == ["/guides/install/"]
    (result,) = answer.data["results"]
    assert result["title"] == "Install"
    assert result["section"] == "Documentation / Start"
    assert "Run the installer." in json.dumps(result)
    assert "/guides/install/#with-pip" in json.dumps(result)


def test_a_page_is_read_by_whatever_names_it(site: Site) -> None:
    names = (
        "/guides/install",
        "guides/install/",
        "/guides/install.md",
        "/guides/install/index.html",
        "https://anywhere.test/guides/install?a=b#with-pip",
        "/guides/%69nstall",
        "/old",
    )

    async def talk(client: Asker) -> list[Answer]:
        return [await client.ask("read_page", page=name) for name in names]

    twin = (site.folder / "guides/install.md").read_text()
    assert [answer.text for answer in site.talk(talk)] == [twin] * len(names)


def test_a_long_page_comes_in_parts_that_are_the_whole(site: Site) -> None:
    async def talk(client: Asker) -> list[str]:
        parts, offset = [], 0
        while True:
            answer = await client.ask("read_page", page="/guides/long", offset=offset)
            assert not answer.is_error
            text, note, further = answer.text.partition("\n\n[Letters ")
            parts.append(text)
            if not note:
                return parts
            offset = int(re.findall(r"offset (\d+)", further)[0])

    parts = site.talk(talk)
    assert len(parts) > 1
    assert max(map(len, parts)) <= 20_000
    assert "".join(parts) == (site.folder / "guides/long.md").read_text()
    assert f"Line number {LONG_LINES - 1}." in parts[-1]


def test_pages_that_not_everybody_may_find_are_not_told(site: Site) -> None:
    async def talk(client: Asker) -> list[Answer]:
        return [
            await client.ask("search", query="xylophone"),
            await client.ask("list_sections"),
            await client.ask("read_page", page="/guides/secret"),
            await client.ask("describe_operation", page="/guides/secret"),
        ]

    assert (site.folder / "guides/secret/index.html").is_file()
    answers = site.talk(talk)
    assert answers[0].data["total"] == 0
    assert "ecret" not in answers[1].text
    assert answers[2].is_error
    assert answers[3].is_error
    assert not any("xylophone" in answer.text for answer in answers)


def test_sections_are_listed_with_their_pages(site: Site) -> None:
    async def talk(client: Asker) -> tuple[Answer, Answer, Answer]:
        return (
            await client.ask("list_sections"),
            await client.ask("list_sections", section="more"),
            await client.ask("list_sections", section="nothing"),
        )

    everything, more, nothing = site.talk(talk)
    groups = {each.get("group"): each["pages"] for each in everything.data["sections"]}
    assert [page["title"] for page in groups["Start"]] == ["Welcome", "Install"]
    assert everything.data["total_pages"] == 6
    assert {"GET /users/{id}", "POST /users"} <= {
        page.get("operation") for pages in groups.values() for page in pages
    }
    assert [each["group"] for each in more.data["sections"]] == ["More"]
    assert nothing.is_error


@pytest.mark.parametrize(
    "arguments",
    [
        {"method": "get", "path": "/users/{id}"},
        {"path": "users/:user"},
        {"operation_id": "getUser"},
    ],
)
def test_an_operation_is_described(site: Site, arguments: dict[str, str]) -> None:
    answer = site.ask("describe_operation", **arguments)
    assert answer.text.startswith("# Get a user")
    assert "expand" in answer.text


def test_words_of_every_kind_can_be_looked_for(site: Site) -> None:
    words = (
        "' \" ; --",
        "{{}}",
        "\\",
        "%",
        "日本語",
        "a" * 400,
        "a b c d e f g h i j " * 20,
        "\u202e",
    )

    async def talk(client: Asker) -> list[Answer]:
        return [await client.ask("search", query=word) for word in words]

    assert not [answer.text for answer in site.talk(talk) if answer.is_error]


HOSTILE: list[tuple[str, dict[str, Any]]] = [
    ("search", {}),
    ("search", {"query": None}),
    ("search", {"query": ["a"]}),
    ("search", {"query": "a" * 401}),
    ("search", {"query": "a", "limit": -1}),
    ("search", {"query": "a", "limit": 1e300}),
    ("search", {"query": "a", "kind": "x"}),
    ("search", {"query": "a", "__proto__": {}}),
    ("read_page", {"page": "../../../etc/passwd"}),
    ("read_page", {"page": "/_octavo/server/site.json"}),
    ("read_page", {"page": "/_octavo/search.json"}),
    ("read_page", {"page": "file:///etc/passwd"}),
    ("read_page", {"page": "http://[::1"}),
    ("read_page", {"page": "/guides/install\x00"}),
    ("read_page", {"page": "/" + "a/" * 499}),
    ("read_page", {"page": "/guides/install", "offset": 10**9}),
    ("read_page", {"page": "/guides/install", "offset": "1"}),
    ("read_page", {"page": {"a": "b"}}),
    ("list_sections", {"section": "x", "offset": True}),
    ("describe_operation", {}),
    ("describe_operation", {"operation_id": ""}),
    ("describe_operation", {"method": "GET", "path": "{" * 1000}),
    ("call_operation", {"operation_id": "getUser"}),
    ("x" * 1000, {}),
]


def test_hostile_arguments_are_refused_in_words(site: Site) -> None:
    async def talk(client: Asker) -> list[Answer]:
        answers = [await client.ask(tool, **arguments) for tool, arguments in HOSTILE]
        return [*answers, await client.ask("read_page", page="/")]

    *refused, last = site.talk(talk)
    for (tool, arguments), answer in zip(HOSTILE, refused, strict=True):
        assert answer.is_error, (tool, arguments)
        assert "Traceback" not in answer.text
        assert "itself has failed" not in answer.text
        assert len(answer.text) < 500
    assert last.text.startswith("# Welcome")
