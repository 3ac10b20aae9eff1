"""Replaces components of Docusaurus and of the project with those of Octavo."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

from octavo.content.surface import NOT_LITERAL, Lexer, evaluate_literal
from octavo.values import Struct, field
from octavo_migrate.docusaurus import modules as javascript
from octavo_migrate.docusaurus.documents import find_body
from octavo_migrate.docusaurus.pages import page_tags
from octavo_migrate.docusaurus.pages.marked_blocks import KINDS
from octavo_migrate.docusaurus.pages.old_links import Home, Places
from octavo_migrate.docusaurus.pages.scan import Part
from octavo_migrate.docusaurus.sidebars import Card, render_cards
from octavo_migrate.edits import Edit

_ASSETS = tuple(".png .jpg .jpeg .gif .svg .webp .avif .ico .mp4 .webm .pdf".split())
_DOCUSAURUS = ("@theme/", "@docusaurus/", "@theme-original/", "@theme-init/")
_VIDEO_PACKAGES = frozenset({"react-lite-youtube-embed", "react-player", "react-player/youtube"})
_YOUTUBE = re.compile(r"(?:youtube\.com/(?:watch\?v=|embed/)|youtu\.be/)([\w-]+)")
_RAW = re.compile(r"(?<!!)!*+raw-loader!|\?raw\Z")
_ADDRESS_ATTRIBUTES = ("src", "href", "to", "poster", "img", "srcSet")
_PICTURES = ("src", "source", "image", "img")
_TARGETS = ("to", "href", "url", "link")
_TITLES = ("title", "label", "caption", "description")
_TOLD = (*_PICTURES, *_TARGETS, "alt", *_TITLES)
_UNSEEN = frozenset({"TOCInline", "Head", "head"})
_GONE = frozenset({"Translate", "BrowserOnly"})
_OF_THEME = _UNSEEN | _GONE | {"Tabs", "TabItem", "Link", "Admonition", "Details", "DocCardList"}
_OF_THEME |= {"ThemedImage", "CodeBlock", "Image", "IdealImage"}
"""Components of Docusaurus and its themes that Octavo replaces."""
_LINK_INSIDE = re.compile(r"\]\(|<(?:a|Link)\b|\bhref=|\bto=|://")
_WORDS = re.compile(r"(?<![\w$.])[A-Za-z_$][\w$]*")
_TEMPLATE = re.compile(r"\s*\{\s*`((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)`\s*\}\s*\Z")
_OPEN_TEMPLATE = re.compile(r"\s*\{\s*`((?:[^`\\]|\\[\s\S])*)`\s*\}\s*\Z")
_MAGIC_STRING = re.compile(r"([\"'`])\s*(?://|#)\s*highlight-(?:start|end|next-line)\s*\1[ \t]*,?")
_NAME_IN_BRACES = re.compile(r"\s*\{\s*([\w$]+)\s*\}\s*\Z")


class _OpenTabs(Struct):
    tag: page_tags.OldTag
    labels: dict[str, str]
    default: str | None
    items: list[str] = field(default_factory=list)
    chosen: int = 0


class ComponentConverter:
    """Plans the edits for the imports and tags of one page."""

    def __init__(
        self, text: str, home: Home, places: Places, cards: tuple[Card, ...], edits: list[Edit]
    ) -> None:
        self.text = text
        self.home = home
        self.places = places
        self.cards = cards
        self.edits = edits
        self.done = 0
        self.values: dict[str, Any] = {}
        self.callouts: list[str] = []
        """The open callouts that come from tags."""
        self.assets: dict[str, str] = {}
        self.codes: dict[str, str] = {}
        self.components: dict[str, str] = {}
        self.pieces: set[str] = set()
        self.shared = dict(places.shared)
        """Components without an import that the page hasn't used or imported yet."""
        self.lexer = Lexer(text)
        self.tabs: list[_OpenTabs] = []

    # imports

    def read_imports(self, part: Part) -> None:
        """Plan the replacements for the imports in a block of module code."""
        for match in page_tags.IMPORT.finditer(self.text, part.start, part.end + 1):
            source = match["source"]
            for name in page_tags.list_imported_names(match):
                self.shared.pop(name, None)
            if new := self.places.place_import(source, self.home):
                self.pieces.add(match["default"] or "")
                self.edits.append(Edit(match.start("source"), match.end("source"), new))
                continue
            self._take_import(match, source)
            # Expressions of the page may need a replacement for an import.
            hook = page_tags.write_hook(match, self.text)
            values = map(self._define_value, page_tags.list_imported_names(match))
            self.edits.append(Edit(match.start(), match.end(), hook + "".join(values)))
        for call in page_tags.ADDRESS_CALL.finditer(self.text, part.start, part.end):
            self.edits.append(Edit(call.start(), call.end(), self._write_calls(call[0])))

    def _define_value(self, name: str) -> str:
        """Return the definition of an imported data value, if an expression uses it."""
        written = page_tags.write_definition(name, self.values.get(name), self.text)
        if written:
            self.components.pop(name, None)
        return written

    def _import_shared(self, name: str) -> None:
        """Import a component that the old theme gave to every page."""
        source = self.shared.pop(name, None)
        if source is None:
            return
        if new := self.places.place_import(source, self.home):
            self.pieces.add(name)
            body = find_body(self.text)
            self.edits.append(Edit(body, body, f'\nimport {name} from "{new}";\n\n'))
        elif match := page_tags.IMPORT.match(f'import {name} from "{source}"'):
            self._take_import(match, source)

    def _take_import(self, match: re.Match[str], source: str) -> None:
        used_names = page_tags.list_imported_names(match)
        if source.startswith(_DOCUSAURUS):
            others = (name for name in used_names if name[0].isupper() and name not in _OF_THEME)
            self.components.update(dict.fromkeys(others, source))
            return
        if _RAW.search(source):
            file = self.places.find_import(_RAW.sub("", source), self.home)
            code = self.places.files.read(file) if file else None
            self.codes.update({name: code for name in used_names if code is not None})
            return
        path = source.partition("?")[0]
        if path.lower().endswith(_ASSETS):
            self.assets.update({name: self._resolve(path) or path for name in used_names})
            return
        file = self.places.find_import(source, self.home)
        exported = dict(javascript.list_renamed(match["named"] or ""))
        for name in used_names:
            self.components[name] = file or source
            if file is None or not file.endswith((".js", ".ts", ".mjs", ".json")):
                continue
            member = exported.get(name, javascript.DEFAULT)
            value = self.places.files.evaluate(file, member)
            if name != match["all"] and not isinstance(value, javascript.Code):
                self.values[name] = value

    # tags

    def convert_tag(self, start: int) -> int:
        """Plan the edits for a tag, and return where to continue."""
        tag = page_tags.read_old_tag(self.text, start, self.lexer)
        if tag is None:
            return start + 1
        self.done = max(self.done, tag.end)
        self._import_shared(tag.name.partition(".")[0])
        special: dict[str, Callable[[page_tags.OldTag], None]] = {
            "Tabs": self._convert_tabs,
            "TabItem": self._convert_tab,
            "Link": self._convert_link,
            "Admonition": self._convert_admonition,
            "Details": lambda each: self._rename(each, "details"),
            "DocCardList": self._convert_card_list,
            "ThemedImage": self._convert_themed_image,
            "CodeBlock": self._convert_code,
            "Image": lambda each: self._rename(each, "img"),
            "IdealImage": lambda each: self._rename(each, "img"),
        }
        if tag.name in _UNSEEN:
            self._remove(tag)
        elif tag.name in _GONE:
            self._unwrap(tag)
        elif tag.name in self.assets:
            self._convert_picture(tag)
        elif self.components.get(tag.name) and self._find_video(tag):
            self._convert_video(tag)
        elif tag.name in special and tag.name not in self.pieces | self.components.keys():
            special[tag.name](tag)
        else:
            self._convert_addresses(tag)
            self._tell_unknown(tag)
        return self.done

    def _tell_unknown(self, tag: page_tags.OldTag) -> None:
        name = tag.name.partition(".")[0]
        if name not in self.components or name in self.pieces:
            return
        if tag.closing:
            self.edits.append(Edit(tag.start, tag.end, ""))
            return
        advice = "What stands inside of it is shown, and its titles, links and pictures."
        self._lose(f"The component `{name}` of `{self.components[name]}` is code", tag, advice)
        is_link = self._convert_linking(tag)
        names = _TOLD if tag.empty else (*_TITLES, *(_TARGETS if is_link else ()))
        kept = (each for each in tag.attributes if each.name in names and self._read_text(each))
        if lost := sorted({each.name for each in tag.attributes} - {each.name for each in kept}):
            listed = ", ".join(f"`{each}`" for each in lost)
            advice = "Write in Markdown what it showed for them."
            self._lose(f"Attributes of the component `{name}`: {listed}", tag, advice)
        if is_link:
            return
        before = self.text[self.text.rfind("\n", 0, tag.start) + 1 : tag.start]
        texts = list(self._list_attribute_texts(tag))
        text = f"\n\n{before}".join(["", *texts, ""]) if texts else ""
        if before.strip():  # The tag is in a line of text, or in a cell.
            text = " ".join(texts) if tag.empty else ""
        self.edits.append(Edit(tag.start, tag.end, text))

    def _convert_linking(self, tag: page_tags.OldTag) -> bool:
        """Turn a component with a target into a link, unless it contains another link."""
        target = next(filter(None, (self._read_text(tag.get(name)) for name in _TARGETS)), None)
        closing = None if tag.empty or not target else self._find_closing(tag)
        if target is None or closing is None:
            return False
        inside = self.text[tag.end : closing.start]
        if _LINK_INSIDE.search(inside) or f"<{tag.name}" in inside:
            return False
        title = self._read_text(tag.get("title") or tag.get("label"))
        head = f"<strong>{html.escape(title)}</strong> " if title else ""
        new = html.escape(self._resolve(target) or target)
        self.edits.append(Edit(tag.start, tag.end, f'<a href="{new}">{head}'))
        self.edits.append(Edit(closing.start, closing.end, "</a>"))
        return True

    def _list_attribute_texts(self, tag: page_tags.OldTag) -> Iterator[str]:
        """Yield the attribute texts of a component."""
        texts = {name: self._read_text(tag.get(name)) or "" for name in _TOLD}
        lines = {name: " ".join(text.split()) for name, text in texts.items()}
        text_of = {name: re.sub(r"([\\`*_{}\[\]<>])", r"\\\1", lines[name]) for name in lines}
        picture = next((texts[name] for name in _PICTURES if texts[name]), "")
        if picture.lower().endswith(_ASSETS) and tag.empty:
            source = self.places.find_static(picture) or self._resolve(picture) or picture
            yield f"![{text_of['alt']}]({source})"
        title = text_of["title"] or text_of["label"]
        target = next((texts[name] for name in _TARGETS if texts[name]), "")
        if target and tag.empty:
            yield f"[{title or target}]({self._resolve(target) or target})"
        elif title:
            yield f"**{title}**"
        yield from filter(None, (text_of["caption"], text_of["description"]))

    def _lose(self, message: str, tag: page_tags.OldTag, advice: str = "") -> None:
        line = self.text.count("\n", 0, tag.start) + 1
        self.places.files.lose(message, self.home.source, line, advice)

    def _rename(self, tag: page_tags.OldTag, name: str) -> None:
        start = self.text.index(tag.name, tag.start)
        self.edits.append(Edit(start, start + len(tag.name), name))
        self._convert_addresses(tag)

    def _replace(self, tag: page_tags.OldTag, new: str) -> None:
        self.edits.append(Edit(tag.start, tag.end, new))

    def _find_closing(self, tag: page_tags.OldTag) -> page_tags.OldTag | None:
        """Return the closing tag, unless another tag of that name comes before it."""
        pattern = re.compile(rf"</\s*{re.escape(tag.name)}\s*>")
        match = pattern.search(self.text, tag.end)
        return page_tags.read_old_tag(self.text, match.start(), self.lexer) if match else None

    def _remove(self, tag: page_tags.OldTag) -> None:
        """Remove an element with its content, which readers don't see in the text."""
        closing = None if tag.empty or tag.closing else self._find_closing(tag)
        end = closing.end if closing else tag.end
        if tag.name in ("Head", "head"):
            self._lose("Tags for the head of a page", tag, "Write meta tags in the front matter.")
        self.edits.append(Edit(tag.start, end, ""))
        self.done = max(self.done, end)

    def _unwrap(self, tag: page_tags.OldTag) -> None:
        if tag.name == "BrowserOnly" and not tag.closing:
            self._lose("What only a browser can show", tag)
        self._replace(tag, "")

    # values

    def _resolve(self, target: str) -> str | None:
        return self.places.resolve(target, self.home)

    def _evaluate(self, code: str) -> Any:
        """Return the value of code in an attribute, with new addresses in calls."""
        value = evaluate_literal(self._write_calls(code), {**self.values, **self.assets})
        return None if value is NOT_LITERAL else value

    def _write_calls(self, code: str) -> str:
        def write(match: re.Match[str]) -> str:
            is_call = match[0].startswith("require")
            own = match[2] if is_call else "/" + match[2].lstrip("/")
            return f'"{self._resolve(match[2]) or own}"'

        return page_tags.ADDRESS_CALL.sub(write, code)

    def _read_text(self, attribute: page_tags.TagAttribute | None) -> str | None:
        if attribute is None or attribute.text is not None:
            return attribute.text if attribute else None
        value = self._evaluate(attribute.code) if attribute.code is not None else None
        return str(value) if isinstance(value, (str, int, float)) else None

    def _convert_addresses(self, tag: page_tags.OldTag) -> None:
        for attribute in tag.attributes:
            code, new = attribute.code or "", None
            if attribute.name in _ADDRESS_ATTRIBUTES:
                address = self._find_address(attribute)
                new = None if address is None else f'"{address}"'
            if new is None and self._uses_dropped(code):
                self._lose(f"`{attribute.name}` of a tag, whose value is code", tag)
                self.edits.append(Edit(attribute.start, attribute.end, ""))
                continue
            if attribute.name not in _ADDRESS_ATTRIBUTES:
                new_code = self._write_calls(code)
                new = f"{{{new_code}}}" if new_code != code else None
            if new is not None:
                self.edits.append(Edit(attribute.value_start, attribute.end, new))

    def _uses_dropped(self, code: str) -> bool:
        """Tell whether code needs an import that the new project doesn't have."""
        names = set(_WORDS.findall(code)) & self.components.keys()
        value = self._evaluate(code) if names else None
        return bool(names) and (value is None or not javascript.is_data(value))

    def _find_address(self, attribute: page_tags.TagAttribute) -> str | None:
        """Return the new address of an attribute; None if it can stay."""
        if attribute.text is not None:
            return self._resolve(attribute.text)
        if attribute.code is None:
            return None
        value = self._evaluate(attribute.code)
        if isinstance(value, dict):
            value = value.get("default")
        return (self._resolve(value) or value) if isinstance(value, str) else None

    # components of Docusaurus

    def _convert_link(self, tag: page_tags.OldTag) -> None:
        start = self.text.index(tag.name, tag.start)
        self.edits.append(Edit(start, start + len(tag.name), "a"))
        target = tag.get("to") or tag.get("href")
        if target:
            new = self._find_address(target) or target.text
            if new is not None:
                space = re.match(r"\s*", self.text[target.start :])
                written = (space[0] if space else " ") + f'href="{new}"'
                self.edits.append(Edit(target.start, target.end, written))

    def _convert_admonition(self, tag: page_tags.OldTag) -> None:
        kind = self._read_text(tag.get("type")) or "note"
        name = KINDS.get(kind, "Note")
        if tag.closing:  # A callout closes with the name that it opened with.
            self._replace(tag, f"</{self.callouts.pop()}>" if self.callouts else "")
            return
        title = self._read_text(tag.get("title"))
        self.callouts.append(name)
        self._replace(tag, f"<{name}{page_tags.write_attribute('title', title) if title else ''}>")

    def _convert_card_list(self, tag: page_tags.OldTag) -> None:
        if not self.cards:
            self._lose("A list of a category that no sidebar has", tag)
        self._replace(tag, render_cards(self.cards) if self.cards else "")

    def _convert_picture(self, tag: page_tags.OldTag) -> None:
        label = self._read_text(tag.get("alt") or tag.get("title") or tag.get("aria-label")) or ""
        new = f'<img src="{self.assets[tag.name]}"{page_tags.write_attribute("alt", label)} />'
        self._replace(tag, "" if tag.closing else new)

    def _find_video(self, tag: page_tags.OldTag) -> str | None:
        """Return the video of a player tag, by its id or its address."""
        address = self._read_text(tag.get("url") or tag.get("src")) or ""
        match = _YOUTUBE.search(address)
        is_player = self.components.get(tag.name) in _VIDEO_PACKAGES
        own_id = self._read_text(tag.get("id")) if is_player else None
        video = own_id or (match[1] if match else None)
        return f"https://www.youtube.com/embed/{video}" if video else None

    def _convert_video(self, tag: page_tags.OldTag) -> None:
        title = page_tags.write_attribute("title", self._read_text(tag.get("title")) or "Video")
        new = f'<iframe src="{self._find_video(tag)}"{title} allowFullScreen></iframe>'
        self._replace(tag, new)

    def _convert_themed_image(self, tag: page_tags.OldTag) -> None:
        sources = tag.get("sources")
        value = self._evaluate(sources.code) if sources and sources.code else None
        if tag.closing:
            return
        if not isinstance(value, dict):
            self._lose("A picture for each mode whose addresses are code", tag)
            return
        alt = page_tags.write_attribute("alt", self._read_text(tag.get("alt")) or "")
        pictures = []
        for mode, name in (("light", "block dark:hidden"), ("dark", "hidden dark:block")):
            source = str(value.get(mode) or "")
            source = self._resolve(source) or source
            pictures.append(f'<img className="{name}"{alt} src="{source}" />')
        self._replace(tag, "".join(pictures))

    def _convert_code(self, tag: page_tags.OldTag) -> None:
        closing = None if tag.empty or tag.closing else self._find_closing(tag)
        inside = self.text[tag.end : closing.start] if closing else ""
        template, name = _TEMPLATE.match(inside), _NAME_IN_BRACES.match(inside)
        code = template[1].replace("\\`", "`").replace("\\$", "$") if template else None
        if name:
            code = self.codes.get(name[1])
        if code is None and (code := self._read_template(inside)) is not None:
            self._lose("Values inside of a block of code, which are code", tag)
        if closing and code is None and inside.strip() and not self._uses_dropped(inside):
            self._keep_code(tag, closing)
        elif not tag.closing and (closing is None or code is None):
            self._lose("A block of code whose text is code itself", tag)
        if closing is None or code is None:
            return
        language = self._read_text(tag.get("language")) or ""
        named = (tag.get("className") or tag.get("class")) if not language else None
        if named and named.text:
            language = named.text.removeprefix("language-")
        title = self._read_text(tag.get("title"))
        ticks = "`" * max(3, *(len(each) + 1 for each in re.findall(r"`+", code) or [""]))
        head = language + (f" {page_tags.write_attribute('title', title).strip()}" if title else "")
        text = code.strip("\n")
        self.edits.append(Edit(tag.start, closing.end, f"\n{ticks}{head}\n{text}\n{ticks}\n"))
        self.done = max(self.done, closing.end)

    def _read_template(self, inside: str) -> str | None:
        """Return the source of a template text whose values need a run of the code."""
        template = _OPEN_TEMPLATE.match(inside)
        if template is None or self._evaluate(f"`{template[1]}`") is not None:
            return None
        return template[1].replace("\\`", "`")

    def _keep_code(self, tag: page_tags.OldTag, closing: page_tags.OldTag) -> None:
        """Keep a code block's expressions as they are, but remove the marks of its strings."""
        for mark in _MAGIC_STRING.finditer(self.text, tag.end, closing.start):
            self.edits.append(Edit(mark.start(), mark.end(), ""))
        self.done = max(self.done, closing.end)

    # tabs

    def _convert_tabs(self, tag: page_tags.OldTag) -> None:
        if tag.closing:
            self._replace(tag, "</Tabs>")
            if self.tabs:
                self._finish_tabs(self.tabs.pop())
            return
        values = tag.get("values")
        listed = self._evaluate(values.code) if values and values.code else None
        labels = {
            str(each.get("value")): str(each.get("label") or each.get("value"))
            for each in (listed if isinstance(listed, list) else ())
            if isinstance(each, dict)
        }
        self.tabs.append(_OpenTabs(tag, labels, self._read_text(tag.get("defaultValue"))))

    def _finish_tabs(self, tabs: _OpenTabs) -> None:
        default = tabs.default
        chosen = tabs.items.index(default) if default in tabs.items else tabs.chosen
        first = f" defaultTabIndex={{{chosen}}}" if chosen else ""
        alone = "" if tabs.tag.get("groupId") else " sync={false}"
        self._replace(tabs.tag, f"<Tabs{first}{alone}>")

    def _convert_tab(self, tag: page_tags.OldTag) -> None:
        if tag.closing:
            self._replace(tag, "</Tab>")
            return
        value = self._read_text(tag.get("value")) or ""
        label = self._read_text(tag.get("label"))
        for group in self.tabs[-1:]:
            label = label or group.labels.get(value)
            group.chosen = len(group.items) if tag.get("default") else group.chosen
            group.items.append(value)
        self._replace(tag, f"<Tab{page_tags.write_attribute('title', label or value)}>")

    def finish(self) -> None:
        """Plan the remaining edits at the end of the page."""
        for tabs in self.tabs:
            self._finish_tabs(tabs)
