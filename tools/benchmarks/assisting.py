"""Measures MCP: how many questions of assistants a second are answered, over HTTP and on a pipe.

HTTP needs `wrk`. Each request seems to come from another client, because one alone may not ask so
often.

`make bench ROWS=mcp` calls it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

from builds import octavo_build
from generated_site import write_site
from measure import environment
from serving import run_wrk, running
from table import NOTHING, Table

PAGES = 1_000
ROUNDS = 300
CONNECTIONS = (1, 16)
"""Fewer than for files: more than 64 questions at once are refused."""
QUESTIONS: Mapping[str, Mapping[str, Any]] = {
    "search": {"query": "install the package"},
    "read_page": {"page": "/"},
}


def measure_mcp(folder: Path, tell: Callable[[str], None]) -> list[Table]:
    """Return the tables of both ways."""
    project, site = folder / "project", folder / "site"
    folder.mkdir(parents=True)
    write_site(project, PAGES)
    command = [*octavo_build(project, site), "--no-cache"]
    subprocess.run(command, check=True, capture_output=True, env=environment())
    rows = [*_measure_http(folder, site, tell), *_measure_pipe(site, tell)]
    return [[(f"MCP, {PAGES:,} pages", "a second", "p99", "errors"), *rows]]


def _measure_http(folder: Path, site: Path, tell: Callable[[str], None]) -> list[list[str]]:
    if shutil.which("wrk") is None:
        missing = "HTTP: not measured: install wrk (apt install wrk)"
        return [[missing, NOTHING, NOTHING, NOTHING]]
    rows = []
    with running(lambda port: _serve(site, port)) as (port, _):
        for tool, arguments in QUESTIONS.items():
            tell(f"MCP over HTTP, {tool}")
            script = folder / "questions.lua"
            script.write_text(_render_script(json.dumps(build_question(tool, arguments))))
            for connections in CONNECTIONS:
                load = run_wrk(port, connections, script)
                rows.append(
                    [
                        f"{tool} over HTTP, {connections} connections",
                        f"{load.per_second:,.0f}",
                        f"{load.p99_ms:.1f} ms",
                        str(load.errors),
                    ]
                )
    return rows


def _measure_pipe(site: Path, tell: Callable[[str], None]) -> list[list[str]]:
    rows = []
    command = [sys.executable, "-m", "octavo", "mcp", str(site)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "benchmark", "version": "1"},
        }
        ask_pipe(process.stdin, process.stdout, build_message("initialize", hello))
        for tool, arguments in QUESTIONS.items():
            tell(f"MCP on a pipe, {tool}")
            times = []
            for _ in range(ROUNDS):
                start = time.perf_counter()
                ask_pipe(process.stdin, process.stdout, build_question(tool, arguments))
                times.append(time.perf_counter() - start)
            p99 = sorted(times)[ROUNDS * 99 // 100]
            rows.append(
                [f"{tool} on a pipe", f"{ROUNDS / sum(times):,.0f}", f"{p99 * 1000:.1f} ms", "0"]
            )
        process.stdin.close()
    return rows


def ask_pipe(questions: IO[bytes], answers: IO[bytes], question: Mapping[str, Any]) -> Any:
    """Return what is answered to one message."""
    questions.write(json.dumps(question).encode() + b"\n")
    questions.flush()
    answer = json.loads(answers.readline())
    if "error" in answer or answer["result"].get("isError"):
        raise ValueError(answer)
    return answer["result"]


def build_question(tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the message that asks a tool."""
    return build_message("tools/call", {"name": tool, "arguments": arguments})


def build_message(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message that wants an answer."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _serve(site: Path, port: int) -> list[str]:
    options = ["--mcp", "--trusted-proxy", "127.0.0.0/8", "--log", "off", "--port", str(port)]
    return [sys.executable, "-m", "octavo", "serve", str(site), *options]


def _render_script(question: str) -> str:
    return (
        f"local body = [==[{question}]==]\n"
        "local headers = {\n"
        '  ["Content-Type"] = "application/json",\n'
        '  ["Accept"] = "application/json, text/event-stream",\n'
        "}\n"
        "local number = 0\n"
        "request = function()\n"
        "  number = number + 1\n"
        '  headers["X-Forwarded-For"] = string.format(\n'
        '    "10.%d.%d.%d", number / 65536 % 256, number / 256 % 256, number % 256)\n'
        '  return wrk.format("POST", "/mcp", headers, body)\n'
        "end\n"
    )
