"""Grammars of scripting languages: Python, Ruby, PHP, Lua, R, Elixir."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from octavo.render.content.highlight.grammar import (
    C_COMMENT,
    DOUBLE,
    HASH_COMMENT,
    LONG_DOUBLE,
    LONG_SINGLE,
    NAME,
    NUMBER,
    SINGLE,
    SPACE,
    Grammar,
    Rule,
    split_words,
)

_PYTHON_WORDS = split_words(
    k="""and as assert async await break class continue def del elif else except finally for from
    global if import in is lambda nonlocal not or pass raise return try while with yield""",
    b="True False None self cls NotImplemented Ellipsis",
    t="bool bytes complex dict float frozenset int list object set str tuple",
)


def _build_python() -> Grammar:
    text = f"{LONG_DOUBLE}|{LONG_SINGLE}|{DOUBLE}|{SINGLE}"
    before = (Rule("a", r"(?==[^=\s])"), Rule("f", r"(?=\()", _PYTHON_WORDS))
    return Grammar(
        (
            Rule("p", r">>>(?<=^>>>)[ ]"),
            Rule("p", r"\.\.\.(?<=^\.\.\.)[ ]"),
            Rule("c", HASH_COMMENT),
            Rule("s", f"{LONG_DOUBLE}|{DOUBLE}"),
            Rule("s", f"{LONG_SINGLE}|{SINGLE}"),
            Rule(
                "s",
                rf"[rRfFtT](?<!\w.)(?:(?<=[rR])[fFtT]|(?<=[fFtT])[rR]?)(?:{text})",
                inside="text.brace",
            ),
            Rule("s", rf"[bBrRuU](?<!\w.)(?:(?<=[bB])[rR]?|(?<=[rRuU])[bB]?)(?:{text})"),
            Rule("f", rf"@{NAME}(?>(?:\.{NAME})*)"),
            Rule("n", NUMBER),
            Rule("", r"[^\W\d](?<=\..)\w*+", before=(Rule("f", r"(?=\()"),)),
            Rule("f", r"[^\W\d](?<=def .)\w*+"),
            Rule("t", r"[^\W\d](?<=class .)\w*+"),
            Rule("k", r"match(?<!\w.....)\b(?=[ ][^\n=:]{1,80}+:[ ]*+$)"),
            Rule("k", r"case(?<!\w....)\b(?=[ ][^\n=:]{1,80}+:[ ]*+$)"),
            Rule("k", r"type(?<!\w....)(?=[ ]\w++[ ]=)"),
            Rule("b", r"[A-Z][A-Z\d_]++(?!\w)", _PYTHON_WORDS, before=before),
            Rule("t", r"[A-Z]\w*+", _PYTHON_WORDS, before=before),
            Rule("", NAME, _PYTHON_WORDS, before=before),
        ),
        plain=r"\s(){};,=:\[\]+\-*/%<&|^~!",
    )


_RUBY_WORDS = split_words(
    k="""alias and begin BEGIN break case class def defined do else elsif end END ensure extend for
    if in include module next not or prepend private protected public raise redo require
    require_relative rescue retry return super then undef unless until when while yield
    attr_accessor attr_reader attr_writer""",
    b="true false nil self __FILE__",
)
_RUBY_NAME = r"[^\W\d]\w*+[?!]?(?![=~](?!=))"
_RUBY_HEREDOC = (
    r"<<[~-](?P<quote>['\"]?)(?P<end>[A-Z]\w*)(?P=quote)[^\n]*+"
    r"(?>(?:\n(?![ \t]*+(?P=end)$)[^\n]*+)*)(?>(?:\n[ \t]*+(?P=end)$)?)"
)


def _build_ruby() -> Grammar:
    return Grammar(
        (
            SPACE,
            Rule("c", rf"^=begin\b[\s\S]*?(?:^=end\b|\Z)|{HASH_COMMENT}"),
            Rule("s", _RUBY_HEREDOC, inside="text.hash"),
            Rule("s", DOUBLE, inside="text.hash"),
            Rule("s", rf"{SINGLE}|%[wiqQ]?[\[({{<][^\])}}>\n]{{0,200}}+[\])}}>]"),
            Rule("s", r"/(?<=[=(,~ \t]/)(?![\s/=])[^/\\\n]*+(?>(?:\\.[^/\\\n]*+)*)/[imxo]*+"),
            Rule("b", rf":(?<!::)(?:{NAME}[?!]?|{DOUBLE})"),
            Rule("v", r"@@?\w++|\$\w++"),
            Rule("n", NUMBER),
            Rule("a", rf"{NAME}[?!]?(?=:(?!:))"),
            Rule("f", rf"(?<=def ){_RUBY_NAME}|(?<=self\.){_RUBY_NAME}"),
            Rule("f", r"(?<=\.)[a-z_]\w*+[?!]?(?=\()"),
            Rule("", r"(?<=\.)[a-z_]\w*+[?!]?"),
            Rule("f", r"[a-z_]\w*+[?!]?(?=\()", _RUBY_WORDS),
            Rule("b", r"[A-Z][A-Z\d_]++(?!\w)", _RUBY_WORDS),
            Rule("t", r"[A-Z]\w*+", _RUBY_WORDS),
            Rule("", rf"{NAME}[?!]?", _RUBY_WORDS),
        )
    )


_PHP_WORDS = split_words(
    k="""abstract and as break callable case catch class clone const continue declare default do
    echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum extends final
    finally fn for foreach function global goto if implements include include_once instanceof
    insteadof interface isset list match namespace new or print private protected public readonly
    require require_once return static switch throw trait try unset use var while xor yield""",
    b="true false null self parent",
    t="array bool float int iterable mixed never object string void",
)


def _build_php() -> Grammar:
    heredoc = (
        r"<<<[ ]?(?P<quote>['\"]?)(?P<end>[A-Za-z_]\w*)(?P=quote)"
        r"(?>(?:\n(?![ \t]*+(?P=end)\b)[^\n]*+)*)(?>(?:\n[ \t]*+(?P=end)\b)?)"
    )
    return Grammar(
        (
            SPACE,
            Rule("k", r"<\?(?:php\b|=)?|\?>"),
            Rule("a", r"\#\[[^\]\n]*+\]?"),
            Rule("c", rf"{C_COMMENT}|{HASH_COMMENT}"),
            Rule("s", heredoc, inside="php.text"),
            Rule("s", r'"[^"\\]*+(?>(?:\\[\s\S][^"\\]*+)*)"?', inside="php.text"),
            Rule("s", r"'[^'\\]*+(?>(?:\\[\s\S][^'\\]*+)*)'?"),
            Rule("b", r"\$this\b"),
            Rule("v", rf"\${NAME}"),
            Rule("n", NUMBER),
            Rule("f", rf"(?:(?<=->)|(?<=::)){NAME}(?=\()"),
            Rule("", rf"(?<=->){NAME}"),
            Rule("a", rf"{NAME}(?=:[ ])", _PHP_WORDS),
            Rule("f", rf"{NAME}(?=\()", _PHP_WORDS),
            Rule("b", r"[A-Z][A-Z\d_]++(?!\w)"),
            Rule("t", r"[A-Z]\w*+"),
            Rule("", NAME, _PHP_WORDS),
        )
    )


_LUA_WORDS = split_words(
    k="""and break continue do else elseif end export for function goto if in local not or repeat
    return then until while""",
    b="true false nil self",
)


def _build_lua() -> Grammar:
    long = r"\[(?P<{0}>=*)\[[\s\S]*?(?:\](?P={0})\]|\Z)"
    return Grammar(
        (
            SPACE,
            Rule("c", rf"--{long.format('comment')}|--[^\n]*+"),
            Rule("s", rf"{DOUBLE}|{SINGLE}|{long.format('text')}"),
            Rule("n", NUMBER),
            Rule("f", rf"(?<=[.:]){NAME}(?=[({{\"])"),
            Rule("", rf"(?<=[.:]){NAME}"),
            Rule("a", rf"{NAME}(?=[ ]=[ ])"),
            Rule("f", rf"{NAME}(?=[({{\"])", _LUA_WORDS),
            Rule("", NAME, _LUA_WORDS),
        )
    )


_R_WORDS = split_words(
    k="break else for function if in next repeat return while library require",
    b="TRUE FALSE NULL NA NaN Inf T F",
)


def _build_r() -> Grammar:
    name = r"(?:[^\W\d_]|\.(?!\d))[\w.]*+"
    return Grammar(
        (
            SPACE,
            Rule("c", HASH_COMMENT),
            Rule(
                "s",
                r'"[^"\\]*+(?>(?:\\[\s\S][^"\\]*+)*)"?|' + r"'[^'\\]*+(?>(?:\\[\s\S][^'\\]*+)*)'?",
            ),
            Rule("v", r"`[^`\n]*+`?"),
            Rule("n", NUMBER),
            Rule("", rf"(?<=\$){name}"),
            Rule("a", rf"{name}(?=[ ]=[ ])"),
            Rule("f", rf"{name}(?=\(|::|[ ]<-[ ]function\b)", _R_WORDS),
            Rule("", name, _R_WORDS),
        )
    )


_ELIXIR_WORDS = split_words(
    k="""after alias and case catch cond def defdelegate defexception defguard defimpl defmacro
    defmacrop defmodule defp defprotocol defstruct do else end fn for if import in not or quote
    raise receive require rescue reraise super try unless unquote use when with""",
    b="true false nil __MODULE__",
)


def _build_elixir() -> Grammar:
    sigil = (
        r"~[a-zA-Z](?:\"\"\"[\s\S]*?(?:\"\"\"|\Z)|\([^)\n]*+\)?|\[[^\]\n]*+\]?|\{[^}\n]*+\}?"
        r"|/[^/\n]*+/?|\"[^\"\n]*+\"?|\|[^|\n]*+\|?)"
    )
    return Grammar(
        (
            SPACE,
            Rule("c", HASH_COMMENT),
            Rule("p", r"^(?:iex|\.\.\.)(?:\(\d*+\))?>[ ]"),
            Rule("s", rf"{LONG_DOUBLE}|{DOUBLE}", inside="text.hash"),
            Rule("s", f"{sigil}|{SINGLE}"),
            Rule("b", rf":(?<!::)(?:{NAME}[?!]?|{DOUBLE})"),
            Rule("v", rf"@{NAME}"),
            Rule("n", NUMBER),
            Rule("a", rf"{NAME}[?!]?(?=:\s)"),
            Rule("f", rf"(?<=def ){NAME}[?!]?|(?<=defp ){NAME}[?!]?"),
            Rule("f", r"(?<=\.)[a-z_]\w*+[?!]?(?=\()"),
            Rule("", r"(?<=\.)[a-z_]\w*+[?!]?"),
            Rule("t", r"[A-Z]\w*+(?>(?:\.[A-Z]\w*+)*)"),
            Rule("f", rf"{NAME}[?!]?(?=\()", _ELIXIR_WORDS),
            Rule("", rf"{NAME}[?!]?", _ELIXIR_WORDS),
        )
    )


GRAMMARS: Mapping[str, Callable[[], Grammar]] = {
    "python": _build_python,
    "ruby": _build_ruby,
    "php": _build_php,
    "php.text": lambda: Grammar(
        (Rule("", r"\\."), Rule("v", r"\{\$[^{}\n]*+\}|\$[^\W\d]\w*+(?:->\w++)?"))
    ),
    "lua": _build_lua,
    "r": _build_r,
    "elixir": _build_elixir,
    "text.hash": lambda: Grammar((Rule("", r"\\."), Rule("v", r"#\{[^{}\n]*+\}"))),
}
