"""Writes JSX: components, HTML elements, expressions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from octavo.content.attributes import read_attribute
from octavo.content.headings import HEADING_LEVELS
from octavo.content.javascript.literals import NOT_LITERAL, evaluate_literal
from octavo.content.mdx.tags import VOID_ELEMENTS
from octavo.content.nodes import Element, Expression, Tag
from octavo.problems import Code
from octavo.project.named_hosts import find_script_hosts
from octavo.render.assets.theme_files import REFERENCE_SHEET
from octavo.render.basis.html import replace_nul
from octavo.render.basis.policy import (
    CODE,
    FRAMES,
    SCRIPTS,
    STYLES,
    build_text_source,
    list_origins,
)
from octavo.render.content.attributes import (
    find_attribute_name,
    is_event_handler,
    render_attributes,
    render_style,
)
from octavo.render.content.components import COMPONENTS, reference
from octavo.render.content.components.properties import unwrap_paragraphs
from octavo.render.content.style_attribute import build_style_class
from octavo.settings.nearest import find_nearest

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer

_STYLING = frozenset({"class", "className", "style"})
_RAW_TEXT = {"script": SCRIPTS, "style": STYLES}
"""Elements whose text is no HTML, with the directive that allows it."""
_LOADERS = {"script": ("src", SCRIPTS), "link": ("href", STYLES), "iframe": ("src", FRAMES)}
"""Elements that load other files: the attribute, and the directive that allows it."""
# Elements that can't contain a paragraph, because browsers would end them at its start.
_INLINE_CONTENT = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "span", "summary", "button"})
_FILE_ATTRIBUTES = ("src", "poster")
_REFERENCES = ("href", "xlink:href")
_LINK_ATTRIBUTES = (*_REFERENCES, "action", "formaction", "data")
_SETS = frozenset({"srcset", "imagesrcset"})
_ADDRESSES = frozenset({*_FILE_ATTRIBUTES, *_LINK_ATTRIBUTES, *_SETS})
# An address of a picture set (it may contain commas, but not end with one), and its screens.
_PICTURE_OF_SET = re.compile(r"[\s,]*+(\S*[^\s,])[ \t\n]*+([^,]*+)")
# Components of other tools, with Octavo's names.
_USUAL = {
    "Caution": "Warning",
    "Error": "Danger",
    "Hint": "Tip",
    "Image": "img",
    "Success": "Check",
}
_FRAMES = frozenset({"iframe", "embed", "object"})
_SVG_PICTURES = frozenset({"image", "feImage"})


_WITH_SHEET = reference.COMPONENTS.keys() | {"Update"}
"""Rare components, whose styles are in a separate sheet."""


def write_tag(renderer: ContentRenderer, node: Tag) -> None:
    """Write a component, an HTML element or a fragment."""
    name = node.name
    if name is None:
        renderer.write(node.children)
    elif name in COMPONENTS:
        if name in _WITH_SHEET:
            renderer.sheets.add(REFERENCE_SHEET)
        renderer.out.append(COMPONENTS[name].render(renderer, renderer.read_tag(node)))
    elif name[0].islower() and "." not in name:
        _write_html(renderer, name, node)
    else:
        _write_unknown(renderer, name, node)


def read_properties(renderer: ContentRenderer, node: Tag) -> dict[str, Any]:
    """Return the attributes of a tag as values, without those that can't be evaluated."""
    properties: dict[str, Any] = {}
    for attribute in node.attributes:
        value = read_attribute(attribute)
        if is_event_handler(attribute.name) or value is NOT_LITERAL:
            _warn_dropped(renderer, attribute.name, node)
        elif attribute.name != "...":
            properties[attribute.name] = value
        elif isinstance(value, dict):
            properties.update(value)
    if properties.keys() & _STYLING:
        _take_styles(renderer, properties)
    return properties


def _take_styles(renderer: ContentRenderer, properties: dict[str, Any]) -> None:
    """Record the class names of a tag, and turn its style into a class of the page's style sheet.

    The policy of pages allows no style attributes.
    """
    class_text = properties.pop("class", None)
    names = str(properties.get("className") or class_text or "").split()
    renderer.classes.update(names)
    style = properties.pop("style", None)
    css = render_style(style) if isinstance(style, dict) else style
    if isinstance(css, str):
        name, rule = build_style_class(css)
        if name:
            names.append(name)
            renderer.rules[name] = rule
    if names:
        properties["className"] = " ".join(names)


def _write_unknown(renderer: ContentRenderer, name: str, node: Tag) -> None:
    # This is one mistake for any number of uses on the page.
    if name not in renderer.unknown_names:
        renderer.unknown_names.add(name)
        near = _USUAL.get(name) or find_nearest(name, COMPONENTS)
        renderer.warn(
            Code.COMPONENT_UNKNOWN,
            f"there is no component `{name}`; what it holds is shown without it",
            node,
            f"Did you mean `{near}`?"
            if near
            else "Check its spelling. Import your own components on a line that is not part of a"
            " paragraph.",
        )
    renderer.write(node.children)


def _write_html(renderer: ContentRenderer, name: str, node: Tag) -> None:
    if name == "img":
        properties = _read_html_properties(renderer, node)
        _resolve_sets(renderer, properties, node)
        renderer.write_image(properties, node)
        return
    properties = _resolve_addresses(renderer, name, node)
    if name in HEADING_LEVELS:
        renderer.write_heading(name, node, properties)
        return
    if name in _LOADERS:
        attribute, directive = _LOADERS[name]
        renderer.need(directive, *list_origins(properties.get(attribute)))
    if name == "table":
        renderer.write_table(node, properties)
        return
    renderer.out.append(f"<{name}{render_attributes(properties)}>")
    if name in VOID_ELEMENTS:
        return
    if name in _RAW_TEXT:
        text = _find_raw_text(renderer, name, node)
        if text:
            renderer.need(_RAW_TEXT[name], build_text_source(text))
            if name == "script" and (hosts := find_script_hosts(text)):
                for directive in CODE:
                    renderer.need(directive, *hosts)
            renderer.out.append(text)
    elif name == "a":
        renderer.out.append(renderer.render_in_link(node.children))
    else:
        children = node.children
        if name in _INLINE_CONTENT:
            children = unwrap_paragraphs(children, [Element("br", [])])
        renderer.write(children)
    renderer.out.append(f"</{name}>")


def _read_html_properties(renderer: ContentRenderer, node: Tag) -> dict[str, Any]:
    """Return the attributes of an HTML element, with HTML names for addresses.

    Browsers read `HREF` as `href`, so the rules for addresses must treat both the same.
    """
    properties = read_properties(renderer, node)
    return {
        (name if (name := find_attribute_name(key)) in _ADDRESSES else key): value
        for key, value in properties.items()
    }


def _resolve_addresses(renderer: ContentRenderer, name: str, node: Tag) -> dict[str, Any]:
    properties = _read_html_properties(renderer, node)
    _resolve_sets(renderer, properties, node)
    for key, value in properties.items():
        if not isinstance(value, str):
            continue
        is_file = key in _FILE_ATTRIBUTES and name not in _FRAMES
        if is_file or (key in _REFERENCES and name in _SVG_PICTURES):
            code = Code.SCRIPT_MISSING if name == "script" else Code.IMAGE_MISSING
            properties[key] = renderer.resolve_file(value, node, code)
        elif key in _LINK_ATTRIBUTES or key in _FILE_ATTRIBUTES:
            properties[key] = renderer.resolve_link(value, node)
    return properties


def _resolve_sets(renderer: ContentRenderer, properties: dict[str, Any], node: Tag) -> None:
    """Resolve the addresses in picture sets: `small.png 1x, large.png 2x`."""
    for key in properties.keys() & _SETS:
        if not isinstance(properties[key], str):
            continue
        pictures = _PICTURE_OF_SET.findall(properties[key])
        links = [(renderer.resolve_file(address, node), screens) for address, screens in pictures]
        parts = [f"{link} {screens}".strip() for link, screens in links if link]
        properties[key] = ", ".join(parts) or None


def _find_raw_text(renderer: ContentRenderer, name: str, node: Tag) -> str:
    """Return the text of a script or style, without anything that would end the element."""
    parts = (
        str(evaluate(renderer, child)) if isinstance(child, Expression) else child
        for child in node.children
        if isinstance(child, (str, Expression))
    )
    return replace_nul("".join(parts)).replace(f"</{name}", f"<\\/{name}")


def _warn_dropped(renderer: ContentRenderer, name: str, node: Tag) -> None:
    label = "a spread" if name == "..." else f"`{name}`"
    if is_event_handler(name):
        reason, hint = "pages run no code", "A script of the site can react to readers."
    else:
        reason, hint = "its value is not defined", "Check the spelling of the names in its braces."
    message = f"{label} of <{node.name}> is left out: {reason}"
    renderer.warn(Code.ATTRIBUTE_DROPPED, message, node, hint)


def evaluate(renderer: ContentRenderer, node: Expression) -> Any:
    """Return the value of an expression; one that is no literal appears unchanged."""
    value = evaluate_literal(node.source)
    if value is not NOT_LITERAL:
        return value
    renderer.warn(
        Code.EXPRESSION_NOT_EVALUATED,
        f"`{{{node.source[:60]}}}` is shown unchanged",
        node,
        "Write \\{ for a brace in text, or put the text in `backticks`.",
    )
    return f"{{{node.source}}}"
