"""Measures of common fonts in the public catalog, and of similar installed fonts.

All figures are parts of the font size. Ascent, descent and line gap are those that browsers use
(table hhea); the width is the mean advance of a letter of English text, spaces included.
"""

from __future__ import annotations

from collections.abc import Mapping

from octavo.values import Struct


class CatalogFamily(Struct, frozen=True):
    """The facts about a family of the catalog."""

    kind: str
    """`sans`, `serif` or `mono`."""
    ascent: float
    descent: float
    line_gap: float
    width: float
    bold_width: float
    italic: bool
    weights: tuple[int, ...]
    """All weights; for a variable font, the lowest and the highest."""
    variable: bool


class LocalFont(Struct, frozen=True):
    """A font that most computers have, with the names of its copies of equal width."""

    names: tuple[str, ...]
    bold_names: tuple[str, ...]
    width: float
    bold_width: float


LOCAL_FONTS: Mapping[str, tuple[LocalFont, ...]] = {
    "sans": (
        LocalFont(
            ("Arial", "Liberation Sans", "Arimo"),
            ("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Arimo Bold"),
            0.4399,
            0.4759,
        ),
        LocalFont(("Roboto",), ("Roboto Bold", "Roboto-Bold"), 0.4415, 0.4474),
        LocalFont(("DejaVu Sans",), ("DejaVu Sans Bold",), 0.5049, 0.5703),
    ),
    "serif": (
        LocalFont(
            ("Times New Roman", "Liberation Serif", "Tinos"),
            (
                "Times New Roman Bold",
                "TimesNewRomanPS-BoldMT",
                "Liberation Serif Bold",
                "Tinos Bold",
            ),
            0.3987,
            0.4245,
        ),
        LocalFont(("DejaVu Serif",), ("DejaVu Serif Bold",), 0.5103, 0.5638),
    ),
    "mono": (
        LocalFont(
            # The last one is 0.6021.
            ("Courier New", "Liberation Mono", "Cousine", "DejaVu Sans Mono"),
            (
                "Courier New Bold",
                "CourierNewPS-BoldMT",
                "Liberation Mono Bold",
                "Cousine Bold",
                "DejaVu Sans Mono Bold",
            ),
            0.6001,
            0.6001,
        ),
    ),
}
"""The fonts by kind, in the order in which they are tried."""

_TABLE = """
    family            | kind  | ascent  descent gap  | width  bold   | slant   | weights
    DM Sans           | sans  | 0.992   0.31    0    | 0.4646 0.4893 | italic  | 100..1000
    Figtree           | sans  | 0.95    0.25    0    | 0.4455 0.4583 | italic  | 300..900
    Fira Code         | mono  | 0.99    0.322   0    | 0.6    0.6    | upright | 300..700
    Geist             | sans  | 1.005   0.295   0    | 0.4644 0.4952 | italic  | 100..900
    Geist Mono        | mono  | 1.005   0.295   0    | 0.6    0.6    | italic  | 100..900
    IBM Plex Mono     | mono  | 1.025   0.275   0    | 0.6    0.6    | italic  | 100-700
    IBM Plex Sans     | sans  | 1.025   0.275   0    | 0.4455 0.4674 | italic  | 100..700
    Inter             | sans  | 0.9688  0.2412  0    | 0.4723 0.4853 | italic  | 100..900
    JetBrains Mono    | mono  | 1.02    0.3     0    | 0.6    0.6    | italic  | 100..800
    Lato              | sans  | 0.987   0.213   0    | 0.429  0.4393 | italic  | 100 300 400 700 900
    Lora              | serif | 1.006   0.274   0    | 0.4649 0.4785 | italic  | 400..700
    Manrope           | sans  | 1.066   0.3     0    | 0.456  0.48   | upright | 200..800
    Merriweather      | serif | 0.984   0.273   0    | 0.4791 0.4924 | italic  | 300..900
    Montserrat        | sans  | 0.968   0.251   0    | 0.502  0.5281 | italic  | 100..900
    Noto Sans         | sans  | 1.069   0.293   0    | 0.4705 0.5009 | italic  | 100..900
    Nunito            | sans  | 1.011   0.353   0    | 0.4475 0.4656 | italic  | 200..1000
    Nunito Sans       | sans  | 1.011   0.353   0    | 0.4474 0.4654 | italic  | 200..1000
    Open Sans         | sans  | 1.0688  0.293   0    | 0.4657 0.5009 | italic  | 300..800
    Outfit            | sans  | 1       0.26    0    | 0.4384 0.4533 | upright | 100..900
    Plus Jakarta Sans | sans  | 1.038   0.222   0    | 0.4623 0.4763 | italic  | 200..800
    Poppins           | sans  | 1.05    0.35    0.1  | 0.5002 0.5111 | italic  | 100-900
    Raleway           | sans  | 0.94    0.234   0    | 0.4616 0.479  | italic  | 100..900
    Roboto            | sans  | 0.9277  0.2441  0    | 0.4415 0.4474 | italic  | 100..900
    Roboto Mono       | mono  | 1.0479  0.271   0    | 0.6001 0.6001 | italic  | 100..700
    Rubik             | sans  | 0.935   0.25    0    | 0.4653 0.4961 | italic  | 300..900
    Source Sans 3     | sans  | 1.024   0.4     0    | 0.4148 0.4387 | italic  | 200..900
    Source Serif 4    | serif | 1.036   0.335   0    | 0.4747 0.4886 | italic  | 200..900
    Space Grotesk     | sans  | 0.984   0.292   0    | 0.4883 0.4879 | upright | 300..700
    Work Sans         | sans  | 0.93    0.243   0    | 0.4991 0.4985 | italic  | 100..900
"""


def _read_table(text: str) -> Mapping[str, CatalogFamily]:
    _, *rows = text.strip().splitlines()
    return dict(_read_row([cell.strip() for cell in row.split("|")]) for row in rows)


def _read_row(cells: list[str]) -> tuple[str, CatalogFamily]:
    family, kind, heights, widths, slant, weights = cells
    ascent, descent, gap = (float(number) for number in heights.split())
    width, bold_width = (float(number) for number in widths.split())
    italic, variable = slant == "italic", ".." in weights
    values = _read_weights(weights)
    metrics = CatalogFamily(kind, ascent, descent, gap, width, bold_width, italic, values, variable)
    return family.lower(), metrics


def _read_weights(text: str) -> tuple[int, ...]:
    """Parse `200..800` (variable), `100-700` (every hundred) or a list."""
    low, dash, high = text.partition("-")
    if dash:
        return tuple(range(int(low), int(high) + 1, 100))
    return tuple(int(number) for number in text.replace("..", " ").split())


CATALOG: Mapping[str, CatalogFamily] = _read_table(_TABLE)
"""Families by lowercase name."""
