"""The posts of Material's blog: pages, newest first, which keep their old addresses."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from octavo.project.surface import parse_yaml
from octavo.settings.surface import read_marks
from octavo.site.urls import build_page_url
from octavo.values import Struct, field
from octavo_migrate.data import read_dict
from octavo_migrate.mkdocs.context import Line, Tree
from octavo_migrate.mkdocs.markdown.html import escape_text
from octavo_migrate.mkdocs.markdown.titles import strip_markdown
from octavo_migrate.mkdocs.navigation import Navigation
from octavo_migrate.mkdocs.pages import find_title, split_front_matter
from octavo_migrate.mkdocs.settings_file import SettingsFile, load_below

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Post(Struct, frozen=True):
    """A post of a blog."""

    source: str
    title: str
    date: str
    """The date, such as 2026-01-31."""
    url: str
    """The old address."""
    is_draft: bool = False


class Blog(Struct, frozen=True):
    """A blog, without posts if there is none."""

    index: str = ""
    """The path of its first page."""
    posts: tuple[Post, ...] = ()
    """The posts, newest first."""
    authors: Mapping[str, str] = field(default_factory=dict)
    """Names of people, by the keys that posts use."""

    def list_redirects(self, tree: Tree) -> dict[str, str]:
        """Return the new addresses of posts by their old ones."""
        return {each.url: build_page_url(tree.pages[each.source]) for each in self.posts}

    def render_list(self, tree: Tree) -> str:
        """Return the links to all posts for the first page."""
        urls = self.list_redirects(tree)
        posts = [each for each in self.posts if not each.is_draft]
        lines = [f"- [{escape_text(each.title)}]({urls[each.url]}) ({each.date})" for each in posts]
        return "\n".join(["", *lines, ""]) if lines else ""

    def has(self, source: str) -> bool:
        """Tell whether a page is a post."""
        return any(each.source == source for each in self.posts)


def load_blog(file: SettingsFile, tree: Tree, texts: Mapping[str, str]) -> Blog:
    """Find the posts of a blog."""
    name = next((each for each in file.plugins if each.split("/")[-1] == "blog"), None)
    if name is None:
        return Blog()
    options = read_dict(file.plugins, name)
    folder = str(options.get("blog_dir") or "blog").strip("/.")
    posts = str(options.get("post_dir") or "{blog}/posts").replace("{blog}", folder).strip("/")
    sources = [source for source in texts if source.startswith(f"{posts}/")]
    all_posts = [_read_post(source, texts[source], folder, options) for source in sources]
    all_posts.sort(key=lambda post: (post.date, post.source), reverse=True)
    return Blog(posixpath.join(folder, "index.md"), tuple(all_posts), _load_authors(tree, folder))


def _read_post(source: str, text: str, folder: str, options: Mapping[str, Any]) -> Post:
    values, body, _ = split_front_matter(text)
    heading = find_title([Line(line, 0) for line in body.split("\n")])
    stem = posixpath.splitext(posixpath.basename(source))[0]
    title = strip_markdown(str(values.get("title") or (heading[0] if heading else stem)))
    written = values.get("date")
    day = _DATE.match(str(written.get("created") if isinstance(written, Mapping) else written))
    date = day[0] if day else ""
    slug = str(values.get("slug") or re.sub(r"\s+", "-", re.sub(r"[^\w\- ]", "", title.lower())))
    address = str(options.get("post_url_format") or "{date}/{slug}")
    for mark, value in (("date", date.replace("-", "/")), ("slug", slug), ("file", stem)):
        address = address.replace(f"{{{mark}}}", value)
    url = "/" + posixpath.join(folder, address.strip("/"))
    return Post(source, title, date, url, bool(read_marks(values)))


def _load_authors(tree: Tree, folder: str) -> dict[str, str]:
    text = load_below(tree.docs, os.path.join(tree.docs, folder, ".authors.yml"))
    authors = read_dict(parse_yaml(text or "", ".authors.yml").value, "authors")
    return {name: str(read_dict(each).get("name") or name) for name, each in authors.items()}


def add_posts(navigation: Navigation, blog: Blog, tree: Tree) -> None:
    """Add the posts after the first page of their blog, if `nav` lists only that page."""
    sources = [each.source for each in blog.posts if each.source not in navigation.listed]
    pages = [posixpath.splitext(tree.pages[source])[0] for source in sources]
    if not pages:
        return
    navigation.listed.update(each.source for each in blog.posts)
    index = posixpath.splitext(tree.pages.get(blog.index, ""))[0]
    group = next(_find_groups(navigation.groups, index), None)
    if group is not None and group["group"]:
        at = group["pages"].index(index) + 1
        group["pages"][at:at] = pages
    else:
        navigation.groups.append({"group": "Blog", "pages": pages})


def _find_groups(groups: Sequence[Any], page: str) -> Iterator[dict[str, Any]]:
    for group in groups:
        if isinstance(group, dict):
            if page and page in group["pages"]:
                yield group
            yield from _find_groups(group["pages"], page)
