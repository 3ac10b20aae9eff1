"""Asks sites what assistants ask them, with the client of the MCP SDK."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from mcp import Client, StdioServerParameters

from octavo.builder.folder_build import build_folder
from tests.patience import HANGS_AFTER
from tests.project_folder import write_files
from tests.proxies import document_of, run_alone

Result = TypeVar("Result")

LONG_LINES = 3_000
OPERATIONS = {
    "/users/{id}": {
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        ],
        "get": {
            "operationId": "getUser",
            "summary": "Get a user",
            "parameters": [{"name": "expand", "in": "query", "schema": {"type": "string"}}],
            "responses": {"200": {"description": "The user that was asked for."}},
        },
    },
    "/users": {
        "post": {
            "operationId": "addUser",
            "summary": "Add a user",
            "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
            "responses": {"201": {"description": "Added."}},
        }
    },
}


@dataclass(frozen=True)
class Answer:
    """What a tool answered."""

    is_error: bool
    text: str
    data: Any

    @property
    def addresses(self) -> list[str]:
        """The addresses of the results of a search."""
        return [each["address"] for each in self.data["results"]]


class Asker:
    """A client that is connected."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def list_tools(self) -> list[str]:
        return [tool.name for tool in (await self._client.list_tools()).tools]

    async def ask(self, tool: str, **arguments: Any) -> Answer:
        answer = await self._client.call_tool(tool, arguments)
        (content,) = answer.content
        assert content.type == "text"
        if answer.structured_content is not None:
            assert json.loads(content.text) == answer.structured_content
        return Answer(answer.is_error, content.text, answer.structured_content)


def ask_command(
    folder: Path,
    talk: Callable[[Asker], Awaitable[Result]],
    *options: str,
    mode: str = "auto",
) -> Result:
    """Talk to `octavo mcp` for a folder."""
    arguments = ["-m", "octavo", "mcp", str(folder), *options]
    return _connect(StdioServerParameters(command=sys.executable, args=arguments), talk, mode)


def ask_server(
    address: str, talk: Callable[[Asker], Awaitable[Result]], mode: str = "auto"
) -> Result:
    """Talk to a server over HTTP."""
    return _connect(address, talk, mode)


def _connect(server: Any, talk: Callable[[Asker], Awaitable[Result]], mode: str) -> Result:
    async def run() -> Result:
        async with Client(server, mode=mode, read_timeout_seconds=HANGS_AFTER) as client:
            return await talk(Asker(client))

    return run_alone(run())


def write_docs(root: Path, server: str = "https://api.example.com/v1", **settings: Any) -> None:
    """Write a project with a long page, a hidden one, and an API."""
    long = "\n\n".join(f"Line number {number}." for number in range(LONG_LINES))
    site = {
        "name": "Site",
        "navigation": [
            {"group": "Start", "pages": ["index", "guides/install"]},
            {"group": "More", "pages": ["guides/long"]},
        ],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
        "redirects": [{"source": "/old", "destination": "/guides/install"}],
        **settings,
    }
    write_files(
        root,
        {
            "site.json": site,
            "api.json": document_of(OPERATIONS, [server]),
            "index.mdx": "---\ntitle: Welcome\n---\n\nHello.\n",
            "guides/install.mdx": "---\ntitle: Install\n---\n\n## With pip\n\nRun the installer.\n",
            "guides/long.mdx": f"---\ntitle: Long\n---\n\n{long}\n",
            "guides/secret.mdx": "---\ntitle: Secret\nhidden: true\n---\n\nMy xylophone.\n",
        },
    )


def build_docs(root: Path, output: Path, **settings: Any) -> Path:
    """Write the same project, and build it."""
    write_docs(root, **settings)
    report = build_folder(str(root), str(output))
    assert not [each for each in report.problems if each.severity == "error"], report.problems
    return output
