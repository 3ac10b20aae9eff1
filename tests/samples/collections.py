"""Runs the cells of the wire table as a collection, by the command-line tools of the clients."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from octavo.render.api.collections.bruno import write_bruno
from octavo.render.api.collections.postman import write_postman
from octavo.render.api.collections.requests import Request, RequestBuilder, RequestCollection
from tests.samples.echo_server import EchoServer
from tests.samples.wire_cells import FILES, Cell

_TIME_LIMIT = 200
# The command itself may wait for a minute after its last request, for nothing.
_RUN_POSTMAN = """\
const options = {
  collection: "./collection.json", environment: "./values.json", reporters: ["cli"],
  color: "off", timeoutRequest: 4000,
};
require(process.argv[1]).run(options, (error) => process.exit(error ? 1 : 0));
"""
TOOLS = {"postman": "newman", "bruno": "bru"}
"""The clients whose tools run requests: npm has them as `newman` and `@usebruno/cli`."""


def find_tool(client: str) -> str:
    """Return the path of a client's tool; the test is skipped without it."""
    tool = shutil.which(TOOLS[client])
    if tool is None or shutil.which("node") is None:
        pytest.skip(f"{TOOLS[client]} is not installed: collections for {client} are not run")
    return tool


def build_cells(cells: Mapping[str, Cell], echo: EchoServer, sender: str) -> RequestCollection:
    """Return a collection with a request for each cell."""
    builder = RequestBuilder()
    requests = [
        builder.build(
            Request(key, key, (), ""), cell.described(echo.base(sender, key)), cell.values
        )
        for key, cell in cells.items()
    ]
    return RequestCollection(
        "Cells", tuple(filter(None, requests)), tuple(builder.variables.items())
    )


def run_collection(
    client: str, collection: RequestCollection, folder: Path, values: Mapping[str, str]
) -> str:
    """Send all requests of a collection with values for its variables; return what is printed."""
    run = {"postman": _run_postman, "bruno": _run_bruno}[client]
    return run(find_tool(client), collection, folder, values)


def _run_postman(
    tool: str, collection: RequestCollection, folder: Path, values: Mapping[str, str]
) -> str:
    _write_files(folder)
    (folder / "collection.json").write_bytes(write_postman(collection))
    pairs = [{"key": name, "value": value, "enabled": True} for name, value in values.items()]
    (folder / "values.json").write_text(json.dumps({"name": "Values", "values": pairs}))
    library = Path(tool).resolve().parent.parent
    return _run(["node", "--eval", _RUN_POSTMAN, str(library)], folder)


def _run_bruno(
    tool: str, collection: RequestCollection, folder: Path, values: Mapping[str, str]
) -> str:
    zipfile.ZipFile(io.BytesIO(write_bruno(collection))).extractall(folder)
    (top,) = folder.iterdir()
    _write_files(top)
    (top / "environments").mkdir()
    lines = "".join(f"  {name}: {value}\n" for name, value in values.items())
    (top / "environments" / "Values.bru").write_text(f"vars {{\n{lines}}}\n")
    return _run([tool, "run", "-r", "--env", "Values"], top)


def _write_files(folder: Path) -> None:
    for name, content in FILES.items():
        (folder / name).write_bytes(content)


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_TIME_LIMIT,
        check=False,
    )
    return done.stdout + done.stderr
