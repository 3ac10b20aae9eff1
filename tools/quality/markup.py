"""Whether the HTML is valid, by the Nu HTML Checker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from quality.outcome import Outcome, judge
from quality.sites import DOCS, GARDEN, build_site
from quality.tools import find_package, find_program, run_command


def check() -> Iterator[Outcome]:
    """Check every page of the example and of the documentation."""
    java = find_program("java", "Java")
    jar = find_package("vnu-jar") / "build" / "dist" / "vnu.jar"
    for project in (GARDEN, DOCS):
        site = build_site(project)
        options = ("--skip-non-html", "--exit-zero-always", "--format", "json")
        result = run_command(java, "-jar", str(jar), *options, str(site))
        yield _judge_site(site, project.name, json.loads(result.stderr)["messages"])


def _judge_site(site: Path, name: str, messages: list[dict[str, str]]) -> Outcome:
    errors = [message for message in messages if message["type"] != "info"]
    pages = sum(1 for _ in site.rglob("*.html"))
    return judge(
        "markup",
        f"{name}, {pages} pages",
        f"{len(errors)} errors, {len(messages) - len(errors)} warnings",
        "0 errors",
        passed=not errors,
        details=[_describe(site, message) for message in errors],
    )


def _describe(site: Path, message: dict[str, str]) -> str:
    file = Path(urlsplit(message.get("url", "")).path)
    place = file.relative_to(site) if file.is_relative_to(site) else file
    extract = " ".join(message.get("extract", "").split())
    return f"{place}: {message['message']} In: {extract}"
