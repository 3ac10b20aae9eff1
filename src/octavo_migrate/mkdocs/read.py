"""Reads a project with `mkdocs.yml`: all its pages and files."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from octavo.problems import Code, Location, Problem
from octavo.project.surface import (
    Kind,
    Project,
    SourceFile,
    build_source_file,
    find_kind,
    is_inside,
    load_project,
    load_text,
    relate_path,
)
from octavo.site.urls import build_page_url
from octavo.values import Struct, replace
from octavo_migrate import moved_site
from octavo_migrate.data import load_file, read_dict, read_list
from octavo_migrate.mkdocs import languages as i18n
from octavo_migrate.mkdocs.blog import Blog, add_posts, load_blog
from octavo_migrate.mkdocs.context import Context, Language, Tree, build_old_url
from octavo_migrate.mkdocs.languages import divide_into_tabs
from octavo_migrate.mkdocs.navigation import Navigation, build_navigation
from octavo_migrate.mkdocs.old_site import build_old_site
from octavo_migrate.mkdocs.pages import (
    APPENDED,
    convert_appended,
    convert_page,
    list_titles,
    render_front_matter,
)
from octavo_migrate.mkdocs.reference.index import (
    list_reference_notes,
    load_inventories,
    load_reference,
)
from octavo_migrate.mkdocs.settings import build_settings, has_tabs, list_styles
from octavo_migrate.mkdocs.settings_file import SettingsFile, load_settings_file
from octavo_migrate.moved_site import MovedFile, MovedSite, Note, Outcome, note_problem
from octavo_migrate.project_files import Reach

_PAGE_KINDS = frozenset({Kind.PAGE, Kind.SNIPPET})
_ALWAYS = frozenset({"toc", "tables", "fenced_code"})
_PLUGINS = frozenset(
    {"mkdocstrings", "autorefs", "macros", "markdownextradata", "include-markdown"}
)
_EXTRA = frozenset({"abbr", "attr_list", "def_list", "footnotes", "md_in_html"})


def load_mkdocs(folder: str, reach: Reach, settings_name: str = "mkdocs.yml") -> MovedSite:
    """Read a project with `mkdocs.yml`, or with another settings file of the same form."""
    file = load_settings_file(folder, reach, settings_name)
    if file.problems:
        return MovedSite(file.folder, problems=file.problems)
    docs, missing = _find_docs(file)
    if not reach.may_enter(docs):
        return MovedSite(file.folder)
    if not os.path.isdir(docs):
        return MovedSite(file.folder, problems=(missing,))
    project, problems = load_project(docs)
    hidden = _find_hidden_files(project, reach)
    problems = tuple(each for each in problems if each.location.source not in hidden)
    project = replace(project, files={**project.files, **hidden})
    docs_path = relate_path(docs, file.folder).replace(os.sep, "/")
    tree = _build_tree(file, project, docs, docs_path, reach)
    notes = [*file.notes, *map(note_problem, problems)]
    notes += i18n.tell_languages(file, tree.languages)
    navigations = _build_navigations(file, tree)
    navigation = i18n.join_navigations(each for _language, each in navigations)
    notes += navigation.notes
    texts = _load_texts(project, tree, notes)
    tree = replace(tree, titles=dict(list_titles(texts)))
    blog = load_blog(file, tree, texts)
    add_posts(navigations[0][1], blog, tree)
    settings = build_settings(file, tree, notes)
    settings |= i18n.join_languages(
        (language, divide_into_tabs(each) if has_tabs(file) else {"navigation": each.groups})
        for language, each in navigations
    )
    navigation = i18n.join_navigations(each for _language, each in navigations)
    files = [
        *_convert_pages(project, tree, file, _Pages(texts, navigation, blog), notes),
        *(_build_link(path, *link) for path, link in navigation.links.items()),
        *_list_ignored(file, blog, tree),
        *_list_others(project, file, tree, notes),
    ]
    files += _list_button_styles(files)
    _note_unlisted(tree, navigation, file, notes)
    redirects = {**_list_moved(tree), **blog.list_redirects(tree)}
    redirects |= i18n.list_untranslated(tree)
    old = build_old_site(file, tree, texts, files)
    return MovedSite(docs, tuple(files), settings, redirects, tuple(notes), old=old)


def _find_docs(file: SettingsFile) -> tuple[str, Problem]:
    """Return the folder with the pages, and the problem if it is not there."""
    written = file.values.get("docs_dir")
    name = written if isinstance(written, str) and written else "docs"
    message = f"the folder with the pages, {name}, is not there"
    missing = Problem(Code.MIGRATION_NOTHING_TO_MOVE, message, file.locate("docs_dir"))
    return os.path.realpath(os.path.join(file.folder, name)), missing


def _load_texts(project: Project, tree: Tree, notes: list[Note]) -> dict[str, str]:
    """Return the texts of the readable pages by source, and add notes about the others."""
    texts: dict[str, str] = {}
    for source in tree.pages:
        text, unreadable = load_text(project.root, project.files[source])
        notes += map(note_problem, unreadable)
        if text is not None:
            texts[source] = text
    return texts


def _build_navigations(file: SettingsFile, tree: Tree) -> list[tuple[Language | None, Navigation]]:
    place, options = file.locate("nav"), read_dict(file.plugins, "literate-nav")
    summary = str(options.get("nav_file") or "SUMMARY.md")
    literate = summary if "literate-nav" in file.plugins else None

    def build(nav: Any, own_tree: Tree, prefix: str) -> Navigation:
        return build_navigation(nav, own_tree, place, literate=literate, prefix=prefix)

    several = list(i18n.build_navigations(file.values.get("nav"), tree, build))
    return several or [(None, Navigation())]


# Octavo treats pages of these names as repository files, unless they end in .mdx.
_FOR_DEVELOPERS = frozenset({"readme", "license", "contributing", "contribute", "changelog"})


def _find_hidden_files(project: Project, reach: Reach) -> dict[str, SourceFile]:
    """Return files that Octavo projects leave out: pages such as README.md, and links upwards."""
    files: dict[str, SourceFile] = {}
    for folder, folders, names in os.walk(project.root):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(names):
            stem, ending = os.path.splitext(name)
            path = os.path.join(folder, name)
            is_link = os.path.islink(path)
            real = os.path.realpath(path)
            is_page = ending == ".md"
            if not is_link and not (is_page and stem.lower() in _FOR_DEVELOPERS):
                continue
            source = relate_path(path, project.root).replace(os.sep, "/")
            if source not in project.files and is_inside(reach.top, real) and os.path.isfile(real):
                kind = Kind.PAGE if is_page else find_kind(source, name)
                files[source] = build_source_file(source, kind, real, os.lstat(real))
    return files


def _build_tree(
    file: SettingsFile, project: Project, docs: str, docs_path: str, reach: Reach
) -> Tree:
    languages = i18n.read_languages(file)
    appended = read_dict(file.extensions, "pymdownx.snippets").get("auto_append")
    sources = [each.source for each in project.files.values() if each.kind in _PAGE_KINDS]
    places = {source: languages.place(source) for source in sources}
    taken = frozenset(places.values())
    pages = {source: _find_new_path(place, taken) for source, place in places.items()}
    urls = {build_page_url(new).strip("/") for new in pages.values()}
    folders = {
        "/".join(url.split("/")[:count]) for url in urls for count in range(1, url.count("/") + 1)
    }
    return Tree(
        docs,
        docs_path,
        reach,
        tuple(_list_include_folders(file, docs)),
        pages,
        frozenset(project.files),
        frozenset(urls | folders),
        file.values.get("use_directory_urls") is not False,
        tuple(map(str, read_list(appended))),
        _find_issues(file),
        languages,
        urlsplit(str(file.values.get("site_url") or "")).path.rstrip("/"),
    )


def _find_new_path(source: str, sources: frozenset[str]) -> str:
    """Return the path of a page; `README.md` is the index of a folder without another one."""
    folder, name = posixpath.split(source)
    stem, ending = posixpath.splitext(name)
    if stem == "README" and posixpath.join(folder, f"index{ending}") not in sources:
        stem = "index"
    # In Octavo, these folders contain snippets; in the old project, they contain pages.
    top, *parts = [f"{part}-pages" if part == "_snippets" else part for part in folder.split("/")]
    top = f"{top}-pages" if top == "snippets" else top
    path = posixpath.join(top, *parts, stem)
    is_page = find_kind(f"{path}{ending}", f"{stem}{ending}") is Kind.PAGE
    return f"{path}{ending if is_page else '.mdx'}"


def _list_include_folders(file: SettingsFile, docs: str) -> Iterator[str]:
    for name in ("pymdownx.snippets", "markdown_include.include", "mdx_include"):
        base = read_dict(file.extensions, name).get("base_path")
        for each in base if isinstance(base, list) else [base]:
            if isinstance(each, str):
                yield os.path.join(file.folder, each)
    yield file.folder
    yield docs


def _find_issues(file: SettingsFile) -> str:
    """Return the issue tracker for numbers such as `#12`."""
    shorthand = read_dict(file.extensions, "pymdownx.magiclink")
    if not all(shorthand.get(key) for key in ("repo_url_shorthand", "user", "repo")):
        return ""
    hosts = {"github": "https://github.com", "gitlab": "https://gitlab.com"}
    host = hosts.get(str(shorthand.get("provider") or "github"))
    middle = "/-/issues" if "gitlab" in str(host) else "/issues"
    return f"{host}/{shorthand['user']}/{shorthand['repo']}{middle}" if host else ""


def _find_extensions(file: SettingsFile) -> frozenset[str]:
    extensions = {name.removeprefix("markdown.extensions.") for name in file.extensions}
    plugins = {name.split("/")[-1] for name in file.plugins}
    if extensions & {"extra", "pymdownx.extra"}:
        extensions |= _EXTRA
    if "markdown_include.include" in extensions:
        extensions.add("markdown_include")
    return frozenset(extensions | _ALWAYS | (plugins & _PLUGINS))


class _Pages(Struct, frozen=True):
    """The facts about all pages before their conversion."""

    texts: dict[str, str]
    navigation: Navigation
    blog: Blog


def _convert_pages(
    project: Project, tree: Tree, file: SettingsFile, pages: _Pages, notes: list[Note]
) -> Iterator[MovedFile]:
    extensions = _find_extensions(file)
    extra = read_dict(file.values, "extra")
    macros = extensions & {"macros", "markdownextradata"}
    texts, blog = pages.texts, pages.blog
    reference = None
    if extensions & {"mkdocstrings", "autorefs", "mkautodoc"}:
        elsewhere = load_inventories(file, texts.values(), notes)
        reference = load_reference(file, tree, texts, elsewhere)
    for source, text in texts.items():
        context = Context(
            source,
            tree,
            extensions,
            extra if macros else None,
            reference=reference,
            authors=blog.authors if blog.has(source) else None,
        )
        title = pages.navigation.titles.get(source)
        convert = partial(convert_page, text, context, title)
        converted = moved_site.convert_or_copy(convert, text, source, context.notes.append)
        if source == blog.index:
            converted += blog.render_list(tree)
        notes += context.notes
        data = None if converted == text else converted.encode("utf-8")
        yield MovedFile(tree.pages[source], project.files[source], data, is_page=True)
    if tree.appended:
        context = Context(APPENDED, tree, extensions)
        ending = convert_appended(context)
        notes += context.notes
        if ending:
            yield MovedFile(f"snippets/{APPENDED}", data=f"{ending}\n".encode())
    if reference and reference.objects:
        notes += list_reference_notes(reference, file)


def _list_ignored(file: SettingsFile, blog: Blog, tree: Tree) -> Iterator[MovedFile]:
    """Yield the ignore file for paths that the old site left out, in the same syntax."""
    patterns = [
        str(file.values[key]) for key in ("exclude_docs", "draft_docs") if file.values.get(key)
    ]
    globs = read_list(read_dict(file.plugins, "exclude").get("glob"))
    patterns += [f"/{str(each).lstrip('/')}" for each in globs]
    patterns += [f"/{each.code}/" for each in tree.languages.several if not each.is_built]
    if patterns:
        text = "\n".join(each.strip("\n") for each in patterns) + "\n"
        yield MovedFile(".octavoignore", data=text.encode("utf-8"))


def _build_link(path: str, title: str, address: str) -> MovedFile:
    """Return a page that links to another site."""
    data = render_front_matter({"title": title, "url": address}).encode("utf-8")
    return MovedFile(f"{path}.md", data=data, is_page=True)


def _list_others(
    project: Project, file: SettingsFile, tree: Tree, notes: list[Note]
) -> Iterator[MovedFile]:
    """Yield all files that aren't pages; scripts and styles only if every page had them."""
    styles = list_styles(file)
    for each in project.files.values():
        if each.source in tree.pages:
            continue
        if each.kind is Kind.SCRIPT or (each.kind is Kind.STYLE and each.source not in styles):
            message = "a style sheet or script would be part of every page, and is left out"
            place = Location(posixpath.join(tree.shown_docs, each.source))
            notes.append(Note(Outcome.LOST, message, place, "Copy it if every page needs it."))
            continue
        yield MovedFile(tree.find_place(each.source), each)


def _list_button_styles(files: Sequence[MovedFile]) -> list[MovedFile]:
    """Return the style sheet of buttons, if pages use them."""
    has_buttons = any(file.is_page and b"md-button" in (file.data or b"") for file in files)
    name = "buttons.css"
    is_free = all(file.path != name for file in files)
    return [MovedFile(name, data=load_file(name))] if has_buttons and is_free else []


def _list_moved(tree: Tree) -> dict[str, str]:
    """Return the new addresses of pages that moved."""
    moved: dict[str, str] = {}
    for source, new in tree.pages.items():
        place = tree.languages.place(source)
        old = build_old_url(place, tree.use_directory_urls)
        url = build_page_url(new)
        if (old.rstrip("/") or "/") != url:
            moved[old.rstrip("/") or "/"] = url
    return moved


def _note_unlisted(
    tree: Tree, navigation: Navigation, file: SettingsFile, notes: list[Note]
) -> None:
    if file.values.get("nav") is None:
        return
    for source in tree.pages:
        if source not in navigation.listed:
            place = Location(posixpath.join(tree.shown_docs, source))
            message = "a page that `nav` does not list has an address, and is in no menu, as before"
            notes.append(Note(Outcome.CARRIED, message, place))
