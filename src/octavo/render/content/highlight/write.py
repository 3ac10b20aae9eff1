"""Writes code as HTML, each token in an element of its kind that ends with its line."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec

from octavo.content.languages import LABELS, resolve_language
from octavo.problems import Code, Location, Problem, Severity
from octavo.render.basis.html import escape_text, replace_nul
from octavo.render.content.highlight import c_family, data, markup, scripting, shells, web
from octavo.render.content.highlight.grammar import CompiledGrammar, Grammar, compile_grammar

LARGEST = 200_000
"""The longest code that is highlighted."""

_MAKERS = {
    **c_family.GRAMMARS,
    **data.GRAMMARS,
    **markup.GRAMMARS,
    **scripting.GRAMMARS,
    **shells.GRAMMARS,
    **web.GRAMMARS,
}
_FENCE = re.compile(
    r"(\s*+(?:`{3,}+|~{3,}+)[ \t]*+([\w+#.-]*+)[^\n]*+\n)(.*)(\n[^\n]*)\Z", re.DOTALL
)
_NEVER_NESTED = frozenset({"markdown", "mdx"})
_DRAWN = "mermaid"
"""A language of pictures, which is never highlighted."""


def highlight(text: str, language: str) -> list[str]:
    """Return the HTML of each line of code; an unknown language stays plain."""
    return highlight_text(text, language).split("\n")


def highlight_text(text: str, language: str) -> str:
    """Return the HTML of code."""
    if not language or len(text) > LARGEST:
        return escape_text(text)
    out: list[str] = []
    text = replace_nul(text)
    grammar = _find(language)
    if grammar is not None:
        if grammar.grammar.is_session and shells.PROMPT.search(text) is None:
            grammar = _find_compiled("bash")  # These are only commands, without output.
        _write(out, text, grammar, "")
    else:
        _write_by_pygments(out, text, language)
    return "".join(out)


def has_grammar(language: str) -> bool:
    """Tell whether Octavo has a grammar for a language."""
    return _find(language) is not None


def explain_plain_code(language: str, place: Location) -> Problem | None:
    """Return the note that code is plain because an extra is missing, once, or None."""
    name = resolve_language(language)
    if not name or name in LABELS or name == _DRAWN or _has_fallback():
        return None
    topic = "code in rare languages is shown without colors: the extra `languages` is not installed"
    hint = "Install the extra: pip install 'octavo[languages]'."
    return Problem(Code.CODE_NOT_COLORED, f"`{name}`", place, Severity.INFO, hint, topic)


def make_grammar(name: str) -> Grammar:
    """Return a grammar by its name; those with a dot are parts of languages."""
    return _MAKERS[name]()


@cache
def _find_compiled(name: str) -> CompiledGrammar:
    return compile_grammar(make_grammar(name))


@cache
def _find(language: str) -> CompiledGrammar | None:
    name = resolve_language(language)
    return _find_compiled(name) if name in LABELS else None


def _write(out: list[str], text: str, grammar: CompiledGrammar, plain: str) -> None:
    """Write code; unmatched parts have the kind `plain`."""
    rules, fold, add = grammar.rules_by_group, grammar.grammar.fold, out.append
    is_safe = not ("<" in text or "&" in text or ">" in text)
    at = 0
    for match in grammar.pattern.finditer(text):
        rule = rules[match.lastindex or 0]
        if rule is None:
            continue
        kind, _, words, inside, _ = rule
        start = match.start(1)
        token = text[start : match.end()]
        if words is not None:
            kind = words.get(token.lower() if fold else token, kind)
        if not kind and inside is None:
            continue
        if start > at:
            between = text[at:start]
            if plain:
                _write_token(out, between, plain)
            else:
                add(between if is_safe or between.isspace() else escape_text(between))
        at = start + len(token)
        if inside is not None:
            _write_inside(out, token, inside, kind)
        elif "\n" in token:
            _write_token(out, token, kind)
        else:
            token_html = token if is_safe or token.isalnum() else escape_text(token)
            add(f'<span class="{kind}">{token_html}</span>')
    if at < len(text):
        _write_token(out, text[at:], plain)


def _write_inside(out: list[str], token: str, name: str, kind: str) -> None:
    if name == "fence":
        _write_fence(out, token, kind)
    else:
        _write(out, token, _find_compiled(name), kind)


def _write_token(out: list[str], token: str, kind: str) -> None:
    html = escape_text(token)
    if not kind:
        out.append(html)
        return
    opening = f'<span class="{kind}">'
    if "\n" in html:
        html = html.replace("\n", f"</span>\n{opening}")
        out.append(f"{opening}{html}</span>".replace(f"{opening}</span>", ""))
    else:
        out.append(f"{opening}{html}</span>")


def _write_fence(out: list[str], token: str, kind: str) -> None:
    """Write a code block inside Markdown, highlighted in its language."""
    match = _FENCE.match(token)
    name = resolve_language(match[2]) if match else ""
    if match is None or name not in LABELS or name in _NEVER_NESTED:
        _write_token(out, token, kind)
        return
    _write_token(out, match[1], kind)
    _write(out, match[3], _find_compiled(name), "")
    _write_token(out, match[4], kind)


def _has_fallback() -> bool:
    return find_spec("pygments") is not None


def _write_by_pygments(out: list[str], text: str, language: str) -> None:
    name = resolve_language(language)
    if not name or not _has_fallback():
        _write_token(out, text, "")
        return
    from octavo.render.content.highlight.fallback import read_tokens  # noqa: PLC0415 (an extra, for rare languages)

    for kind, token in read_tokens(text, name):
        _write_token(out, token, kind)
