"""What the parser's text cases add to others: signs for white space, and formulas."""

from __future__ import annotations

import re

from tests.text_cases import Case


def page_of(case: Case) -> str:
    """Return the page of a case, with the signs for white space replaced."""
    return re.sub(r"·(?=·*$)", " ", case.input, flags=re.MULTILINE).replace("→", "\t")


def uses_math(case: Case) -> bool:
    """Tell whether a case is about formulas, which the reference reads by other rules."""
    return case.file.stem == "formulas"
