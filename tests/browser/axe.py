"""What axe-core finds wrong on a page, where `make quality` has brought it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.chromium import draw_page

_AXE = Path(__file__).parents[2] / ".quality" / "node_modules" / "axe-core" / "axe.min.js"

needs_axe = pytest.mark.skipif(
    not _AXE.exists(), reason="axe-core is missing: `make quality` brings it"
)

# While a page scrolls or moves, its bars cover what they do not cover at rest.
_REST = """async () => {
  const isMoving = () => document.getAnimations().some(({ playState, timeline, effect }) =>
    playState === "running" && timeline === document.timeline // and not with the scroll bar
    && effect.getComputedTiming().endTime !== Infinity);
  for (let still = 0, last; still < 5;) {
    const place = scrollY;
    still = place === last && !isMoving() ? still + 1 : 0;
    last = place;
    await new Promise(requestAnimationFrame);
  }
}"""
_RUN = """async (within) => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const options = { runOnly: tags, resultTypes: ["violations"] };
  const { violations } = await axe.run(within ?? document, options);
  return violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


def list_violations(page: Page, within: str | None = None) -> list[str]:
    """Return what is wrong on a page that has come to rest, or within the element of a selector."""
    draw_page(page)  # what is not seen has no contrast
    page.evaluate(_REST)
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.read_text("utf-8"))
    violations: list[str] = page.evaluate(_RUN, within)
    return violations
