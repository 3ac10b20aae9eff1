"""Translates the settings of `docs.json` beside its navigation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from octavo.settings.json.places import Pointer
from octavo_migrate.docs.links import read_banner, read_contextual, read_footer, read_navbar
from octavo_migrate.docs.looks import (
    read_appearance,
    read_background,
    read_favicon,
    read_fonts,
    read_icons,
    read_logo,
    read_styling,
    read_theme,
)
from octavo_migrate.docs.notes import Notes
from octavo_migrate.docs.services import read_integrations

_Read = Callable[[Any, Pointer, Notes], dict[str, Any]]

_SAME = ("name", "redirects", "errors")
_ELSEWHERE = frozenset({"$schema", "$ref", "navigation", "variables"})
_LOST = {
    "thumbnails": (
        "The look of share pictures (`thumbnails`)",
        "Octavo draws share pictures of its own: see `seo.pictures`.",
    ),
    "interaction": ("How groups open in the sidebar (`interaction`)", ""),
    "head": ("Tags of your own in the head of pages (`head`)", ""),
    "scripts": (
        "Scripts by name (`scripts`)",
        "Every `.js` file of the project runs on all pages.",
    ),
    "styles": ("Styles by name (`styles`)", "Every `.css` file of the project is on all pages."),
}


def translate_settings(settings: Mapping[str, Any], notes: Notes) -> dict[str, Any]:
    """Return the keys of `site.json`; what has none is told."""
    translated: dict[str, Any] = {}
    for key, value in settings.items():
        if key in _ELSEWHERE or value is None:
            continue
        if key in _SAME:
            translated[key] = value
            notes.carry((key,), "Settings with the same name and meaning")
        elif key in _READERS:
            read = _READERS[key](value, (key,), notes)
            _join(translated, read)
            _tell_names(key, read, notes)
        else:
            message, advice = _LOST.get(key, (f"`{key}`, which has no equivalent", ""))
            notes.lose((key,), message, advice)
    translated.setdefault("name", "Documentation")
    translated.setdefault("codeBlock", {"mode": "auto"})
    return translated


def _tell_names(key: str, read: Mapping[str, Any], notes: Notes) -> None:
    """Note what a setting is called now."""
    names = [name for name in read if name != key]
    if names:
        notes.carry((key,), f"`{key}` is {' and '.join(f'`{name}`' for name in names)} now")
    elif read:
        notes.carry((key,), "Settings with the same name and meaning")


def _join(target: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Add keys; objects that two settings fill are joined."""
    for key, value in more.items():
        there = target.get(key)
        both = isinstance(there, dict) and isinstance(value, dict)
        target[key] = {**there, **value} if both and there is not None else value


def _read_colors(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    colors = dict(_read_object(value))
    supported = {key: colors.pop(key) for key in ("primary", "light", "dark") if key in colors}
    _lose_rest(colors, pointer, notes)
    return {"colors": supported}


def _read_feedback(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    feedback = dict(_read_object(value))
    names = ("thumbsRating", "suggestEdit", "raiseIssue")
    supported = {key: feedback.pop(key) for key in names if key in feedback}
    _lose_rest(feedback, pointer, notes)
    return {"feedback": supported} if supported else {}


def _read_search(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    search = dict(_read_object(value))
    prompt = search.pop("prompt", None)
    _lose_rest(search, pointer, notes)
    return {"search": {"prompt": prompt}} if prompt else {}


def _read_description(value: Any, _pointer: Pointer, _notes: Notes) -> dict[str, Any]:
    return {"metadata": {"description": value}} if isinstance(value, str) else {}


def _read_metadata(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    metadata = dict(_read_object(value))
    timestamp = metadata.pop("timestamp", None)
    _lose_rest(metadata, pointer, notes)
    return {} if timestamp is None else {"metadata": {"timestamp": timestamp}}


def _read_seo(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    seo = dict(_read_object(value))
    tags, indexing = seo.pop("metatags", None), seo.pop("indexing", None)
    _lose_rest(seo, pointer, notes)
    settings: dict[str, Any] = {}
    if isinstance(tags, dict):
        tags = dict(tags)
        address = tags.pop("canonical", None)
        if isinstance(address, str) and address.startswith("http"):
            settings["seo"] = {"siteUrl": address}
            notes.carry(
                (*pointer, "metatags", "canonical"),
                "`seo.metatags.canonical` is `seo.siteUrl`: each page names its own address",
            )
        settings["metadata"] = tags
    if indexing == "all":
        settings.setdefault("seo", {})["indexHiddenPages"] = True
    return settings


def _read_api(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    api_value = dict(_read_object(value))
    documents = api_value.pop("openapi", None)
    api: dict[str, Any] = {}
    playground = dict(_read_object(api_value.pop("playground", None)))
    display, mode = playground.pop("display", None), playground.pop("mode", None)
    modes = {"interactive": "show", "auth": "show", "simple": "simple", "none": "hide"}
    mode_name = modes.get(str(display), mode)
    _set(api, ("playground", "mode"), mode_name)
    if playground.pop("proxy", True) is False:
        _set(api, ("playground", "disableProxy"), True)
    _lose_rest(playground, (*pointer, "playground"), notes)
    examples = dict(_read_object(api_value.pop("examples", None)))
    _set(api, ("request", "example", "languages"), examples.pop("languages", None))
    _set(api, ("playground", "prefill"), examples.pop("prefill", None))
    if examples.pop("defaults", None) == "all":
        _set(api, ("request", "example", "showOptionalParams"), True)
    _lose_rest(examples, (*pointer, "examples"), notes)
    params = dict(_read_object(api_value.pop("params", None)))
    expanded = params.pop("expanded", None)
    _set(api, ("paramFields", "expanded"), {"all": "all", "closed": "none"}.get(str(expanded)))
    _lose_rest(params, (*pointer, "params"), notes)
    mdx = {**api_value, **_read_object(api_value.pop("mdx", None))}
    api_value.pop("auth", None)
    _set(api, ("baseUrl",), mdx.get("server") or api_value.pop("baseUrl", None))
    _set(api, ("auth",), mdx.get("auth"))
    _set(api, ("maintainOrder",), api_value.pop("maintainOrder", None))
    _lose_rest(api_value, pointer, notes)
    settings: dict[str, Any] = {"api": api} if api else {}
    if documents:
        names = documents if isinstance(documents, list) else [documents]
        sources = [each.get("source") if isinstance(each, dict) else each for each in names]
        settings["openapi"] = [each for each in sources if isinstance(each, str)]
    return settings


def _set(target: dict[str, Any], way: tuple[str, ...], value: Any) -> None:
    if value is None:
        return
    *above, last = way
    for step in above:
        target = target.setdefault(step, {})
    target[last] = value


def _read_object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _lose_rest(rest: Mapping[str, Any], pointer: Pointer, notes: Notes) -> None:
    for key in rest:
        way = ".".join(str(step) for step in (*pointer, key))
        notes.lose((*pointer, key), f"`{way}`, which has no equivalent")


_READERS: dict[str, _Read] = {
    "theme": read_theme,
    "colors": _read_colors,
    "logo": read_logo,
    "favicon": read_favicon,
    "description": _read_description,
    "metadata": _read_metadata,
    "appearance": read_appearance,
    "background": read_background,
    "fonts": read_fonts,
    "icons": read_icons,
    "styling": read_styling,
    "navbar": read_navbar,
    "footer": read_footer,
    "banner": read_banner,
    "search": _read_search,
    "feedback": _read_feedback,
    "contextual": read_contextual,
    "api": _read_api,
    "seo": _read_seo,
    "integrations": read_integrations,
}
