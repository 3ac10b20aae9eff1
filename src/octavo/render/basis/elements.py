"""The HTML elements that foreign texts may use: other names in angle brackets are text."""

from __future__ import annotations

KEPT_ELEMENTS = frozenset(
    """a abbr b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li
    ol p pre s samp small span strong sub summary sup table tbody td th thead tr ul""".split()
)
"""The elements that stay."""
ELEMENTS = KEPT_ELEMENTS | frozenset(
    """address animate applet area article aside audio base basefont bdi bdo bgsound big body button
    canvas caption center cite col colgroup command content data datalist desc dfn dialog dir
    element embed fieldset figcaption figure font footer foreignobject form frame frameset head
    header hgroup html iframe image input isindex keygen label legend link listing main map mark
    marquee math menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object
    optgroup option output param path picture plaintext portal progress q rect rp rt rtc ruby
    script search section select shadow slot source spacer strike style svg template text textarea
    tfoot time title track tt u use var video wbr xmp""".split()
)
"""All elements, such as `<video>`, but not `<token>`."""
