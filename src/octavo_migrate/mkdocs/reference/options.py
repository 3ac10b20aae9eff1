"""The options of a block, under the names that mkdocstrings has for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from octavo.values import Struct

PUBLIC = "public"
_DEFAULT_FILTERS = ("!^_[^_]",)
_STYLES = ("google", "numpy", "sphinx", "auto")
_STYLE_OPTIONS = (
    "ignore_init_summary",
    "returns_multiple_items",
    "returns_named_value",
    "receives_multiple_items",
    "receives_named_value",
    "returns_type_in_property_summary",
)


class Options(Struct, frozen=True):
    """What is shown of an object, and how; all of it with the defaults of mkdocstrings."""

    members: tuple[str, ...] | bool | None = None
    inherited_members: tuple[str, ...] | bool = False
    filters: tuple[str, ...] = _DEFAULT_FILTERS
    members_order: str = "alphabetical"
    group_by_category: bool = True
    show_submodules: bool = False
    show_if_no_docstring: bool = False
    merge_init_into_class: bool = False
    heading_level: int = 2
    show_root_heading: bool = False
    show_root_full_path: bool = True
    show_object_full_path: bool = False
    show_bases: bool = True
    show_signature: bool = True
    show_source: bool = False
    docstring_style: str = "google"
    """Empty if docstrings are nothing but text."""
    docstring_options: tuple[tuple[str, bool], ...] = ()
    hidden_sections: frozenset[str] = frozenset()


_SWITCHES = (
    "group_by_category",
    "show_submodules",
    "show_if_no_docstring",
    "merge_init_into_class",
    "show_root_heading",
    "show_root_full_path",
    "show_object_full_path",
    "show_bases",
    "show_signature",
    "show_source",
)
_SECTIONS = {
    "show_docstring_attributes": "attributes",
    "show_docstring_classes": "classes",
    "show_docstring_description": "text",
    "show_docstring_examples": "examples",
    "show_docstring_functions": "functions",
    "show_docstring_modules": "modules",
    "show_docstring_other_parameters": "other parameters",
    "show_docstring_parameters": "parameters",
    "show_docstring_raises": "raises",
    "show_docstring_receives": "receives",
    "show_docstring_returns": "returns",
    "show_docstring_warns": "warns",
    "show_docstring_yields": "yields",
}
KNOWN = frozenset(
    {
        *_SWITCHES,
        *_SECTIONS,
        *("members", "inherited_members", "filters", "members_order", "heading_level"),
        *("docstring_style", "docstring_options"),
    }
)
"""Names of options with an effect; all others only change how a reference looks."""


def read_options(values: Mapping[str, Any]) -> Options:
    """Return options; values that mean nothing are as if they were not there."""
    level = values.get("heading_level")
    order = values.get("members_order")
    order = order[0] if isinstance(order, list) and order else order
    switches = {name: values[name] for name in _SWITCHES if isinstance(values.get(name), bool)}
    style = values.get("docstring_style", "google")
    style_options = values.get("docstring_options")
    style_options = style_options if isinstance(style_options, dict) else {}
    return Options(
        members=_read_names(values.get("members")),
        inherited_members=_read_names(values.get("inherited_members")) or False,
        filters=_read_filters(values.get("filters", _DEFAULT_FILTERS)),
        members_order=order if order in ("source", "__all__") else "alphabetical",
        heading_level=level if type(level) is int and 1 <= level <= 6 else 2,
        docstring_style=style if style in _STYLES else "" if style is None else "google",
        docstring_options=tuple(
            (name, style_options[name])
            for name in _STYLE_OPTIONS
            if isinstance(style_options.get(name), bool)
        ),
        hidden_sections=frozenset(
            section for name, section in _SECTIONS.items() if values.get(name) is False
        ),
        **switches,
    )


def _read_names(value: Any) -> tuple[str, ...] | bool | None:
    if isinstance(value, bool):
        return value
    return tuple(str(each) for each in value) if isinstance(value, list) else None


def _read_filters(value: Any) -> tuple[str, ...]:
    if value == PUBLIC:
        return (PUBLIC,)
    return tuple(str(each) for each in value) if isinstance(value, list | tuple) else ()
