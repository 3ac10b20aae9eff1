"""Does the mock keep what an API document promises? Schemathesis asks it, in all of its phases.

Documents are in the folder that OCTAVO_OPENAPI_DOCUMENTS names, else in `shared/openapi` beside
the project. Where an operation has no `default` response, a copy gets one without a body: errors
that a document does not describe are no findings. Any credential is accepted and what was deleted
stays, as the guide to the mock says, so the checks for these two are left out.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from octavo.project.documents.yaml import parse_yaml
from quality.outcome import NotRunError, Outcome, judge
from quality.tools import ROOT, find_python_program, run_command

DOCUMENTS: dict[str, tuple[str, ...]] = {
    "museum.yaml": ("--auth", "reader:secret"),
    "cafe.yaml": ("-H", "Authorization: Bearer token"),
    "parameters.json": (),
    "tag-nesting.yaml": (),
    "oas32-query.yaml": (),
    "google-cloudresourcemanager.yaml": ("-H", "Authorization: Bearer token"),
}
"""With the credentials that they ask for."""
_LEFT_OUT = "ignored_auth,use_after_free"
_SETTINGS = "[generation]\ndeterministic = true\n"
_EXAMPLES = 10
_LONGEST_START = 30
"""Seconds."""
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


def check() -> Iterator[Outcome]:
    """Ask the mock of each document."""
    folder = Path(os.environ.get("OCTAVO_OPENAPI_DOCUMENTS") or ROOT.parent / "shared" / "openapi")
    if not folder.is_dir():
        raise NotRunError("needs API documents: OCTAVO_OPENAPI_DOCUMENTS names their folder")
    program = find_python_program("schemathesis", "schemathesis>=4.32,<5")
    for name, credentials in DOCUMENTS.items():
        yield _check_document(program, folder / name, credentials)


def _check_document(program: Path, source: Path, credentials: tuple[str, ...]) -> Outcome:
    with tempfile.TemporaryDirectory() as temporary:
        document = Path(temporary) / "openapi.json"
        tree = parse_yaml(source.read_text("utf-8"), source.name).value
        document.write_text(json.dumps(_complete(tree)), "utf-8")
        (document.parent / "schemathesis.toml").write_text(_SETTINGS)
        with _serve_mock(document) as address:
            result = run_command(
                *(str(program), "run", str(document), "--url", address, *credentials),
                *("--phases", "examples,coverage,fuzzing,stateful", "--seed", "1"),
                *("--max-examples", str(_EXAMPLES), "--exclude-checks", _LEFT_OUT),
                *("--suppress-health-check", "all", "--warnings", "off", "--continue-on-failure"),
                timeout=1_800,
                folder=document.parent,
            )
    cases = re.search(r"([\d,]+) generated", result.stdout)
    findings = re.search(r"(\d+) unique failures", result.stdout)
    count = int(findings[1]) if findings else 0 if result.returncode == 0 else -1
    figure = f"{count} findings in {cases[1] if cases else 'no'} requests"
    passed = count == 0 and cases is not None
    details = () if passed else result.stdout.splitlines()[-60:]
    return judge("mock", source.name, figure, "0 findings", passed=passed, details=details)


def _complete(tree: Any) -> Any:
    """Return a document whose operations have a response for what else goes wrong."""
    for item in (tree.get("paths") or {}).values():
        for operation in (item[method] for method in _METHODS if method in item):
            operation.setdefault("responses", {}).setdefault("default", {"description": "Else."})
    return tree


@contextmanager
def _serve_mock(document: Path) -> Iterator[str]:
    """Run the mock of a document on a free port and give its address."""
    command = [sys.executable, "-m", "octavo", "mock", str(document), "--port", "0"]
    log = document.with_suffix(".log")  # a pipe would be full of refusals, and stop it
    with log.open("w") as output, subprocess.Popen(command, stderr=output) as process:  # noqa: S603
        try:
            yield _wait_for_address(log)
        finally:
            process.terminate()


def _wait_for_address(log: Path) -> str:
    for _ in range(_LONGEST_START * 10):
        found = re.search(r"http://[^ ]+:\d+", log.read_text("utf-8"))
        if found is not None:
            return found[0]
        time.sleep(0.1)
    raise RuntimeError(f"the mock does not start: {log.read_text('utf-8')}")
