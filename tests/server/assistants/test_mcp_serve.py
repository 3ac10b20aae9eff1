"""`octavo serve --mcp`: who may ask over HTTP, how often, and what is called for them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.server.assistants.assistant import Assistant
from octavo.server.assistants.read_site import ReadSite
from octavo.server.assistants.web import McpApp
from octavo.server.proxy.rates import Usage
from octavo.server.proxy.rules import ProxyLimits, ProxyRules
from octavo.server.web.asgi import Message
from octavo.server.web.rates import Rate
from tests.assistants import Answer, Asker, ask_server, build_docs
from tests.patience import HANGS_AFTER
from tests.proxies import replying, response, run_alone, running_api
from tests.served_sites import COMMAND, ServedSite, ask, serving

PING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
READING = ["search", "read_page", "list_sections", "describe_operation"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("mcp")
    return build_docs(root / "docs", root / "dist")


def post(server: ServedSite, body: Any = PING, path: str = "/mcp", **headers: str) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return ask(server.port, path, "POST", data, {**HEADERS, **named})


@pytest.mark.whole
def test_any_worker_answers_any_request_of_a_conversation(folder: Path) -> None:
    async def talk(client: Asker) -> list[Answer]:
        return [await client.ask("read_page", page="/guides/install") for _ in range(10)]

    with serving(folder, "--mcp", "--workers", "2") as server:
        for mode in ("legacy", "auto"):
            assert ask_server(f"{server.address}/mcp", Asker.list_tools, mode) == READING
            answers = ask_server(f"{server.address}/mcp", talk, mode)
            assert {answer.text for answer in answers} == {
                (folder / "guides/install.md").read_text()
            }
        assert server.stop() == 0


def test_who_may_ask(folder: Path) -> None:
    with serving(folder, "--mcp", "--site-url", "https://docs.test") as server:
        own = f"127.0.0.1:{server.port}"
        answer = post(server)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
        assert len(json.loads(answer.body)["result"]["tools"]) == len(READING)
        assert post(server, Host="docs.test").status == 200
        assert post(server, Origin=f"http://{own}").status == 200
        assert post(server, Host="docs.test", Origin="https://docs.test").status == 200
        refused = {
            "host-unknown": [{"Host": "attacker.test"}, {"Host": f"127.0.0.1.test:{server.port}"}],
            "cross-site": [
                {"Origin": "https://attacker.test"},
                {"Origin": "null"},
                {"Sec_Fetch_Site": "cross-site"},
            ],
        }
        for code, requests in refused.items():
            for headers in requests:
                answer = post(server, **headers)
                assert (answer.status, json.loads(answer.body)["code"]) == (403, code)


def test_what_is_no_message_is_refused(folder: Path) -> None:
    with serving(folder, "--mcp") as server:
        for method in ("GET", "DELETE", "PUT", "OPTIONS"):
            answer = server.get("/mcp", method, Accept="text/event-stream")
            assert (answer.status, answer.headers.get("allow")) == (405, "POST"), method
        bodies = (b"", b"{", b"[]", b"[" * 100_000, b"null", b"\xff", b'{"jsonrpc": "1.0"}')
        for body in bodies:
            answer = post(server, body)
            assert 400 <= answer.status < 500, body[:20]
            assert b"Traceback" not in answer.body
        assert post(server, b" " * (1 << 20) + b"{}").status == 413
        assert post(server, Content_Type="text/plain").status in (400, 415)
        assert post(server).status == 200
        assert not [line for line in server.said if "Traceback" in line]


@pytest.mark.whole
def test_readers_see_the_site_as_ever(folder: Path) -> None:
    with serving(folder, "--mcp") as server:
        assert any(f"Assistants ask at {server.address}/mcp." in line for line in server.said)
        assert server.get("/mcp").status == 404
        assert server.get("/guides/install/").status == 200
        answer = server.get("/.well-known/mcp")
        assert json.loads(answer.body) == {
            "transport": {"type": "streamable-http", "endpoint": "/mcp"}
        }


def test_without_the_switch_there_is_nothing(folder: Path) -> None:
    with serving(folder) as server:
        assert post(server).status == 405
        assert server.get("/.well-known/mcp").status == 404


@pytest.mark.whole
def test_a_site_below_a_path_answers_there(tmp_path: Path) -> None:
    build_docs(tmp_path / "docs", tmp_path / "dist")
    options = BuildOptions(base_path="/docs")
    build_folder(str(tmp_path / "docs"), str(tmp_path / "below"), options)

    async def talk(client: Asker) -> tuple[Answer, Answer]:
        found = await client.ask("search", query="installer")
        return found, await client.ask("read_page", page=found.addresses[0])

    with serving(tmp_path / "below", "--mcp") as server:
        found, read = ask_server(f"{server.address}/docs/mcp", talk)
        assert post(server).status in (404, 405)
    assert found.addresses == ["/docs/guides/install/"]
    assert read.text.startswith("# Install")


def test_who_asks_too_often_has_to_wait() -> None:
    async def open_site() -> ReadSite:
        raise NotImplementedError

    async def run() -> list[int]:
        limits = ProxyLimits(by_client=Rate(1, 3))
        app = McpApp(Assistant(open_site, print), ProxyRules(), Usage(limits))
        statuses = []
        for client in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"):
            body = json.dumps(PING).encode()
            sent: list[Message] = []

            async def receive(body: bytes = body) -> Message:
                return {"type": "http.request", "body": body, "more_body": False}

            async def send(message: Message, sent: list[Message] = sent) -> None:
                sent.append(message)

            headers = {**HEADERS, "Host": "docs.test", "Content-Length": str(len(body))}
            scope = {
                "type": "http",
                "method": "POST",
                "path": "/mcp",
                "query_string": b"",
                "client": (client, 1),
                "headers": [
                    (name.lower().encode(), each.encode()) for name, each in headers.items()
                ],
            }
            await app(scope, receive, send)
            statuses.append(sent[0]["status"])
        app.close()
        return statuses

    assert run_alone(run()) == [200, 200, 200, 429, 200]


# --- calls of the API ---------------------------------------------------------------------------


def call(server: ServedSite, **arguments: Any) -> Answer:
    return ask_server(
        f"{server.address}/mcp", lambda client: client.ask("call_operation", **arguments)
    )


WRONG_CALLS: list[dict[str, Any]] = [
    {"operation_id": "getUser"},
    {"operation_id": "getUser", "path_values": {"id": "../admin"}},
    {"operation_id": "getUser", "path_values": {"id": "1"}, "server": "http://127.0.0.1:1"},
    {"method": "DELETE", "path": "/users/{id}", "path_values": {"id": "1"}},
    {"operation_id": "getUser", "path_values": {"id": "1"}, "headers": {"X-A": "a\r\nB: b"}},
    {"operation_id": "getUser", "path_values": "1"},
    {"operation_id": "getUser", "path_values": {"id": {"a": 1}}},
    {"operation_id": "getUser", "url": "http://127.0.0.1:1"},
]


async def ask_wrongly(client: Asker) -> list[Answer]:
    return [await client.ask("call_operation", **arguments) for arguments in WRONG_CALLS]


def test_the_api_is_called_where_the_operator_allows_it(tmp_path: Path) -> None:
    reply = response(b'{"name": "Ada"}', Content_Type="application/json")
    with running_api(replying(reply)) as api:
        documented = f"http://127.0.0.1:{api.port}/v1"
        folder = build_docs(tmp_path / "docs", tmp_path / "dist", server=documented)
        allowed = ("--mcp-calls", "--proxy-allow-net", f"127.0.0.1:{api.port}")
        with serving(folder, "--mcp", *allowed) as server:
            tools = ask_server(f"{server.address}/mcp", Asker.list_tools)
            answer = call(
                server,
                method="GET",
                path="/users/{id}",
                path_values={"id": "a b"},
                query={"expand": ["x", "y"]},
                headers={"Authorization": "Bearer mine", "X-Forwarded-For": "1.2.3.4"},
            )
            added = call(server, operation_id="addUser", body={"name": "Bob"})
            refused = ask_server(f"{server.address}/mcp", ask_wrongly)
    assert tools == [*READING, "call_operation"]
    assert (answer.data["status"], answer.data["body"]) == (200, '{"name": "Ada"}')
    assert answer.data["not_sent"] == ["X-Forwarded-For"]
    assert not added.is_error, added.text
    first, second = api.requests
    assert first.startswith(b"GET /v1/users/a%20b?expand=x&expand=y HTTP/1.1\r\n")
    assert b"Authorization: Bearer mine\r\n" in first
    assert second.startswith(b"POST /v1/users HTTP/1.1\r\n")
    assert b"Content-Type: application/json\r\n" in second
    assert b"Authorization" not in second
    assert [each.is_error for each in refused] == [True] * len(refused)
    assert not [each.text for each in refused if "itself has failed" in each.text]


@pytest.mark.whole
def test_networks_that_are_not_public_are_not_called(tmp_path: Path) -> None:
    with running_api(replying(response(b"secret"))) as api:
        documented = f"http://127.0.0.1:{api.port}"
        folder = build_docs(tmp_path / "docs", tmp_path / "dist", server=documented)
        with serving(folder, "--mcp", "--mcp-calls") as server:
            answer = call(server, operation_id="getUser", path_values={"id": "1"})
    assert answer.is_error
    assert "secret" not in answer.text
    assert api.requests == []


def test_nothing_is_called_where_nobody_allows_it(tmp_path: Path) -> None:
    with running_api(replying(response(b"secret"))) as api:
        documented = f"http://127.0.0.1:{api.port}"
        folder = build_docs(tmp_path / "docs", tmp_path / "dist", server=documented)
        net = ("--proxy-allow-net", f"127.0.0.1:{api.port}")
        with serving(folder, "--mcp", *net) as server:
            answer = call(server, operation_id="getUser", path_values={"id": "1"})
    assert answer.is_error
    assert "There is no tool" in answer.text
    assert api.requests == []


def test_operations_of_hidden_pages_are_not_called(tmp_path: Path) -> None:
    with running_api(replying(response(b"secret"))) as api:
        documented = f"http://127.0.0.1:{api.port}"
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs/hidden.mdx").write_text(
            "---\ntitle: Hidden\nhidden: true\nopenapi: api.json GET /users/{id}\n---\n"
        )
        folder = build_docs(tmp_path / "docs", tmp_path / "dist", server=documented, tabs=[])
        assert "/users/{id}" in (folder / "_octavo/server/proxy.json").read_text()
        allowed = ("--mcp-calls", "--proxy-allow-net", f"127.0.0.1:{api.port}")
        with serving(folder, "--mcp", *allowed) as server:
            answer = call(server, method="GET", path="/users/{id}", path_values={"id": "1"})
    assert answer.is_error
    assert api.requests == []


# --- what may be missing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--mcp-calls"], "octavo serve: --mcp-calls needs --mcp\n"),
        (
            ["--mcp", "--mcp-calls", "--no-proxy"],
            "octavo serve: --mcp-calls has no way to the API with --no-proxy\n",
        ),
    ],
)
def test_switches_that_need_others(folder: Path, options: list[str], message: str) -> None:
    ran = subprocess.run(
        [*COMMAND, str(folder), *options],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (2, message)


def test_without_the_sdk_it_is_told_what_to_install(folder: Path) -> None:
    script = (
        "import sys; sys.modules['mcp'] = sys.modules['mcp_types'] = None\n"
        f"from octavo.cli.entry import main; sys.exit(main(['serve', {str(folder)!r}, '--mcp']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == "octavo serve: the MCP SDK is not installed: pip install 'octavo[mcp]'\n"
