"""The page that shows problems while a site's settings were never usable."""

from __future__ import annotations

from collections.abc import Iterable

from octavo.problems import LineLookup, Problem, render_text, sort_problems
from octavo.render.basis.html import escape_text

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The site cannot be shown yet</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_octavo/dev/unready.css">
</head>
<body>
<main>
<h1>The site cannot be shown yet</h1>
<p>Fix the problems, and your site appears here.</p>
{problems}
</main>
</body>
</html>
"""


def render_unready_page(problems: Iterable[Problem], line_of: LineLookup) -> str:
    """Return a page that shows problems."""
    texts = (render_text(problem, line_of) for problem in sort_problems(problems))
    return _PAGE.format(problems="\n".join(f"<pre>{escape_text(text)}</pre>" for text in texts))
