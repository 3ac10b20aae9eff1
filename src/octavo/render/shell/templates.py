"""Fills the templates of the theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import minijinja

from octavo.render.assets.theme_files import load_templates
from octavo.render.basis.html import escape_attribute
from octavo.render.basis.wording import Wording
from octavo.render.shell.icons import ChromeIcons


class Templates:
    """The templates, with the icons of one site."""

    def __init__(self, icons: ChromeIcons) -> None:
        self._environment = minijinja.Environment(
            templates=load_templates(),
            finalizer=_escape_value,
            globals={"icon": _build_icon_function(icons)},
        )

    def fill(self, name: str, say: Wording, **values: Any) -> str:
        """Return a template with values; texts are escaped, including those of the interface."""
        return self._environment.render_template(name, say=say, **values)


def mark_html(html: str) -> Any:
    """Return HTML as a value that templates do not escape."""
    return minijinja.Markup(html)


def fill_text(template: str, **values: Any) -> str:
    """Return a plain text template with values; lines that begin with `%` are statements."""
    environment = minijinja.Environment(
        auto_escape_callback=lambda _: False,
        undefined_behavior="strict",
        keep_trailing_newline=True,
        trim_blocks=True,
        line_statement_prefix="%",
    )
    return environment.render_str(template, **values)


def _build_icon_function(icons: ChromeIcons) -> Callable[[str], Any]:
    """Return the function of templates that draws an icon.

    It must not refer to the renderer, because Python never frees a reference cycle through
    minijinja.
    """
    return lambda name: mark_html(icons.render_theme(name))


def _escape_value(value: Any) -> Any:
    """Escape text in templates by Octavo's rule; minijinja's also escapes every slash."""
    if isinstance(value, str) and not isinstance(value, minijinja.Markup):
        return minijinja.Markup(escape_attribute(value))
    return value
