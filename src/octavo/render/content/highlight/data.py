"""Grammars of data and settings: JSON, YAML, SQL and similar."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from octavo.render.content.highlight.grammar import (
    BLOCK_COMMENT,
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

_CLOSED_DOUBLE = r'"[^"\\\n]*+(?>(?:\\.[^"\\\n]*+)*)"'
_CONSTANTS = split_words(b="true false null undefined NaN Infinity")


def _build_json() -> Grammar:
    return Grammar(
        (
            Rule("", r"[\s{}\[\],:]++"),
            Rule("a", rf"{_CLOSED_DOUBLE}(?=\s*+:)"),
            Rule("s", f"{DOUBLE}|{SINGLE}"),
            Rule("n", rf"[-+]?(?:{NUMBER})"),
            Rule("a", r"[A-Za-z_$][\w$]*+(?=\s*+:)"),
            Rule("", r"[A-Za-z_$][\w$]*+", _CONSTANTS),
            Rule("c", f"{C_COMMENT}|{HASH_COMMENT}"),
        )
    )


_YAML_COMMENT = r"#(?<![^\s]#)[^\n]*+"
_YAML_KEY = (
    r"(?:[\w./$]|-(?!\s))(?>(?:[^\s:#\[\],]|:(?!\s)|[ ](?=[^\s:#])){0,120})(?=[ \t]*+:(?:\s|\Z))"
)
_YAML_END = r"(?=[ ]*+(?:[\n,\]}]|\Z|(?<=[ ])#))"
_YAML_BLOCK = (
    r"[|>][-+\d]{0,2}(?:[ \t]++#[^\n]*+)?[ \t]*+\n(?>(?:[ \t]*+\n)*)(?P<indent>[ ]++)[^\n]*+"
    r"(?>(?:\n(?:(?P=indent)[^\n]*+|[ \t]*+(?=\n|\Z)))*)"
)


def _build_yaml() -> Grammar:
    return Grammar(
        (
            Rule("c", _YAML_COMMENT),
            Rule("k", r"^(?:---|\.\.\.)(?=\s|\Z)|^%[^\n]*+"),
            Rule("", r"^[ ]++(?>(?:-[ ]++)*)|^(?>(?:-[ ]++)+)|[\s{}\[\],]++"),
            Rule("a", rf"(?:{_CLOSED_DOUBLE}|'[^'\n]*+')(?=[ ]*+:(?:\s|\Z))"),
            Rule("a", _YAML_KEY),
            Rule("s", rf"(?<=[:-][ ])(?:{_YAML_BLOCK})"),
            Rule("s", r'"[^"\\]*+(?>(?:\\[\s\S][^"\\]*+)*)"?|' + r"'[^']*+(?>(?:''[^']*+)*)'?"),
            Rule("v", r"\$\{\{[^{}\n]*+\}\}|[&*][\w.-]++"),
            Rule("t", r"!!?[\w./:-]*+"),
            Rule(
                "b",
                rf"(?:true|false|null|yes|no|on|off|True|False|Null|~){_YAML_END}",
            ),
            Rule(
                "n",
                r"[-+]?(?:0x[\da-fA-F]++|\d[\d_]*+(?>(?:\.\d++)?)(?>(?:[eE][-+]?\d++)?))"
                + _YAML_END,
            ),
            Rule("", r"[-?:](?=\s|\Z)"),
            Rule(
                "s",
                r"[^\s\[\]{},&*#|>@`\"'%](?>(?:[^\s\[\]{},#$]|\$(?!\{\{)|#(?<!\s#)"
                r"|[ \t]++(?!#|\n|\Z))*)",
            ),
        )
    )


def _build_toml() -> Grammar:
    return Grammar(
        (
            Rule("c", HASH_COMMENT),
            Rule("t", r"^[ \t]*+\[\[?[^\]\n]*+\]?\]?"),
            Rule("a", r"^[ \t]*+[\w.\"'-]++(?>(?:[ ]*+\.[ ]*+[\w\"'-]++)*)(?=[ \t]*+=)"),
            Rule("a", r"(?<=[{,][ ])[\w.-]++(?=[ ]*+=)"),
            Rule("s", f"{LONG_DOUBLE}|{LONG_SINGLE}|{DOUBLE}|'[^'\\n]*+'?"),
            Rule("n", r"\d{4}-\d\d-\d\d[\dT:Z.+-]*+"),
            Rule("n", rf"[-+]?(?:{NUMBER})"),
            Rule("", NAME, split_words(b="true false inf nan")),
        )
    )


def _build_ini() -> Grammar:
    return Grammar(
        (
            Rule("c", r"^[ \t]*+[#;][^\n]*+|(?<=\s)[#;](?=[ ])[^\n]*+"),
            Rule("t", r"^[ \t]*+\[[^\]\n]*+\]?"),
            Rule("k", r"^[ \t]*+export(?=[ ])"),
            Rule("a", r"^[ \t]*+[\w.*/-]++(?=[ \t]*+[=:])|(?<=export )\w++(?==)"),
            Rule("s", f"{DOUBLE}|{SINGLE}", inside="bash.text"),
            Rule("v", r"\$(?:\{[^{}\n]*+\}|\w++)|%\([^()\n]*+\)s"),
            Rule("b", r"(?<=[=: ])(?:true|false|yes|no|on|off)(?=\s|\Z)"),
            Rule("n", r"(?<=[=: ])-?\d++(?>(?:\.\d++)?)(?=\s|\Z)"),
            Rule("", r"[\w./:@-]++"),
        )
    )


def _build_http() -> Grammar:
    methods = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT|QUERY"
    return Grammar(
        (
            Rule("c", r"^###?[^\n]*+"),
            Rule("", r"(?<=\n\n)[{\[][\s\S]*?(?=\n[ \t]*\n|\Z)", inside="json"),
            Rule("k", rf"^(?:{methods})(?=[ ])"),
            Rule("k", r"\bHTTP/\d(?:\.\d)?"),
            Rule("n", r"(?<=HTTP/\d\.\d )\d{3}[^\n]*+|(?<=HTTP/\d )\d{3}[^\n]*+"),
            Rule("a", r"^[A-Za-z][\w-]*+(?=:)"),
            Rule("v", r"\{\{?[^{}\n]*+\}\}?|(?<=/):\w++"),
            Rule("s", r"(?<=[ ])(?:/|https?://)[^\s{}?]*+"),
            Rule("", r"[^\s{}/?:]++"),
        )
    )


def _build_diff() -> Grammar:
    return Grammar(
        (
            Rule(
                "c",
                r"^(?:diff|index|similarity|rename|(?:new|deleted) file|(?:old|new) mode)\b[^\n]*+",
            ),
            Rule("h", r"^(?:---|\+\+\+)[ ][^\n]*+"),
            Rule("t", r"^@@[^\n]*+"),
            Rule("i", r"^[+>][^\n]*+"),
            Rule("d", r"^[-<][^\n]*+"),
            Rule("", r"[^\n]++"),
        )
    )


_SQL_WORDS = split_words(
    k="""add after all alter analyze and any as asc attach begin between by call cascade case check
    cluster column commit conflict constraint create cross cte cube database declare default delete
    desc describe distinct do drop each else end escape except exec execute exists explain extension
    fetch filter first following for foreign from full function generated grant group grouping
    having if ilike in index inner insert intersect into is isnull join key language last lateral
    left like limit materialized merge natural next no not nothing notnull nulls of off offset on
    only or order outer over partition pragma preceding primary procedure qualify range recursive
    references refresh rename replace restrict returning returns revoke right role rollback row rows
    schema select sequence set similar some table temp temporary then to transaction trigger
    truncate type unbounded union unique unnest update use user using vacuum values view when where
    while window with within without""",
    t="""array bigint bigserial binary bit blob bool boolean bytea char character clob date datetime
    decimal double float inet int int2 int4 int8 integer interval json jsonb money nchar number
    numeric nvarchar real serial smallint string text time timestamp timestamptz tinyint uuid
    varbinary varchar xml""",
    b="true false null current_date current_time current_timestamp",
)


def _build_sql() -> Grammar:
    return Grammar(
        (
            SPACE,
            Rule("c", rf"--[^\n]*+|{BLOCK_COMMENT}|\#[ ][^\n]*+"),
            Rule("s", r"'[^']*+(?>(?:''[^']*+)*)'?"),
            Rule("s", r"\$(?P<quote>\w*)\$[\s\S]*?(?:\$(?P=quote)\$|\Z)"),
            Rule("a", r'"[^"\n]*+"?|`[^`\n]*+`?'),
            Rule("v", r"(?<!:)[@:$]\w++"),
            Rule("n", NUMBER),
            Rule("", rf"(?<=\.){NAME}"),
            Rule("f", rf"{NAME}(?=\()", _SQL_WORDS),
            Rule("", NAME, _SQL_WORDS),
        ),
        fold=True,
    )


def _build_hcl() -> Grammar:
    heredoc = (
        r"<<-?(?P<end>[A-Za-z_]\w*+)[^\n]*+"
        r"(?>(?:\n(?![ \t]*+(?P=end)$)[^\n]*+)*)(?>(?:\n[ \t]*+(?P=end)$)?)"
    )
    return Grammar(
        (
            Rule("c", f"{C_COMMENT}|{HASH_COMMENT}"),
            Rule("s", heredoc, inside="hcl.text"),
            Rule("s", DOUBLE, inside="hcl.text"),
            Rule("n", NUMBER),
            Rule("k", r"^[ \t]*+[a-z_][\w-]*+(?=(?>(?:[ ]++\"[^\"\n]*+\")*)[ ]*+\{)"),
            Rule("a", r"[A-Za-z_][\w-]*+(?=[ \t]*+=(?!=))"),
            Rule("", rf"(?<=\.){NAME}"),
            Rule("f", rf"{NAME}(?=\()"),
            Rule("v", r"\b(?:var|local|data|module|each|self|count|path)(?=\.)"),
            Rule(
                "",
                r"[^\W\d][\w-]*+",
                split_words(
                    b="true false null",
                    k="for in if else",
                    t="string number bool list map set object any tuple",
                ),
            ),
        )
    )


def _build_nginx() -> Grammar:
    return Grammar(
        (
            Rule("c", HASH_COMMENT),
            Rule("s", f"{DOUBLE}|{SINGLE}", inside="bash.text"),
            Rule("v", r"\$(?:\{\w++\}|\w++)"),
            Rule("k", r"^[ \t]*+[a-z_][\w-]*+(?=[\s;{])|(?<=[{;][ ])[a-z_]\w*+(?=[\s;])"),
            Rule("n", r"\d++(?:ms|[smhdwMykKgG])?(?=[\s;])"),
            Rule("b", r"(?<=[ ])(?:on|off|any|none|all)(?=;)"),
            Rule("", r"[^\s;{}$\"'#]++"),
        )
    )


GRAMMARS: Mapping[str, Callable[[], Grammar]] = {
    "json": _build_json,
    "yaml": _build_yaml,
    "toml": _build_toml,
    "ini": _build_ini,
    "dotenv": _build_ini,
    "http": _build_http,
    "diff": _build_diff,
    "sql": _build_sql,
    "hcl": _build_hcl,
    "hcl.text": lambda: Grammar((Rule("", r"\\."), Rule("v", r"[$%]\{[^{}\n]*+\}"))),
    "nginx": _build_nginx,
}
