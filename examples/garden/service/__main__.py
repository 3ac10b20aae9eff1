"""The Garden API of the example: a real HTTP service with made-up beds, kept in memory.

python examples/garden/service [port]

It follows openapi.yaml: tokens, errors, uploads, streams and pictures are real, so that every
request of the example site's playground gets a real answer. The token is gdn_test_4cTz; any name
with the password `garden` makes another.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pictures import draw_bed

PORT = 3100
MAX_BODY = 32 * 2**20
MAX_PHOTO = 10 * 2**20
START = "2025-07-14T05:45:00Z"


class Answer(Exception):
    """Ends a request with a status and a body."""

    def __init__(
        self, status: int, body: Any = None, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(status)
        self.status, self.body, self.headers = status, body, headers or {}


def refuse(status: int, code: str, message: str, field: str | None = None) -> Answer:
    """Return an answer in the form of all errors."""
    error = {"code": code, "message": message, "request_id": f"req_{time.monotonic_ns() % 10**8}"}
    return Answer(status, {"error": {**error, **({"field": field} if field else {})}})


class Garden:
    """Everything that the service knows."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.tokens = {"gdn_test_4cTz"}
        self.beds: dict[str, dict[str, Any]] = {
            "bed_7hK9": _bed("bed_7hK9", "Tomatoes", 12, 25.1, "plan_c81N", ["tunnel"]),
            "bed_7hKf": _bed("bed_7hKf", "Lettuce", 6, 23.8, "plan_c81P", ["leafy"]),
            "bed_7hKq": _bed("bed_7hKq", "Chard", 4, 31.0, None, ["leafy", "tunnel"]),
        }
        self.plans: dict[str, dict[str, Any]] = {
            "plan_c81N": {"mode": "threshold", "name": "Keep moist", "start_at": 18,
                          "refill_to": 26, "max_daily_mm": 15},
        }  # fmt: skip
        self.runs: dict[str, dict[str, Any]] = {"run_5tYw": _run("run_5tYw", "bed_7hK9")}
        self.keys: dict[str, str] = {}
        self.holds: dict[str, dict[str, Any]] = {}
        self.photos: dict[str, tuple[bytes, str]] = {}
        self.requests = 9_007_199_254_740_993  # more than a browser can count: shown exactly?
        self._numbers = 0

    def new_id(self, kind: str) -> str:
        """Return the next identifier of a kind."""
        self._numbers += 1
        return f"{kind}_{self._numbers:04}"


def _bed(id_: str, name: str, area: float, moisture: float | None, plan: str | None,
         tags: list[str]) -> dict[str, Any]:  # fmt: skip
    return {"id": id_, "name": name, "area": area, "soil": "loam", "moisture": moisture,
            "plan": plan, "tags": tags}  # fmt: skip


def _run(id_: str, bed: str) -> dict[str, Any]:
    return {"id": id_, "bed": bed, "state": "queued", "reason": None, "litres": 0,
            "requested_by": "user_Rk3d", "started_at": None}  # fmt: skip


class Request(BaseHTTPRequestHandler):
    """One request; `garden` is shared by all."""

    protocol_version = "HTTP/1.1"
    server_version = "Garden/1.9"
    garden: Garden

    def answer(self) -> None:
        """Find the operation and send what it returns."""
        try:
            self.garden.requests += 1
            self.payload = self._read_body()
            parts = urlsplit(self.path)
            self.query = parse_qs(parts.query, keep_blank_values=True)
            answer = self._dispatch(parts.path)
        except Answer as found:
            answer = found
        self._send(answer)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815 (the names are given)

    def do_OPTIONS(self) -> None:
        """Allow pages of other origins to call the service."""
        self._send(Answer(204))

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 (as inherited)
        """Say nothing of requests."""

    def _read_body(self) -> bytes:
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAX_BODY:
            raise refuse(413, "too_large", "A request has at most 32 MB.")
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return b"".join(self._read_chunks())
        return self.rfile.read(length)

    def _read_chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline().split(b";")[0], 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def _dispatch(self, path: str) -> Answer:
        allowed = []
        for method, pattern, is_open, operation in OPERATIONS:
            match = re.fullmatch(pattern, path)
            if match and method == self.command:
                if not is_open:
                    self._check_token()
                return operation(self, **match.groupdict())
            if match:
                allowed.append(method)
        if allowed:
            raise Answer(405, None, {"Allow": ", ".join(allowed)})
        raise refuse(404, "not_found", f"There is no {path}.")

    def _check_token(self) -> None:
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or token.strip() not in self.garden.tokens:
            raise refuse(401, "invalid_token", "Send a valid token, such as gdn_test_4cTz.")

    def json(self) -> dict[str, Any]:
        """Return the body of a request that sends JSON."""
        try:
            value = json.loads(self.payload)
        except ValueError as error:
            raise refuse(400, "invalid_request", f"The body is not JSON: {error}.") from None
        if not isinstance(value, dict):
            raise refuse(400, "invalid_request", "The body must be an object.")
        return value

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
        self.send_header("Access-Control-Allow-Headers", "*, Authorization")
        self.send_header("Access-Control-Expose-Headers", "*")
        self.send_header("Garden-Remaining", "119")
        if callable(answer.body):
            self._send_stream(answer.body())
            return
        body = answer.body if isinstance(answer.body, bytes) else b""
        if answer.body is not None and not isinstance(answer.body, bytes):
            body = json.dumps(answer.body, ensure_ascii=False).encode()
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _send_stream(self, parts: Iterator[bytes]) -> None:
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in parts:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")


# --- operations ---------------------------------------------------------------------------------

Operation = Callable[..., Answer]
OPERATIONS: list[tuple[str, str, bool, Operation]] = []


def operation(method: str, path: str, *, is_open: bool = False) -> Callable[[Operation], Operation]:
    """Register an operation; `{name}` in its path is passed on."""
    pattern = "/v1" + re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)

    def register(function: Operation) -> Operation:
        OPERATIONS.append((method, pattern, is_open, function))
        return function

    return register


def _find(kind: str, things: dict[str, Any], key: str) -> Any:
    if key not in things:
        raise refuse(404, "not_found", f"There is no {kind} {key}.")
    return things[key]


@operation("GET", "/sites/{site}/beds")
def list_beds(request: Request, site: str) -> Answer:
    """Return the beds that fit the query."""
    query = request.query
    beds = list(request.garden.beds.values())
    for tag in query.get("tag", []):
        beds = [bed for bed in beds if tag in bed["tags"]]
    for bound, fits in (("min", lambda a, b: a >= b), ("max", lambda a, b: a <= b)):
        for value in query.get(f"moisture[{bound}]", []):
            limit = _number(value, f"moisture[{bound}]")
            beds = [bed for bed in beds if fits(bed["moisture"] or 0, limit)]
    if (sort := query.get("sort", ["position"])[0]) in ("name", "moisture"):
        beds.sort(key=lambda bed: bed[sort] or 0)
    limit = int(_number(query.get("limit", ["50"])[0], "limit"))
    if not 1 <= limit <= 200:
        raise refuse(400, "invalid_request", "`limit` must be between 1 and 200.", "limit")
    start = int(_number(query.get("after", ["0"])[0] or "0", "after"))
    end = start + limit
    return Answer(200, {"data": beds[start:end], "next": str(end) if end < len(beds) else None})


def _number(text: str, field: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise refuse(400, "invalid_request", f"`{field}` must be a number.", field) from None


@operation("POST", "/sites/{site}/beds")
def create_bed(request: Request, site: str) -> Answer:
    """Add a bed."""
    sent = request.json()
    name = sent.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 40:
        raise refuse(400, "invalid_request", "`name` must have 1 to 40 characters.", "name")
    with request.garden.lock:
        id_ = request.garden.new_id("bed")
        bed = {**_bed(id_, name, 1, None, None, []), **sent, "id": id_, "moisture": None}
        request.garden.beds[id_] = bed
    return Answer(201, bed, {"Location": f"/v1/beds/{id_}"})


@operation("GET", "/beds/{bed}")
def get_bed(request: Request, bed: str) -> Answer:
    """Return a bed."""
    return Answer(200, _find("bed", request.garden.beds, bed))


@operation("PATCH", "/beds/{bed}")
def change_bed(request: Request, bed: str) -> Answer:
    """Change what is sent of a bed."""
    found = _find("bed", request.garden.beds, bed)
    found.update({key: value for key, value in request.json().items() if key != "id"})
    return Answer(200, found)


@operation("DELETE", "/beds/{bed}")
def delete_bed(request: Request, bed: str) -> Answer:
    """Remove a bed, unless it is being watered."""
    _find("bed", request.garden.beds, bed)
    if any(run["bed"] == bed and run["state"] == "running" for run in request.garden.runs.values()):
        raise refuse(409, "bed_busy", f"{bed} is being watered.")
    del request.garden.beds[bed]
    return Answer(204)


@operation("POST", "/beds/{bed}/runs")
def start_run(request: Request, bed: str) -> Answer:
    """Start to water a bed."""
    _find("bed", request.garden.beds, bed)
    sent = request.json()
    amounts = [key for key in ("minutes", "litres", "mm") if key in sent]
    if len(amounts) != 1:
        raise refuse(400, "invalid_request", "Send one of `minutes`, `litres` and `mm`.")
    value = sent[amounts[0]]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 240:
        message = f"`{amounts[0]}` must be more than 0 and at most 240."
        raise refuse(400, "invalid_request", message, amounts[0])
    with request.garden.lock:
        key = request.headers.get("Idempotency-Key", "")
        id_ = request.garden.keys.get(key) or request.garden.new_id("run")
        if key:
            request.garden.keys[key] = id_
        run = request.garden.runs.setdefault(id_, {**_run(id_, bed), amounts[0]: value})
    return Answer(202, run)


@operation("GET", "/runs/{run}")
def get_run(request: Request, run: str) -> Answer:
    """Return a run."""
    return Answer(200, _find("run", request.garden.runs, run))


@operation("DELETE", "/runs/{run}")
def cancel_run(request: Request, run: str) -> Answer:
    """Stop a run."""
    _find("run", request.garden.runs, run).update(state="cancelled", reason="user")
    return Answer(204)


@operation("GET", "/runs/{run}/events")
def follow_run(request: Request, run: str) -> Answer:
    """Send what happens to a run, as it happens."""
    found = _find("run", request.garden.runs, run)

    def events() -> Iterator[bytes]:
        found.update(state="running", started_at=START)
        for step in range(11):
            found["litres"] = round(step * 8.3, 1)
            found["state"] = "finished" if step == 10 else "running"
            kind = "state" if step in (0, 10) else "progress"
            data = json.dumps({"state": found["state"], "litres": found["litres"]})
            yield f"id: {step}\nevent: {kind}\ndata: {data}\n\n".encode()
            time.sleep(0 if step == 10 else 0.3)

    return Answer(200, events, {"Content-Type": "text/event-stream", "Cache-Control": "no-store"})


@operation("POST", "/sites/{site}/holds")
def set_hold(request: Request, site: str) -> Answer:
    """Keep beds from being watered."""
    sent = request.json()
    if sent.get("kind") not in ("manual", "rain", "frost"):
        message = "`kind` must be manual, rain or frost."
        raise refuse(400, "invalid_request", message, "kind")
    with request.garden.lock:
        id_ = request.garden.new_id("hold")
        request.garden.holds[id_] = {"beds": "all", "until": None, **sent, "id": id_}
    return Answer(201, request.garden.holds[id_])


@operation("DELETE", "/holds/{hold}")
def end_hold(request: Request, hold: str) -> Answer:
    """End a hold."""
    _find("hold", request.garden.holds, hold)
    del request.garden.holds[hold]
    return Answer(204)


@operation("GET", "/plans/{plan}")
def get_plan(request: Request, plan: str) -> Answer:
    """Return a plan."""
    return Answer(200, _find("plan", request.garden.plans, plan))


@operation("PUT", "/plans/{plan}")
def write_plan(request: Request, plan: str) -> Answer:
    """Replace a plan."""
    sent = request.json()
    needed = {"clock": "at", "threshold": "start_at", "balance": "crop_factor"}
    field = needed.get(sent.get("mode", ""))
    if field is None:
        message = "`mode` must be clock, threshold or balance."
        raise refuse(400, "invalid_request", message, "mode")
    if field not in sent:
        raise refuse(400, "invalid_request", f"`{field}` is missing.", field)
    request.garden.plans[plan] = sent
    return Answer(200, sent)


@operation("GET", "/sensors/{sensor}")
def get_sensor(request: Request, sensor: str) -> Answer:
    """Return a sensor."""
    report = {"id": sensor, "model": "S2", "bed": "bed_7hK9", "reported_at": START,
              "moisture": {"10": 22.4, "30": 25.1}, "temperature": 18.6, "battery": 2.94,
              "state": "ok"}  # fmt: skip
    return Answer(200, _find("sensor", {"sen_2bXe": report}, sensor))


@operation("GET", "/sensors/{sensor}/readings")
def list_readings(request: Request, sensor: str) -> Answer:
    """Return readings in the form that the caller accepts."""
    if "from" not in request.query:
        raise refuse(400, "invalid_request", "`from` is missing.", "from")
    depths = [
        int(_number(d, "depths")) for d in request.query.get("depths", ["10,30"])[0].split(",")
    ]
    rows = [
        {"at": f"2025-07-14T{hour:02}:45:00Z", "depth": depth, "moisture": 22.4 + hour / 10}
        for hour in range(24)
        for depth in depths
    ]
    accepted = request.headers.get("Accept", "")
    if "text/csv" in accepted:
        lines = ["at,depth,moisture", *(f"{r['at']},{r['depth']},{r['moisture']}" for r in rows)]
        return Answer(200, ("\n".join(lines) + "\n").encode(), {"Content-Type": "text/csv"})
    if "ndjson" in accepted:
        stream = (json.dumps(row).encode() + b"\n" for row in rows)
        return Answer(200, lambda: stream, {"Content-Type": "application/x-ndjson"})
    return Answer(200, rows)


@operation("POST", "/beds/{bed}/photos")
def add_photo(request: Request, bed: str) -> Answer:
    """Keep the pictures of a form."""
    _find("bed", request.garden.beds, bed)
    head = f"Content-Type: {request.headers.get('Content-Type', '')}\r\n\r\n".encode()
    form = message_from_bytes(head + request.payload, policy=HTTP)
    if not form.is_multipart():
        raise refuse(400, "invalid_request", "Send multipart/form-data.")
    added, caption = [], None
    for part in form.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True) or b""
        if name == "caption":
            caption = content.decode("utf-8", "replace")
        if name != "photos":
            continue
        if len(content) > MAX_PHOTO:
            raise refuse(413, "too_large", "A picture has at most 10 MB.")
        id_ = request.garden.new_id("pho")
        request.garden.photos[id_] = (content, part.get_content_type())
        added.append({"id": id_, "file": part.get_filename(), "bytes": len(content)})
    if not added:
        raise refuse(400, "invalid_request", "`photos` is missing.", "photos")
    return Answer(201, [{**photo, "caption": caption} for photo in added])


@operation("GET", "/photos/{photo}")
def get_photo(request: Request, photo: str) -> Answer:
    """Return a picture; that of the example is drawn."""
    if photo in request.garden.photos:
        content, kind = request.garden.photos[photo]
        return Answer(200, content, {"Content-Type": kind, "X-Content-Type-Options": "nosniff"})
    if photo != "pho_1aQz":
        raise refuse(404, "not_found", f"There is no photo {photo}.")
    width = int(_number(request.query.get("width", ["320"])[0], "width"))
    return Answer(200, draw_bed(max(16, min(2048, width))), {"Content-Type": "image/png"})


@operation("PUT", "/controllers/{controller}/firmware")
def send_firmware(request: Request, controller: str) -> Answer:
    """Take in firmware from those who have the controller's key."""
    if not request.headers.get("Garden-Service-Key"):
        raise refuse(403, "not_allowed", "Send the key of the controller.")
    return Answer(202, {"controller": controller, "bytes": len(request.payload)})


@operation("POST", "/tokens", is_open=True)
def create_token(request: Request) -> Answer:
    """Give a token to those who know the password."""
    scheme, _, encoded = request.headers.get("Authorization", "").partition(" ")
    try:
        _, _, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except ValueError:
        password = ""
    if scheme.lower() != "basic" or password != "garden":  # noqa: S105 (it is told to everybody)
        raise refuse(401, "invalid_token", "The password of this example is `garden`.")
    sent = parse_qs(request.payload.decode("utf-8", "replace"))
    scope = sent.get("scope", [""])[0]
    if scope not in ("read", "write"):
        raise refuse(400, "invalid_request", "`scope` must be read or write.", "scope")
    with request.garden.lock:
        token = request.garden.new_id("gdn_test")
        request.garden.tokens.add(token)
    return Answer(201, {"token": token, "scope": scope, "sites": sent.get("sites", [])})


@operation("POST", "/webhooks")
def create_webhook(request: Request) -> Answer:
    """Take in a webhook; this service never calls it."""
    sent = request.json()
    if not str(sent.get("url", "")).startswith("https://"):
        raise refuse(400, "invalid_request", "`url` must use HTTPS.", "url")
    return Answer(201, {"id": request.garden.new_id("whk"), "secret": "whs_c0ffee", **sent})


@operation("GET", "/status", is_open=True)
def get_status(request: Request) -> Answer:
    """Tell how the service is."""
    return Answer(200, {"status": "ok", "requests": request.garden.requests})


def serve(port: int) -> ThreadingHTTPServer:
    """Return a server that listens on this machine only; port 0 takes a free one."""
    handler = type("GardenRequest", (Request,), {"garden": Garden()})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else PORT
    try:
        server = serve(wanted)
    except OSError as error:
        sys.exit(f"The Garden API cannot listen on port {wanted}: {error.strerror}")
    print(f"The Garden API listens on http://localhost:{server.server_port}/v1", file=sys.stderr)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()
