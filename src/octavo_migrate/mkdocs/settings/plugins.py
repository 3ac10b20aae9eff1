"""Plugins and extensions of Markdown: what becomes of each."""

from __future__ import annotations

from typing import Any

from octavo_migrate.mkdocs.settings.notices import Notices
from octavo_migrate.mkdocs.settings_file import get_mapping, list_named
from octavo_migrate.moved_site import Outcome

PLUGINS = {
    "autorefs": "links lead to headings and objects of other pages",
    "awesome-nav": "the files `.nav.yml` are the navigation",
    "awesome-pages": "the files `.pages` are the navigation",
    "blog": "posts are pages, the newest first; there are no lists by date, category or author",
    "exclude": "its files are left out by `.octavoignore`",
    "git-revision-date": "pages say when they were last changed",
    "git-revision-date-localized": "pages say when they were last changed",
    "glightbox": "pictures can be enlarged",
    "include-markdown": "the texts are part of the pages",
    "literate-nav": "the list is the navigation",
    "llmstxt": "every site has `llms.txt` and `llms-full.txt`",
    "macros": "variables of `extra` have their values",
    "markdownextradata": "variables of `extra` have their values",
    "minify": "pages are small as they are",
    "mkdocstrings": "objects of Python are written out in pages",
    "offline": "a built site needs no server",
    "optimize": "pictures are as they were",
    "privacy": "a site loads nothing from elsewhere unless you say so",
    "redirects": "they are `redirects`",
    "search": "every site can be searched",
    "section-index": "the page of a section is the first one of its group",
    "social": "pictures for shared links are drawn by Octavo",
    "tags": "tags of pages are `keywords`; there is no list of pages by tag",
}
"""What is there anyway, or is done while moving."""
_CHANGED = frozenset({"blog", "tags", "section-index", "social", "optimize"})
_ADVICE = {
    "gen-files": "It makes pages by code. Build the old site once, and copy what it made.",
    "mike": "Make a group of the navigation for each version, and list them in `versions`.",
    "monorepo": "Move each project on its own.",
    "rss": "Updates have a feed: see the guide about updates.",
}
_OPTIONS = {
    "macros": ("module_name", "modules", "include_yaml", "include_dir"),
    "search": ("lang", "pipeline", "separator", "prebuild_index", "indexing"),
    "exclude": ("regex",),
}
"""Options of plugins that have no equivalent."""
_EXTENSIONS = frozenset(
    "abbr admonition attr_list codehilite def_list extra fenced_code footnotes markdown_include "
    "markdown_include.include md_in_html mdx_include mdx_math meta mkautodoc nl2br sane_lists "
    "smarty tables toc pymdownx.arithmatex pymdownx.b64 pymdownx.betterem "
    "pymdownx.blocks.admonition pymdownx.blocks.caption pymdownx.blocks.details "
    "pymdownx.blocks.html pymdownx.blocks.tab pymdownx.caret "
    "pymdownx.critic pymdownx.details pymdownx.emoji pymdownx.escapeall pymdownx.extra "
    "pymdownx.highlight pymdownx.inlinehilite pymdownx.keys pymdownx.magiclink pymdownx.mark "
    "pymdownx.saneheaders pymdownx.smartsymbols pymdownx.snippets pymdownx.striphtml "
    "pymdownx.superfences pymdownx.tabbed pymdownx.tasklist pymdownx.tilde".split()
)


def tell_plugins(notices: Notices) -> None:
    """Tell of every plugin."""
    for name, options in list_named(notices.file.values.get("plugins")).items():
        short = name.split("/")[-1]
        if short == "i18n" and get_mapping(options).get("languages"):
            continue  # which `languages` tells
        if short in PLUGINS:
            outcome = Outcome.CHANGED if short in _CHANGED else Outcome.CARRIED
            notices.tell(outcome, "plugins", f"the plugin `{name}`: {PLUGINS[short]}")
        else:
            notices.lose("plugins", f"the plugin `{name}`", _ADVICE.get(short, ""))
        for key in _OPTIONS.get(short, ()):
            if get_mapping(options).get(key):
                notices.lose("plugins", f"`{key}` of the plugin `{name}`")


def tell_extensions(notices: Notices) -> None:
    """Tell of extensions of Markdown that are not known."""
    for name in list_named(notices.file.values.get("markdown_extensions")):
        if name.removeprefix("markdown.extensions.") not in _EXTENSIONS:
            what = f"the extension `{name}` of Markdown"
            notices.lose("markdown_extensions", what, "Look for what pages wrote for it.")
        elif name in ("smarty", "pymdownx.smartsymbols"):
            message = f"the extension `{name}`: marks such as `-->` are shown as they are written"
            notices.tell(Outcome.CHANGED, "markdown_extensions", message)


def build_plugin_settings(values: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that stand for plugins."""
    names = {name.split("/")[-1] for name in list_named(values.get("plugins"))}
    dated = names & {"git-revision-date", "git-revision-date-localized"}
    return {"timestamp": True} if dated else {}
