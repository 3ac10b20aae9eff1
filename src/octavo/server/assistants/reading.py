"""The tools that read a site: they search, list pages, and return page texts in parts.

Arguments are lookup keys: Markdown twins for pages, the search index for operations. Pages that
aren't public have neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Any
from urllib.parse import unquote, urlsplit

from octavo.search.entry import PageHead
from octavo.server.assistants.arguments import NUMBER, Argument, ToolError
from octavo.server.assistants.listing import SectionName, name_operation
from octavo.server.assistants.read_site import ReadSite
from octavo.server.assistants.tool import Question, Tool, ToolAnswer, build_data_answer
from octavo.server.search.folder_search import describe_result
from octavo.settings.urls import is_external
from octavo.site.urls import build_page_href, build_twin_output, normalize_url, split_fragment

PART = 20_000
"""The most characters of a page in one answer."""
_RESULTS, _MOST_RESULTS = 8, 25
_LONGEST_EXCERPT = 400
_MOST_LISTED = 100
"""The most pages, or sections, in one answer."""
_KINDS = {"guide": "g", "api": "a"}

_OFFSET = Argument("offset", "Where to go on, as an earlier answer says (0).", NUMBER)
_VERSION = Argument("version", "Only pages of this version of the documentation.", longest=100)
METHOD = Argument("method", "The HTTP method of the operation, such as GET.", longest=10)
PATH = Argument("path", "Its path as documented, such as /users/{id}.")
OPERATION_ID = Argument("operation_id", "The operation by its operationId.", longest=300)


def build_reading_tools() -> tuple[Tool, ...]:
    """Return the tools that only read."""
    return (
        Tool(
            "search",
            "Search the documentation",
            "Search this documentation as its readers do. Returns pages, best first, with their "
            "addresses, the sections that answer, and excerpts. Read a page with read_page.",
            (
                Argument("query", "What to look for: a few words.", is_required=True, longest=400),
                Argument("kind", "Only guides, or only API pages.", choices=tuple(_KINDS)),
                Argument("tab", "Only pages of this tab.", longest=200),
                _VERSION,
                Argument("limit", f"Most results ({_RESULTS}; at most {_MOST_RESULTS}).", NUMBER),
            ),
            _search,
        ),
        Tool(
            "read_page",
            "Read a page",
            "Return the text of a page of this documentation as Markdown; long ones in parts.",
            (
                Argument("page", "Its address or path, such as /guides/install.", is_required=True),
                _OFFSET,
            ),
            _read_page,
        ),
        Tool(
            "list_sections",
            "List sections and pages",
            "List the tabs and groups of this documentation with their pages. Where there are many "
            "pages, only sections are listed until one is named.",
            (
                Argument("section", "Only this tab, or this group and those inside it."),
                _VERSION,
                _OFFSET,
            ),
            _list_sections,
        ),
        Tool(
            "describe_operation",
            "Describe an operation of the API",
            "Return what this documentation says of an operation of the API: parameters, bodies, "
            "answers. Name it by method and path, by operationId, or by its page.",
            (
                METHOD,
                PATH,
                OPERATION_ID,
                Argument("page", "The operation by the address or path of its page."),
                _VERSION,
                _OFFSET,
            ),
            _describe_operation,
        ),
    )


# --- search -------------------------------------------------------------------------------------


async def _search(question: Question) -> ToolAnswer:
    arguments, site = question.arguments, question.site
    filter_by = {
        "kind": _KINDS.get(arguments.get("kind", ""), ""),
        "tab": arguments.get("tab", ""),
        "version": arguments.get("version", ""),
    }
    most = min(arguments.get("limit") or _RESULTS, _MOST_RESULTS)
    answer = await question.index.search(site, arguments["query"], filter_by, most)
    results = [_describe_result(describe_result(each), site) for each in answer["results"]]
    return build_data_answer({"total": answer["total"], "results": results})


def _describe_result(result: dict[str, Any], site: ReadSite) -> dict[str, Any]:
    described = {
        "title": result["title"],
        "address": site.origin + result["url"],
        "section": " / ".join(filter(None, (result["tab"], result["place"]))),
        "version": result["version"],
        "operation": f"{result['method']} {result['path']}".strip(),
        "status": result["mark"],
        "excerpt": (result["text"] or result["description"])[:_LONGEST_EXCERPT],
        "parts": [
            {
                "title": section["title"],
                "address": site.origin + section["url"],
                "excerpt": section["text"][:_LONGEST_EXCERPT],
            }
            for section in result["sections"]
        ],
    }
    return {name: value for name, value in described.items() if value}


# --- pages --------------------------------------------------------------------------------------


async def _read_page(question: Question) -> ToolAnswer:
    arguments = question.arguments
    text = await load_page_text(question.site, arguments["page"])
    return _build_part(text, arguments.get("offset", 0))


async def load_page_text(site: ReadSite, page: str) -> str:
    """Return the Markdown of a page, by its address or path, and follow redirects."""
    url = find_url(site, page)
    content = await site.load(build_twin_output(url))
    if content is None:
        redirect = site.find_redirect(url)
        if redirect is not None and not is_external(redirect.location):
            url = find_url(site, redirect.location)
            content = await site.load(build_twin_output(url))
    if content is None:
        raise ToolError(
            f"There is no page `{page[:200]}`. Look for it with search, or see list_sections."
        )
    return content.decode("utf-8", "replace")


def find_url(site: ReadSite, page: str) -> str:
    """Return the URL for an address or path, which need not exist."""
    address = page.strip()
    if is_external(address):
        try:
            parts = urlsplit(address)
        except ValueError:
            raise ToolError("This is no address.") from None
        if site.origin and f"{parts.scheme}://{parts.netloc}".lower() != site.origin.lower():
            raise ToolError(f"This page is not one of {site.origin}, which is all that is here.")
        address = parts.path
    path = unquote(split_fragment(address)[0])
    if f"{path}/".startswith(f"{site.base_path}/"):
        path = path[len(site.base_path) :]
    return normalize_url(path.removesuffix(".md").removesuffix("index.html").rstrip("/"))


def _build_part(text: str, offset: int, note: str = "") -> ToolAnswer:
    """Return the part of a text at an offset, and how to get the next part."""
    if offset and offset >= len(text):
        raise ToolError(f"There is nothing from {offset:,} on: the text has {len(text):,} letters.")
    end = offset + PART
    if end < len(text):
        # Parts end at the end of a line, unless it is very long.
        line_end = text.rfind("\n", offset + PART // 2, end)
        end = line_end + 1 if line_end > 0 else end
        note += (
            f"\n\n[Letters {offset:,} to {end:,} of {len(text):,}. "
            f"For the next part, ask with offset {end}.]"
        )
    return ToolAnswer(text[offset:end] + note)


# --- lists --------------------------------------------------------------------------------------


async def _list_sections(question: Question) -> ToolAnswer:
    arguments, site = question.arguments, question.site
    name, version = arguments.get("section", ""), arguments.get("version", "")
    sections = {
        each: pages
        for each, pages in (await question.index.list_pages(site)).sections.items()
        if _is_wanted(each, name.lower(), version)
    }
    if not sections:
        raise ToolError("There is no such section. Ask without arguments to see all of them.")
    offset = arguments.get("offset", 0)
    if name or sum(map(len, sections.values())) <= _MOST_LISTED:
        return _list_pages(site, sections, offset)
    descriptions = [
        {**_describe_section(each), "pages": len(pages)}
        for each, pages in islice(sections.items(), offset, offset + _MOST_LISTED)
    ]
    return _build_list({"sections": descriptions}, len(sections), offset, "sections")


def _list_pages(
    site: ReadSite, sections: Mapping[SectionName, Sequence[PageHead]], offset: int
) -> ToolAnswer:
    rows = [(name, page) for name, pages in sections.items() for page in pages]
    descriptions = [
        {
            **_describe_section(name),
            "pages": [_describe_page(page, site) for _, page in of_section],
        }
        for name, of_section in groupby(rows[offset : offset + _MOST_LISTED], itemgetter(0))
    ]
    return _build_list({"sections": descriptions}, len(rows), offset, "pages")


def _build_list(data: dict[str, Any], total: int, offset: int, what: str) -> ToolAnswer:
    if offset and offset >= total:
        raise ToolError(f"There is nothing from {offset:,} on: there are {total:,} {what}.")
    further = {"next_offset": offset + _MOST_LISTED} if offset + _MOST_LISTED < total else {}
    return build_data_answer({**data, f"total_{what}": total, **further})


def _is_wanted(name: SectionName, section: str, version: str) -> bool:
    own_version, tab, groups = name
    if version and own_version not in ("", version):
        return False
    whole = f"{tab} / {groups} / ".lower()
    return not section or any(
        each.startswith(f"{section} / ") for each in (whole, f"{groups} / ".lower())
    )


def _describe_section(name: SectionName) -> dict[str, str]:
    pairs = zip(("version", "tab", "group"), name, strict=True)
    return {key: value for key, value in pairs if value}


def _describe_page(page: PageHead, site: ReadSite) -> dict[str, str]:
    described = {
        "title": page.title,
        "address": site.origin + page.href,
        "operation": page.operation,
        "status": page.mark,
        "description": page.description,
    }
    return {name: value for name, value in described.items() if value}


# --- operations ---------------------------------------------------------------------------------


async def _describe_operation(question: Question) -> ToolAnswer:
    first, *others = await find_operations(question)
    text = await load_page_text(question.site, first.href)
    note = ""
    if others:
        pages = ", ".join(each.href for each in others[:_MOST_RESULTS])
        note = f"\n\n[Further pages describe it: {pages}. Name one with `page`.]"
    return _build_part(text, question.arguments.get("offset", 0), note)


async def find_operations(question: Question) -> list[PageHead]:
    """Return the pages of the requested operation; at least one."""
    arguments, site = question.arguments, question.site
    if page := arguments.get("page"):
        name = build_page_href(find_url(site, page), site.base_path)
    elif arguments.get("operation_id"):
        name = arguments["operation_id"]
    elif arguments.get("path"):
        name = name_operation(arguments.get("method", ""), arguments["path"])
    else:
        raise ToolError("Name an operation: by `method` and `path`, `operation_id`, or `page`.")
    version = arguments.get("version", "")
    pages = (await question.index.list_pages(site)).operations.get(name, ())
    matches = [page for page in pages if not version or page.version in ("", version)]
    if not matches:
        raise ToolError(
            "No page of this documentation describes such an operation. Look for it with search."
        )
    return matches
