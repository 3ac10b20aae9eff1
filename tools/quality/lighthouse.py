"""Lighthouse's four scores for a content page, on a phone and on a desktop, and a large API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from quality.browser import FLAGS
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.sites import CONTENT_PAGE, GARDEN, build_operations, build_site
from quality.tools import find_chromium, find_package, find_program, run_command

LOWEST = 98
OPERATIONS = 1_000
LATEST_PAINT = 1.5  # seconds until the largest part is seen, on Lighthouse's slow phone
MOST_KILOBYTES = 100  # of HTML, styles and scripts, as they travel
_PRESETS = {"phone": (), "desktop": ("--preset=desktop",)}


def check() -> Iterator[Outcome]:
    """Score the page in both forms, and look at an operation among a thousand."""
    node = find_program("node", "Node")
    command = str(find_package("lighthouse") / "cli" / "index.js")
    environment = {"CHROME_PATH": find_chromium()}
    flags = f"--chrome-flags={' '.join(('--headless=new', *FLAGS))}"
    run = partial(run_command, node, command, "--quiet", "--output=json", flags)
    with serve_folder(build_site(GARDEN)) as address:
        for form, preset in _PRESETS.items():
            result = run(address + CONTENT_PAGE, *preset, environment=environment)
            yield _judge_report(form, result.stdout, result.stderr)
    site, page = build_operations(OPERATIONS)
    with serve_folder(site) as address:
        result = run(address + page, environment=environment)
        yield _judge_operation(result.stdout, result.stderr)


def _judge_operation(output: str, errors: str) -> Outcome:
    subject = f"phone: a page of {OPERATIONS:,} operations, largest paint and bytes"
    target = f"≤ {LATEST_PAINT} s, ≤ {MOST_KILOBYTES} KB"
    try:
        audits: dict[str, Any] = json.loads(output)["audits"]
        seconds = audits["largest-contentful-paint"]["numericValue"] / 1000
        kilobytes = audits["total-byte-weight"]["numericValue"] / 1000
    except (ValueError, KeyError, TypeError):
        lines = errors.strip().splitlines()[-5:]
        return judge("lighthouse", subject, "no report", target, passed=False, details=lines)
    passed = seconds <= LATEST_PAINT and kilobytes <= MOST_KILOBYTES
    return judge(
        "lighthouse", subject, f"{seconds:.2f} s, {kilobytes:.0f} KB", target, passed=passed
    )


def _judge_report(form: str, output: str, errors: str) -> Outcome:
    target = f"≥ {LOWEST} each"
    try:
        report: dict[str, Any] = json.loads(output)
        scores = [round(entry["score"] * 100) for entry in report["categories"].values()]
    except (ValueError, KeyError, TypeError):
        lines = errors.strip().splitlines()[-5:]
        return judge("lighthouse", form, "no report", target, passed=False, details=lines)
    return judge(
        "lighthouse",
        f"{form}: {' / '.join(entry['title'] for entry in report['categories'].values())}",
        " / ".join(map(str, scores)),
        target,
        passed=min(scores) >= LOWEST,
        details=_weak_points(report) if min(scores) < 100 else (),
    )


def _weak_points(report: dict[str, Any]) -> list[str]:
    """Return the audits that cost points, each with its category and figure."""
    return [
        f"{category['title']}: {audit['title']} ({audit.get('displayValue') or audit['score']})"
        for category in report["categories"].values()
        for reference in category["auditRefs"]
        if reference["weight"]
        and (audit := report["audits"][reference["id"]])["score"] is not None
        and audit["score"] < 1
    ]
