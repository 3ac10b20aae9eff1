"""Projects that grow: many pages, redirects and groups, and what joins them to a site."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from octavo.builder.host_files.hosted_site import HostedSite, build_moves
from octavo.builder.host_files.text_files import CLOUDFLARE, NETLIFY, render_redirects
from octavo.builder.host_files.vercel import render_vercel
from octavo.builder.host_files.web_servers import render_caddyfile, render_nginx
from octavo.project.discover import load_project
from octavo.settings.read import read_settings
from octavo.site.links import LinkResolver
from octavo.site.load import load_site
from octavo.site.redirect_patterns import has_open_host, has_parameters
from octavo.site.redirects import Redirect, build_redirects
from octavo.site.versions.twins import check_versions
from tests.growth.shapes import Entry, Shape
from tests.project_folder import write_files

Json = dict[str, Any]
Files = dict[str, Any]


def _load(files: Files) -> object:
    """Load a project as a build does, follow its redirects, and look for what is linked."""
    with tempfile.TemporaryDirectory() as folder:
        project, problems = load_project(write_files(Path(folder), files))
        loaded = load_site(project)
    site = loaded.site
    if site is None:
        return loaded.problems
    redirects, links = build_redirects(site.redirects), LinkResolver(site)
    for address in ("/n0", "/n0/a/b", "/nothing/n1", "/a/n1/n1/a"):
        redirects.find(address)
        links.resolve(address, "n0.mdx")
    return problems, loaded.problems, [*check_versions(site, loaded.place_of)]


def _render_hosts(files: Files) -> object:
    """Write the redirects of a project as hosts and web servers read them."""
    settings, _ = read_settings(json.dumps(files["site.json"]))
    assert settings is not None
    redirects = [
        Redirect(each.source, each.destination, each.permanent, has_parameters(each.source))
        for each in settings.redirects
        if not has_open_host(each.destination, is_filled=has_parameters(each.source))
    ]
    outputs = ["index.html", "a/b/c/index.html", "n0/index.html", "o1/o1/o1/index.html"]
    leads = [
        (each.source, each.destination, each.permanent) for each in redirects if not each.pattern
    ]
    moves = build_moves(leads, redirects, "", outputs, [])
    site = HostedSite("", moves, outputs, [], "a")
    return (
        [render_redirects(site, dialect) for dialect in (NETLIFY, CLOUDFLARE)],
        render_vercel(site),
        render_nginx(site, "a"),
        render_caddyfile(site, "a"),
    )


def _write(*pages: str, **settings: Any) -> Files:
    """Return a project with some pages, which its navigation lists unless it says otherwise."""
    listed = {"navigation": [{"group": "A", "pages": ["n0", *pages]}]}
    texts = {f"{page}.mdx": "---\ntitle: A\n---\n" for page in dict.fromkeys(("n0", *pages))}
    return {"site.json": {"name": "A", **listed, **settings}, **texts}


def _redirect(*pairs: tuple[str, str]) -> Files:
    return _write(redirects=[{"source": one, "destination": other} for one, other in pairs])


def _lead_on(at: int) -> str:
    """Return where one of many leads that lead on: a chain is followed for a hundred steps."""
    return "/n0" if at % 10 == 9 else f"/o{at + 1}"


_REDIRECTS: dict[str, Callable[[int], tuple[str, str]]] = {
    "to a page": lambda at: (f"/o{at}", "/n0"),
    "to the next": lambda at: (f"/o{at}", _lead_on(at)),
    "to the one before": lambda at: (f"/o{at + 1}", f"/o{at}"),
    "to itself": lambda at: (f"/o{at}", f"/o{at}"),
    "from the same": lambda at: ("/o", f"/o{at}"),
    "to nothing": lambda at: (f"/o{at}", f"/p{at}"),
    "elsewhere": lambda at: (f"/o{at}", f"https://a/{at}"),
    "of a page": lambda at: ("/n0", f"/p{at}"),
    "of parts": lambda at: (f"/o{at}/:a", "/p/:a"),
    "of beginnings": lambda at: (f"/o{at}:a*", f"{_lead_on(at)}:a*"),
    "of the rest": lambda at: (f"/o{at}/*", f"{_lead_on(at)}/*"),
    "of ends": lambda at: (f"/:a/o{at}", "/:a"),
    "that grow": lambda at: (f"/o{at}/:a*", f"/o{at}/b/:a*" if at % 10 == 0 else "/n0"),
    "to hosts of visitors": lambda at: (f"/o{at}/:a*", "https://:a*/b"),
    "with a query": lambda at: (f"/o{at}?a", "/n0#b"),
    "with many parameters": lambda at: (f"/o{at % 9}" + "/*a" * (at % 12), "/n0"),
    "deeper and deeper": lambda at: ("/o" * (at % 50 + 1), "/n0"),
}
"""Redirects by their number."""


def _list_redirects() -> Iterator[Shape[Files]]:
    for name, make in _REDIRECTS.items():
        yield Shape(
            f"redirects {name}",
            lambda n, make=make: _redirect(*map(make, range(n))),  # type: ignore[misc]
        )
        for other, second in _REDIRECTS.items():
            yield Shape(
                f"redirects {name}, others {other}",
                lambda n, make=make, second=second: _redirect(  # type: ignore[misc]
                    *map(make, range(n // 2)), *map(second, range(n, n + n // 2))
                ),
            )


def _nest(n: int, entry: Any) -> Any:
    for at in range(min(n, 40)):
        entry = {"group": f"G{at}", "pages": [entry, *(f"n{each}" for each in range(n // 40))]}
    return entry


def _names(n: int) -> list[str]:
    return [f"n{at}" for at in range(n)]


def _documents(n: int) -> Files:
    document: Json = {"openapi": "3.1.0", "info": {}, "paths": {"/a": {"get": {}}}}
    bound = "---\nopenapi: GET /a\n---\n"
    return {
        **_write(),
        **{f"d{at}/api.json": {**document, "paths": {f"/a{at}": {"get": {}}}} for at in range(n)},
        **{f"p{at}.mdx": bound.replace("/a", f"d{at}/api.json /a{at}") for at in range(n)},
    }


_PROJECTS: dict[str, Callable[[int], Files]] = {
    "pages": lambda n: _write(*_names(n)),
    "pages that are not listed": lambda n: {**_write(*_names(n)), **_write()},
    "pages that are not there": lambda n: {
        **_write(),
        "site.json": _write(*_names(n))["site.json"],
    },
    "pages listed twice": lambda n: _write(*_names(n), *_names(n)),
    "pages of one name": lambda n: _write(*(f"f{at}/same" for at in range(n))),
    "pages of one title": lambda n: _write(*(f"f{at}/{at % 7}" for at in range(n))),
    "pages that differ in case": lambda n: _write(*(f"{'aA'[at % 2]}{at // 2}" for at in range(n))),
    "deep pages": lambda n: _write("/".join(_names(40)), *(f"a/b/c/{at}" for at in range(n))),
    "pages beside folders": lambda n: _write(*(f"{'a/' * (at % 30)}{at}" for at in range(n))),
    "drafts": lambda n: {
        **_write(*_names(n)),
        **{f"{name}.mdx": "---\ndraft: true\n---\n" for name in _names(n)[1:]},
    },
    "pages with wrong keys": lambda n: {
        **_write(*_names(n)),
        **{f"{name}.mdx": f"---\ntitel: {name}\nicon: 1\n---\n" for name in _names(n)},
    },
    "links": lambda n: {
        **_write(*_names(n)),
        **{f"{name}.mdx": "---\nurl: https://a/b\n---\n" for name in _names(n)},
    },
    "groups": lambda n: _write(navigation=[{"group": name, "pages": [name]} for name in _names(n)]),
    "groups in groups": lambda n: _write(*_names(n), navigation=[_nest(n, "n0")]),
    "tabs": lambda n: _write(tabs=[{"name": each, "url": each} for each in _names(n)]),
    "anchors": lambda n: _write(anchors=[{"name": each, "url": each} for each in _names(n)]),
    "unknown keys": lambda n: _write(**dict.fromkeys(_names(n), 1)),
    "links in the bar": lambda n: _write(
        topbarLinks=[{"name": each, "url": f"/{each}"} for each in _names(n)]
    ),
    "documents": _documents,
    "files": lambda n: {**_write(), **{f"f/{name}.png": "" for name in _names(n)}},
    "ignored files": lambda n: {**_write(*_names(n)), ".octavoignore": "\n".join(_names(n // 9))},
}
"""Projects of n parts. Many pages with many tabs are none: each page shows all tabs."""


def _list_projects() -> Iterator[Shape[Files]]:
    for name, write in _PROJECTS.items():
        yield Shape(name, write)


def list_met_sites() -> Iterator[tuple[str, Shape[Files]]]:
    """Yield what cost too much when it was met, by the name of what reads it."""
    names = ("redirects of parts, others to nothing", "redirects of ends")
    for shape in _list_redirects():
        if shape.name in names:
            yield "site: redirects", shape


def list_site_entries() -> Iterator[Entry[Any]]:
    """Yield what joins the files of projects."""
    yield Entry("site: redirects", _load, _list_redirects, 2)
    yield Entry("site: hosts", _render_hosts, _list_redirects, 2)
    yield Entry("site: pages", _load, _list_projects, 3)
