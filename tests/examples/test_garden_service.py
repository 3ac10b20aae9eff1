"""The example's own API answers every operation of its document as the document says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from octavo.project.documents.yaml import parse_yaml
from tests.patience import HANGS_AFTER

GARDEN = Path(__file__).parents[2] / "examples" / "garden"
DOCUMENT = parse_yaml((GARDEN / "openapi.yaml").read_text("utf-8"), "openapi.yaml").value
TOKEN = {"Authorization": "Bearer gdn_test_4cTz"}
OPERATIONS = [
    (method.upper(), path)
    for path, item in DOCUMENT["paths"].items()
    for method in item
    if method != "parameters"
]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    command = [sys.executable, str(GARDEN / "service"), "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as service:
        assert service.stderr
        line = service.stderr.readline()
        yield int(re.findall(r":(\d+)/v1", line)[0])
        service.terminate()


def send(
    port: int, method: str, path: str, body: bytes | None = None, headers: dict[str, str] = TOKEN
) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER)
    connection.request(method, "/v1" + path, body, headers)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, content


def send_json(port: int, method: str, path: str, value: Any) -> tuple[int, Any]:
    response, content = send(port, method, path, json.dumps(value).encode())
    return response.status, json.loads(content)


def filled(path: str) -> str:
    examples = {
        "site": "site_8fQ2",
        "bed": "bed_7hKq",
        "run": "run_5tYw",
        "hold": "hold_0000",
        "plan": "plan_c81N",
        "sensor": "sen_2bXe",
        "photo": "pho_1aQz",
        "controller": "C4-0192",
    }
    return path.format(**examples)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_operation_answers_with_a_status_that_is_documented(
    port: int, method: str, path: str
) -> None:
    response, _ = send(port, method, filled(path), b"{}" if method in ("POST", "PUT") else None)
    documented = DOCUMENT["paths"][path][method.lower()]["responses"]
    ranges = {code for code in documented if code.endswith("XX")}
    status = str(response.status)
    assert status in documented or f"{status[0]}XX" in ranges


def test_a_request_without_a_token_is_refused(port: int) -> None:
    response, content = send(port, "GET", "/beds/bed_7hK9", headers={})
    assert response.status == 401
    assert json.loads(content)["error"]["code"] == "invalid_token"


def test_lists_have_pages_and_filters(port: int) -> None:
    _, content = send(port, "GET", "/sites/site_8fQ2/beds?limit=1&sort=name")
    page = json.loads(content)
    assert len(page["data"]) == 1
    assert page["next"] == "1"
    _, content = send(port, "GET", "/sites/site_8fQ2/beds?moisture[max]=24")
    assert [bed["name"] for bed in json.loads(content)["data"]] == ["Lettuce"]


def test_the_same_key_gives_the_same_run(port: int) -> None:
    headers = {**TOKEN, "Idempotency-Key": "morning"}
    runs = [send(port, "POST", "/beds/bed_7hK9/runs", b'{"mm": 2}', headers)[1] for _ in range(2)]
    assert runs[0] == runs[1]


def test_a_mistake_names_the_field(port: int) -> None:
    status, answer = send_json(port, "POST", "/beds/bed_7hK9/runs", {"minutes": 0})
    assert status == 400
    assert answer["error"]["field"] == "minutes"


def test_events_arrive_one_by_one(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER)
    connection.request("GET", "/v1/runs/run_5tYw/events", headers=TOKEN)
    chunks = list(raw_chunks(connection.getresponse()))
    connection.close()
    assert [chunk.split(b"\n")[0] for chunk in chunks] == [b"id: %d" % step for step in range(11)]


def raw_chunks(response: HTTPResponse) -> Iterator[bytes]:
    """Return the parts of an answer as the service sent them, not as they happened to arrive."""
    while size := int(response.fp.readline(), 16):
        yield response.fp.read(size)
        response.fp.readline()


def test_photos_of_a_form_are_kept_and_come_back(port: int) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="photos"; filename="a.png"\r\n'
        b"Content-Type: image/png\r\n\r\n\x89PNG\0\xff\r\n--x--\r\n"
    )
    headers = {**TOKEN, "Content-Type": "multipart/form-data; boundary=x"}
    response, content = send(port, "POST", "/beds/bed_7hK9/photos", body, headers)
    assert response.status == 201
    (photo,) = json.loads(content)
    response, content = send(port, "GET", f"/photos/{photo['id']}")
    assert content == b"\x89PNG\0\xff"
    assert response.headers["Content-Type"] == "image/png"


def test_a_token_is_made_with_the_password(port: int) -> None:
    headers = {"Authorization": "Basic YW5hOmdhcmRlbg=="}
    response, content = send(port, "POST", "/tokens", b"scope=read", headers)
    assert response.status == 201
    token = json.loads(content)["token"]
    response, _ = send(port, "GET", "/beds/bed_7hK9", headers={"Authorization": f"Bearer {token}"})
    assert response.status == 200
