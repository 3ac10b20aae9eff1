"""Grammars of markup: HTML, XML, Markdown, and templates in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from octavo.render.content.highlight.grammar import (
    DOUBLE,
    MARKUP_COMMENT,
    NAME,
    NUMBER,
    SINGLE,
    Grammar,
    Rule,
    split_words,
)

_ATTRIBUTES = r"[^<>\"']*+(?>(?:(?:\"[^\"]*\"|'[^']*')[^<>\"']*+)*)"
_TAG = rf"</?+[A-Za-z]{_ATTRIBUTES}>?"
_TAG_WITH_BRACES = (
    r"</?+[A-Za-z][^<>\"'{]*+"
    r"(?>(?:(?:\"[^\"]*\"|'[^']*'|\{[^{}\n]*+\})[^<>\"'{]*+)*)>?"
)
_ENTITY = r"&(?:#?\w{1,32});"


def _build_html(*first: Rule) -> Grammar:
    return Grammar(
        (
            Rule("c", MARKUP_COMMENT),
            *first,
            Rule("", r"<script\b[^<>]*+>[\s\S]*?(?=</script|\Z)", inside="html.script"),
            Rule("", r"<style\b[^<>]*+>[\s\S]*?(?=</style|\Z)", inside="html.style"),
            Rule("k", r"<![A-Za-z][^<>]*+>?|<\?[^<>]*+>?"),
            Rule("s", r"<!\[CDATA\[[\s\S]*?(?:\]\]>|\Z)"),
            Rule("", _TAG, inside="html.tag"),
            Rule("b", _ENTITY),
        )
    )


def _build_tag() -> Grammar:
    return Grammar(
        (
            Rule("g", r"\A</?+[\w:.-]++|/?>\Z"),
            Rule("s", r"\"[^\"]*+\"?|'[^']*+'?"),
            Rule("v", r"\{[^{}]*+\}"),
            Rule("a", r"[^\s=\"'/<>{}]++"),
        )
    )


def _build_element(language: str) -> Grammar:
    """Return a rule for a whole element whose text is in another language."""
    return Grammar(
        (
            Rule("", r"\A<[^<>]*+>", inside="html.tag"),
            Rule("", r"[\s\S]++", inside=language),
        )
    )


_LIQUID = (
    Rule("c", r"\{#[\s\S]*?(?:#\}|\Z)|\{\{!--[\s\S]*?(?:--\}\}|\Z)"),
    Rule("c", r"\{%-?[ ]*+comment[ ]*+-?%\}[\s\S]*?(?:endcomment[ ]*+-?%\}|\Z)"),
    Rule(
        "",
        r"\{%[^%]*+(?>(?:%(?!\})[^%]*+)*)(?:%\})?|\{\{[^}]*+(?>(?:\}(?!\})[^}]*+)*)(?:\}\})?",
        inside="liquid.code",
    ),
)
_LIQUID_WORDS = split_words(
    k="""and as assign autoescape block break by call capture case contains continue cycle
    decrement do each else elseif elsif elif embed endblock endcall endcapture endcase endfor
    endform endif endmacro endraw endset endunless endwith extends filter for form from if import
    in include increment is layout limit macro not offset or paginate raw render section set
    tablerow unless when with""",
    b="true false nil null none blank empty forloop loop",
)


def _build_liquid_code() -> Grammar:
    return Grammar(
        (
            Rule("k", r"\{%-?|-?%\}|\{\{\{?[-#/^>~]?|[-~]?\}\}\}?"),
            Rule("s", f"{DOUBLE}|{SINGLE}"),
            Rule("n", NUMBER),
            Rule("f", rf"(?<=\|[ ]){NAME}|(?<=\|){NAME}"),
            Rule("", rf"(?<=\.){NAME}"),
            Rule("a", rf"{NAME}(?=:)"),
            Rule("v", NAME, _LIQUID_WORDS),
        )
    )


_MARKDOWN = (
    Rule("", r"\A---\n[\s\S]*?\n---$", inside="markdown.settings"),
    Rule(
        "s",
        r"^[ \t]*+(?P<fence>`{3,}|~{3,})[^\n]*+(?>(?:\n(?![ \t]*+(?P=fence))[^\n]*+)*)"
        r"(?>(?:\n[ \t]*+(?P=fence)[`~]*+)?)",
        inside="fence",
    ),
    Rule("h", r"^[ ]{0,3}#{1,6}(?=[ ])[^\n]*+|^(?:={3,}|-{3,})$"),
    Rule("k", r"^[ \t]*+(?:[-*+]|\d{1,9}[.)])(?=[ ])(?:[ ]\[[ xX]\])?|^[ \t]*+>(?>(?:[ ]?>)*)"),
    Rule("s", r"``[^`\n]++``|`[^`\n]++`"),
    Rule("", r"\\[^\w\s]"),
    Rule("l", r"!?\[[^\[\]\n]*+\](?=[(\[])|<https?://[^\s<>]++>|https?://[^\s<>()\"'`]++"),
    Rule("a", r"(?<=\])\([^()\n]*+\)|(?<=\])\[[^\[\]\n]*+\]"),
    Rule("t", r"\*\*[^*\n]++\*\*|__[^_\n]++__|(?<![\w*])\*[^*\s][^*\n]*+\*|\b_[^_\s][^_\n]*+_\b"),
    Rule("", r"\|"),
)


def _build_markdown() -> Grammar:
    return Grammar(
        (
            Rule("c", MARKUP_COMMENT),
            *_MARKDOWN,
            Rule("", _TAG, inside="html.tag"),
            Rule("b", _ENTITY),
            Rule("", r"[^\W_]++|[ ]++"),
        )
    )


def _build_mdx() -> Grammar:
    return Grammar(
        (
            Rule("c", rf"\{{/\*[\s\S]*?(?:\*/\}}|\Z)|{MARKUP_COMMENT}"),
            Rule("", r"^(?:import|export)[ ][^\n]*+", inside="tsx"),
            *_MARKDOWN,
            Rule("", _TAG_WITH_BRACES, inside="html.tag"),
            Rule("v", r"\{[^{}\n]*+\}"),
            Rule("b", _ENTITY),
            Rule("", r"[^\W_]++|[ ]++"),
        )
    )


_MUSTACHES = (Rule("v", r"\{\{[^{}]*+\}\}"),)
_SVELTE = (
    Rule("", rf"(?!<(?:script|style)\b)(?:{_TAG_WITH_BRACES})", inside="html.tag"),
    Rule("k", r"\{[#:/@][a-z]++(?=[\s}])"),
    Rule("v", r"\{[^{}<>\n]*+\}"),
)


GRAMMARS: Mapping[str, Callable[[], Grammar]] = {
    "html": _build_html,
    "xml": _build_html,
    "vue": lambda: _build_html(*_MUSTACHES),
    "svelte": lambda: _build_html(*_SVELTE),
    "liquid": lambda: _build_html(*_LIQUID),
    "liquid.code": _build_liquid_code,
    "html.tag": _build_tag,
    "html.script": lambda: _build_element("typescript"),
    "html.style": lambda: _build_element("scss"),
    "markdown": _build_markdown,
    "markdown.settings": lambda: Grammar(
        (Rule("c", r"\A---$|^---\Z"), Rule("", r"[\s\S]+?(?=\n---\Z)", inside="yaml"))
    ),
    "mdx": _build_mdx,
}
