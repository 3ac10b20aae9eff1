"""Turns authors' utility classes into CSS rules.

A page gets the rules of its utility classes. Unknown names have no rule, because they belong to the
author's own style sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from octavo.render.utilities.class_values import READERS, negate
from octavo.render.utilities.table import FAMILIES, KEYWORDS, LONGEST_BEGINNING, TABLE, Family
from octavo.render.utilities.variants import Variants, read_variants
from octavo.values import Struct

_LONGEST_NAME = 200
_NAME = re.compile(r"((?>(?:[a-z0-9/-]++:)*))(!?)([-!\w:./\[\]%#,()+*]+?)(!?)\Z", re.ASCII)
"""Variants, the mark of importance, and the utility, after which that mark may also be."""
_SPECIAL = re.compile(r"[^-\w]")
_NO_FAMILY = Family("", ())


class _Rule(Struct, frozen=True):
    """The rules of one class."""

    order: str
    """Ranks and the name as one text, because texts compare fast."""
    context: tuple[bool, tuple[str, ...]]
    """Whether the rules are for dark mode, and their media."""
    css: str
    preset: tuple[str, str] | None
    """Declarations, and the selector of the elements for which all other rules win over them."""


def render_utilities(classes: Iterable[str]) -> str:
    """Return the rules of the known class names of a page, the same for any order."""
    # Long names never reach the cache, which would keep them.
    names = (name for name in set(classes) if len(name) <= _LONGEST_NAME)
    rules = [rule for name in names if (rule := _find_rule(name)) is not None]
    if not rules:
        return ""
    rules.sort(key=attrgetter("order"))
    css = _render_presets(rules) + "".join(
        _render_block("".join([rule.css for rule in group]), *context)
        for context, group in groupby(rules, attrgetter("context"))
    )
    return f"@layer octavo.utilities{{{css}{_render_keyframes(css)}}}\n"


def _render_presets(rules: Iterable[_Rule]) -> str:
    """Return the defaults that rules rely on, without any weight, for all states and modes."""
    selectors: dict[str, list[str]] = {}
    for rule in rules:
        if rule.preset is not None:
            selectors.setdefault(rule.preset[0], []).append(rule.preset[1])
    return "".join(f"{','.join(where)}{{{css}}}" for css, where in selectors.items())


def _render_keyframes(css: str) -> str:
    if "animation:u-" not in css:
        return ""
    return "".join(
        f"@keyframes {name}{{{frames}}}"
        for name, frames in TABLE["keyframes"].items()
        if f"animation:{name} " in css
    )


def _render_block(css: str, is_dark: bool, conditions: tuple[str, ...]) -> str:
    """Return rules inside their conditions."""
    if not is_dark:
        return f"@media {' and '.join(conditions)}{{{css}}}" if conditions else css
    # Paper is light. Without scripts, the class is missing, and the system's choice counts.
    query = " and ".join(("screen", *conditions))
    return (
        f"@media {query}{{:root.dark{{{css}}}}}"
        f"@media {query} and (prefers-color-scheme:dark){{:root:not(.js,.light){{{css}}}}}"
    )


@lru_cache(maxsize=8192)
def _find_rule(name: str) -> _Rule | None:
    """Return the rules of a class name, or None for an unknown one."""
    parts = _NAME.match(name)
    variants = read_variants(parts[1].split(":")[:-1]) if parts else None
    match = _find_declarations(parts[3]) if parts and variants else None
    if parts is None or variants is None or match is None:
        return None
    declarations, family = match
    family = family or _NO_FAMILY
    if parts[2] or parts[4]:
        if "{" in declarations:
            return None
        declarations = declarations.replace(";", "!important;") + "!important"
    if family.target and variants.element:
        return None
    css = _render_rule(name, variants, declarations, family.target)
    where = f":where(.{_escape(name)}){variants.element}"
    order = f"{variants.order} {family.rank} {name}"
    context = variants.is_dark, variants.conditions
    return _Rule(order, context, css, (family.preset, where) if family.preset else None)


def _find_declarations(utility: str) -> tuple[str, Family | None] | None:
    if utility in KEYWORDS:
        return KEYWORDS[utility], None
    is_negative = utility.startswith("-")
    for beginning, text in _split_values(utility[is_negative:]):
        for family in FAMILIES.get(beginning, ()):
            values = (READERS[reader](text) for reader in family.readers)
            value = next((value for value in values if value is not None), None)
            if is_negative and value is not None:
                value = negate(value) if family.signed else None
            if value is not None:
                return family.declarations.replace("$", value), family
    return None


def _split_values(utility: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a name into a start and a value, longest start first."""
    if len(utility) <= LONGEST_BEGINNING:
        yield utility, ""
    bracket = utility.find("[")
    end = min(len(utility) if bracket < 0 else bracket, LONGEST_BEGINNING + 1)
    while (end := utility.rfind("-", 0, end)) > 0:
        if end + 1 < len(utility):
            yield utility[:end], utility[end + 1 :]


def _render_rule(name: str, variants: Variants, declarations: str, target: str) -> str:
    selector = f"{variants.before}.{_escape(name)}{variants.after}{variants.element}{target}"
    if variants.element in {"::before", "::after"}:
        declarations = f'content:"";{declarations}'
    if target.startswith(">"):
        selector = f":where({selector})"  # The classes of the children themselves win.
    return f"{selector}{{{declarations}}}"


def _escape(name: str) -> str:
    """Return a class name as a CSS identifier."""
    text = _SPECIAL.sub(lambda match: "\\" + match.group(), name)
    if name[0].isdigit():
        return f"\\3{name[0]} {text[1:]}"
    if name[0] == "-" and (len(name) == 1 or name[1].isdigit()):
        return f"\\{text}"
    return text
