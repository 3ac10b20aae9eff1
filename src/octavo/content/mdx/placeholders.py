"""Recognizes words that only look like tags: `<your_key>`, `<TRACE_ID>`, `List<string>`.

They are a common mistake in MDX, where such words need an escape. A word that is never closed, and
is no HTML element, was meant as text.
"""

from __future__ import annotations

import re

_HTML = """a abbr acronym address applet area article aside audio b base bdi bdo big blink
    blockquote body br button canvas caption center cite code col colgroup data datalist dd del
    details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame
    frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend
    li link main map mark marquee menu menuitem meta meter nav nobr noframes noscript object ol
    optgroup option output p param picture pre progress q rp rt ruby s samp script search section
    select slot small source span strike strong style sub summary sup table tbody td template
    textarea tfoot th thead time title tr track tt u ul var video wbr"""
_SVG = """animate circle defs desc ellipse filter g image line marker mask metadata path pattern
    polygon polyline rect set stop svg switch symbol text tspan use view"""
_MATHML = """annotation math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded
    mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr
    munder munderover none semantics"""
_ELEMENTS = frozenset(f"{_HTML} {_SVG} {_MATHML}".split())
_CLOSING = re.compile(r"</\s*+([^\s<>/]++)")


def find_closing_names(text: str) -> frozenset[str]:
    """Return the names in the closing tags of a page."""
    return frozenset(_CLOSING.findall(text))


def is_placeholder(name: str) -> bool:
    """Tell whether a name is unlikely for an element or a component."""
    return name not in _ELEMENTS and (name.islower() or name.isupper() or "_" in name)
