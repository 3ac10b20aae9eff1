"""Runs the checks and prints one table: make quality CHECKS="axe moments".

Each row is printed as soon as it is ready, because some checks take a quarter of an hour. Ends with
1 after any failure. Checks that can't run here are listed, and count as neither.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from quality import (
    axe,
    conformance,
    contrast,
    faces,
    fonts,
    heights,
    lighthouse,
    markup,
    moments,
    pages,
    playground,
    scale,
    sizes,
    types,
)
from quality.outcome import NotRunError, Outcome, render_table

CHECKS: dict[str, Callable[[], Iterator[Outcome]]] = {
    "sizes": sizes.check,
    "fonts": fonts.check,
    "playground": playground.check,
    "moments": moments.check,
    "pages": pages.check,
    "heights": heights.check,
    "scale": scale.check,
    "mock": conformance.check,
    "markup": markup.check,
    "types": types.check,
    "lighthouse": lighthouse.check,
    "contrast": contrast.check,
    "faces": faces.check,
    "axe": axe.check,
}


def main(names: list[str]) -> int:
    """Run the named checks, or all, and return the exit code."""
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        print(f"no check {', '.join(unknown)}; there are {', '.join(CHECKS)}", file=sys.stderr)
        return 2
    outcomes = [outcome for name in names or CHECKS for outcome in _run(name)]
    print()
    print("\n".join(render_table(outcomes)))
    counts = {v: sum(o.verdict == v for o in outcomes) for v in ("PASS", "FAIL", "NOT RUN")}
    print()
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count))
    return 1 if counts["FAIL"] else 0


def _run(name: str) -> list[Outcome]:
    start = time.monotonic()
    outcomes: list[Outcome] = []
    try:
        for outcome in CHECKS[name]():
            print(f"{name}: {outcome.verdict}: {outcome.subject}", flush=True)
            outcomes.append(outcome)
    except NotRunError as reason:
        outcomes.append(Outcome(name, f"not run: {reason}", "", "", "NOT RUN"))
    except Exception as error:  # one check that breaks must not hide the others
        lines = tuple(str(error).splitlines()[:8])
        outcomes.append(Outcome(name, type(error).__name__, "broke off", "", "FAIL", lines))
    print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
    return outcomes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
