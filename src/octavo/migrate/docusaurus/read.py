"""A project with `docusaurus.config.js`: its settings, documents, sidebars and pages."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from octavo.migrate.docusaurus.blog import Blog, load_blog, render_posts
from octavo.migrate.docusaurus.documents import (
    PAGE_ENDINGS,
    Document,
    build_document,
    is_partial,
    place_page,
)
from octavo.migrate.docusaurus.files import OldFiles, open_project
from octavo.migrate.docusaurus.globs import build_page_filter
from octavo.migrate.docusaurus.instances import (
    Instance,
    Version,
    list_blog_options,
    load_instances,
)
from octavo.migrate.docusaurus.pages.code_blocks import build_magic_comments
from octavo.migrate.docusaurus.pages.convert import PageConverter
from octavo.migrate.docusaurus.pages.links import Home, Places
from octavo.migrate.docusaurus.settings import build_settings, list_old_endings
from octavo.migrate.docusaurus.sidebars import (
    Card,
    Entry,
    SidebarReader,
    build_groups,
    find_first,
    flatten,
)
from octavo.migrate.docusaurus.values import get_known, load_with, read_source
from octavo.migrate.moved_site import MovedFile, MovedSite
from octavo.site.urls import build_page_url, normalize_url, split_fragment
from octavo.values import dataclass, field

SETTINGS_NAMES = tuple(
    f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "cjs", "mts", "cts")
)
_MOST_ROUNDS = 10


@dataclass(slots=True)
class _Sidebar:
    instance: str
    version: Version
    name: str
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class ProjectReader:
    """Reads a whole project."""

    files: OldFiles
    config: Mapping[str, Any]
    name: str
    instances: tuple[Instance, ...]
    documents: dict[tuple[str, str], dict[str, Document]] = field(default_factory=dict)
    """By the names of an instance and a version, then by their ids."""
    homes: dict[str, Home] = field(default_factory=dict)
    """Where pages are, by their sources."""
    sidebars: list[_Sidebar] = field(default_factory=list)
    cards: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    moved: dict[str, MovedFile] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    more: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """What the front matter of pages gets, by their sources."""
    posts: set[str] = field(default_factory=set)
    """The sources of posts."""
    texts: dict[str, str] = field(default_factory=dict)
    blogs: list[Blog] = field(default_factory=list)

    def read_pages(self) -> None:
        """Read all documents, posts and other pages, with the sidebars."""
        for instance in self.instances:
            for version in instance.versions:
                self._read_version(instance, version)
        for options in list_blog_options(self.config):
            self._read_blog(options)
        self._read_other_pages()

    def build_site(self) -> MovedSite:
        """Convert all pages, and return the new project."""
        places = self._build_places()
        self._convert_all(places)
        settings = build_settings(self.files, self.config, self.name, self._find_document)
        settings.update(self._build_navigation())
        tabs = {tab["name"] for tab in settings.get("tabs", ())}
        links = [each for each in settings.pop("topbarLinks", ()) if each["name"] not in tabs]
        if links:
            settings["topbarLinks"] = links
        self._redirect_endings()
        files = self._list_files(places)
        self._drop_dead_links(settings, files)
        notes = tuple(self.files.notes)
        return MovedSite(self.files.site, files, settings, self.redirects, notes)

    def _drop_dead_links(self, settings: dict[str, Any], files: Iterable[MovedFile]) -> None:
        """Leave out links around the pages that lead to pages which are code, and tell them."""
        there = {f"/{file.path}" for file in files} | {"/"} | self.redirects.keys()
        there |= {build_page_url(file.path) for file in files if file.is_page}
        there |= {each["source"] for each in settings.get("redirects", ())}

        def is_alive(link: Mapping[str, Any]) -> bool:
            path = split_fragment(str(link["url"]))[0]
            if not path.startswith("/") or path.startswith("//") or normalize_url(path) in there:
                return True
            self.files.lose(f"A link to `{link['url']}`, which is no page now", self.name)
            return False

        if "topbarLinks" in settings:
            settings["topbarLinks"] = list(filter(is_alive, settings["topbarLinks"]))
            if not settings["topbarLinks"]:
                del settings["topbarLinks"]
        for column in settings.get("footer", {}).get("links", ()):
            column["links"] = list(filter(is_alive, column["links"]))

    def _redirect_endings(self) -> None:
        """Keep addresses with endings, such as `.html`, that a plugin has made."""
        for ending in list_old_endings(self.config):
            for home in self.homes.values():
                if home.url and home.url != "/":
                    self.redirects[f"{home.url}.{ending}"] = build_page_url(home.path)

    def _read_version(self, instance: Instance, version: Version) -> None:
        prefixes = get_known(instance.options, "numberPrefixParser") is not False
        documents: dict[str, Document] = {}
        pages = build_page_filter(instance.options)
        for path in self.files.list_below(version.folder):
            if not path.endswith(PAGE_ENDINGS) or not pages.accepts(path):
                if path.endswith(PAGE_ENDINGS) and not is_partial(path):
                    source = posixpath.join(version.folder, path)
                    self.files.change("`include` and `exclude` say that this is no page", source)
                continue
            document = build_document(self.files, version, path, prefixes=prefixes)
            if document is None:
                continue
            if document.front_matter.get("draft") is True:
                self.files.change("A draft is no page", document.source)
            elif self._add_page(document, version.folder):
                documents[document.id] = document
        if not documents:
            self.files.lose(
                f"There are no documents in `{version.folder}`",
                self.name,
                advice="Move the whole repository, with files that a program has to write first.",
            )
        self.documents[instance.name, version.name] = documents
        reader = SidebarReader(self.files, version, documents, prefixes)
        for name, entries in reader.read_all().items():
            self.sidebars.append(_Sidebar(instance.name, version, name, entries))
        self.moved.update(
            {path: file for path, file in reader.new_pages.items() if path not in self.moved}
        )
        self.cards.update(reader.cards)
        for url, label in reader.labels.items():
            document = next(each for each in documents.values() if each.url == url)
            if label != document.label:
                self.more[document.source] = {"sidebarTitle": label}

    def _add_page(self, document: Document, folder: str) -> bool:
        taken = next((h for h in self.homes.values() if h.url == document.url), None)
        if taken:
            self.files.lose(f"Another page has the address `{document.url}`", document.source)
            return False
        self.homes[document.source] = Home(document.source, document.path, document.url, folder)
        self.texts[document.source] = document.text
        new = build_page_url(document.path)
        if new != document.url:
            self.redirects[document.url] = new
        return True

    def _read_blog(self, options: Mapping[str, Any]) -> None:
        blog = load_blog(self.files, options)
        self.blogs.append(blog)
        for post in blog.posts:
            if self._add_page(post.document, blog.folder):
                self.more[post.document.source] = post.more
                self.posts.add(post.document.source)
        url = normalize_url(f"/{blog.route}")
        if blog.posts and url != "/" and all(home.url != url for home in self.homes.values()):
            path = f"{url.strip('/')}.mdx"
            self.moved[path] = MovedFile(path, data=render_posts(blog), is_page=True)

    def _read_other_pages(self) -> None:
        """Read pages outside of all folders of documents; those that are code are told."""
        for path in self.files.list_below("src/pages"):
            source = f"src/pages/{path}"
            if is_partial(path):
                continue
            if path.endswith(PAGE_ENDINGS):
                stem = posixpath.splitext(path)[0]
                url = build_page_url(path)
                text = self.files.read(source) or ""
                page = place_page(url, source)
                name = posixpath.basename(stem)
                self._add_page(
                    Document(source, stem, url, page, name, name, None, {}, text), "src/pages"
                )
            elif path.endswith((".js", ".jsx", ".ts", ".tsx")) and ".test." not in path:
                self.files.lose(
                    "A page that is code", source, advice="Write it as a page of Markdown."
                )

    def _build_places(self) -> Places:
        routes = {v.folder: v.route for each in self.instances for v in each.versions}
        routes.update({blog.folder: blog.route for blog in self.blogs})
        written = get_known(self.config, "staticDirectories")
        static = written if isinstance(written, list) else ["static"]
        return Places(
            self.files,
            {source: home.url or "" for source, home in self.homes.items()},
            frozenset(home.url or "" for home in self.homes.values()),
            {source: home.path for source, home in self.homes.items()},
            routes,
            tuple(each for each in static if isinstance(each, str)),
            build_magic_comments(get_known(self.config, "themeConfig", "prism", "magicComments")),
            str(get_known(self.config, "baseUrl") or "").rstrip("/"),
        )

    def _convert_all(self, places: Places) -> None:
        for source, home in self.homes.items():
            self._convert(home, self.texts[source], places)
        # Pieces of pages name other pieces.
        done: set[str] = set()
        for _ in range(_MOST_ROUNDS):
            todo = {key: new for key, new in places.partials.items() if key not in done}
            for source, new in todo.items():
                done.add(source)
                folder = next((f for f in places.routes if source.startswith(f"{f}/")), ".")
                self._convert(
                    Home(source, new, None, folder), self.files.read(source) or "", places
                )

    def _convert(self, home: Home, text: str, places: Places) -> None:
        file = self.files.find(home.source)
        if file is None:
            return
        cards = self.cards.get(home.url or "", ())
        converter = PageConverter(
            home, places, cards, self.more.get(home.source, {}), home.source in self.posts
        )
        data = converter.convert(self.files.load(file), text)
        is_page = home.url is not None
        moved = self.files.move(home.source, home.path, data)
        if moved:
            self.moved[home.path] = MovedFile(moved.path, moved.original, moved.data, is_page)

    def _find_document(self, instance: str, name: str) -> str | None:
        for (owner, _version), documents in self.documents.items():
            if owner == instance and name in documents:
                return documents[name].url
        return None

    def _list_files(self, places: Places) -> tuple[MovedFile, ...]:
        files = {**places.used, **self.moved}
        for folder in places.static:
            for path in self.files.list_below(folder):
                if path in files:
                    continue
                moved = self.files.move(posixpath.join(folder, path), path)
                if moved is None:
                    continue
                if f"{folder}/{path}" in places.partials:
                    continue
                if path.endswith((".css", ".js", *PAGE_ENDINGS)):
                    self.files.lose(
                        "Style sheets, scripts and Markdown in the folder of static files",
                        posixpath.join(folder, path),
                        advice="Octavo would take them into every page: copy those you need.",
                    )
                    continue
                files[path] = moved
        for path in self.files.list_below("src"):
            if path.startswith("theme/"):
                self.files.lose("Parts of the old theme that are code", f"src/{path}")
            elif path.endswith((".css", ".scss")) and not path.endswith(
                (".module.css", ".module.scss")
            ):
                self.files.lose("Styles of the old theme", f"src/{path}")
        return tuple(files.values())

    # navigation

    def _build_navigation(self) -> dict[str, Any]:
        versions = list(dict.fromkeys(v.label for each in self.instances for v in each.versions))
        several = {each.name for each in self.instances if len(each.versions) > 1}
        tabs: dict[str, str] = {}
        groups: list[dict[str, Any]] = []
        names = {(bar.instance, bar.name) for bar in self.sidebars if bar.entries}
        posts = [(blog, blog.posts) for blog in self.blogs if blog.posts]
        for bar in self.sidebars:
            facts = {"version": bar.version.label} if bar.instance in several else {}
            first = find_first(bar.entries)
            if first and len(names) + len(posts) > 1:
                facts["tab"] = self._name_tab(bar, len(names))
                tabs.setdefault(facts["tab"], first.strip("/") or "index")
            groups += build_groups(bar.entries, facts)
        for blog, several_posts in posts:
            pages = [post.document.url.strip("/") or "index" for post in several_posts]
            if f"{blog.route}.mdx" in self.moved:
                pages.insert(0, blog.route)
            tab = {"tab": blog.title} if names else {}
            if tab:
                tabs.setdefault(blog.title, pages[0])
            groups.append({"group": blog.title, **tab, "pages": pages})
        groups += self._list_other_pages()
        settings: dict[str, Any] = {"navigation": groups}
        if len(tabs) > 1:
            settings["tabs"] = [{"name": name, "url": url} for name, url in tabs.items()]
        if several:
            settings["versions"] = versions
        return settings

    def _list_other_pages(self) -> Iterator[dict[str, Any]]:
        pages = [h.path for h in self.homes.values() if h.folder == "src/pages"]
        if pages:
            names = [posixpath.splitext(path)[0] for path in pages]
            yield {"group": "More", "pages": names}

    def _name_tab(self, bar: _Sidebar, count: int) -> str:
        """Return what the bar at the top calls a sidebar, or else its own name."""
        items = get_known(self.config, "themeConfig", "navbar", "items")
        urls = set(flatten(bar.entries))
        for item in items if isinstance(items, list) else ():
            if not isinstance(item, dict) or not isinstance(item.get("label"), str):
                continue
            owner = item.get("docsPluginId", "default")
            target = item.get("to")
            if owner == bar.instance and item.get("sidebarId") == bar.name:
                return str(item["label"])
            if item.get("docId") and self._find_document(str(owner), str(item["docId"])) in urls:
                return str(item["label"])
            if isinstance(target, str) and posixpath.normpath(f"/{target.strip('/')}") in urls:
                return str(item["label"])
        name = bar.instance if bar.instance != "default" and count > 1 else bar.name
        words = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).replace("-", " ").replace("_", " ")
        return words.strip().capitalize() or "Documentation"


def load_docusaurus(folder: str) -> MovedSite:
    """Read a project with `docusaurus.config.js`."""
    return read_project(folder).build_site()


def read_project(folder: str) -> ProjectReader:
    """Return the pages of a project with their old and new places."""
    files = open_project(folder)
    name = next(each for each in SETTINGS_NAMES if os.path.isfile(os.path.join(folder, each)))
    config = read_source(files.read(name) or "", name, load_with(files.read, ""))
    if not isinstance(config, dict):
        files.lose("The settings are code that is not run", name, advice="Write `site.json` anew.")
        config = {}
    reader = ProjectReader(files, config, name, load_instances(files, config))
    reader.read_pages()
    return reader
