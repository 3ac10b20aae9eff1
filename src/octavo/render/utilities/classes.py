"""Utility classes and style values of authors, as rules that a page can have without inline styles.

A page gets the rules of the utility classes that it uses. Names that are not known have no rule:
they belong to the author's own style sheets.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from octavo.render.utilities.families import FAMILIES, LONGEST_BEGINNING, Family
from octavo.render.utilities.tables import KEYFRAMES, KEYWORDS
from octavo.render.utilities.values import negate
from octavo.render.utilities.variants import Variants, read_variants
from octavo.settings.urls import clean_url
from octavo.values import Struct

_LONGEST_NAME = 200
_NAME = re.compile(r"[-!\w:./\[\]%#,()+*]+\Z", re.ASCII)
_SPECIAL = re.compile(r"[^-\w]")
_VARIANTS = re.compile(r"(?>(?:[a-z0-9/-]++:)*)")

_CLOSED_BY = {"(": ")", "[": "]"}
_ENDS = frozenset(")]'\"")
_LONGEST_STYLE = 20_000
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_PIECE = re.compile(r""""[^"]*"|'[^']*'|[^"'()\[\];]+|["'()\[\];]""")
_PROPERTY = re.compile(r"(?:--[\w-]{1,80}|-?[A-Za-z][A-Za-z-]{0,60})\Z", re.ASCII)
# What could end the rule, hide what follows, or spell one of these in another way.
_BREAKS_OUT = re.compile(r"[{}<@\\\x00-\x1f\x7f-\x9f\ud800-\udfff]|/\*|\*/")
_URL = re.compile(r"""url\( ?(?:"([^"]*)"|'([^']*)'|([^"'() ]*)) ?\)""", re.IGNORECASE)
_URL_START = re.compile(r"url\(", re.IGNORECASE)
_IMAGE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]", re.IGNORECASE)
# Other ways to load something, or to run something in old browsers.
_LOADS = re.compile(r"(?:image-set|image|src|expression)\(|\Abehavior:|-moz-binding", re.IGNORECASE)


class _Rule(Struct, frozen=True):
    """The rules of one class."""

    order: str
    """Ranks and the name as one text, because texts are quick to compare."""
    context: tuple[bool, tuple[str, ...]]
    """Whether the rules are for dark mode, and the media for which they are."""
    css: str
    preset: tuple[str, str] | None
    """Declarations, and the selector of the elements for which all other rules win over them."""


def render_utilities(classes: Iterable[str]) -> str:
    """Return the rules of the known names among the classes of a page, the same for any order."""
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
    """Return what the rules rely on, without any weight: the same for all states and modes."""
    selectors: dict[str, list[str]] = {}
    for rule in rules:
        if rule.preset is not None:
            selectors.setdefault(rule.preset[0], []).append(rule.preset[1])
    return "".join(f"{','.join(where)}{{{css}}}" for css, where in selectors.items())


def _render_keyframes(css: str) -> str:
    if "animation:u-" not in css:
        return ""
    names = (name for name in KEYFRAMES if f"animation:{name} " in css)
    return "".join(f"@keyframes {name}{{{KEYFRAMES[name]}}}" for name in names)


def _render_block(css: str, is_dark: bool, conditions: tuple[str, ...]) -> str:
    """Return rules below the conditions under which they apply."""
    if not is_dark:
        return f"@media {' and '.join(conditions)}{{{css}}}" if conditions else css
    # Paper is light. Without script nobody sets the class, and the system's choice counts.
    query = " and ".join(("screen", *conditions))
    return (
        f"@media {query}{{:root.dark{{{css}}}}}"
        f"@media {query} and (prefers-color-scheme:dark){{:root:not(.js,.light){{{css}}}}}"
    )


@lru_cache(maxsize=8192)
def _find_rule(name: str) -> _Rule | None:
    """Return the rules of a class name, or None for a name that is not known."""
    if _NAME.match(name) is None:
        return None
    end = _VARIANTS.match(name)
    start = end.end() if end else 0
    utility = name[start:].removeprefix("!").removesuffix("!")
    variants = read_variants(name[:start].split(":")[:-1])
    match = _find_declarations(utility) if variants else None
    if variants is None or match is None:
        return None
    declarations, family = match
    if len(utility) < len(name) - start:
        if "{" in declarations:
            return None
        declarations = declarations.replace(";", "!important;") + "!important"
    if family and family.target and variants.element:
        return None
    css = _render_rule(name, variants, declarations, family)
    preset = None
    if family and family.preset:
        preset = (family.preset, f":where(.{_escape(name)}){variants.element}")
    rank = family.rank if family else 0
    order = f"{variants.order} {rank} {name}"
    return _Rule(order, (variants.is_dark, variants.conditions), css, preset)


def _find_declarations(utility: str) -> tuple[str, Family | None] | None:
    if utility in KEYWORDS:
        return KEYWORDS[utility], None
    is_negative = utility.startswith("-")
    for beginning, value_text in _split_values(utility[is_negative:]):
        for family in FAMILIES.get(beginning, ()):
            value = _read_value(family, value_text, is_negative)
            if value is not None:
                return family.declarations.replace("$", value), family
    return None


def _split_values(utility: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to read a name as a beginning and a value, the longest beginning first."""
    if len(utility) <= LONGEST_BEGINNING:
        yield utility, ""
    bracket = utility.find("[")
    end = min(len(utility) if bracket < 0 else bracket, LONGEST_BEGINNING + 1)
    while (end := utility.rfind("-", 0, end)) > 0:
        if end + 1 < len(utility):
            yield utility[:end], utility[end + 1 :]


def _read_value(family: Family, text: str, is_negative: bool) -> str | None:
    if is_negative and not family.is_signed:
        return None
    for reader in family.readers:
        value = reader(text)
        if value is not None:
            return negate(value) if is_negative else value
    return None


def _render_rule(name: str, variants: Variants, declarations: str, family: Family | None) -> str:
    target = family.target if family else ""
    selector = f"{variants.before}.{_escape(name)}{variants.after}{variants.element}{target}"
    if variants.element in {"::before", "::after"}:
        declarations = f'content:"";{declarations}'
    if target.startswith(">"):
        selector = f":where({selector})"  # the classes of the children themselves win
    return f"{selector}{{{declarations}}}"


def _escape(name: str) -> str:
    """Return a class name as an identifier of CSS."""
    text = _SPECIAL.sub(lambda match: "\\" + match.group(), name)
    if name[0].isdigit():
        return f"\\3{name[0]} {text[1:]}"
    if name[0] == "-" and (len(name) == 1 or name[1].isdigit()):
        return f"\\{text}"
    return text


def build_style_class(css: str) -> tuple[str, str]:
    """Return a class name for the declarations of a style attribute, and its rule.

    Declarations that could reach beyond the rule are left out; both texts are empty when none
    is left. Like a style attribute, the rule wins over all selectors without `!important`; it
    stands in no layer for that reason.
    """
    return _build_style_class(css) if len(css) <= _LONGEST_STYLE else ("", "")


@lru_cache(maxsize=1024)
def _build_style_class(css: str) -> tuple[str, str]:
    pieces = _PIECE.findall(_BLANKS.sub(" ", css))
    declarations = ";".join(filter(None, map(_clean_declaration, _split_declarations(pieces))))
    if not declarations:
        return "", ""
    digest = hashlib.blake2b(declarations.encode(), digest_size=6).hexdigest()
    name = f"s-{digest}"
    return name, f".{name}:not(#_){{{declarations}}}"


def _split_declarations(pieces: Iterable[str]) -> Iterator[str]:
    """Yield declarations; one that leaves a quote or a bracket open lasts to the end, unsafe."""
    declaration: list[str] = []
    ends: list[str] = []
    for piece in pieces:
        if piece == ";" and not ends:
            yield "".join(declaration)
            declaration = []
            continue
        if piece in _CLOSED_BY:
            ends.append(_CLOSED_BY[piece])
        elif piece in _ENDS and (not ends or ends.pop() != piece):
            return
        declaration.append(piece)
    if not ends:
        yield "".join(declaration)


def _clean_declaration(text: str) -> str | None:
    """Return a declaration without its blanks at the ends, or None for one to leave out."""
    if _BREAKS_OUT.search(text):
        return None
    property_name, _, value = (part.strip() for part in text.partition(":"))
    declaration = f"{property_name}:{value}"
    if not value or not _PROPERTY.match(property_name) or _LOADS.search(declaration):
        return None
    addresses = [match[1] or match[2] or match[3] or "" for match in _URL.finditer(value)]
    if len(addresses) != len(_URL_START.findall(value)):
        return None
    return declaration if all(map(_is_safe_address, addresses)) else None


def _is_safe_address(url: str) -> bool:
    return _IMAGE_DATA.match(url) is not None or bool(clean_url(url))
