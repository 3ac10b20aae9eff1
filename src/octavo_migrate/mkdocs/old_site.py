"""The parts that only the old site has: theme files, and output of plugins, hooks and scripts."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable

from octavo.site.urls import build_page_url
from octavo_migrate.data import read_list
from octavo_migrate.mkdocs.context import Tree
from octavo_migrate.mkdocs.reference.write import NOT_WRITTEN
from octavo_migrate.mkdocs.settings_file import SettingsFile, load_within
from octavo_migrate.moved_site import MovedFile, OldSite

_OF_THEMES = frozenset({"/img/favicon.ico", "/assets/images/favicon.png", "/search"})
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)


def build_old_site(
    file: SettingsFile, tree: Tree, texts: dict[str, str], pages: Iterable[MovedFile]
) -> OldSite:
    """Return the facts about the old site; `texts` are its pages."""
    sources = {build_page_url(new): source for source, new in tree.pages.items()}
    data = {build_page_url(page.path): page.data or b"" for page in pages if page.is_page}
    programs = _load_programs(file, tree)
    has_hooks = bool(read_list(file.values.get("hooks"))) or "macros" in file.plugins
    has_versions = any(name.split("/")[-1] == "mike" for name in file.plugins)
    tops = {url.split("/")[0] for url in tree.urls} | {each.split("/")[0] for each in tree.files}

    def has(url: str, part: str) -> bool:
        if url in data:
            comments = _COMMENT.findall(texts.get(sources.get(url, ""), ""))
            is_made = has_hooks and any(part in comment for comment in comments)
            return bool(part) and (is_made or NOT_WRITTEN.encode() in data[url])
        name = url.rpartition("/")[2]
        is_version = has_versions and url.split("/")[1] not in tops
        return is_version or url in _OF_THEMES or _is_named(name, programs)

    site = str(file.values.get("site_url") or "").rstrip("/")
    address = site if re.match(r"https?://", site) else ""
    return OldSite(address, has, tree.use_directory_urls)


def _is_named(name: str, programs: str) -> bool:
    return bool(name) and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", programs) is not None


def _load_programs(file: SettingsFile, tree: Tree) -> str:
    """Return the options of plugins, and the text of scripts that write pages."""
    plugins = {name: each for name, each in file.plugins.items() if "redirects" not in name}
    texts = [json.dumps(plugins, default=str)]
    options = [each for each in plugins.values() if isinstance(each, dict)]
    scripts = [each for some in options for each in read_list(some.get("scripts"))]
    names = [str(each) for each in (*scripts, *read_list(file.values.get("hooks")))]
    paths = (os.path.join(file.folder, name) for name in names)
    texts += [load_within(tree.reach, path) or "" for path in paths]
    return "\n".join(texts)
