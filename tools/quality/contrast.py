"""Contrast of text with the pixels behind it, also on pictures, where axe can't measure it.

The page is photographed with transparent text; each text is then compared with the part of the
picture behind it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

from quality.browser import MODES, open_browser, open_page
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.sites import CONTENT_PAGE, build_theme

WIDTHS = (360, 1440)
PATHS = (CONTENT_PAGE, "/", "/404.html")

# Each piece of text in the window: its place, its color with all opacities around it, its needs.
_TEXTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const opacity = (element) => {
    let product = 1;
    for (; element; element = element.parentElement) product *= getComputedStyle(element).opacity;
    return product;
  };
  // A line behind the edge of what scrolls is none to read.
  const isCut = (element, start, end) => {
    for (let box = element; box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === "visible") continue;
      const { top, bottom } = box.getBoundingClientRect();
      if (start < top || end > bottom) return true;
    }
    return false;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const [x, y] = [box.x + 1, box.y + 3];
      const [width, height] = [box.width - 2, box.height - 6];
      const inside = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
      if (width < 2 || height < 2 || !inside) continue;
      if (isCut(element, y, y + height)) continue;
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      if (!top || !(element.contains(top) || top.contains(element))) continue;
      const [red, green, blue, alpha] = rgba(style.color);
      texts.push({
        x: Math.round(x), y: Math.round(y), width: Math.floor(width), height: Math.floor(height),
        color: [red, green, blue], alpha: (alpha / 255) * opacity(element),
        needed: size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5,
        place: `${element.localName}.${element.className} “${node.data.trim().slice(0, 30)}”`,
      });
    }
  }
  return texts;
}"""

_WITHOUT_TEXT = """* {
  color: transparent !important; text-decoration-color: transparent !important;
  text-shadow: none !important; transition: none !important;
}"""

# The ratio that nineteen of twenty pixels reach: a fine line behind a word does not count.
_RATIOS = """async ([address, texts]) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const curve = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const linear = (part) => curve(part / 255);
  const light = ([red, green, blue]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return texts.map(({ x, y, width, height, color, alpha, needed, place }) => {
    const { data } = context.getImageData(x, y, width, height);
    const ratios = [];
    for (let at = 0; at < data.length; at += 4) {
      const behind = [data[at], data[at + 1], data[at + 2]];
      const seen = color.map((part, index) => part * alpha + behind[index] * (1 - alpha));
      const [low, high] = [light(seen), light(behind)].sort((a, b) => a - b);
      ratios.push((high + 0.05) / (low + 0.05));
    }
    ratios.sort((a, b) => a - b);
    return { place, needed, ratio: ratios[Math.floor(ratios.length / 20)] };
  });
}"""


@dataclass(frozen=True, slots=True)
class Ratio:
    """The contrast of one piece of text."""

    place: str
    needed: float
    ratio: float


def check() -> Iterator[Outcome]:
    """Measure what has a decoration behind its text, in both modes; axe does the rest."""
    sites = {
        "venus, gradient": build_theme("venus", background="gradient"),
        "prism, grid": build_theme("prism", background="grid"),
        "quill, grid": build_theme("quill", background="grid"),
        "default, windows": build_theme("default", background="windows"),
    }
    with open_browser() as browser:
        for name, site in sites.items():
            with serve_folder(site) as address:
                for mode in MODES:
                    ratios: list[Ratio] = []
                    for width in WIDTHS:
                        with open_page(browser, width, mode) as page:
                            for path in PATHS:
                                ratios += measure(page, address + path)
                    yield judge_ratios("contrast", f"{name}, {mode}", ratios)


def measure(page: Page, address: str) -> list[Ratio]:
    """Return the contrasts of all text in the window."""
    page.goto(address)
    texts = page.evaluate(_TEXTS)
    page.add_style_tag(content=_WITHOUT_TEXT)
    picture = f"data:image/png;base64,{base64.b64encode(page.screenshot()).decode()}"
    return [Ratio(**ratio) for ratio in page.evaluate(_RATIOS, [picture, texts])]


def judge_ratios(check: str, subject: str, ratios: list[Ratio]) -> Outcome:
    """Return whether all text can be read."""
    poor = {ratio.place: ratio for ratio in ratios if ratio.ratio < ratio.needed}
    lowest = min(ratio.ratio for ratio in ratios)
    return judge(
        check,
        f"{subject}, {len(ratios)} pieces of text",
        f"{len(poor)} too weak, lowest {lowest:.2f}",
        "≥ 4.5, large ≥ 3",
        passed=not poor,
        details=[f"{r.ratio:.2f} of {r.needed:g}: {r.place}" for r in poor.values()],
    )
