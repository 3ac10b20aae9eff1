"""The behavior of API pages: servers, authentication, and the parts of the page."""

from __future__ import annotations

import re
from typing import Literal

from octavo.settings.kinds import (
    FLAG,
    TEXT,
    Kind,
    WrongValueError,
    by_form,
    choice,
    list_of,
    number,
    one_or_more,
    short_form,
    text_with,
    then,
)
from octavo.settings.objects import object_of, setting, settings_object
from octavo.settings.values import FILE_OR_LINK, NAME
from octavo.theme import SAMPLE_LANGUAGES, USUAL_LANGUAGES

AuthMethod = Literal["bearer", "basic", "key"]
PlaygroundMode = Literal["show", "simple", "hide"]
Expanded = Literal["all", "topLevel", "topLevelOneOfs", "none"]
Downloads = Literal["documents", "operations", "none"]
Schemas = Literal["inline", "pages"]

GIT_TAGS = "git tags "
_MOST_STARS = 3
_LONGEST_PATTERN = 100

_BASE_URL = r"(?i:https?|wss?)://[^\s/?#\\<>\"]+[^\s\\<>\"]*\Z"


def _read_base_url(text: str) -> str:
    url = text.strip()
    if not re.match(_BASE_URL, url):
        raise WrongValueError(
            "be the web address of an API", "Write it whole, such as https://api.example.com/v1."
        )
    return url


BASE_URL = text_with(_read_base_url)


@settings_object
class NamedApi:
    """An OpenAPI document, and the overlays that change it."""

    source: str = setting(FILE_OR_LINK, "Path or address of the document.")
    overlays: tuple[str, ...] = setting(
        one_or_more(FILE_OR_LINK),
        "Overlays of the document, applied in this order: paths or addresses.",
        default=(),
    )


_API: Kind[NamedApi] = object_of(NamedApi)
_NAMED_API = short_form(FILE_OR_LINK, lambda source: NamedApi(source=source), _API)


def _put_in_list(api: NamedApi) -> tuple[NamedApi, ...]:
    return (api,)


_ONE_API = then(_NAMED_API, _put_in_list)
NAMED_APIS: Kind[tuple[NamedApi, ...]] = Kind(
    by_form(
        "be a path, an object or a list of them",
        {str: _ONE_API, dict: _ONE_API, list: list_of(_NAMED_API)},
    ).read,
    {"anyOf": [_NAMED_API.schema, list_of(_NAMED_API).schema]},
)
"""One document or several."""


@settings_object
class Auth:
    """How the playground asks for credentials."""

    method: AuthMethod | None = setting(
        choice(AuthMethod), "Way of authentication of all endpoints.", default=None
    )
    name: str | None = setting(
        TEXT,
        "Name of the field; for `key` also of the header, for `basic` two names: "
        "`username:password`.",
        default=None,
    )
    input_prefix: str | None = setting(
        TEXT,
        "Text at the start of the field, such as `neb_`.",
        default=None,
    )


@settings_object
class Playground:
    """The form that sends requests."""

    mode: PlaygroundMode = setting(
        choice(PlaygroundMode),
        "Show it, show only the endpoint (`simple`), or hide it.",
        default="show",
    )
    disable_proxy: bool = setting(
        FLAG, "Browsers call the API themselves instead of the proxy.", default=False
    )
    prefill: bool = setting(FLAG, "Fills in examples when the form opens.", default=False)


@settings_object
class RequestExample:
    """The request samples beside an operation."""

    languages: tuple[str, ...] | None = setting(
        list_of(NAME),
        f"Languages in order: {', '.join(USUAL_LANGUAGES)} (the default), "
        f"{', '.join(SAMPLE_LANGUAGES[len(USUAL_LANGUAGES) :])}, and those of `x-codeSamples`.",
        default=None,
    )
    show_optional_params: bool = setting(
        FLAG, "Whether samples hold optional parameters too.", default=False
    )


@settings_object
class RequestSettings:
    """How requests are shown."""

    example: RequestExample = setting(
        object_of(RequestExample), "The request samples.", default=RequestExample()
    )


@settings_object
class ParamFields:
    """The fields of parameters and bodies."""

    expanded: Expanded = setting(
        choice(Expanded),
        "Open fields at first: `all`, the first level, the first level of choices, or `none`.",
        default="none",
    )


def _read_releases(text: str) -> str:
    words = " ".join(text.split())
    folder = words.strip("/").removeprefix("./")
    is_pattern = words.startswith(GIT_TAGS)
    if is_pattern and words.count("*") <= _MOST_STARS and len(words) <= _LONGEST_PATTERN:
        return words
    if is_pattern or not folder or "://" in folder or ".." in folder.split("/"):
        raise WrongValueError(
            "be a folder of the project, or tags", "Write `api-versions` or `git tags v*`."
        )
    return folder


@settings_object
class Changelog:
    """The releases of an API, and where their documents are."""

    source: str = setting(
        text_with(_read_releases),
        "Folder with a document for each release, such as `api-versions`, or the tags of the "
        "repository: `git tags v*`.",
        key="from",
    )
    last: float = setting(number(1, 200), "Number of the newest releases to show.", default=20)


@settings_object
class Api:
    """Settings of all API pages."""

    base_url: tuple[str, ...] = setting(
        one_or_more(BASE_URL),
        "Address of the API. Readers choose one of several.",
        default=(),
    )
    auth: Auth = setting(object_of(Auth), "Authentication of requests.", default=Auth())
    playground: Playground = setting(
        object_of(Playground), "The form that sends requests.", default=Playground()
    )
    request: RequestSettings = setting(
        object_of(RequestSettings), "How requests are shown.", default=RequestSettings()
    )
    param_fields: ParamFields = setting(
        object_of(ParamFields), "The fields of parameters and bodies.", default=ParamFields()
    )
    downloads: Downloads = setting(
        choice(Downloads),
        "Downloads: each API document, also each operation, or `none`.",
        default="documents",
    )
    schemas: Schemas = setting(
        choice(Schemas),
        "Whether each named schema of an API document has its own page (`pages`), or is shown only "
        "inside operations (`inline`).",
        default="inline",
    )
    changelog: Changelog | None = setting(
        object_of(Changelog),
        "Pages about the releases of an API, and marks on what is new, changed and deprecated.",
        default=None,
    )
    show_internal: bool = setting(
        FLAG,
        "Shows internal parts of API documents, such as those with `x-internal: true`.",
        default=False,
    )
    proof: str | None = setting(
        NAME,
        "Report of `octavo check --against`, a JSON file of the project. Operations show when they "
        "were checked against the API.",
        default=None,
    )
    maintain_order: bool = setting(
        FLAG,
        "Keeps the document's order instead of required properties first.",
        default=False,
    )
