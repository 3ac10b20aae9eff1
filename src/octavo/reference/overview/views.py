"""What the pages of a whole API document and of its tags show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.info import ApiInfo, NamedAddress
from octavo.openapi.model import SecurityScheme, Server, Tag
from octavo.openapi.operation.servers import read_servers
from octavo.openapi.request.request import describe_servers
from octavo.reference import view
from octavo.reference.endpoint import view_server
from octavo.reference.facts.about import DEPRECATED, link_address, list_badge_marks
from octavo.reference.overview.document_pages import DocumentPages
from octavo.reference.security import list_schemes
from octavo.reference.view import Words, say
from octavo.site.model import WEBHOOK, Page
from octavo.values import Struct, replace

_MAIL = "mailto:"
_EMAIL = re.compile(r"[^\s@<>\"'?&#%]+@[\w.-]+\Z")


class Overview(Struct, frozen=True):
    """What the page of a whole document is made of."""

    servers: tuple[tuple[Server, str], ...] = ()
    """Each with its address."""
    schemes: tuple[SecurityScheme, ...] = ()


def list_servers(document: ApiDocument, base_urls: Sequence[str]) -> tuple[tuple[Server, str], ...]:
    """Return the servers of a document with their addresses; base urls replace them."""
    servers = read_servers(document, (document.root,))
    described = describe_servers(servers, base_urls, document.source)
    if base_urls:
        return tuple((Server(url), url) for url in base_urls)
    return tuple(
        (server, server.url if description.get("assumed") else str(description["url"]))
        for server, description in zip(servers, described, strict=False)
    )


def introduce_overview(info: ApiInfo) -> tuple[view.Part, ...]:
    """Return what the page of a document says above its sections."""
    summary = (view.Prose(info.summary, "lead"),) if info.summary else ()
    kind = "above" if summary else "lead"
    text = (view.Prose(info.description, kind),) if info.description else ()
    facts = tuple(_list_facts(info))
    return (*summary, *((view.Items(facts, "api-facts"),) if facts else ()), *text)


def introduce_tag(tag: Tag) -> tuple[view.Part, ...]:
    """Return what the page of a tag says above its sections."""
    parts: list[view.Part] = [view.Prose(tag.description, "lead")] if tag.description else []
    if tag.external_docs:
        url, words = tag.external_docs
        parts.append(view.Line(_link(NamedAddress(words, url), say("Read more"))))
    return tuple(parts)


def _list_facts(info: ApiInfo) -> Iterator[view.Item]:
    """Return the facts of a document."""
    if info.version:
        yield view.Item(say("Version"), facts=(_name(info.version),))
    for words, address in (
        (say("License"), info.license),
        (say("Contact"), info.contact),
        (say("Email"), NamedAddress(info.email, _build_mail(info.email))),
        (say("Terms of service"), NamedAddress("", info.terms)),
        (say("More documentation"), info.external_docs),
    ):
        if address.name or address.url:
            yield view.Item(words, facts=(_link(address),))


def _build_mail(email: str) -> str:
    return f"{_MAIL}{email}" if _EMAIL.match(email) else ""


def _link(address: NamedAddress, words: Words | None = None) -> Words:
    """Return a name as a link, if its address may be followed."""
    href = link_address(address.url).href if not address.url.startswith(_MAIL) else address.url
    text = address.name or words or address.url.partition("://")[2].rstrip("/") or address.url
    return Words("{link}", (("link", view.Link(text, href) if href else text),))


def view_overview(overview: Overview, of: Page, pages: DocumentPages, ids: view.Ids) -> view.View:
    """Return the sections of the page of a document."""
    sections: list[view.Section] = []
    if overview.servers:
        servers = tuple(view_server(server, url) for server, url in overview.servers)
        sections.append(_build(ids, "servers", say("Servers"), view.Items(servers, "api-servers")))
    if overview.schemes:
        schemes = list_schemes(overview.schemes)
        sections.append(_build(ids, "authentication", say("Authentication"), schemes))
    texts = tuple(view.Item(_name(tag.group), tag.description or "") for tag in pages.texts)
    parts = [*_list_tags(of, pages), *([view.Items(texts, "overview-list")] if texts else [])]
    sections += [_build(ids, "tags", say("Topics"), *parts)] if parts else []
    sections += _list_operations(pages.list_operations(of), ids)
    return view.View(tuple(sections))


def view_tag(of: Page, pages: DocumentPages, ids: view.Ids) -> view.View:
    """Return the sections of the page of a tag."""
    sections = _list_operations(pages.list_operations(of), ids)
    tags = list(_list_tags(of, pages))
    sections += [_build(ids, "tags", say("Topics"), *tags)] if tags else []
    schemas = tuple(map(_link_page, pages.list_schemas(of)))
    if schemas:
        part = view.Items(schemas, "overview-list", is_prose=False)
        sections.append(_build(ids, "schemas", say("Schemas"), part))
    return view.View(tuple(sections))


def _list_tags(of: Page, pages: DocumentPages) -> Iterator[view.Part]:
    """Return the tags in a document or a tag, those of a group below its name."""
    for name, inside in pages.list_tags(of):
        part = view.Items(_link_tags(inside, pages), "overview-list", is_prose=False)
        yield view.Group((part,), _name(name)) if name else part


def _link_tags(tags: Iterable[Page], pages: DocumentPages) -> tuple[view.Item, ...]:
    """Return tags with the beginning of their texts, and those directly inside them."""
    return tuple(
        replace(
            _link_page(tag),
            inside=tuple(_link_page(each) for _, inside in pages.list_tags(tag) for each in inside),
        )
        for tag in tags
    )


def _link_page(page: Page) -> view.Item:
    return view.Item(view.PageLink(page.url, "", page.title), page.beginning or "")


def _name(name: str) -> Words:
    return Words("{name}", (("name", name),))


def _list_operations(entries: Iterable[Page], ids: view.Ids) -> list[view.Section]:
    """Return the sections of operations and of webhooks."""
    sections: list[view.Section] = []
    operations: list[view.Item] = []
    webhooks: list[view.Item] = []
    for page in entries:
        (webhooks if page.method == WEBHOOK else operations).append(_view_operation(page))
    for items, name, title in (
        (operations, "operations", say("Operations")),
        (webhooks, "webhooks", say("Webhooks")),
    ):
        if items:
            part = view.Items(tuple(items), "operation-list")
            sections.append(_build(ids, name, title, part))
    return sections


def _view_operation(page: Page) -> view.Item:
    path = page.operation.partition(" ")[2]
    marks = (*[DEPRECATED] * page.deprecated, *list_badge_marks(page.badges))
    return view.Item(view.PageLink(page.url, page.method or "", page.title, path, marks))


def _build(ids: view.Ids, name: str, title: Words, *parts: view.Part) -> view.Section:
    heading = view.Heading(ids.make_unique(name), title)
    return view.Section(heading, (view.Head((heading,)), *parts))
