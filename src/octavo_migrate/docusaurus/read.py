"""Reads a project with `docusaurus.config.js`: its settings, documents, sidebars and pages."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from octavo.content.surface import read_front_matter
from octavo.project.surface import OTHER_TOOLS
from octavo.settings.surface import read_marks
from octavo.site.urls import build_page_url, normalize_url, split_fragment
from octavo.values import Struct, field, replace
from octavo_migrate.data import Values
from octavo_migrate.docusaurus import documents as old_documents
from octavo_migrate.docusaurus import instances as old_instances
from octavo_migrate.docusaurus.blog import Blog, load_blog, render_posts
from octavo_migrate.docusaurus.documents import Document, build_page_filter
from octavo_migrate.docusaurus.files import PAGE_ENDINGS, OldFiles
from octavo_migrate.docusaurus.instances import Instance, Language, Version
from octavo_migrate.docusaurus.modules import Code, get_known
from octavo_migrate.docusaurus.navigation import PAGES_FOLDER, NavigationBuilder, Sidebar
from octavo_migrate.docusaurus.old_site import build_old_site
from octavo_migrate.docusaurus.operations import OldApi, load_apis, render_api_page
from octavo_migrate.docusaurus.pages.convert import PageConverter
from octavo_migrate.docusaurus.pages.marked_blocks import build_magic_comments
from octavo_migrate.docusaurus.pages.old_links import Home, Places
from octavo_migrate.docusaurus.pages.page_tags import read_shared_components
from octavo_migrate.docusaurus.settings import build_settings, list_old_endings, tell_unread_pages
from octavo_migrate.docusaurus.sidebars import Card, SidebarReader, slugify
from octavo_migrate.moved_site import MovedFile, MovedSite, convert_or_copy
from octavo_migrate.project_files import Reach

SETTINGS_NAMES = tuple(name for name in OTHER_TOOLS if name.startswith("docusaurus."))
_MOST_ROUNDS = 10


class ProjectReader(Struct):
    """Reads a whole project."""

    files: OldFiles
    config: Values
    name: str
    instances: tuple[Instance, ...]
    languages: tuple[Language, ...] = ()
    """All languages except the default one."""
    documents: dict[tuple[str, str], dict[str, Document]] = field(default_factory=dict)
    """Documents by id, by the name of their instance and the folder of their version."""
    homes: dict[str, Home] = field(default_factory=dict)
    """The locations of pages, by their sources."""
    taken: set[str] = field(default_factory=set)
    """The old addresses of pages."""
    sidebars: list[Sidebar] = field(default_factory=list)
    cards: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    moved: dict[str, MovedFile] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    more: dict[str, Values] = field(default_factory=dict)
    """Additional front matter for pages, by their sources."""
    posts: set[str] = field(default_factory=set)
    """The sources of posts."""
    texts: dict[str, str] = field(default_factory=dict)
    blogs: list[Blog] = field(default_factory=list)
    apis: tuple[OldApi, ...] = ()
    held_back: set[str] = field(default_factory=set)
    """The old URLs of unpublished pages."""
    code_pages: list[str] = field(default_factory=list)
    """The URLs of pages that are code."""

    def read_pages(self) -> None:
        """Read all documents, posts and other pages, with the sidebars."""
        for instance in self.instances:
            for version in instance.versions:
                self._read_version(instance, version)
        for options in old_instances.list_blog_options(self.config):
            for language in (None, *self.languages):
                self._read_blog(options, language)
        self._read_other_pages(PAGES_FOLDER, None)
        for language in self.languages:
            self._read_other_pages(language.name_folder("pages", "default"), language)

    def build_site(self) -> MovedSite:
        """Convert all pages, and return the new project."""
        places = self._build_places()
        self._convert_all(places)
        tell_unread_pages(self.files, self.config, (*places.routes, *places.partials))
        settings = build_settings(self.files, self.config, self.name, self._find_document)
        settings.update(self._build_navigation())
        tabs = {tab["name"] for tab in settings.get("tabs", ())}
        links = [each for each in settings.pop("topbarLinks", ()) if each["name"] not in tabs]
        if links:
            settings["topbarLinks"] = links
        self._add_redirects()
        files = self._list_files(places)
        self._drop_dead_links(settings, files)
        urls = frozenset(build_page_url(file.path) for file in files if file.is_page)
        blogs = (blog.route for blog in self.blogs)
        old = build_old_site(self.config, urls, self.code_pages, places.routes, blogs)
        notes = tuple(self.files.notes)
        return MovedSite(self.files.site, files, settings, self.redirects, notes, old=old)

    def _drop_dead_links(self, settings: dict[str, Any], files: Iterable[MovedFile]) -> None:
        """Remove links to pages that are code, and note them."""
        there = {f"/{file.path}" for file in files} | {"/"} | self.redirects.keys()
        there |= {build_page_url(file.path) for file in files if file.is_page}
        there |= {each["source"] for each in settings.get("redirects", ())}

        def is_alive(link: Values) -> bool:
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

    def _add_redirects(self) -> None:
        """Add redirects from addresses of a plugin, and from those of untranslated pages.

        The addresses of the plugin have endings such as `.html`. Untranslated pages lead to the
        default language.
        """
        pages = {home.url: build_page_url(home.path) for home in self.homes.values() if home.url}
        public = {
            old: new for old, new in pages.items() if old != "/" and old not in self.held_back
        }
        for ending in list_old_endings(self.config):
            self.redirects |= {f"{old}.{ending}": new for old, new in public.items()}
        new_urls = (build_page_url(path) for path, file in self.moved.items() if file.is_page)
        pages |= {url: url for url in new_urls if url not in pages.values()}
        routes = [f"/{each.route}" for each in self.languages]
        for old, new in pages.items():
            if not any(f"{old}/".startswith(f"{route}/") for route in routes):
                for route in routes:
                    if (own := f"{route}{old}".rstrip("/")) not in pages:
                        self.redirects[own] = new

    def _read_version(self, instance: Instance, version: Version) -> None:
        prefixes = get_known(instance.options, "numberPrefixParser") is not False
        documents: dict[str, Document] = {}
        held_back: set[str] = set()
        pages = build_page_filter(instance.options)
        for path in self.files.list_below(version.folder):
            if not path.endswith(PAGE_ENDINGS) or not pages.accepts(path):
                if path.endswith(PAGE_ENDINGS) and not old_documents.is_partial(path):
                    source = posixpath.join(version.folder, path)
                    self.files.change("`include` and `exclude` say that this is no page", source)
                continue
            document = old_documents.build_document(self.files, version, path, prefixes=prefixes)
            if document is None:
                continue
            is_added = self._add_page(document, version.folder, version.language)
            if is_added and read_marks(document.front_matter):
                held_back.add(document.id)
            elif is_added:
                documents[document.id] = document
        if not documents and not held_back:
            self.files.lose(
                f"There are no documents in `{version.folder}`",
                self.name,
                advice="Move the whole repository, with files that a program has to write first.",
            )
        self.documents[instance.name, version.folder] = documents
        reader = SidebarReader(self.files, version, documents, held_back, prefixes)
        for name, entries in reader.read_all().items():
            self.sidebars.append(Sidebar(instance.name, version, name, entries))
        for new, file in reader.new_pages.items():
            self.moved.setdefault(new, file)
        self.cards.update(reader.cards)
        by_url = {each.url: each for each in documents.values()}
        for url, label in reader.labels.items():
            document = by_url[url]
            if label != document.label:
                self.more[document.source] = {"sidebarTitle": label}

    def _add_page(
        self, document: Document, folder: str, language: Language | None, *, is_alone: bool = False
    ) -> bool:
        if document.url in self.taken:
            self.files.lose(f"Another page has the address `{document.url}`", document.source)
            return False
        self.taken.add(document.url)
        if read_marks(read_front_matter(document.text, document.source).values):
            self.held_back.add(document.url)
        self.homes[document.source] = Home(
            document.source, document.path, document.url, folder, language, is_alone
        )
        self.texts[document.source] = document.text
        new = build_page_url(document.path)
        for old in {document.url, document.old_url or new} - {new}:
            self.redirects[old] = new
        return True

    def _read_blog(self, options: Values, language: Language | None) -> None:
        blog = load_blog(self.files, options, language)
        for post in blog.posts:
            if self._add_page(post.document, blog.folder, language):
                self.more[post.document.source] = post.more
                self.posts.add(post.document.source)
        url = normalize_url(f"/{blog.route}")
        if blog.posts and url != "/" and url not in self.taken:
            path = f"{url.strip('/')}.mdx"
            self.moved[path] = MovedFile(path, data=render_posts(blog), is_page=True)
            blog = replace(blog, list_path=path)
        self.blogs.append(blog)

    def _read_other_pages(self, folder: str, language: Language | None) -> None:
        """Read pages outside the folders of documents, and note those that are code."""
        for path in self.files.list_below(folder):
            source = f"{folder}/{path}"
            if old_documents.is_partial(path):
                continue
            if path.endswith(PAGE_ENDINGS):
                stem = posixpath.splitext(path)[0]
                url = build_page_url(posixpath.join(language.route, path) if language else path)
                text = self.files.read(source) or ""
                page = old_documents.place_page(url, source)
                name = posixpath.basename(stem)
                document = Document(source, stem, url, page, name, name, None, {}, text)
                self._add_page(document, folder, language, is_alone=True)
            elif path.endswith((".js", ".jsx", ".ts", ".tsx")) and ".test." not in path:
                advice = "Write it as a page of Markdown."
                self.files.lose("A page that is code", source, advice=advice)
                route = language.route if language else ""
                stem = posixpath.splitext(path)[0]
                self.code_pages.append(build_page_url(posixpath.join(route, stem)))

    def _build_places(self) -> Places:
        routes = {v.folder: v.route for each in self.instances for v in each.versions}
        routes.update({blog.folder: blog.route for blog in self.blogs})
        static = get_known(self.config, "staticDirectories")
        headings = (
            (source, old_documents.find_heading(text)) for source, text in self.texts.items()
        )
        return Places(
            self.files,
            {source: home.url or "" for source, home in self.homes.items()},
            frozenset(home.url or "" for home in self.homes.values()),
            {source: home.path for source, home in self.homes.items()},
            routes,
            tuple(each for each in static if isinstance(each, str))
            if isinstance(static, list)
            else ("static",),
            build_magic_comments(get_known(self.config, "themeConfig", "prism", "magicComments")),
            str(get_known(self.config, "baseUrl") or "").rstrip("/"),
            {v.folder: v.original for each in self.instances for v in each.versions if v.language},
            get_known(self.config, "markdown", "format"),
            get_known(self.config, "markdown", "emoji") is not False,
            {source: slugify(heading[2]) for source, heading in headings if heading},
            read_shared_components(self.files),
        )

    def _convert_all(self, places: Places) -> None:
        for source, home in self.homes.items():
            self._convert(home, self.texts[source], places)
        # Snippets can import other snippets.
        done: set[str] = set()
        for _ in range(_MOST_ROUNDS):
            todo = {key: new for key, new in places.partials.items() if key not in done}
            for source, new in todo.items():
                done.add(source)
                folder = next((f for f in places.routes if source.startswith(f"{f}/")), ".")
                home = Home(source, new, None, folder)
                self._convert(home, self.files.read(source) or "", places)

    def _convert(self, home: Home, text: str, places: Places) -> None:
        file = self.files.find(home.source)
        if file is None or (home.url is not None and self._convert_operation(home, text)):
            return
        cards, more = self.cards.get(home.url or "", ()), self.more.get(home.source, {})
        converter = PageConverter(home, places, cards, more, home.source in self.posts)
        convert = partial(converter.convert, self.files.load(file), text)
        data = convert_or_copy(convert, None, home.source, self.files.notes.append)
        self._keep_page(home, data)

    def _keep_page(self, home: Home, data: bytes | None) -> None:
        if moved := self.files.move(home.source, home.path, data):
            self.moved[home.path] = replace(moved, is_page=home.url is not None)

    def _convert_operation(self, home: Home, text: str) -> bool:
        """Create the page of an operation, if its API document exists."""
        api_page = render_api_page(text, home.source, self.apis, self.more.get(home.source, {}))
        if api_page is None:
            return False
        data, api = api_page
        self._keep_page(home, data)
        if document := self.files.move(api.source, api.path):
            self.moved[api.path] = document
        message = f"Pages that were made of `{api.source}` name its operations"
        self.files.change(message, home.source)
        return True

    def _find_document(self, instance: str, name: str) -> str | None:
        for (owner, _version), documents in self.documents.items():
            if owner == instance and name in documents:
                return documents[name].url
        return None

    def _list_files(self, places: Places) -> tuple[MovedFile, ...]:
        files = {**places.used, **self.moved}
        for folder in places.static:
            for path in self.files.list_below(folder):
                source = posixpath.join(folder, path)
                moved = None if path in files else self.files.move(source, path)
                if moved is None or f"{folder}/{path}" in places.partials:
                    continue
                if path.endswith((".css", ".js", *PAGE_ENDINGS)):
                    message = "Style sheets, scripts and Markdown in the folder of static files"
                    advice = "Octavo would take them into every page: copy those you need."
                    self.files.lose(message, source, advice=advice)
                else:
                    files[path] = moved
        for path in self.files.list_below("src"):
            if path.startswith("theme/"):
                self.files.lose("Parts of the old theme that are code", f"src/{path}")
            elif re.search(r"(?<!\.module)\.s?css\Z", path):
                self.files.lose("Styles of the old theme", f"src/{path}")
        return tuple(files.values())

    def _build_navigation(self) -> dict[str, Any]:
        name = "docusaurus-theme-classic/navbar.json"
        paths = {each.code: f"{each.folder}/{name}" for each in self.languages}
        words = {code: old_instances.read_words(self.files, paths[code]) for code in paths}
        main = old_instances.read_main_language(self.config)
        builder = NavigationBuilder(
            self.config, self.instances, main, self.languages, words, self._find_document
        )
        return builder.build(self.sidebars, self.blogs, self.homes.values())


def load_docusaurus(folder: str, reach: Reach, name: str = SETTINGS_NAMES[0]) -> MovedSite:
    """Read a project with `docusaurus.config.js`, or with another settings file."""
    reader = read_project(folder, reach, name)
    try:
        return reader.build_site()
    finally:
        reader.files.engine.close()


def read_project(folder: str, reach: Reach, name: str = SETTINGS_NAMES[0]) -> ProjectReader:
    """Return a reader that knows the old and new locations of all pages."""
    files = OldFiles(os.path.realpath(folder), reach)
    try:
        config = files.evaluate(name, calls=True)
        if not isinstance(config, dict):
            why = f": {config.text}" if isinstance(config, Code) and config.text else ""
            message = f"The settings are code that cannot be evaluated here{why}"
            files.lose(message, name, advice="Write a new `site.json`.")
            config = {}
        languages = old_instances.list_translations(files, config)
        instances = old_instances.load_instances(files, config, languages)
        reader = ProjectReader(files, config, name, instances, languages)
        reader.apis = load_apis(files, config)
        reader.read_pages()
    finally:
        files.engine.close()  # The engine starts again if a page needs it.
    return reader
