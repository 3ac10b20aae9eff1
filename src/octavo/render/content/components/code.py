"""Code blocks, and CodeGroup: several of them behind tabs.

Lines are elements of their own only where something is said about one of them. Buttons are there
for script; without it every line of every block is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from octavo.content.fences import Fence, MarkedCode, list_lines, read_code, read_fence, read_ranges
from octavo.content.headings import read_plain_text
from octavo.content.javascript.literals import evaluate_literal
from octavo.content.languages import find_label
from octavo.content.nodes import CodeBlock, Expression, Node, Tag
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    flatten_nodes,
    read_flag,
    read_items,
    read_text,
    render_classes,
)
from octavo.render.content.highlight import explain_plain_code, highlight, highlight_text
from octavo.render.html import escape_attribute, escape_text
from octavo.render.wording import Wording
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

SCRIPT = "components/code.js"
FEW_LINES = 16
"""A block of so many lines is shown in full: expanding it would win nothing."""


class _Block(NamedTuple):
    """A code block and what is said about it, by a fence or by properties."""

    text: str
    fence: Fence
    label: str
    """The name of its language for readers."""
    node: CodeBlock | Tag


def write_code_block(renderer: ContentRenderer, node: CodeBlock) -> None:
    """Write a fenced code block."""
    _write_block(renderer, _read_block(node), "", "code-block")


def _read_block(node: CodeBlock) -> _Block:
    fence = read_fence(node.language, node.meta)
    label = find_label(node.language) if fence.language else ""
    return _Block(node.text, fence, label, node)


# one block


def _write_block(renderer: ContentRenderer, block: _Block, attributes: str, classes: str) -> None:
    """Write a block that stands alone."""
    renderer.scripts.add(SCRIPT)
    fence = block.fence
    code = read_code(block.text)
    renderer.out.append(_render_opening(block, code, attributes, classes))
    icon = render_icon_of(renderer, block.node, {"icon": fence.icon}) if fence.icon else ""
    if fence.title or icon:
        title = f"<span>{escape_text(fence.title or block.label)}</span>"
        renderer.out.append(f'<div class="code-block-title">{icon}{title}</div>')
    _write_code(renderer, block, code)
    renderer.out.append(f"{render_copy_button(renderer.say)}</div>" if fence.copy else "</div>")


def _write_code(renderer: ContentRenderer, block: _Block, code: MarkedCode) -> None:
    fence = block.fence
    lines = _render_lines(code, fence)
    if plain := explain_plain_code(fence.language, renderer.locate(block.node)):
        renderer.problems.append(plain)
    renderer.out.append(f"<pre><code>{lines}</code></pre>")
    if _is_collapsed(code, fence):
        renderer.out.append(
            '<button class="code-expand needs-script" type="button" aria-expanded="false">'
            f"{renderer.say('Expand')}</button>"
        )


def render_copy_button(say: Wording) -> str:
    """Return the button that copies a block."""
    return (
        '<button class="code-copy needs-script" type="button" '
        f'aria-label="{say("Copy code")}"></button>'
    )


def _render_opening(block: _Block, code: MarkedCode, attributes: str, classes: str) -> str:
    fence = block.fence
    if _has_lines(code, fence):
        classes += " has-lines"
        if fence.line_numbers:
            classes += " has-numbers"
        if fence.focused or code.focused:
            classes += " has-focus"
        if code.added or code.removed:
            classes += " has-changes"
    if fence.wrap:
        classes += " is-wrapped"
    if _is_collapsed(code, fence):
        classes += " is-collapsed"
    language = f' data-language="{escape_attribute(fence.language)}"' if fence.language else ""
    return f'<div class="{classes}"{language}{attributes}>'


def _is_collapsed(code: MarkedCode, fence: Fence) -> bool:
    return fence.expandable and code.text.count("\n") >= FEW_LINES


def _has_lines(code: MarkedCode, fence: Fence) -> bool:
    is_marked = code.added or code.removed or code.highlighted or code.focused
    return bool(is_marked or fence.highlighted or fence.focused or fence.line_numbers)


def _render_lines(code: MarkedCode, fence: Fence) -> str:
    if not _has_lines(code, fence):
        return highlight_text(code.text, fence.language)
    lines = highlight(code.text, fence.language)
    marks = (
        (" mark", code.highlighted | list_lines(fence.highlighted, len(lines))),
        (" focus", code.focused | list_lines(fence.focused, len(lines))),
        (" add", code.added),
        (" cut", code.removed),
    )
    lines_html = []
    for number, line in enumerate(lines, 1):
        names = "".join(name for name, numbers in marks if number in numbers)
        lines_html.append(f'<span class="line{names}">{line}</span>')
    return "\n".join(lines_html)


# a group of blocks


def _write_group(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    blocks, others = _read_group(renderer, node)
    renderer.write(others)
    if not blocks:
        return
    renderer.scripts.add(SCRIPT)
    titles = [_find_title(block, at, renderer.say) for at, block in enumerate(blocks, 1)]
    ids = [renderer.build_unique_id("code") for _ in blocks]
    renderer.out.append(f'<div{render_classes("code-group", properties)}><div class="code-bar">')
    if read_flag(properties, "dropdown") and len(blocks) > 1:
        renderer.out.append(_render_choice(titles, renderer.say))
        panels = [f' role="group" aria-label="{escape_attribute(title)}"' for title in titles]
    else:
        renderer.out.append(_render_tabs(renderer, blocks, titles, ids))
        panels = [f' role="tabpanel" aria-labelledby="tab.{id_}"' for id_ in ids]
    renderer.out.append(f"{render_copy_button(renderer.say)}</div>")
    for at, (block, title) in enumerate(zip(blocks, titles, strict=True)):
        state = "" if at == 0 else ' hidden="until-found"'
        copy = "" if block.fence.copy else " data-nocopy"
        attributes = f' id="{ids[at]}" data-title="{escape_attribute(title)}"'
        _write_panel(renderer, block, f"{attributes}{panels[at]}{copy}{state}")
    renderer.out.append("</div>")


def _write_panel(renderer: ContentRenderer, block: _Block, attributes: str) -> None:
    code = read_code(block.text)
    renderer.out.append(_render_opening(block, code, attributes, "code-block"))
    _write_code(renderer, block, code)
    renderer.out.append("</div>")


def _render_tabs(
    renderer: ContentRenderer, blocks: list[_Block], titles: list[str], ids: list[str]
) -> str:
    tabs = []
    for at, (block, title, id_) in enumerate(zip(blocks, titles, ids, strict=True)):
        icon = block.fence.icon
        drawing = render_icon_of(renderer, block.node, {"icon": icon}) if icon else ""
        state = 'aria-selected="false" tabindex="-1"' if at else 'aria-selected="true"'
        tabs.append(
            f'<button class="code-tab" type="button" role="tab" id="tab.{id_}" '
            f'aria-controls="{id_}" {state}>{drawing}{escape_text(title)}</button>'
        )
    label = renderer.say("Code")
    return f'<div class="code-tabs" role="tablist" aria-label="{label}">{"".join(tabs)}</div>'


def _render_choice(titles: list[str], say: Wording) -> str:
    options = "".join(f"<option>{escape_text(title)}</option>" for title in titles)
    return f'<select class="code-choice" aria-label="{say("Code")}">{options}</select>'


def _find_title(block: _Block, number: int, say: Wording) -> str:
    return block.fence.title or block.label or f"{say('Code')} {number}"


def _read_group(renderer: ContentRenderer, node: Tag) -> tuple[list[_Block], list[Node]]:
    """Return the blocks of a group, and what else it holds."""
    blocks: list[_Block] = []
    others: list[Node] = []
    for child in flatten_nodes(node.children):
        if isinstance(child, CodeBlock):
            blocks.append(_read_block(child))
        elif isinstance(child, Tag) and child.name == "CodeBlock":
            block = read_code_component(child, renderer.read_properties(child))
            blocks.extend([block] if block else [])
        elif not isinstance(child, str) or child.strip():
            others.append(child)
    return blocks, others


# a block written as a component


def _write_component(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    block = read_code_component(node, properties)
    if block:
        own_classes = read_text(properties, "className") or read_text(properties, "class")
        classes = escape_attribute(f"code-block {own_classes}" if own_classes else "code-block")
        _write_block(renderer, block, "", classes)


def read_code_component(node: Tag, properties: Properties) -> _Block | None:
    """Return the code of a component: a fenced block in it, or its text."""
    fenced = next((n for n in flatten_nodes(node.children) if isinstance(n, CodeBlock)), None)
    code = fenced or CodeBlock(_find_plain_code(node.children), "", "")
    if not code.text:
        return None
    language = read_text(properties, "language") or code.language
    fence = read_fence(language, code.meta)
    fence = replace(
        fence,
        title=read_text(properties, "filename") or read_text(properties, "title") or fence.title,
        icon=read_text(properties, "icon") or fence.icon,
        highlighted=_read_ranges(properties, "highlight") or fence.highlighted,
        focused=_read_ranges(properties, "focus") or fence.focused,
        line_numbers=read_flag(properties, "lines", fence.line_numbers),
        wrap=read_flag(properties, "wrap", fence.wrap),
        expandable=read_flag(properties, "expandable", fence.expandable),
        copy=not read_flag(properties, "nocopy", not fence.copy),
    )
    label = find_label(language) if fence.language else ""
    return _Block(code.text, fence, label, node)


def _find_plain_code(nodes: Iterable[Node]) -> str:
    """Return code that is written as text or, to keep its lines, as a text in braces."""
    parts = []
    for node in nodes:
        value = evaluate_literal(node.source) if isinstance(node, Expression) else None
        parts.append(value if isinstance(value, str) else read_plain_text([node]))
    return "".join(parts).strip("\n").rstrip()


def _read_ranges(properties: Properties, name: str) -> tuple[tuple[int, int], ...]:
    return read_ranges(",".join(read_items(properties, name)))


COMPONENTS: dict[str, Component] = {
    "CodeBlock": _write_component,
    "CodeGroup": _write_group,
    "SnippetGroup": _write_group,
}
