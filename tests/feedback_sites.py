"""Sites whose readers say whether pages are helpful, and databases for what they say."""

from __future__ import annotations

import contextlib
import json
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.server.feedback.database import Database, parse_database
from tests.previews import Answer
from tests.project_folder import write_files
from tests.served_sites import ServedSite, ask

ROUTE = "/_octavo/feedback"
FORM = "application/x-www-form-urlencoded"
PROJECT: dict[str, Any] = {
    "site.json": json.dumps(
        {
            "name": "Garden",
            "feedback": {"thumbsRating": True},
            "navigation": [{"group": "Start", "pages": ["index", "guides/water", "größe"]}],
        }
    ),
    "index.mdx": "---\ntitle: Welcome\n---\n\nHello. [Lost](/nowhere)\n",
    "guides/water.mdx": "---\ntitle: Watering\n---\n\nWater in the evening.\n",
    "größe.mdx": "---\ntitle: Size\n---\n\nHow large?\n",
    "own/index.html": "<p>The author's own page.</p>",
}


def build_feedback_site(folder: Path, base_path: str = "", *, asks: bool = True) -> Path:
    """Build the site, and return where it is; `asks` says whether its pages ask readers."""
    settings = json.loads(PROJECT["site.json"]) | {"feedback": {"thumbsRating": asks}}
    write_files(folder / "project", {**PROJECT, "site.json": json.dumps(settings)})
    report = build_folder(
        str(folder / "project"), str(folder / "dist"), BuildOptions(base_path, None)
    )
    assert report.output, report.problems
    return folder / "dist"


def vote(site: ServedSite | int, page: str = "/guides/water", **fields: str) -> Answer:
    """Send an answer as the script does."""
    port = site if isinstance(site, int) else site.port
    answer = {"page": page, "vote": "no", "id": str(uuid.uuid4()), **fields}
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
    return ask(port, ROUTE, "POST", json.dumps(answer).encode(), headers)


def send_form(
    site: ServedSite, fields: dict[str, str], path: str = ROUTE, **headers: str
) -> Answer:
    """Send an answer as a browser without scripts does."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    named = {"Content-Type": FORM, "Origin": site.address, **named}
    return ask(site.port, path, "POST", urlencode(fields).encode(), named)


@contextlib.contextmanager
def opened(address: str) -> Iterator[Database]:
    """Open a database as Octavo does."""
    database = parse_database(address).open()
    try:
        yield database
    finally:
        database.close()


def list_votes(address: str) -> list[dict[str, str]]:
    """Return the stored votes, ordered by id."""
    names = ("page", "id", "vote", "reason", "comment", "voted_at")
    with opened(address) as database, database.read() as session:
        rows = session.run(f"SELECT {', '.join(names)} FROM octavo_votes ORDER BY page, id")
    return [dict(zip(names, row, strict=True)) for row in rows]


def list_counts(address: str) -> dict[tuple[str, str, str], int]:
    """Return what was counted, of all days."""
    with opened(address) as database, database.read() as session:
        rows = session.run("SELECT kind, subject, detail, number FROM octavo_counts")
    counts: dict[tuple[str, str, str], int] = {}
    for kind, subject, detail, number in rows:
        counts[kind, subject, detail] = counts.get((kind, subject, detail), 0) + number
    return counts


def count_allowed(started: float) -> float:
    """Return how often one address may have done something since a moment: 10 times, and more."""
    return 10 + (time.monotonic() - started) * 10 / 60
