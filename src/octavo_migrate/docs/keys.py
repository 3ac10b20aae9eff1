"""Translates the settings of `docs.json`, except its navigation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from octavo.settings.surface import (
    MENU_ENTRIES,
    SOCIAL_PLATFORMS,
    Analytics,
    find_github_repository,
    list_fields,
)
from octavo_migrate.data import Values, list_objects, load_table, read_dict, read_list
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
"""Settings with keys that mean the same in `site.json`."""
_ELSEWHERE = frozenset({"$schema", "$ref", "navigation", "variables"})
_LOST: dict[str, list[str]] = load_table("docs")["lost"]
"""Settings without an equivalent: the message, and what to do."""
_ANALYTICS = frozenset(field.key for field in list_fields(Analytics))
_WIDGETS = {"intercom": "appId", "frontchat": "snippetId", "osano": "scriptSource"}
_PLAYGROUNDS = {"interactive": "show", "auth": "show", "simple": "simple", "none": "hide"}


def translate_settings(settings: Values, notes: Notes) -> dict[str, Any]:
    """Return the keys of `site.json`, and add a note for each setting without an equivalent."""
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


def _join(target: dict[str, Any], old: str, more: Values, notes: Notes) -> None:
    """Add a translated setting, and note its new name; merge objects that two settings fill."""
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
    """Return one font for all text, or one for headings and one for body text."""
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
        advice = "Code has the colors of Octavo. Your style sheet can change them."
        notes.lose((*pointer, "codeblocks"), message, advice)
    if eyebrows is not None:
        settings["eyebrow"] = {"display": eyebrows}
    styling.lose_rest()
    return settings


def _read_integrations(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return the settings of analytics and widgets."""
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


_NAMES = {"github": "GitHub", "discord": "Discord", "x": "X", "x-twitter": "X"}


def _read_navbar(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return the links and the button of the top bar."""
    navbar = Part(value, pointer, notes)
    several, github, primary = map(navbar.take, ("links", "github", "primary"))
    items: list[tuple[Pointer, dict[str, Any]]] = [
        ((*pointer, "links", index), item) for index, item in list_objects(several)
    ]
    if isinstance(github, str):
        items.append(((*pointer, "github"), {"type": "github", "href": github}))
    settings: dict[str, Any] = {}
    if links := [link for place, item in items if (link := _read_link(item, place, notes))]:
        settings["topbarLinks"] = links
    if isinstance(primary, dict) and (button := _read_link(primary, (*pointer, "primary"), notes)):
        settings["topbarCtaButton"] = button
    navbar.lose_rest("Add it to `topbarLinks`.")
    return settings


def _read_link(item: dict[str, Any], pointer: Pointer, notes: Notes) -> dict[str, Any] | None:
    url = item.get("href")
    if not isinstance(url, str) or not url:
        notes.lose(pointer, "A link of the top bar that leads nowhere")
        return None
    kind, name, icon = item.get("type"), item.get("label"), item.get("icon")
    if kind == "github" and find_github_repository(url):
        return {"type": "github", "url": url}
    if icon and name:
        notes.lose((*pointer, "icon"), "The icon of a link in the top bar, which shows its name")
    # A link that shows only an icon is named after the icon or after its site.
    words = (icon if isinstance(icon, str) else str(kind), str(kind))
    other = next((_NAMES[word] for word in words if word in _NAMES), None)
    return {"name": name or other or urlsplit(url).hostname or "Link", "url": url}


def _read_footer(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return social profiles and columns of links."""
    old_footer = read_dict(value)
    footer: dict[str, Any] = {}
    socials = old_footer.get("socials")
    if isinstance(socials, dict):
        footer["socials"] = {
            key: url for key, url in socials.items() if key in SOCIAL_PLATFORMS and url
        }
        for key in socials:
            if key not in footer["socials"]:
                message = f"The profile on `{key}` in the footer, for which there is no icon"
                notes.lose((*pointer, "socials", key), message, "Add it to `footer.links`.")
    columns = [
        {
            **({"title": column["header"]} if column.get("header") else {}),
            "links": [
                {"label": link.get("label"), "url": link.get("href")}
                for _, link in list_objects(column.get("items"))
            ],
        }
        for _, column in list_objects(old_footer.get("links"))
    ]
    if columns:
        footer["links"] = columns
    return {"footer": footer} if footer else {}


def _read_contextual(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return the settings of the page menu."""
    menu = Part(value, pointer, notes)
    kept: list[Any] = []
    for index, option in enumerate(read_list(menu.take("options"))):
        place = (*pointer, "options", index)
        if isinstance(option, dict):
            kept += _read_own_entry(option, place, notes)
        elif option in MENU_ENTRIES:
            kept.append(option)
        else:
            notes.lose(place, f"The entry `{option}` of the page menu")
    menu.lose_rest()
    return {"contextual": {"options": kept}}


def _read_own_entry(option: dict[str, Any], place: Pointer, notes: Notes) -> list[Any]:
    href = option.get("href")
    if isinstance(href, dict):
        query = href.get("query")
        pairs = [f"{item.get('key')}={item.get('value')}" for _, item in list_objects(query)]
        pairs = [query] if isinstance(query, str) else pairs
        href = f"{href.get('base', '')}{'?' if pairs else ''}{'&'.join(pairs)}"
        notes.change(place, "An entry of the page menu has its address in one piece")
    if not isinstance(href, str):
        notes.lose(place, "An entry of the page menu that leads nowhere")
        return []
    names = ("title", "description", "icon")
    return [{**{key: option[key] for key in names if key in option}, "href": href}]


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
    "navbar": _read_navbar,
    "footer": _read_footer,
    "contextual": _read_contextual,
    "api": _read_api,
    "seo": _read_seo,
    "integrations": _read_integrations,
}
