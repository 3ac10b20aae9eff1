"""Grammars for browsers: JavaScript and its relatives, style sheets, queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from octavo.render.content.highlight.grammar import (
    BLOCK_COMMENT,
    C_COMMENT,
    DOUBLE,
    HASH_COMMENT,
    LONG_DOUBLE,
    NAME,
    NUMBER,
    SINGLE,
    SPACE,
    Grammar,
    Rule,
    split_words,
)

# Letters, `_`, `$` and all characters beyond ASCII; the positive form compiles slowly.
_SCRIPT_LETTER = r"[^\0-#%-@\[-^`{-\x7f]"
_SCRIPT_NAME = rf"{_SCRIPT_LETTER}[\w$]*+"
_SCRIPT_MEMBER = rf"{_SCRIPT_LETTER}(?<=\..)[\w$]*+"
_TEMPLATE = r"`[^`\\]*+(?>(?:\\[\s\S][^`\\]*+)*)`?"
_REGEX = r"/(?<=[=(,:;!&|?{\[\s]/)(?![\s/*=])[^/\\\n]*+(?>(?:\\.[^/\\\n]*+)*)/[dgimsuvy]*+(?![\w/])"
_SCRIPT_WORDS = split_words(
    k="""async await break case catch class const continue debugger default delete do else export
    extends finally for function if import in instanceof let new return static super switch throw
    try typeof var void while with yield""",
    b="true false null undefined NaN Infinity this",
)
_TYPED_WORDS = _SCRIPT_WORDS | split_words(
    k="""abstract asserts declare enum implements infer interface keyof namespace override private
    protected public readonly satisfies unique""",
    t="any bigint boolean never number object string symbol unknown",
)
# Words that are also common names count only in the positions of keywords.
_SOMETIMES = (
    r"""[afgimost](?<!\w.)(?:(?<=f)rom(?=\s*+["'])|(?<=a)s(?=[ ][\w{*])|(?<=o)f(?=[ ][\w\[])"""
    r"""|(?<=[gs])et(?=[ ]\w++\()|(?:(?<=t)ype|(?<=i)s|(?<=m)odule)(?=[ ]++\w++[ ]*+[=<{]))\b"""
)
_MARKUP_RULES = (
    Rule("", r"[^<>{}=;()\n](?<=>.)[^<>{}=;()\n]*+(?=</|<[A-Z]|\{)"),  # This is text between tags.
    Rule("g", r"<(?:/[A-Za-z]?[\w.:-]*+>|(?<![\w)\]]<)(?:[A-Za-z][\w.:-]*+(?=[\s/>])|>))"),
    Rule("g", "/>"),
    Rule("a", r"[A-Za-z][\w:-]{0,60}+(?==[\"'{])"),
)


def _build_script(vocabulary: Mapping[str, str], *, markup: bool = True) -> Grammar:
    before = (
        Rule("a", r"(?=\??:(?!:))", split_words(k="default")),
        Rule("f", r"(?=(?:<[\w\[\]., |]*+>)?\()", vocabulary),
        Rule(
            "f",
            r"(?=[ ]=[ ](?>(?:async[ ])?)(?:function\b|\([^()\n]*+\)[^\n=]{0,40}=>|\w++[ ]=>))",
        ),
    )
    return Grammar(
        (
            Rule("c", C_COMMENT),
            Rule("s", DOUBLE),
            Rule("s", SINGLE),
            Rule("s", _TEMPLATE, inside="javascript.template"),
            *(_MARKUP_RULES if markup else ()),
            Rule("s", _REGEX),
            Rule("f", f"@{_SCRIPT_NAME}"),
            Rule("n", NUMBER),
            Rule("", _SCRIPT_MEMBER, before=(Rule("f", r"(?=\()"),)),
            Rule("k", _SOMETIMES),
            Rule("b", r"[A-Z][A-Z\d_]++(?![\w$])", vocabulary, before=before),
            Rule("t", r"[A-Z][\w$]*+", vocabulary, before=before),
            Rule("", _SCRIPT_NAME, vocabulary, before=before),
        ),
        plain=r"\s(){};,=" + ("" if markup else r":\[\]+\-*%&|^~!?.<>"),
    )


def _build_template() -> Grammar:
    return Grammar((Rule("v", r"\$\{[^{}`]*+\}"),))


def _build_style(*, nested: bool) -> Grammar:
    comment = C_COMMENT if nested else BLOCK_COMMENT
    return Grammar(
        (
            Rule("", r"[\s(){},]++"),
            Rule("c", comment),
            Rule("s", f"{DOUBLE}|{SINGLE}"),
            Rule("s", r"(?<=url\()[^()\"'\s]++"),
            Rule("k", r"@[\w-]++|!(?:important|default|global)\b"),
            Rule("t", r"&(?:--?|__)[\w-]++"),
            Rule("v", r"--[\w-]++|\$[\w-]++|@\{[\w-]++\}"),
            Rule("a", r"[a-zA-Z-]++(?=[ \t]*+:(?!:)[^;{}\n]{0,200}+(?:[;}]|(?<!,)$))"),
            Rule("n", r"#[\da-fA-F]{3,8}+(?![\w-])"),
            Rule("n", r"[+-]?(?:\d++(?>(?:\.\d++)?)|\.\d++)(?>(?:%|[a-zA-Z]++)?)"),
            Rule("t", r"[.#%&](?=[\w-])-?[^\W\d][\w-]*+"),
            Rule("k", r"::?[a-z-]++(?=[\s,{.:()\[>+~])"),
            Rule("f", r"[A-Za-z-][\w-]*+(?=\()"),
            Rule("a", r"(?<=\[)[\w-]++"),
            Rule("", r"[\w-]++"),
        )
    )


_QUERY_WORDS = split_words(
    k="""directive enum extend fragment implements input interface mutation on query repeatable
    scalar schema subscription type union""",
    b="true false null",
    t="Boolean Float ID Int String",
)


def _build_query() -> Grammar:
    return Grammar(
        (
            SPACE,
            Rule("c", HASH_COMMENT),
            Rule("s", f"{LONG_DOUBLE}|{DOUBLE}"),
            Rule("v", rf"\${NAME}"),
            Rule("f", f"@{NAME}"),
            Rule("n", rf"-?(?:{NUMBER})"),
            Rule("a", rf"{NAME}(?=[ ]?+:)"),
            Rule("f", rf"{NAME}(?=\()"),
            Rule("b", r"[A-Z][A-Z\d_]++(?!\w)", _QUERY_WORDS),
            Rule("t", r"[A-Z]\w*+", _QUERY_WORDS),
            Rule("", NAME, _QUERY_WORDS),
        )
    )


GRAMMARS: Mapping[str, Callable[[], Grammar]] = {
    "javascript": lambda: _build_script(_SCRIPT_WORDS),
    "javascript.template": _build_template,
    "jsx": lambda: _build_script(_SCRIPT_WORDS),
    "typescript": lambda: _build_script(_TYPED_WORDS, markup=False),
    "tsx": lambda: _build_script(_TYPED_WORDS),
    "css": lambda: _build_style(nested=False),
    "scss": lambda: _build_style(nested=True),
    "graphql": _build_query,
}
