"""The kinds of value that settings are made of: colors, links, icons, lists in short form."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Strict,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from octavo.settings.urls import is_external, is_web_address, normalize_page, safe_url

STRICT_OBJECT = ConfigDict(
    strict=True,
    frozen=True,
    extra="forbid",
    alias_generator=to_camel,
    validate_by_name=True,  # for Python callers; files are read by their camelCase keys only
    validate_by_alias=True,
    defer_build=True,  # one validator is built, for the whole file, when the first file is read
)
"""How every object of the settings file is read."""

T = TypeVar("T")
Items = Annotated[tuple[T, ...], Strict(False)]
"""A list in the file, a tuple afterwards (a strict tuple would refuse a list)."""


def wrong_value(must: str, hint: str = "") -> PydanticCustomError:
    """Return the error for a value that cannot be used; `must` is what follows the key."""
    return PydanticCustomError("wrong_value", "must {must}", {"must": must, "hint": hint})


def choose_form(must: str) -> Discriminator:
    """Return the rule that tells text, object and list apart where several forms are allowed."""
    return Discriminator(
        _form_of, custom_error_type="wrong_form", custom_error_message=f"must {must}"
    )


TEXT_FORM, OBJECT_FORM, LIST_FORM = "<text>", "<object>", "<list>"
"""Tags of the forms; the angle brackets keep them apart from keys in an error's place."""


def _form_of(value: Any) -> str | None:
    if isinstance(value, str):
        return TEXT_FORM
    if isinstance(value, dict | BaseModel):
        return OBJECT_FORM
    return LIST_FORM if isinstance(value, list | tuple) else None


def in_list(value: Any) -> Any:
    """Put a single text into a list; leave everything else to the validator."""
    return [value] if isinstance(value, str) else value


def short_form(key: str) -> Callable[[Any], Any]:
    """Return a function that reads a bare text as an object with that one key."""
    return lambda value: {key: value} if isinstance(value, str) else value


def text_of_scalar(value: Any) -> Any:
    """Return a number, boolean or date as text; leave everything else to the validator."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return value.isoformat() if isinstance(value, date) else value


def _read_name(text: str) -> str:
    name = text.strip()
    if not name:
        raise wrong_value("not be empty")
    return name


_COLOR_PATTERN = "^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"
_COLOR = re.compile(_COLOR_PATTERN.replace("$", r"\Z"))


def _read_color(text: str) -> str:
    color = text.strip().lower()
    if not _COLOR.match(color):
        raise wrong_value("be a hex color such as #16a34a", _color_hint(color))
    digits = color[1:]
    return "#" + ("".join(d * 2 for d in digits) if len(digits) < 6 else digits)


def _color_hint(text: str) -> str:
    if _COLOR.match(f"#{text}"):
        return "Put a # before the digits."
    return "Write # and 3 or 6 hex digits (4 or 8 with transparency)."


def _read_link(text: str) -> str:
    url = safe_url(text)
    if not url:
        raise wrong_value(
            "be a web address, an e-mail address (mailto:) or a path of the site",
            "Addresses start with https://, http://, mailto: or tel:; paths start with one /.",
        )
    return url


def _read_web_address(text: str) -> str:
    url = safe_url(text)
    if not url or not is_web_address(url):
        raise wrong_value("be a web address", "Web addresses start with https:// or http://.")
    return url


def _read_file_or_link(text: str) -> str:
    url = safe_url(text)
    if not url or (is_external(url) and not is_web_address(url)):
        raise wrong_value("be a path of the project or a web address")
    return url


def _read_page(text: str) -> str:
    page = normalize_page(text)
    if page is None:
        hint = "Write the path from the project's root without an extension, such as guides/start."
        if is_external(text.strip()):
            hint = "To link to another site, list a page that has `url` in its front matter."
        raise wrong_value("be the path of a page inside the project", hint)
    return page


def read_icon(text: str) -> str:
    """Return an icon's name without the prefix that icon libraries use in class names."""
    return _read_name(text).removeprefix("fa-")


Name = Annotated[str, AfterValidator(_read_name)]
"""A text that is not empty."""

Color = Annotated[
    str,
    AfterValidator(_read_color),
    WithJsonSchema({"type": "string", "format": "color-hex", "pattern": _COLOR_PATTERN}),
]
"""A hex color; read as # and 6 or 8 lower-case digits."""

Link = Annotated[str, AfterValidator(_read_link)]
"""Where a click leads: a safe address or a path."""

WebAddress = Annotated[str, AfterValidator(_read_web_address)]
"""An http or https address."""

FileOrLink = Annotated[str, AfterValidator(_read_file_or_link)]
"""A file of the project, or the web address of one."""

PageName = Annotated[str, AfterValidator(_read_page)]
"""A page of the project, without extension."""

Icon = Annotated[str, AfterValidator(read_icon)]
"""The name of an icon, the path of one, or its address."""

FilesOrLinks = Annotated[
    Items[FileOrLink],
    BeforeValidator(in_list, json_schema_input_type=FileOrLink | list[FileOrLink]),
]
"""One file or several."""

ScalarText = Annotated[
    str, BeforeValidator(text_of_scalar, json_schema_input_type=str | float | bool)
]
"""A text, for which authors also write numbers and booleans."""
