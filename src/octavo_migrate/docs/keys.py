"""Translates the settings of `docs.json` beside its navigation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from octavo.settings.models.analytics import Analytics
from octavo.settings.objects import list_fields
from octavo_migrate.data import load_table, read_dict
from octavo_migrate.docs import links
from octavo_migrate.docs.settings_file import Notes, Part, Pointer

_Read = Callable[[Any, Pointer, Notes], dict[str, Any]]

_SAME = ("name", "redirects", "errors")
_SAME_KEYS = {
    "banner": "content dismissible",
    "colors": "primary light dark",
    "feedback": "thumbsRating suggestEdit raiseIssue",
    "logo": "light dark href",
    "metadata": "timestamp",
    "search": "prompt",
}
"""Settings of which some keys have the same meaning."""
_ELSEWHERE = frozenset({"$schema", "$ref", "navigation", "variables"})
_LOST: dict[str, list[str]] = load_table("docs")["lost"]
"""Settings without an equivalent: what is told, and what to do."""
_ANALYTICS = frozenset(field.key for field in list_fields(Analytics))
_WIDGETS = {"intercom": "appId", "frontchat": "snippetId", "osano": "scriptSource"}
_PLAYGROUNDS = {"interactive": "show", "auth": "show", "simple": "simple", "none": "hide"}


def translate_settings(settings: Mapping[str, Any], notes: Notes) -> dict[str, Any]:
    """Return the keys of `site.json`; what has none is told."""
    translated: dict[str, Any] = {}
    for key, value in settings.items():
        if key in _ELSEWHERE or value is None:
            continue
        if key in _SAME:
            _join(translated, key, {key: value}, notes)
        elif key in _SAME_KEYS or key in _READERS:
            read = _READERS.get(key, _read_same)
            _join(translated, key, read(value, (key,), notes), notes)
        else:
            message, advice = _LOST.get(key, (f"`{key}`, which has no equivalent", ""))
            notes.lose((key,), message, advice)
    translated.setdefault("name", "Documentation")
    translated.setdefault("codeBlock", {"mode": "auto"})
    return translated


def _join(target: dict[str, Any], old: str, more: Mapping[str, Any], notes: Notes) -> None:
    """Add what a setting is now, and note its name; objects that two settings fill are joined."""
    for key, value in more.items():
        there = target.get(key)
        both = isinstance(there, dict) and isinstance(value, dict)
        target[key] = {**there, **value} if both and there is not None else value
    if names := [name for name in more if name != old]:
        notes.carry((old,), f"`{old}` is {' and '.join(f'`{name}`' for name in names)} now")
    elif more:
        notes.carry((old,), "Settings with the same name and meaning")


def _read_same(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    key = str(pointer[0])
    part = Part(value, pointer, notes)
    taken = part.take_some(_SAME_KEYS[key])
    part.lose_rest()
    is_empty = key == "banner" and not taken.get("content")
    return {key: taken} if taken and not is_empty else {}


def _read_logo(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    return _read_same(value, pointer, notes) if isinstance(value, dict) else {"logo": value}


def _read_description(value: Any, _pointer: Pointer, _notes: Notes) -> dict[str, Any]:
    return {"metadata": {"description": value}} if isinstance(value, str) else {}


def _read_seo(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    seo = Part(value, pointer, notes)
    tags, indexing = seo.take("metatags"), seo.take("indexing")
    seo.lose_rest()
    settings: dict[str, Any] = {}
    if isinstance(tags, dict):
        tags = dict(tags)
        address = tags.pop("canonical", None)
        if isinstance(address, str) and address.startswith("http"):
            settings["seo"] = {"siteUrl": address}
            message = "`seo.metatags.canonical` is `seo.siteUrl`: each page names its own address"
            notes.carry((*pointer, "metatags", "canonical"), message)
        settings["metadata"] = tags
    if indexing == "all":
        settings.setdefault("seo", {})["indexHiddenPages"] = True
    return settings


def _read_api(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    api: dict[str, Any] = {}
    part = Part(value, pointer, notes)
    documents = part.take("openapi")
    playground = part.enter("playground")
    display, mode = playground.take("display"), playground.take("mode")
    _set(api, "playground.mode", _PLAYGROUNDS.get(str(display), mode))
    _set(api, "playground.disableProxy", True if playground.take("proxy") is False else None)
    playground.lose_rest()
    examples = part.enter("examples")
    _set(api, "request.example.languages", examples.take("languages"))
    _set(api, "playground.prefill", examples.take("prefill"))
    shows_all = examples.take("defaults") == "all"
    _set(api, "request.example.showOptionalParams", True if shows_all else None)
    examples.lose_rest()
    params = part.enter("params")
    expanded = {"all": "all", "closed": "none"}.get(str(params.take("expanded")))
    _set(api, "paramFields.expanded", expanded)
    params.lose_rest()
    auth, mdx = part.take("auth"), read_dict(part.take("mdx"))
    address = part.take("baseUrl") if not mdx.get("server") else mdx["server"]
    _set(api, "baseUrl", address)
    _set(api, "auth", mdx.get("auth", auth))
    _set(api, "maintainOrder", part.take("maintainOrder"))
    part.lose_rest()
    settings: dict[str, Any] = {"api": api} if api else {}
    if documents:
        names = documents if isinstance(documents, list) else [documents]
        sources = [each.get("source") if isinstance(each, dict) else each for each in names]
        settings["openapi"] = [each for each in sources if isinstance(each, str)]
    return settings


def _set(target: dict[str, Any], way: str, value: Any) -> None:
    if value is not None:
        *above, last = way.split(".")
        for step in above:
            target = target.setdefault(step, {})
        target[last] = value


def _read_theme(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    if value != "mint":
        message = (
            f"The theme `{value}` is not there; the site has its own colors and the usual look"
        )
        advice = (
            "Try `theme` (`venus`, `quill`, `prism`) and `layout` (`topnav`, `sidenav`, "
            "`solidSidenav`)."
        )
        notes.change(pointer, message, advice)
    return {}


def _read_favicon(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    if isinstance(value, dict):
        notes.change(pointer, "Of the two favicons, the one for light mode is used in both")
        value = value.get("light") or value.get("dark")
    return {"favicon": value} if value else {}


def _read_appearance(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    appearance = Part(value, pointer, notes)
    default = appearance.take("default")
    toggle: dict[str, Any] = {"default": default} if default in ("light", "dark") else {}
    if appearance.take("strict") is True:
        toggle["isHidden"] = True
    appearance.lose_rest()
    return {"modeToggle": toggle} if toggle else {}


def _read_background(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    background = Part(value, pointer, notes)
    color, decoration, image = map(background.take, ("color", "decoration", "image"))
    settings: dict[str, Any] = {}
    if isinstance(color, dict):
        settings["colors"] = {"background": color}
    if decoration:
        settings["background"] = {"style": decoration}
    if isinstance(image, dict):
        message = "Of the two background images, the one for light mode is used"
        notes.change((*pointer, "image"), message)
        image = image.get("light") or image.get("dark")
    if isinstance(image, str):
        settings["backgroundImage"] = image
    background.lose_rest()
    return settings


def _read_fonts(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return one font for everything, or one for headings and one for text."""
    part = Part(value, pointer, notes)
    heading, body = part.take("heading"), part.take("body")
    whole = _read_font(part.take_some("family weight source format"))
    if not isinstance(heading, dict) and not isinstance(body, dict):
        return {"font": whole} if whole else {}
    part.lose_rest()
    fonts = {
        name: {**whole, **_read_font(read_dict(font))}
        for name, font in (("headings", heading), ("body", body))
        if whole or isinstance(font, dict)
    }
    return {"font": fonts}


def _read_font(font: dict[str, Any]) -> dict[str, Any]:
    names = {"family": "family", "weight": "weight", "source": "url", "format": "format"}
    return {name: font[key] for key, name in names.items() if key in font}


def _read_icons(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    library = value.get("library") if isinstance(value, dict) else value
    if library in ("fontawesome", "lucide"):
        notes.carry(pointer, "Icons of Font Awesome and Lucide are found by their names")
    else:
        message = (
            f"Icons of `{library}`, where neither Font Awesome nor Lucide has one of that name"
        )
        advice = "Look for warnings about icons in `octavo check`, and give other names."
        notes.lose(pointer, message, advice)
    return {}


def _read_styling(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    styling = Part(value, pointer, notes)
    code, eyebrows = styling.take("codeblocks"), styling.take("eyebrows")
    settings: dict[str, Any] = {}
    if code is not None:
        settings["codeBlock"] = {"mode": "dark" if code == "dark" else "auto"}
    if isinstance(code, dict):
        message = "The color theme of code blocks"
        advice = "Code has the colors of Octavo; a style sheet of your own can change them."
        notes.lose((*pointer, "codeblocks"), message, advice)
    if eyebrows is not None:
        settings["eyebrow"] = {"display": eyebrows}
    styling.lose_rest()
    return settings


def _read_integrations(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return analytics and widgets."""
    analytics: dict[str, Any] = {}
    widgets: dict[str, Any] = {}
    for name, settings in read_dict(value).items():
        if key := _WIDGETS.get(name):
            widgets[name] = settings.get(key) if isinstance(settings, dict) else settings
        elif name in _ANALYTICS and isinstance(settings, dict):
            analytics[name] = settings
        else:
            notes.lose((*pointer, name), f"The service `{name}`, which Octavo does not know")
    parts = {"analytics": analytics, "integrations": widgets}
    return {key: part for key, part in parts.items() if part}


_READERS: dict[str, _Read] = {
    "theme": _read_theme,
    "logo": _read_logo,
    "favicon": _read_favicon,
    "description": _read_description,
    "appearance": _read_appearance,
    "background": _read_background,
    "fonts": _read_fonts,
    "icons": _read_icons,
    "styling": _read_styling,
    "navbar": links.read_navbar,
    "footer": links.read_footer,
    "contextual": links.read_contextual,
    "api": _read_api,
    "seo": _read_seo,
    "integrations": _read_integrations,
}
