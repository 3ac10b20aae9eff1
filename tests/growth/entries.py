"""What reads texts of others, and the pieces that hostile ones are made of."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from octavo.builder.host_files.matching import build_literal_regex, escape_literal
from octavo.builder.served.locations import escape_location
from octavo.builder.served.proxy_paths import check_path, check_query, read_template
from octavo.builder.served.refusals import RefusedError
from octavo.content.code_mistakes import find_json_mistake, find_yaml_mistake
from octavo.content.fences import read_code, read_fence, read_ranges
from octavo.content.front_matter import read_front_matter
from octavo.content.headings import build_other_slugs, build_slug, read_headings
from octavo.content.inspection import inspect_document
from octavo.content.javascript.expressions import expand_document
from octavo.content.javascript.imports import find_imports
from octavo.content.javascript.jsx import JsxMistake, is_only_comments, transform_expression
from octavo.content.javascript.literals import evaluate_literal
from octavo.content.javascript.modules import read_module
from octavo.content.javascript.snippets import suggest_syntax
from octavo.content.leads import parse_lead, strip_marks
from octavo.content.mdx import parse_mdx
from octavo.content.titles import parse_title
from octavo.mock.parameters import read_cookies, read_query
from octavo.mock.preferences import choose_media_type, read_preferences
from octavo.openapi.examples.leaves import build_text_of_pattern
from octavo.openapi.examples.patterns import build_pattern_text
from octavo.openapi.plain_text import cut_first_words, split_summary
from octavo.openapi.plain_text import strip_marks as strip_markdown
from octavo.openapi.validity.library import is_pattern
from octavo.project.discover import _read_patterns
from octavo.project.documents.json import parse_json
from octavo.project.documents.yaml import parse_yaml
from octavo.project.git.repository import find_web_address
from octavo.project.named_hosts import _find_style_hosts, find_script_hosts
from octavo.project.svg_colors import read_svg_colors
from octavo.project.web.font_faces import parse_font_sheet
from octavo.project.web.web_links import read_link
from octavo.render.api.untrusted import render_untrusted
from octavo.render.api.view.words import render_path
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.content.highlight import highlight_text
from octavo.render.content.page import render_content
from octavo.render.listings.plain_html import clean_html
from octavo.render.pictures.logo import draw_svg, is_svg
from octavo.render.styling.colors import parse_color
from octavo.render.twin.writer import write_document
from octavo.render.utilities.classes import render_utilities
from octavo.search.page_text import read_sections
from octavo.search.words import fold, list_terms, split_words
from octavo.server.feedback.counters import clean_search
from octavo.server.feedback.votes import _read_form, clean_text
from octavo.server.proxy.request import read_envelope
from octavo.server.web.accept import choose_encoding, prefers_markdown
from octavo.server.web.static_site import find_output
from octavo.settings.json.text import read_json
from octavo.settings.read import read_settings
from octavo.settings.read_page import read_page_settings
from octavo.settings.urls import clean_url, normalize_page, read_site_url
from octavo.settings.values import read_icon
from octavo.site.links import LinkResolver
from octavo.site.redirect_patterns import fill_destination, parse_pattern
from octavo.site.urls import normalize_url
from tests.growth.apis import list_api_entries, list_met_documents
from tests.growth.forms import FORM, ask_path, call_tool, send_bodies, send_fields
from tests.growth.shapes import Entry, Shape, list_shapes
from tests.growth.sites import list_met_sites, list_site_entries
from tests.render.content.test_highlight import LANGUAGES
from tests.render.content.test_page import site

Work = Callable[[str], object]


def read_texts(
    name: str,
    run: Work,
    atoms: tuple[str, ...],
    frames: tuple[tuple[str, str], ...] = (("", ""),),
) -> Entry[str]:
    """Return what reads texts that are made of these pieces, in these frames."""
    return Entry(name, run, partial(list_shapes, atoms, frames))


MDX = (
    "a ", "\n", "\n\n", "<b>", "</b>", "<b", "<A>\n", "</A>\n", "<a b={", "{", "}", "{a <b>",
    "{/*", "*/}", "(", ")", "'", '"', "`", "```\n", "${", "[a]", "[", "](", "![", "*", "**",
    "_", "~~", "> ", "- ", "1. ", "    ", "\t", "|", "|-|\n", "# ", "=\n", "$", "$$\n", "&amp;",
    "&", "\\", "<!--", "-->", "import a", "export const a = ", "http://a.", "@a.b", "[^a]: ",
    "[a]: b\n", "//", "/", "<", ">", "=", ":", "  \n", "</", "{'", "<b/>",
)  # fmt: skip
JAVASCRIPT = (
    "a", "1", " ", "\n", "'", '"', "`", "${", "{", "}", "(", ")", "[", "]", ",", ":", ";", "=>",
    "=", "<b>", "</b>", "<b ", "/>", "<", ">", "//", "/*", "*/", "/", "\\", "...", "?", "!", "-",
    "import a from 'b'\n", "export ", "const a = ", "function a(", "return ", "&&", ".", "{'a': ",
    "a: 1, ", "`a${", "async ", "/[", "{/*",
)  # fmt: skip
YAML = (
    "a", "a: ", "a: b\n", "- ", "- a\n", "\n", " ", "  ", "\t", "'", '"', "[", "]", "{", "}", ",",
    ": ", "? ", "|\n", ">\n", "&a ", "*a ", "!!str ", "!", "#", "---\n", "...\n", "\\", "<<: ",
    "1", "%", "0x", "~", "\ufeff", "\x85",
)  # fmt: skip
JSON = (
    "a", "1", "-", "1e", ".", '"', '"a"', '"a": ', "[", "]", "{", "}", ",", ":", "\n", " ", "\\",
    "\\u00", "//", "/*", "*/", "null", '{"a": ', "'", "\t", "NaN", "[[], ",
)  # fmt: skip
_URL = (
    "a", "/", "//", "../", "./", ".", ":", "://", "?", "#", "&", "=", "%", "%2e", "%25", "@", "[",
    "]", "{", "}", "{a}", ":a", ":a*", "*", "\\", " ", "\n", "http://", "-", "_", ";", ",",
)  # fmt: skip
_PATTERN = (
    "a", "(", ")", "(?:", "(?=", "(?<", "[", "]", "[^", "{2}", "{9,}", "*", "+", "?", "|", "^",
    "$", "\\", "\\d", "\\p{L}", ".", "-", "{", "}", "a{99}", "\\u{", "(a", "[a-",
)  # fmt: skip
_HTML = (
    "a", " ", "\n", "<b>", "</b>", "<b", ">", "<a href='", "'", '"', "<!--", "-->", "&amp;", "&",
    "<script>", "</script>", "<table>", "<td>", "<p>", "<svg>", "<style>", "=", "/", "<![CDATA[",
    "<?", "<div>\n\n", "*", "`", "[", "](", "> ", "- ", "|", "|-|\n",
)  # fmt: skip
_CODE = (
    "a", "A", "1", "0x", " ", "\n", "'", '"', "`", '"""', "{", "}", "(", ")", "[", "]", "<", ">",
    "</", "/", "//", "/*", "*/", "#", "--", "=", "\\", "$", "${", "#{", "@", ":", ";", "-", "%",
    "|", "<<A\n", "_", "&", ".", "r#", "<!--", "```\n", "\t", "b = ",
)  # fmt: skip
_WORDS = (
    "a", "A", "aB", "1", "a1", " ", "-", "_", ".", "/", "'", "\u00e9", "e\u0301", "\u4e2d",
    "\u0e01", "\u0301",
    "\u05d0", "\u0130", "\u00df", "\n", "{a}", "#", "\ufb03", "\U0001f600",
)  # fmt: skip
_HEADER = (
    "a", ",", ";", "=", "q=", "q=1", '"', "/", "*", " ", "\t", "\\", "br", "text/markdown",
    "text/html;q=0.5,", "-", "1", "%", "%2", "[", "]", "&", "a=b&", "a[b]=", "+", "; ",
)  # fmt: skip
_CLASSES = (
    "a", " ", "-", "p-1 ", "md:", "hover:", "[", "]", "[a:", "/", "!", "#", "(", ")", "bg-", "1",
    "w-[", "calc(", "_", ",", ".", "group-", "dark:", "text-red-500/", "&", "'", "\\",
)  # fmt: skip


def _is_refused(work: Work) -> Work:
    """Return work that may refuse a text, as programs do that are called with it."""

    def run(text: str) -> object:
        with contextlib.suppress(ValueError, RefusedError, JsxMistake, RecursionError):
            return work(text)
        return None

    return run


_LINKS = LinkResolver(site(), "")


def _build_page(text: str) -> object:
    """Make all that a page becomes: HTML, its twin, and what the search knows."""
    source = "guides/one.mdx"
    front = read_front_matter(text, source)
    settings = read_page_settings(front.values, {}, source)
    document = parse_mdx(front.text or text, source)
    problems = inspect_document(document, source)
    expanded = expand_document(document, source, lambda _name: None)
    if expanded.request is None:  # else code has to run first
        document = expanded.document
    html = render_content(source, document, _LINKS)
    twin = write_document(source, document, _LINKS)
    sections = read_sections(document, read_headings(document.nodes))
    words = [list_terms(word) for each in sections for word in split_words(each.text)]
    return settings, problems, html, twin, words


def _read_literal(text: str) -> object:
    return evaluate_literal(text), is_only_comments(text), suggest_syntax(text)


def _read_words(text: str) -> object:
    return (
        [list_terms(word) for word in split_words(text)], list_terms(text), fold(text),
        build_slug(text), build_other_slugs(text), clean_search(text), clean_text(text),
    )  # fmt: skip


def _read_title(text: str) -> object:
    return parse_title(text, links=True), parse_lead(text), strip_marks(text)


def _read_summary(text: str) -> object:
    return split_summary(text), cut_first_words(text), strip_markdown(text)


def _read_url(text: str) -> object:
    addresses = clean_url(text), normalize_url(text), find_web_address(text), find_output(text)
    with contextlib.suppress(ValueError):
        read_link(text)
    for read in (read_site_url, normalize_page, read_icon):
        with contextlib.suppress(Exception):
            read(text)
    return addresses, escape_location(text), render_path(text), read_template(text)


def _match_redirect(text: str) -> object:
    values = parse_pattern("/:a/:b*-:c/*x/:d*").match("/" + text)
    return values, fill_destination("/:a/:b", values or {})


def _plan_redirect(text: str) -> object:
    values = parse_pattern("/" + text).match("/" + "a/b-" * 1000)
    return values, build_literal_regex(text), escape_literal(text)


def _check_path(text: str) -> None:
    _is_refused(check_query)(text)
    check_path("/" + text, read_template("/{a}/b{c}d/{e}"))


def _read_header(text: str) -> object:
    return (
        choose_encoding(text), prefers_markdown(text), read_preferences(text), read_query(text),
        choose_media_type(text, ["text/html", "application/json"]), read_cookies(text),
    )  # fmt: skip


def _read_envelope(text: str) -> object:
    for value in (text, {"headers": [[text, text]]}, {"path": text, "server": text}):
        data = value if isinstance(value, str) else json.dumps(value)
        _is_refused(lambda line: read_envelope(line.encode()))(data)
    return None


def _read_picture(text: str) -> object:
    data = f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'.encode()
    return is_svg(data), draw_svg(data), read_svg_colors(data.decode())


def _read_styles(text: str) -> object:
    return (
        _find_style_hosts(text),
        find_script_hosts(text),
        parse_font_sheet(text, "A", "https://a"),
    )


def _read_fence(text: str) -> object:
    return read_fence("js", text), read_ranges(text), read_code(text), _try_color(text)


def _try_color(text: str) -> object:
    with contextlib.suppress(ValueError):
        return parse_color(text)
    return None


def _read_settings(text: str) -> object:
    return read_json(text, "a.json"), read_settings(text), parse_json(text, "a.json")


def _read_setting(text: str) -> object:
    """Put a text everywhere: keys, names, addresses, colors."""
    redirect = {"source": text, "destination": text}
    return read_settings(json.dumps({
        "name": text, text: 1, "navigation": [text, {"group": text, "pages": [text]}],
        "colors": {"primary": text}, "logo": text, "redirects": [redirect],
        "url": text, "icons": text, "openapi": text, "fonts": {"family": text},
    }))  # fmt: skip


def _list_entries() -> Iterator[Entry[str]]:
    yield read_texts(
        "pages: MDX", parse_mdx, MDX, (("", ""), ("a {a ", ""), ("- <A>\n\n  ", "\n\n</A>"))
    )
    yield read_texts("pages: all of a page", _build_page, MDX)
    yield read_texts(
        "pages: front matter",
        partial(read_front_matter, source=""),
        YAML,
        (("---\n", "\n---\n"), ("---\na: ", "")),
    )
    yield read_texts("pages: titles", _read_title, MDX)
    yield read_texts("pages: words", _read_words, _WORDS)
    yield read_texts("pages: fences", _read_fence, (*_CODE, "1-", "1,", "{1", "title=", "a="))
    yield read_texts(
        "expressions: literals", _read_literal, JAVASCRIPT, (("", ""), ("[", "]"), ("({", "})"))
    )
    yield read_texts(
        "expressions: JSX",
        _is_refused(transform_expression),
        JAVASCRIPT,
        (("", ""), ("<A>", "</A>")),
    )
    yield read_texts("expressions: modules", _is_refused(read_module), JAVASCRIPT)
    yield read_texts("expressions: imports", partial(find_imports, source="a.mdx"), JAVASCRIPT)
    yield read_texts("data: YAML", partial(parse_yaml, source=""), YAML, (("", ""), ("a:\n  ", "")))
    yield read_texts("data: YAML mistakes", find_yaml_mistake, YAML)
    yield read_texts("data: JSON mistakes", find_json_mistake, JSON)
    yield read_texts(
        "data: settings", _read_settings, JSON, (("", ""), ('{"name": "a", "b": ', "}"))
    )
    yield read_texts("data: a setting", _read_setting, _URL)
    yield read_texts(
        "data: ignored files",
        partial(_read_patterns, source=""),
        (*_URL, "**", "!", "[a-", "[!", "/**/", "\n"),
    )
    yield read_texts(
        "API: patterns",
        lambda text: (build_pattern_text(text), build_text_of_pattern(text), is_pattern(text)),
        _PATTERN,
    )
    yield read_texts("API: foreign texts", render_untrusted, _HTML)
    yield read_texts("API: summaries", _read_summary, MDX)
    yield read_texts("site: addresses", _read_url, _URL)
    yield read_texts("site: redirects, address", _match_redirect, _URL)
    yield read_texts("site: redirects, pattern", _plan_redirect, _URL)
    yield read_texts("site: classes", lambda text: render_utilities(text.split()), _CLASSES)
    yield read_texts(
        "site: HTML",
        lambda text: (clean_html(text, "https://a.b"), escape_text(text), escape_attribute(text)),
        _HTML,
    )
    yield read_texts(
        "site: pictures",
        _read_picture,
        (*_HTML, "<path d='", "M1 1", "<g>", "</g>", "<use href='#a'/>", "fill='#fff' "),
    )
    yield read_texts(
        "site: styles",
        _read_styles,
        (*_CODE, "@font-face{", "url(", "@import ", "https://a", "src:"),
    )
    yield read_texts("server: headers", _read_header, _HEADER)
    yield read_texts("server: proxied path", _is_refused(_check_path), _URL)
    yield read_texts("server: mock", ask_path, _URL, (("", ""), ("/a", ""), ("/a-a/", "")))
    yield read_texts("server: bodies", send_bodies, (*_HEADER, *FORM))
    yield read_texts("server: fields", send_fields, ("a", "ab", "abc"))
    yield read_texts("server: tools", call_tool, (*JSON, "true, ", "1, ", '"a": ["b"], '))
    yield read_texts("server: envelope", _read_envelope, JSON)
    yield read_texts("server: form", _is_refused(_read_form), _HEADER)
    for language in LANGUAGES:
        yield read_texts(f"code: {language}", partial(highlight_text, language=language), _CODE)


ENTRIES: tuple[Entry[Any], ...] = (*_list_entries(), *list_api_entries(), *list_site_entries())


def begin(start: str, again: str) -> Shape[str]:
    return Shape(f"{start!r}, {again!r} * n", lambda size: start + again * (size // len(again)))


MET: tuple[tuple[str, Shape[Any]], ...] = (
    *list_met_documents(),
    *list_met_sites(),
    ("server: fields", begin("", "abc")),
    ("pages: MDX", begin("Write {a ", "<b>")),
    ("pages: MDX", begin("- <A>\n\n  {a ", "<b>")),
    ("data: YAML mistakes", begin("a: b", "\n")),
    ("data: YAML mistakes", begin("a:\n", " \n")),
    ("data: JSON mistakes", begin('{"a": b', "„")),
    ("data: a setting", begin("/a", " ")),
    ("API: patterns", begin("", "\\d.")),
    ("API: foreign texts", begin("", "> - ")),
    ("expressions: modules", begin("", "const {}\n")),
    ("expressions: modules", begin("import a", "\t")),
)
"""What cost too much when it was met, by the name of what reads it."""
