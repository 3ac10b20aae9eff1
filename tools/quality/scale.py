"""Whether a page is as small, and as navigable, in a site of 5,000 pages as in one of 50.

Small sites have their whole sidebar in every page, so the same page of a larger one may be smaller.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from quality.outcome import Outcome, judge
from quality.sites import build_site, work_folder
from quality.tools import ROOT, run_command

SIZES = (50, 500, 5_000)
PAGES_IN_A_GROUP = 20
GREATEST_GROWTH = 2.0  # percent


def check() -> Iterator[Outcome]:
    """Build the sites and compare one page, the same in all."""
    projects = [_generate(count) for count in SIZES]
    # The middle of the first group: all its neighbors are there in every site.
    source = next(projects[0].glob("*-0000/*-00010.mdx")).relative_to(projects[0])
    for project in projects[1:]:
        # Its links to other pages are drawn from all pages of a site: take the smallest one's.
        shutil.copyfile(projects[0] / source, project / source)
    pages = [_read_page(build_site(project), source) for project in projects]
    sizes = [len(page.encode()) for page in pages]
    for count, size in zip(SIZES[:-1], sizes, strict=False):
        yield _judge_growth(count, size, sizes[-1])
    yield _judge_navigation(pages[-1], source)


def _judge_growth(count: int, size: int, largest: int) -> Outcome:
    growth = (largest / size - 1) * 100
    return judge(
        "scale",
        f"HTML of a page, {count} and {SIZES[-1]:,} pages",
        f"{size:,} and {largest:,} bytes, {growth:+.1f} %",
        f"< +{GREATEST_GROWTH:g} %",
        passed=growth < GREATEST_GROWTH,
    )


def _generate(count: int) -> Path:
    project = work_folder(f"generated-{count}")
    script = str(ROOT / "tools" / "benchmarks" / "generated_site.py")
    run_command(sys.executable, script, str(count), str(project))
    return project


def _read_page(site: Path, source: Path) -> str:
    return (site / source.with_suffix("") / "index.html").read_text("utf-8")


def _judge_navigation(html: str, source: Path) -> Outcome:
    """Check the links in the page itself, before any script."""
    body = html.partition("<body")[2]
    links = set(re.findall(r'href="(/[^"#]*)"', body))
    own = sum(1 for link in links if link.startswith(f"/{source.parent}/"))
    groups = {link.split("/")[1] for link in links if link.count("/") > 1}
    neighbors = all(f'rel="{name}"' in body for name in ("prev", "next"))
    missing = [] if neighbors else ["no links to the previous and the next page"]
    if own < PAGES_IN_A_GROUP:
        missing.append(f"{own} of the {PAGES_IN_A_GROUP} pages of its own group are linked")
    if len(groups) < 2:
        missing.append("no other group is linked")
    return judge(
        "scale",
        "links without JavaScript",
        f"{own} in its group, {len(groups) - 1} other groups",
        "neighbors, own group, other groups",
        passed=not missing,
        details=missing,
    )
