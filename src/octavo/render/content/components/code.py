"""Code blocks, and CodeGroup: several of them behind tabs.

Lines are separate elements only if one of them has a mark. Buttons are for scripts; without
scripts, every line of every block is visible.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from octavo.content.fences import Fence, MarkedCode, list_lines, read_code, read_fence, read_ranges
from octavo.content.headings import read_plain_text
from octavo.content.javascript.literals import evaluate_literal
from octavo.content.languages import find_label
from octavo.content.nodes import CodeBlock, Expression, Node, Tag
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.wording import Wording
from octavo.render.content.components.inline.icon import render_named_icon
from octavo.render.content.components.properties import Component, ComponentTag, flatten_nodes
from octavo.render.content.highlight import explain_plain_code, highlight, highlight_text
from octavo.render.twin.text import write_fence
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

SCRIPT = "components/code.js"
COPY_SCRIPT = "components/copy.js"
FEW_LINES = 16
"""The most lines of a block that is always shown in full."""


class _Block(NamedTuple):
    """A code block with its options, from a fence or from properties."""

    text: str
    fence: Fence
    label: str
    """The name of its language for readers."""
    node: CodeBlock | Tag


def render_code_block(page: ContentRenderer, node: CodeBlock) -> str:
    """Return a fenced code block."""
    return _render_block(page, _read_block(node), "code-block")


def _read_block(node: CodeBlock) -> _Block:
    fence = read_fence(node.language, node.meta)
    label = find_label(node.language) if fence.language else ""
    return _Block(node.text, fence, label, node)


def _render_block(page: ContentRenderer, block: _Block, classes: str) -> str:
    """Return a single block."""
    page.scripts.add(SCRIPT)
    fence = block.fence
    head = render_named_icon(page, block.node, fence.icon)
    if fence.title or head:
        title = f"<span>{escape_text(fence.title or block.label)}</span>"
        head = f'<div class="code-block-title">{head}{title}</div>'
    copy = render_copy_button(page.say) if fence.copy else ""
    return _render_code(page, block, classes, "", head, copy)


def _render_code(
    page: ContentRenderer,
    block: _Block,
    classes: str,
    attributes: str,
    head: str = "",
    copy: str = "",
) -> str:
    code, fence = read_code(block.text), block.fence
    has_lines = _has_lines(code, fence)
    if has_lines:
        classes += " has-lines"
        if fence.line_numbers:
            classes += " has-numbers"
        if fence.focused or code.focused:
            classes += " has-focus"
        if code.added or code.removed:
            classes += " has-changes"
    if fence.wrap:
        classes += " is-wrapped"
    expand = ""
    if fence.expandable and code.text.count("\n") >= FEW_LINES:
        classes += " is-collapsed"
        expand = (
            '<button class="code-expand needs-script" type="button" aria-expanded="false">'
            f"{page.say('Expand')}</button>"
        )
    lines = _render_lines(code, fence) if has_lines else highlight_text(code.text, fence.language)
    if plain := explain_plain_code(fence.language, page.locate(block.node)):
        page.problems.append(plain)
    language = f' data-language="{escape_attribute(fence.language)}"' if fence.language else ""
    return (
        f'<div class="{classes}"{language}{attributes}>{head}<pre><code>{lines}</code></pre>'
        f"{expand}{copy}</div>"
    )


def render_copy_button(say: Wording) -> str:
    """Return the button that copies a block."""
    return (
        '<button class="code-copy needs-script" type="button" '
        f'aria-label="{say("Copy code")}"></button>'
    )


def _has_lines(code: MarkedCode, fence: Fence) -> bool:
    is_marked = code.added or code.removed or code.highlighted or code.focused
    return bool(is_marked or fence.highlighted or fence.focused or fence.line_numbers)


def _render_lines(code: MarkedCode, fence: Fence) -> str:
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


def _render_group(page: ContentRenderer, tag: ComponentTag) -> str:
    nodes, others = _split_group(flatten_nodes(tag.children))
    read = [
        _read_component(page.read_tag(node)) if isinstance(node, Tag) else _read_block(node)
        for node in nodes
    ]
    blocks = [block for block in read if block]
    before = page.render_nodes(others)
    if not blocks:
        return before
    page.scripts.add(SCRIPT)
    titles = [
        block.fence.title or block.label or f"{page.say('Code')} {number}"
        for number, block in enumerate(blocks, 1)
    ]
    ids = [page.build_unique_id("code") for _ in blocks]
    if tag.read_flag("dropdown") and len(blocks) > 1:
        bar = _render_choice(titles, page.say)
        roles = [f' role="group" aria-label="{escape_attribute(title)}"' for title in titles]
    else:
        bar = _render_tabs(page, blocks, titles, ids)
        roles = [f' role="tabpanel" aria-labelledby="tab.{id_}"' for id_ in ids]
    panels: list[str] = []
    for block, title, id_, role in zip(blocks, titles, ids, roles, strict=True):
        state = ' hidden="until-found"' if panels else ""
        copy = "" if block.fence.copy else " data-nocopy"
        attributes = f' id="{id_}" data-title="{escape_attribute(title)}"{role}{copy}{state}'
        panels.append(_render_code(page, block, "code-block", attributes))
    return (
        f'{before}<div{tag.render_classes("code-group")}><div class="code-bar">{bar}'
        f"{render_copy_button(page.say)}</div>{''.join(panels)}</div>"
    )


def _render_tabs(
    page: ContentRenderer, blocks: list[_Block], titles: list[str], ids: list[str]
) -> str:
    tabs: list[str] = []
    for block, title, id_ in zip(blocks, titles, ids, strict=True):
        icon = render_named_icon(page, block.node, block.fence.icon)
        state = 'aria-selected="false" tabindex="-1"' if tabs else 'aria-selected="true"'
        tabs.append(
            f'<button class="code-tab" type="button" role="tab" id="tab.{id_}" '
            f'aria-controls="{id_}" {state}>{icon}{escape_text(title)}</button>'
        )
    label = page.say("Code")
    return f'<div class="code-tabs" role="tablist" aria-label="{label}">{"".join(tabs)}</div>'


def _render_choice(titles: list[str], say: Wording) -> str:
    options = "".join(f"<option>{escape_text(title)}</option>" for title in titles)
    return f'<select class="code-choice" aria-label="{say("Code")}">{options}</select>'


def _split_group(nodes: Iterable[Node]) -> tuple[list[CodeBlock | Tag], list[Node]]:
    """Return the blocks of a group, and its other content."""
    blocks: list[CodeBlock | Tag] = []
    others: list[Node] = []
    for node in nodes:
        if isinstance(node, CodeBlock) or (isinstance(node, Tag) and node.name == "CodeBlock"):
            blocks.append(node)
        elif not isinstance(node, str) or node.strip():
            others.append(node)
    return blocks, others


def _write_group(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    return write_code_blocks(twin, flatten_nodes(tag.children))


def write_code_blocks(twin: TwinWriter, nodes: Iterable[Node]) -> list[str]:
    """Return code blocks, each with its title, or the name of its language."""
    nodes, others = _split_group(nodes)
    blocks = twin.write_blocks(others)
    for node in nodes:
        if isinstance(node, Tag):
            blocks.append(_write_component(twin, twin.read_tag(node)))
            continue
        title = read_fence(node.language, node.meta).title
        if not title and node.language:  # This is its language, if the fence has another one.
            label = find_label(node.language)
            title = "" if label.lower() == node.language.lower() else label
        blocks.append(twin.write_code_block(node, title))
    return blocks


# a block written as a component


def _render_component(page: ContentRenderer, tag: ComponentTag) -> str:
    block = _read_component(tag)
    return _render_block(page, block, tag.join_classes("code-block")) if block else ""


def _write_component(_twin: TwinWriter, tag: ComponentTag) -> str:
    block = _read_component(tag)
    if block is None:
        return ""
    return write_fence(read_code(block.text).text, block.fence.language, block.fence.title)


def _read_component(tag: ComponentTag) -> _Block | None:
    """Return the code of a component: a fenced block in it, or its text."""
    fenced = (node for node in flatten_nodes(tag.children) if isinstance(node, CodeBlock))
    code = next(fenced, None) or CodeBlock(_find_plain_code(tag.children))
    if not code.text:
        return None
    language = tag.read_string("language") or code.language
    fence = read_fence(language, code.meta)
    fence = replace(
        fence,
        title=tag.read_string("filename") or tag.read_string("title") or fence.title,
        icon=tag.read_string("icon") or fence.icon,
        highlighted=_read_ranges(tag, "highlight") or fence.highlighted,
        focused=_read_ranges(tag, "focus") or fence.focused,
        line_numbers=tag.read_flag("lines", fence.line_numbers),
        wrap=tag.read_flag("wrap", fence.wrap),
        expandable=tag.read_flag("expandable", fence.expandable),
        copy=not tag.read_flag("nocopy", not fence.copy),
    )
    label = find_label(language) if fence.language else ""
    return _Block(code.text, fence, label, tag.node)


def _find_plain_code(nodes: Iterable[Node]) -> str:
    """Return code from text or, to keep its lines, from a text in braces."""
    parts = []
    for node in nodes:
        value = evaluate_literal(node.source) if isinstance(node, Expression) else None
        parts.append(value if isinstance(value, str) else read_plain_text([node]))
    return "".join(parts).strip("\n").rstrip()


def _read_ranges(tag: ComponentTag, name: str) -> tuple[tuple[int, int], ...]:
    return read_ranges(",".join(tag.read_items(name)))


_GROUP = Component(_render_group, _write_group)
COMPONENTS: dict[str, Component] = {
    "CodeBlock": Component(_render_component, _write_component),
    "CodeGroup": _GROUP,
    "SnippetGroup": _GROUP,
}
