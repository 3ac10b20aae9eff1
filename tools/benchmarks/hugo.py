"""Hugo on the same pages, where it is installed: a site with a small layout of the same kind.

Hugo does not know MDX: components on a page, if there were any, would be plain text to it. The
generated pages have none.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

SETTINGS = """baseURL = "https://example.org/"
title = "Depot"
disableKinds = ["taxonomy", "term", "RSS", "sitemap"]
[mediaTypes."text/markdown"]
suffixes = ["md", "mdx"]
[markup.goldmark.renderer]
unsafe = true
[markup.highlight]
codeFences = {colors}
noClasses = false
"""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} - {{ site.Title }}</title>
<meta name="description" content="{{ .Description }}">
<link rel="stylesheet" href="/site.css">
<script src="/site.js" defer></script>
</head>
<body>
<a class="skip-link" href="#content">Skip to the content</a>
<header class="topbar"><a href="/">{{ site.Title }}</a><button>Search</button></header>
<nav class="sidebar">{{ partialCached "pages.html" . .Section }}</nav>
<main id="content"><h1>{{ .Title }}</h1><p>{{ .Description }}</p>{{ .Content }}</main>
<aside>{{ .TableOfContents }}</aside>
</body>
</html>
"""
# The pages of the group and twenty other groups: as many links as Octavo's pages have.
PAGES = """{{ range first 20 site.Sections }}<h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
{{ end }}<ul>{{ range .CurrentSection.RegularPages }}
<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
"""
LIST = "<!doctype html><title>{{ .Title }}</title>\n"


def find_hugo(given: str | None) -> str | None:
    """Return the path of the program that was given, or of the one on PATH."""
    if given is None:
        return shutil.which("hugo")
    found = shutil.which(given)
    if found is None:
        sys.exit(f"there is no program {given}: HUGO must be the path of Hugo")
    return found


def write_hugo_site(folder: Path, *, colors: bool) -> None:
    """Write settings and layouts; the pages stay where they are."""
    files = {
        "hugo.toml": SETTINGS.replace("{colors}", str(colors).lower()),
        "layouts/page.html": PAGE,
        "layouts/list.html": LIST,
        "layouts/_partials/pages.html": PAGES,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def hugo_command(hugo: str, site: Path, project: Path, output: Path) -> list[str]:
    """Return the command that builds the pages of a project with a site's layouts."""
    folders = {"source": site, "contentDir": project, "destination": output, "cacheDir": site}
    options = [f"--{name}={folder}" for name, folder in folders.items()]
    return [hugo, "build", "--quiet", "--noBuildLock", "--ignoreCache", *options]
