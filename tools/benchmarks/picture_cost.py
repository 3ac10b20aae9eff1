"""Times the share pictures of a build: in one process, without a cache.

`share_pictures.py` beside it starts it: python tools/benchmarks/picture_cost.py PROJECT OUTPUT

Prints the CPU seconds of planning and drawing all pictures as JSON.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import Any

from octavo.cli.entry import main as run_octavo
from octavo.render.pictures.share import SharePictures

ADDRESS = "https://docs.example.com"
FUNCTIONS = ("plan", "draw")


def main(project: str, output: str) -> None:
    gc.disable()  # as the command does
    seconds = dict.fromkeys(FUNCTIONS, 0.0)
    for name in FUNCTIONS:
        _time_calls(name, seconds)
    command = ["build", project, "-o", output, "--no-cache", "--workers", "1"]
    if run_octavo([*command, "--site-url", ADDRESS]):
        sys.exit(f"octavo {' '.join(command)} failed")
    print(json.dumps(seconds))


def _time_calls(name: str, seconds: dict[str, float]) -> None:
    function = getattr(SharePictures, name)

    def timed(*arguments: Any) -> Any:
        started = time.process_time()
        result = function(*arguments)
        seconds[name] += time.process_time() - started
        return result

    setattr(SharePictures, name, timed)


if __name__ == "__main__":
    main(*sys.argv[1:])
