"""Converts the posts of a blog to pages in a separate group."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any

from octavo.content.surface import read_front_matter
from octavo.settings.surface import read_marks
from octavo.values import Struct
from octavo_migrate.data import Values, read_dict
from octavo_migrate.docusaurus.documents import Document, build_page_filter, find_title, place_page
from octavo_migrate.docusaurus.files import PAGE_ENDINGS, OldFiles
from octavo_migrate.docusaurus.instances import Language
from octavo_migrate.docusaurus.modules import get_known
from octavo_migrate.docusaurus.sidebars import Card, render_cards
from octavo_migrate.edits import write_front_matter

_DATED = re.compile(
    r"(?P<folder>.*/)?(?P<year>\d{4})[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})[-/]?(?P<name>.*?)(?:/index)?\Z"
)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Post(Struct, frozen=True):
    """A post, and the keys to add to its front matter."""

    document: Document
    date: str
    more: Values


class Blog(Struct, frozen=True):
    """A blog."""

    title: str
    folder: str
    route: str
    posts: tuple[Post, ...]
    """The posts, newest first."""
    language: Language | None = None
    """The language; None for the default one."""
    list_path: str = ""
    """The path of the page that lists all posts, if there is one."""


def load_blog(files: OldFiles, options: Values, language: Language | None = None) -> Blog:
    """Return the posts of a blog; in another language, only the translated ones."""
    folder = original = posixpath.normpath(str(get_known(options, "path") or "blog"))
    route = get_known(options, "routeBasePath")
    route = "blog" if route is None else str(route).strip("/")
    if language:
        folder = language.name_folder("blog", str(get_known(options, "id") or "default"))
        route = posixpath.join(language.route, route)
    title = str(get_known(options, "blogTitle") or "Blog")
    people_file = str(get_known(options, "authorsMapPath") or "authors.yml")
    people_name = posixpath.splitext(people_file)[0]
    several = (files.read_any_data(posixpath.join(top, people_name)) for top in (original, folder))
    people = (entry for each in several for entry in read_dict(each).items())
    names = {key: str(name) for key, each in people if (name := read_dict(each).get("name"))}
    pages = build_page_filter(options)
    posts = [
        post
        for path in files.list_below(folder)
        if path.endswith(PAGE_ENDINGS) and pages.accepts(path)
        if (post := _build_post(files, folder, route, path, names))
    ]
    posts.sort(key=lambda post: (post.date, post.document.url), reverse=True)
    if posts:
        files.change(f"Posts of the blog are pages of the group `{title}`", folder)
        files.lose("Lists of a blog by tag, author and year", folder)
    return Blog(title, folder, route, tuple(posts), language)


def render_posts(blog: Blog) -> bytes:
    """Return the page at the address of the blog, which lists all posts."""
    cards = []
    for post in blog.posts:
        words = post.date, str(post.document.front_matter.get("description") or "")
        if not read_marks(post.document.front_matter):
            text = ". ".join(filter(None, words))
            cards.append(Card(post.document.title, post.document.url, text))
    front = write_front_matter({"title": blog.title})
    return f"{front}\n{render_cards(cards)}\n".encode("utf-8", "replace")


def _build_post(
    files: OldFiles, folder: str, route: str, path: str, names: Mapping[str, str]
) -> Post | None:
    source = posixpath.join(folder, path)
    text = files.read(source)
    if text is None:
        return None
    values = read_front_matter(text, source).values
    stem = posixpath.splitext(path)[0]
    match = _DATED.match(stem)
    date = _DATE.match(str(values.get("date") or ""))
    day = date[0] if date else ""
    local = stem.removesuffix("/index")
    if match:
        day = day or f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}"
        parts = (match["folder"] or "").strip("/"), day.replace("-", "/"), match["name"]
        local = "/".join(part for part in parts if part)
    slug = values.get("slug")
    if slug:
        local = str(slug).lstrip("/")
    url = posixpath.normpath(f"/{route}/{local}")
    title = str(values.get("title") or find_title(text) or posixpath.basename(local))
    path_of_page = place_page(url, source)
    document = Document(source, url, url, path_of_page, title, title, None, values, text)
    return Post(document, day, dict(_list_keys(values, day, names)))


def _list_keys(values: Values, date: str, names: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    if date:
        yield "createdDate", date
    authors = values.get("authors")
    several = authors if isinstance(authors, list) else [authors] if authors else []
    author_names = [
        str(each.get("name") or names.get(str(each.get("key")), ""))
        if isinstance(each, dict)
        else names.get(str(each), str(each))
        for each in several
    ]
    if not author_names and values.get("author"):
        author_names = [str(values["author"])]
    if author_names:
        yield "authors", [each for each in author_names if each]
