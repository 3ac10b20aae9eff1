"""What `octavo check --against` finds between an API and its document.

The API is that of the example: differences are planted in copies of its document.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from octavo.cli.entry import main
from octavo.scaffold.contract.documents import load_documents
from octavo.scaffold.contract.recorded import read_har, read_log
from octavo.scaffold.contract.run import ContractOptions, check_against
from tests.free_ports import find_free_port
from tests.whole import first_of_each

GARDEN = Path(__file__).parents[3] / "examples" / "garden"
DOCUMENT = (GARDEN / "openapi.yaml").read_text("utf-8")


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    port = find_free_port()
    command = [sys.executable, str(GARDEN / "service"), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/v1"
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{url}/status", timeout=1).close()
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.05)
        yield url
    finally:
        process.kill()
        process.wait()


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OCTAVO_CREDENTIAL_TOKEN", "gdn_test_4cTz")


def check(
    path: Path, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[list[tuple[str, str]], str]:
    """Return the codes and messages of a check, and everything that was printed."""
    main(["check", str(path), "--format", "json", "--rate", "1000", *arguments])
    printed = capsys.readouterr()
    problems = json.loads(printed.out)["problems"]
    return [(each["code"], each["message"]) for each in problems], printed.out + printed.err


def test_the_example_does_what_its_document_says(
    service: str, capsys: pytest.CaptureFixture[str]
) -> None:
    problems, printed = check(GARDEN / "openapi.yaml", capsys, "--against", service)
    assert problems == []
    assert "9 operations compared, 0 differences. 12 not asked" in printed
    assert check(GARDEN, capsys, "--against", service)[0] == []


PLANTED = [
    ("paths:", "  /status:\n", "  /state:\n", "missing"),
    ("paths:", "  /plans/{plan}:\n", "  /plan/{plan}:\n", "missing"),
    ("paths:", "  /sensors/{sensor}:\n", "  /sensor/{sensor}:\n", "missing"),
    ("operationId: getStatus", '"200"', '"202"', "status"),
    ("operationId: getBed\n", '"200"', '"203"', "status"),
    ("operationId: listBeds", '"200"', '"201"', "status"),
    ("operationId: getRun", '"200"', '"206"', "status"),
    ("operationId: getStatus", "application/json", "text/html", "media-type"),
    ("operationId: getBed\n", "application/json", "application/xml", "media-type"),
    ("operationId: getPhoto", "image/png", "image/webp", "media-type"),
    ("operationId: getStatus", "enum: [ok, slow, down]", "enum: [up, down]", "body"),
    ("operationId: getStatus", "required: [status]", "required: [status, since]", "body"),
    ("operationId: getStatus", "requests: {type: integer", "requests: {type: string", "body"),
    ("    Bed:\n", "required: [id, name]", "required: [id, name, owner]", "body"),
    ("    Bed:\n", "area: {type: number", "area: {type: string", "body"),
    ("    Bed:\n", "enum: [sand, loam, clay, peat]", "enum: [sand, clay, peat]", "body"),
    ("    Bed:\n", "maxLength: 40", "maxLength: 4", "body"),
    ("    BedPage:", "required: [data, next]", "required: [data, next, count]", "body"),
    ("    Run:\n      type", "started_at: {type: [string, ", "started_at: {type: [array, ", "body"),
    ("    PlanBase:", "maximum: 40", "maximum: 10", "body"),
]


def test_twenty_differences_are_planted() -> None:
    assert len({row[:3] for row in PLANTED}) == 20


@pytest.mark.parametrize(
    ("after", "old", "new", "code"), first_of_each(PLANTED, lambda row: row[3])
)
def test_a_planted_difference_is_found(
    service: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    after: str,
    old: str,
    new: str,
    code: str,
) -> None:
    head, mark, rest = DOCUMENT.partition(after)
    assert old in rest
    text = head + mark + rest.replace(old, new, 1)
    (tmp_path / "openapi.yaml").write_text(text, "utf-8")
    problems, _ = check(tmp_path / "openapi.yaml", capsys, "--against", service)
    assert {each for each, _ in problems} == {f"contract-{code}"}


class _Api(BaseHTTPRequestHandler):
    """Answers as a table says, and notes what it was asked."""

    answers: ClassVar[dict[str, tuple[int, dict[str, str], bytes]]]
    asked: ClassVar[list[tuple[str, str, dict[str, str]]]]

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        path = self.path.partition("?")[0]
        self.asked.append((self.command, self.path, dict(self.headers)))
        status, headers, body = self.answers.get(
            f"{self.command} {path}", (404, {"Content-Type": "application/json"}, b"{}")
        )
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_DELETE = do_OPTIONS = do_HEAD = _answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def api() -> Iterator[tuple[str, type[_Api]]]:
    handler = type("Api", (_Api,), {"answers": {}, "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", handler
    server.shutdown()
    server.server_close()


PETS = """\
openapi: 3.1.0
info: { title: Pets, version: "1" }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
paths:
  /pets:
    get:
      parameters: [{ name: q, in: query, required: true, schema: { type: string }, example: a b }]
      responses:
        "200":
          description: Fine
          headers:
            X-Count: { required: true, schema: { type: integer, maximum: 5 } }
          content:
            application/json:
              schema:
                type: object
                required: [id]
                properties: { id: { type: integer }, at: { type: string, format: date-time } }
    delete: { responses: { "204": { description: Gone } } }
  /mine:
    get:
      security: [{ key: [] }]
      responses: { "200": { description: Mine } }
"""
JSON = {"Content-Type": "application/json", "X-Count": "2"}
GOOD = b'{"id": 1, "at": "2026-01-01T00:00:00Z"}'


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ((200, JSON, GOOD), []),
        ((200, JSON, b'{"id": "1"}'), ["contract-body"]),
        ((200, JSON, b"{}"), ["contract-body"]),
        ((200, JSON, b'{"id": 1, "at": "yesterday"}'), ["contract-body"]),
        ((200, JSON, b"not json"), ["contract-body"]),
        ((200, JSON, b"[" * 100_000), ["contract-body"]),
        ((200, JSON, b""), ["contract-body"]),
        ((200, {"Content-Type": "application/json"}, GOOD), ["contract-header"]),
        ((200, {**JSON, "X-Count": "many"}, GOOD), ["contract-header"]),
        ((200, {**JSON, "X-Count": "6"}, GOOD), ["contract-header"]),
        ((200, {**JSON, "Content-Type": "text/plain"}, GOOD), ["contract-media-type"]),
        ((500, JSON, GOOD), ["contract-status"]),
        ((422, JSON, GOOD), ["contract-refused", "contract-status"]),
        ((404, JSON, GOOD), ["contract-missing"]),
        ((302, {"Location": "http://127.0.0.1:1/"}, b""), ["contract-status"]),
    ],
)
def test_each_kind_of_difference_has_its_code(
    api: tuple[str, type[_Api]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    answer: tuple[int, dict[str, str], bytes],
    expected: list[str],
) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    url, handler = api
    handler.answers = {"GET /pets": answer, "GET /mine": (200, {}, b"")}
    problems, _ = check(tmp_path / "pets.yaml", capsys, "--against", url)
    assert [code for code, _ in problems] == expected


@pytest.mark.scorecard("SR-60")
def test_no_request_changes_data_unless_asked(
    api: tuple[str, type[_Api]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    url, handler = api
    check(tmp_path / "pets.yaml", capsys, "--against", url)
    assert {method for method, _, _ in handler.asked} == {"GET", "OPTIONS"}
    assert ("GET", "/pets?q=a%20b") in {(method, path) for method, path, _ in handler.asked}
    check(tmp_path / "pets.yaml", capsys, "--against", url, "--unsafe")
    assert "DELETE" in {method for method, _, _ in handler.asked}


@pytest.mark.scorecard("SR-61")
@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_credentials_are_sent_and_never_printed(
    api: tuple[str, type[_Api]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    form: str,
) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    url, handler = api
    handler.answers = {"GET /mine": (401, {}, b"planted-secret is wrong")}
    path = str(tmp_path / "pets.yaml")
    main(["check", path, "--against", url, "--rate", "1000", "--format", form])
    assert "1 not asked" not in capsys.readouterr().out
    assert all(path != "/mine" for _, path, _ in handler.asked)
    monkeypatch.setenv("OCTAVO_CREDENTIAL_KEY", "planted-secret")
    main(["check", path, "--against", url, "--rate", "1000", "--format", form])
    printed = capsys.readouterr()
    assert any(headers.get("X-Key") == "planted-secret" for _, _, headers in handler.asked)
    assert "planted-secret" not in printed.out + printed.err


def test_methods_that_the_api_names_are_compared(
    api: tuple[str, type[_Api]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    url, handler = api
    handler.answers = {
        "GET /pets": (200, JSON, GOOD),
        "OPTIONS /pets": (204, {"Allow": "GET, HEAD, OPTIONS, PUT, DELETE"}, b""),
    }
    problems, _ = check(tmp_path / "pets.yaml", capsys, "--against", url)
    assert problems == [("contract-undocumented", "the API has PUT /pets, which is not documented")]


def test_an_api_that_does_not_answer_is_one_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    port = find_free_port()
    for url in (f"http://127.0.0.1:{port}", "ftp://127.0.0.1", "nowhere"):
        problems, printed = check(tmp_path / "pets.yaml", capsys, "--against", url)
        assert {code for code, _ in problems} == {"contract-no-answer"}
        assert "Traceback" not in printed


def _write_har(path: Path, *entries: tuple[str, str, int, str]) -> None:
    exchanges = [
        {
            "request": {"method": method, "url": url},
            "response": {
                "status": status,
                "headers": [{"name": name, "value": value} for name, value in JSON.items()],
                "content": {"text": text},
            },
        }
        for method, url, status, text in entries
    ]
    path.write_text(json.dumps({"log": {"entries": [*exchanges, {}, 5]}}), "utf-8")


def test_recorded_exchanges_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    _write_har(
        tmp_path / "all.har",
        ("GET", "https://pets.test/pets?q=1", 200, GOOD.decode()),
        ("GET", "https://pets.test/pets?q=2", 200, '{"id": "1"}'),
        ("PUT", "https://pets.test/pets", 200, "{}"),
        ("GET", "https://pets.test/secret", 200, "{}"),
        ("GET", "https://pets.test/gone", 404, "{}"),
    )
    problems, _ = check(tmp_path / "pets.yaml", capsys, "--har", str(tmp_path / "all.har"))
    assert sorted(code for code, _ in problems) == [
        "contract-body",
        "contract-undocumented",
        "contract-undocumented",
    ]
    line = '1.2.3.4 - - [01/Jan/2026:00:00:00 +0000] "{} HTTP/1.1" {} 5 "-" "curl"\n'
    log = "".join(
        line.format(*each)
        for each in (("GET /pets?q=1", 200), ("GET /pets", 500), ("POST /new", 201), ("x", 1))
    )
    (tmp_path / "access.log").write_text(log, "utf-8")
    problems, _ = check(tmp_path / "pets.yaml", capsys, "--log", str(tmp_path / "access.log"))
    assert sorted(code for code, _ in problems) == ["contract-status", "contract-undocumented"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"log": 5}', "[" * 100_000])
def test_odd_recordings_hold_nothing(text: str) -> None:
    assert list(read_har(text)) == []
    assert list(read_log(text)) == []


def test_an_application_is_started_and_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fastapi")
    monkeypatch.chdir(tmp_path)
    code = (
        "from fastapi import FastAPI\napp = FastAPI()\n"
        "@app.get('/pets')\ndef pets(q: str):\n    return {'id': q}\n"
    )
    (tmp_path / "checked_app.py").write_text(code, "utf-8")
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    problems, _ = check(tmp_path / "pets.yaml", capsys, "--app", "checked_app:app")
    assert sorted({code for code, _ in problems}) == ["contract-body", "contract-header"]
    assert main(["check", "pets.yaml", "--app", "no_such_app:app"]) == 74
    assert "does not start" in capsys.readouterr().err


def test_wrong_use_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    path = str(tmp_path / "pets.yaml")
    assert main(["check", path, "--against", "http://a.test", "--rate", "0"]) == 2
    assert main(["check", path, "--har", os.path.join(path, "gone.har")]) == 74
    assert main(["check", str(tmp_path), "--log", path]) == 1


def test_a_report_holds_no_credentials_and_nothing_that_the_api_answered(
    api: tuple[str, type[_Api]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = PETS.replace("id: { type: integer }", "map: { additionalProperties: false }")
    (tmp_path / "pets.yaml").write_text(text, "utf-8")
    monkeypatch.setenv("OCTAVO_CREDENTIAL_KEY", "planted-secret")
    url, handler = api
    body = b'{"id": 1, "at": "planted-value", "map": {"planted@name.test": 1}}'
    handler.answers = {
        "GET /pets": (200, JSON, body),
        "GET /mine": (200, {"Content-Type": "planted-secret/x"}, b"planted-value"),
    }
    target = tmp_path / "contract.json"
    address = url.replace("//", "//planted:planted-secret@") + "?key=planted-secret"
    _, printed = check(
        tmp_path / "pets.yaml", capsys, "--against", address, "--report", str(target)
    )
    written = target.read_text("utf-8")
    assert "planted-secret" not in printed
    assert "planted" not in written.replace(str(tmp_path), "")
    assert not json.loads(written)["documents"][0]["operations"][-1]["checked"]
    check(tmp_path / "pets.yaml", capsys, "--against", url, "--report", str(target))
    written = target.read_text("utf-8")
    assert "planted" not in written.replace(str(tmp_path), "")
    operations = json.loads(written)["documents"][0]["operations"]
    found = {f"{each['method']} {each['path']}": each for each in operations}
    assert found["GET /pets"]["messages"] == [
        "200: `at` must be a date with a time, such as 2023-11-07T05:31:56Z",
        "200: `map.*` is not known here",
    ]
    assert found["GET /pets"]["differences"] == 2
    assert found["GET /mine"]["checked"]
    assert not found["DELETE /pets"]["checked"]


def test_one_slow_operation_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slow one sends a byte now and then, for ever."""

    class Slow(_Api):
        answers: ClassVar = {}
        asked: ClassVar = []

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            for _ in range(100 if self.path == "/slow" else 1):
                self.wfile.write(b"1")
                self.wfile.flush()
                if self.path != "/slow":
                    break
                time.sleep(0.1)

    get = "{ get: { responses: { '200': { description: x, content: { application/json: {} } } } } }"
    text = "openapi: 3.1.0\ninfo: { title: x, version: '1' }\npaths:\n"
    (tmp_path / "api.yaml").write_text(f"{text}  /slow: {get}\n  /quick: {get}\n", "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    (loaded,), _ = load_documents(str(tmp_path / "api.yaml"))
    options = ContractOptions(
        f"http://127.0.0.1:{server.server_address[1]}", rate=1000.0, seconds=1.0
    )
    report = check_against(loaded.document, loaded.find_data, options)
    server.shutdown()
    server.server_close()
    assert report.compared == ("GET /quick",)
    assert [each.message for each in report.problems] == [
        "the API does not answer: GET /slow: no whole answer within 1 seconds"
    ]


@pytest.mark.parametrize("url", ["http://[", "http://a.test:99999", "http://a b", "http://\xff"])
def test_an_address_that_is_none_is_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    problems, printed = check(tmp_path / "pets.yaml", capsys, "--against", url)
    assert {code for code, _ in problems} == {"contract-no-answer"}
    assert "internal-error" not in printed
    _write_har(tmp_path / "odd.har", ("GET", url, 200, "{}"))
    _, printed = check(tmp_path / "pets.yaml", capsys, "--har", str(tmp_path / "odd.har"))
    assert "internal-error" not in printed


def test_recordings_of_servers_with_variables_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    servers = (
        'servers: [{ url: "https://{region}.pets.test", variables: { region: { default: a } } }]\n'
    )
    (tmp_path / "pets.yaml").write_text(PETS.replace("paths:", f"{servers}\npaths:"), "utf-8")
    _write_har(tmp_path / "all.har", ("GET", "https://b.pets.test/pets?q=1", 500, "{}"))
    problems, _ = check(tmp_path / "pets.yaml", capsys, "--har", str(tmp_path / "all.har"))
    assert [code for code, _ in problems] == ["contract-status"]


def test_an_application_may_log_a_lot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = (
        "import sys\nasync def app(scope, receive, send):\n"
        "    if scope['type'] != 'http':\n        return\n"
        "    sys.stderr.write('x' * 300_000)\n"
        "    await send({'type': 'http.response.start', 'status': 200, 'headers': []})\n"
        "    await send({'type': 'http.response.body', 'body': b''})\n"
    )
    (tmp_path / "loud_app.py").write_text(code, "utf-8")
    (tmp_path / "pets.yaml").write_text(PETS, "utf-8")
    problems, _ = check(tmp_path / "pets.yaml", capsys, "--app", "loud_app:app")
    assert "contract-no-answer" not in {code for code, _ in problems}
