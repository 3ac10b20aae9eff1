"""Grammars of shells and of command lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from octavo.render.content.highlight.grammar import (
    DOUBLE,
    HASH_COMMENT,
    NAME,
    SPACE,
    Grammar,
    Rule,
    split_words,
)

_KEYWORDS = (
    "if|then|else|elif|fi|for|in|do|done|while|until|case|esac|function|return|export|local|"
    "readonly|declare|unset|break|continue|select|time|source|alias"
)
_COMMENT = r"#(?<![^\s;(]#)[^\n]*+"
_LONG_TEXT = r'"[^"\\]*+(?>(?:\\[\s\S][^"\\]*+)*)"?'
_HEREDOC = (
    r"<<-?[ ]?(?P<quote>['\"]?)(?P<end>[A-Za-z_]\w*)(?P=quote)[^\n]*+"
    r"(?>(?:\n(?![ \t]*+(?P=end)$)[^\n]*+)*)(?>(?:\n[ \t]*+(?P=end)$)?)"
)
_VARIABLE = r"\$(?:\{[^{}\n]*+\}?|\w++|[@#?*!$-])"
_PLACE_OF_COMMAND = rf"(?:(?<=[|;&(`])|(?<=[|;&] )|^[ \t]*+)(?!(?:{_KEYWORDS})(?![\w.-]))"
_COMMAND = rf"{_PLACE_OF_COMMAND}[A-Za-z_.~/][\w./~+@-]*+(?![=\w(])"
_PROMPT = (
    r"(?:[^\s$%❯➜]*+(?:(?<=[)\]~])[ ])?(?:[$❯➜]|%(?<!\d%))|>>>|PS[^>\n]*+>|[A-Z]:\\[^>\n]*+>)[ ]"
)
PROMPT = re.compile(f"^{_PROMPT}", re.MULTILINE)
"""The prompt that a session has at least once."""

_SHELL_RULES = (
    Rule("c", _COMMENT),
    Rule("s", _HEREDOC, inside="bash.text"),
    Rule("s", rf"\$?{_LONG_TEXT}", inside="bash.text"),
    Rule("s", r"\$?'[^']*+'?"),
    Rule("v", _VARIABLE),
    Rule("", r"\\\n[ \t]*+"),
    Rule("a", r"--?(?<![^\s]--)(?<![^\s-]-)[A-Za-z][\w-]*+"),
    Rule("v", r"[A-Za-z_]\w*+(?=\+?=)"),
    Rule("k", rf"\b(?<![\w./-])(?:{_KEYWORDS})(?![\w./=:-])"),
    Rule("f", r"[A-Za-z_][\w-]*+(?=\(\))"),
    Rule("f", _COMMAND),
    Rule("n", r"\d++(?>(?:\.\d++)*)(?![\w./:-])"),
    Rule("", r"[\w./:@%+,=~?-]++"),
)


def _build_bash() -> Grammar:
    return Grammar((Rule("p", r"^[$%][ ]"), Rule("f", r"(?<=^[$%] )[\w./~-]++"), *_SHELL_RULES))


def _build_console() -> Grammar:
    """Return the grammar of a session: prompts, commands, and their output."""
    command = r"(?<=[$%❯➜>] )(?<![|;&] )[\w./~\\:-]++"
    return Grammar(
        (
            Rule("p", f"^{_PROMPT}"),
            Rule("c", r"^#[^\n]*+"),
            Rule("", r"\\\n(?:[ \t]++|\S++)"),
            Rule("o", r"^[^\n]++"),
            Rule("f", command),
            *_SHELL_RULES,
        ),
        is_session=True,
    )


def _build_bash_text() -> Grammar:
    return Grammar((Rule("", r"\\[\s\S]"), Rule("v", _VARIABLE)))


def _build_dockerfile() -> Grammar:
    instructions = (
        "FROM|RUN|CMD|LABEL|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|"
        "STOPSIGNAL|HEALTHCHECK|SHELL|MAINTAINER"
    )
    return Grammar(
        (
            Rule("k", rf"^[ \t]*+(?i:{instructions})(?=[ \t])|(?<=[ ])(?i:AS)(?=[ ])"),
            *_SHELL_RULES,
        )
    )


def _build_makefile() -> Grammar:
    return Grammar(
        (
            Rule("c", HASH_COMMENT),
            Rule("", r"^\t[@+-]*+"),
            Rule(
                "k",
                r"^[ ]*+(?:-?include|ifeq|ifneq|ifdef|ifndef|else|endif|define|endef|export|"
                r"override|unexport|vpath)\b",
            ),
            Rule("v", r"^[\w.-]++(?=[ \t]*+(?:[:+?!]|::)?=)"),
            Rule("f", r"^[^\s:=#$][^:=#\n]*+(?=::?(?!=))"),
            Rule("v", r"\$(?:\([^()\n]*+\)|\{[^{}\n]*+\}|[\w@<^?*%$+])"),
            Rule("s", rf"{DOUBLE}|'[^'\n]*+'?"),
            Rule("", r"[\w./-]++"),
        )
    )


_POWER_WORDS = split_words(
    k="""begin break catch class continue data do dynamicparam else elseif end enum exit filter
    finally for foreach from function if in param process return switch throw trap try until using
    while""",
)


def _build_powershell() -> Grammar:
    return Grammar(
        (
            SPACE,
            Rule("p", r"^PS[^>\n]*+>"),
            Rule("c", rf"<\#[^#]*+(?>(?:\#(?!>)[^#]*+)*)(?>(?:\#>)?)|{HASH_COMMENT}"),
            Rule("s", r'@"\n[\s\S]*?(?:\n"@|\Z)', inside="powershell.text"),
            Rule("s", r"@'\n[\s\S]*?(?:\n'@|\Z)"),
            Rule("s", r'"[^"`]*+(?>(?:`[\s\S][^"`]*+)*)"?', inside="powershell.text"),
            Rule("s", r"'[^']*+'?"),
            Rule("b", r"\$(?:true|false|null)\b"),
            Rule("v", r"\$(?:\{[^{}\n]*+\}|[\w:?]++)"),
            Rule("f", r"[A-Za-z]++-[A-Za-z]\w*+"),
            Rule("a", r"-(?<![^\s]-)[A-Za-z]\w*+"),
            Rule("t", r"\[[A-Za-z][\w.]*+(?:\[\])?\]"),
            Rule("n", r"\d++(?>(?:\.\d++)?)(?:[KMGT]B)?(?![\w.])"),
            Rule("f", rf"(?<=\.){NAME}(?=\()"),
            Rule("a", rf"{NAME}(?=[ ]*+=(?!=))"),
            Rule("", r"[\w.\\/:-]++", _POWER_WORDS),
        ),
        fold=True,
    )


GRAMMARS: Mapping[str, Callable[[], Grammar]] = {
    "bash": _build_bash,
    "bash.text": _build_bash_text,
    "console": _build_console,
    "dockerfile": _build_dockerfile,
    "makefile": _build_makefile,
    "powershell": _build_powershell,
    "powershell.text": lambda: Grammar((Rule("", r"`."), Rule("v", r"\$(?:\{[^{}\n]*+\}|\w++)"))),
}
