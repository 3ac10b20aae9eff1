"""What utility class names mean that are complete in themselves: `flex`, `sr-only`, `text-left`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from octavo.render.utilities.variants import BREAKPOINTS


def expand_words(pattern: str, declarations: str, words: str) -> Iterator[tuple[str, str]]:
    """Yield names and declarations from words such as `name` or `name=value_of_it`."""
    for word in words.split():
        name, _, value = word.partition("=")
        css = declarations.replace("$", (value or name).replace("_", " "))
        yield pattern.replace("$", name), css


_HIDDEN_TEXT = (
    "position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;"
    "clip-path:inset(50%);white-space:nowrap;border-width:0"
)
_SHOWN_TEXT = (
    "position:static;width:auto;height:auto;padding:0;margin:0;overflow:visible;"
    "clip-path:none;white-space:normal"
)
_CONTAINER = "width:100%;" + "".join(
    f"@media (width>={rem}rem){{max-width:{rem}rem}}" for rem in BREAKPOINTS.values()
)
_SIDES = "start end center between=space-between around=space-around evenly=space-evenly"
_FLEX_SIDES = _SIDES.replace("start end", "start=flex-start end=flex-end")
_CORNERS = (
    "bottom center left left-bottom=left_bottom left-top=left_top right "
    "right-bottom=right_bottom right-top=right_top top"
)

KEYWORDS: Mapping[str, str] = dict(
    [
        *expand_words(
            "$",
            "display:$",
            """block inline-block inline flex inline-flex grid inline-grid table inline-table
            table-caption table-cell table-column table-column-group table-footer-group
            table-header-group table-row table-row-group flow-root contents list-item
            hidden=none""",
        ),
        *expand_words("$", "position:$", "static fixed absolute relative sticky"),
        *expand_words("$", "visibility:$", "visible invisible=hidden collapse"),
        *expand_words("float-$", "float:$", "left right none start=inline-start end=inline-end"),
        *expand_words(
            "clear-$", "clear:$", "left right both none start=inline-start end=inline-end"
        ),
        *expand_words("isolat$", "isolation:$", "e=isolate ion-auto=auto"),
        *expand_words("box-$", "box-sizing:$", "border=border-box content=content-box"),
        ("sr-only", _HIDDEN_TEXT),
        ("not-sr-only", _SHOWN_TEXT),
        ("container", _CONTAINER),
        # Flex boxes and grids
        *expand_words(
            "flex-$",
            "flex-direction:$",
            "row col=column row-reverse col-reverse=column-reverse",
        ),
        *expand_words("flex-$", "flex-wrap:$", "wrap wrap-reverse nowrap"),
        *expand_words("flex-$", "flex:$", "1=1_1_0% auto=1_1_auto initial=0_1_auto none"),
        *expand_words("justify-$", "justify-content:$", f"{_FLEX_SIDES} normal stretch"),
        *expand_words("content-$", "align-content:$", f"{_FLEX_SIDES} normal stretch baseline"),
        *expand_words("justify-items-$", "justify-items:$", "start end center stretch normal"),
        *expand_words("justify-self-$", "justify-self:$", "auto start end center stretch"),
        *expand_words(
            "items-$", "align-items:$", "start=flex-start end=flex-end center baseline stretch"
        ),
        *expand_words(
            "self-$",
            "align-self:$",
            "auto start=flex-start end=flex-end center stretch baseline",
        ),
        *expand_words("place-content-$", "place-content:$", f"{_SIDES} baseline stretch"),
        *expand_words("place-items-$", "place-items:$", "start end center baseline stretch"),
        *expand_words("place-self-$", "place-self:$", "auto start end center stretch"),
        *expand_words(
            "grid-flow-$",
            "grid-auto-flow:$",
            "row col=column dense row-dense=row_dense col-dense=column_dense",
        ),
        # Media and backgrounds
        *expand_words("object-$", "object-fit:$", "contain cover fill none scale-down"),
        *expand_words("object-$", "object-position:$", _CORNERS),
        *expand_words("bg-$", "background-position:$", _CORNERS),
        *expand_words("bg-$", "background-size:$", "auto cover contain"),
        *expand_words(
            "bg-$",
            "background-repeat:$",
            """repeat no-repeat repeat-x repeat-y repeat-round=round repeat-space=space""",
        ),
        *expand_words("bg-$", "background-attachment:$", "fixed local scroll"),
        *expand_words(
            "bg-clip-$",
            "background-clip:$",
            "border=border-box padding=padding-box content=content-box text",
        ),
        ("bg-none", "background-image:none"),
        *expand_words(
            "bg-gradient-to-$",
            "background-image:linear-gradient(to $,var(--u-stops))",
            """t=top tr=top_right r=right br=bottom_right b=bottom bl=bottom_left l=left
            tl=top_left""",
        ),
        # Text
        *expand_words("$", "font-style:$", "italic not-italic=normal"),
        *expand_words(
            "font-$",
            "font-family:$",
            "sans=var(--font-body) mono=var(--font-code) serif=ui-serif,Georgia,serif",
        ),
        *expand_words("text-$", "text-align:$", "left center right justify start end"),
        *expand_words("text-$", "text-wrap:$", "wrap nowrap balance pretty"),
        *expand_words("text-$", "text-overflow:$", "ellipsis clip"),
        *expand_words("$", "text-transform:$", "uppercase lowercase capitalize normal-case=none"),
        *expand_words(
            "$", "text-decoration-line:$", "underline overline line-through no-underline=none"
        ),
        *expand_words("decoration-$", "text-decoration-style:$", "solid double dotted dashed wavy"),
        *expand_words("decoration-$", "text-decoration-thickness:$", "auto from-font"),
        ("truncate", "overflow:hidden;text-overflow:ellipsis;white-space:nowrap"),
        ("antialiased", "-webkit-font-smoothing:antialiased;-moz-osx-font-smoothing:grayscale"),
        ("subpixel-antialiased", "-webkit-font-smoothing:auto;-moz-osx-font-smoothing:auto"),
        *expand_words(
            "whitespace-$", "white-space:$", "normal nowrap pre pre-line pre-wrap break-spaces"
        ),
        *expand_words("break-$", "word-break:$", "all=break-all keep=keep-all"),
        ("break-normal", "overflow-wrap:normal;word-break:normal"),
        ("break-words", "overflow-wrap:break-word"),
        *expand_words("hyphens-$", "hyphens:$", "none manual auto"),
        *expand_words("list-$", "list-style-type:$", "none disc decimal"),
        *expand_words("list-$", "list-style-position:$", "inside outside"),
        *expand_words(
            "align-$",
            "vertical-align:$",
            "baseline top middle bottom text-top text-bottom sub super",
        ),
        *expand_words(
            "$",
            "font-variant-numeric:$",
            """normal-nums=normal ordinal slashed-zero lining-nums oldstyle-nums
            proportional-nums tabular-nums diagonal-fractions""",
        ),
        ("content-none", "content:none"),
        # Tables and columns
        *expand_words("table-$", "table-layout:$", "auto fixed"),
        *expand_words("border-$", "border-collapse:$", "collapse separate"),
        *expand_words("caption-$", "caption-side:$", "top bottom"),
        *expand_words("break-inside-$", "break-inside:$", "auto avoid avoid-page avoid-column"),
        *expand_words("break-before-$", "break-before:$", "auto avoid page left right column"),
        *expand_words("break-after-$", "break-after:$", "auto avoid page left right column"),
        # Effects and behavior
        ("ring-inset", "--u-inset:inset"),
        ("transition-none", "transition-property:none"),
        ("outline-none", "outline:2px solid transparent;outline-offset:2px"),
        ("outline", "outline-style:solid"),
        *expand_words("outline-$", "outline-style:$", "dashed dotted double"),
        *expand_words("pointer-events-$", "pointer-events:$", "none auto"),
        *expand_words("select-$", "-webkit-user-select:$;user-select:$", "none text all auto"),
        *expand_words("resize$", "resize:$", "=both -none=none -x=horizontal -y=vertical"),
        *expand_words("appearance-$", "appearance:$", "none auto"),
        *expand_words("scroll-$", "scroll-behavior:$", "auto smooth"),
        *expand_words("origin-$", "transform-origin:$", _CORNERS),
        *expand_words(
            "mix-blend-$",
            "mix-blend-mode:$",
            "normal multiply screen overlay darken lighten difference exclusion",
        ),
        *expand_words(
            "animate-$",
            "animation:$",
            """none spin=u-spin_1s_linear_infinite
            ping=u-ping_1s_cubic-bezier(0,0,.2,1)_infinite
            pulse=u-pulse_2s_cubic-bezier(.4,0,.6,1)_infinite bounce=u-bounce_1s_infinite""",
        ),
    ]
)
"""The declarations of names that are complete in themselves."""

KEYFRAMES: Mapping[str, str] = {
    "u-spin": "to{rotate:360deg}",
    "u-ping": "75%,to{scale:2;opacity:0}",
    "u-pulse": "50%{opacity:.5}",
    "u-bounce": "0%,to{translate:0 -25%}50%{translate:none}",
}
"""The motion behind the `animate-` names."""
