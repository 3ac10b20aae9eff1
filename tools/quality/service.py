"""The API of the example, which answers the requests of its playground."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from quality.sites import GARDEN

TOKEN = "gdn_test_4cTz"  # noqa: S105 - the example's own, which its documentation names


@contextmanager
def serve_garden() -> Iterator[str]:
    """Run the service on a free port of this machine and give its address."""
    command = [sys.executable, str(GARDEN / "service"), "0"]
    # The program is in this repository.
    with subprocess.Popen(  # noqa: S603
        command, stderr=subprocess.PIPE, text=True
    ) as process:
        first = process.stderr.readline() if process.stderr else ""
        found = re.search(r":(\d+)", first)
        try:
            if found is None:
                raise RuntimeError(f"the service of the example does not start: {first}")
            yield f"http://127.0.0.1:{found[1]}"
        finally:
            process.terminate()
