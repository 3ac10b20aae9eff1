"""Prints code as HTML, and stores files for code that is too long for a page."""

from __future__ import annotations

import hashlib

from octavo.reference import view
from octavo.render.api.samples.code import LineColors
from octavo.render.api.view.switch import CODE, render_control, render_panel
from octavo.render.assets.theme_files import FOLDER
from octavo.render.basis.html import escape_attribute, replace_nul
from octavo.render.basis.wording import Wording
from octavo.render.content.components.code import render_copy_button
from octavo.render.content.highlight import highlight_text
from octavo.site.urls import build_file_href

_ENDINGS = {"json": "json", "xml": "xml"}


class CodePrinter:
    """Prints the code of a site; shared blocks are highlighted once."""

    def __init__(self, base_path: str, say: Wording) -> None:
        self._say = say
        self._base_path = base_path
        self._colors = LineColors()
        self._copy = render_copy_button(say)
        self.files: dict[str, bytes] = {}
        """Code that is too long for a page, by output path."""

    def render_block(self, block: view.Block) -> str:
        """Return a code block with its button."""
        language = escape_attribute(block.language)
        return (
            f'<div class="code-block" data-language="{language}">{self._render_code(block)}'
            f"{self._copy}</div>"
        )

    def render_samples(self, switch: view.Switch) -> str:
        """Return a request in several languages, with only one visible."""
        control = render_control(switch, CODE, self._say(switch.label.text))
        html = "".join(self._render_sample(switch, at) for at in range(len(switch.panels)))
        return (
            f'<div class="code-group"><div class="code-bar">{control}{self._copy}</div>{html}</div>'
        )

    def _render_sample(self, switch: view.Switch, at: int) -> str:
        (block,) = (part for part in switch.panels[at].parts if isinstance(part, view.Block))
        # Generated samples follow the playground's form.
        printed = " data-printed" if block.is_printed else ""
        start = f'<div class="code-block" data-language="{escape_attribute(block.language)}"'
        return render_panel(start, switch, at, self._render_code(block), printed)

    def _render_code(self, block: view.Block) -> str:
        color = self._colors.render if block.is_printed else highlight_text
        code = color(replace_nul(block.on_page), block.language)
        more = "" if block.on_page == block.text else self._link_whole(block)
        return f"<pre><code>{code}</code></pre>{more}"

    def _link_whole(self, block: view.Block) -> str:
        lines = block.text.count("\n") + 1
        words = self._say("Show all")
        if lines > 1:
            words = self._say("Show all {count} lines", count=f"{lines:,}")
        return f'<a class="example-more" href="{self.link_file(block)}">{words}</a>'

    def link_file(self, block: view.Block) -> str:
        """Return the link to a file with code that is too long for a page."""
        data = block.text.encode("utf-8", "replace")
        ending = _ENDINGS.get(block.language, "txt")
        output = f"{FOLDER}/api/{hashlib.sha256(data).hexdigest()[:12]}.{ending}"
        self.files[output] = data
        return build_file_href(output, self._base_path)
