"""Converts the text of a paragraph where MDX gives it another meaning."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from octavo.values import Struct, replace
from octavo_migrate.data import find_emoji, load_table
from octavo_migrate.mkdocs.context import Context, convert_link, find_address
from octavo_migrate.mkdocs.markdown import html as markup
from octavo_migrate.mkdocs.markdown.pieces import Attributes, keep_id, match_attributes
from octavo_migrate.mkdocs.markdown.titles import (
    build_id,
    find_icon_name,
    is_icon_name,
    strip_markdown,
)

_SPECIAL = re.compile(r"[\\`<{!\[\]:+=^~$#]")
_BACKTICKS = re.compile(r"`+")
_ANGLE_LINK = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.-]+)>")
_OTHER_TAG = re.compile(r"</?[A-Za-z][^<>@ ]*(?: [^<>]*)?>")
"""Text that Python-Markdown reads as a tag, with any name."""
_DESTINATION = re.compile(
    r"""\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^()\\]|\\.)*\))*))"""
    r"""(\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?\s*\)"""
)
_ONLY_ADDRESS = re.compile(r"https?://[^\s<>\[\]\\`*{}\"]+")
_BROKEN_ADDRESS = re.compile(r"\]\((https?://[^\s()<>\"']*)\n[ ]*([^\s()<>\"']+)\)")
"""An address over two lines; browsers ignore the line end."""
_SPACED_DESTINATION = re.compile(r"\]\(([^()\n<>\"']+\.\w+(?:#[^()\n]*)?)\)")
_REFERENCE = re.compile(r"\[((?:[^\[\]`\\]|\\.|`[^`]*`)+)\]\s?\[([^\[\]]*)\]")
_LINK_TEXT = re.compile(r"\[((?:[^\[\]`\\]|\\.|`[^`]*`|!?\[[^\[\]]*\](?:\([^()\s]*\))?)*)(?=\])")
_LABEL = re.compile(r"\]\s?\[([^\[\]]*)\]")
_IMAGE_TEXT = re.compile(r"!\[((?:[^\[\]\\]|\\.)*)(?=\])")
_NAME = re.compile(r":([A-Za-z0-9_+-]+):")
_KEYS = re.compile(r"\+\+((?:[\w-]+|\"[^\"\n]+\"|[^\w\s+])(?:\+(?:[\w-]+|\"[^\"\n]+\"))*)\+\+")
_VARIABLE = re.compile(r"\{\{\s*([\w.]+)\s*\}\}")
# A pattern is much slower to find that an end is missing, at each of many starts.
_TEMPLATE_ENDS = {"{{": "}}", "{%": "%}"}
_FORMULA = re.compile(r"\$\$[^$]+\$\$|\$(?![\s$])[^$\n]*?[^\s$\\]\$(?!\d)")
_ROUND_FORMULA = re.compile(r"\\\((.+?)\\\)", re.DOTALL)
_MARKS = re.compile(r"[{}\[\]_*]")
_ISSUE = re.compile(r"#(\d+)\b")
_WRAPS = {
    "=": (("==", "mark", "pymdownx.mark"),),
    "^": (("^^", "ins", "pymdownx.caret"), ("^", "sup", "pymdownx.caret")),
    "~": (("~", "sub", "pymdownx.tilde"),),
}


class Text(Struct, frozen=True):
    """A piece of text of a page."""

    text: str
    line: int
    context: Context
    in_table: bool = False

    def find_line(self, at: int) -> int:
        """Return the line of an offset."""
        return self.line + self.text.count("\n", 0, at)

    def lose(self, at: int, message: str, advice: str = "") -> None:
        """Note something that has no equivalent."""
        self.context.lose(message, self.find_line(at), advice)

    def match_attributes(self, at: int) -> Attributes | None:
        """Return the attribute list at an offset, if the extension is enabled."""
        return match_attributes(self.text, at) if self.context.has("attr_list") else None

    def convert(self, text: str, at: int) -> str:
        """Return a part of the text as MDX."""
        return convert_inline(text, self.find_line(at), self.context)


Found = tuple[str, int] | None
"""A replacement, and the end of the replaced text."""


def convert_inline(text: str, line: int, context: Context, *, in_table: bool = False) -> str:
    """Return the text of a paragraph as MDX; a very long one becomes plain text."""
    if len(text) > markup.LONGEST_PARAGRAPH:
        return markup.keep_as_text(text, line, context)
    text = _BROKEN_ADDRESS.sub(r"](\1\2)", text)
    piece = Text(text, line, context, in_table)
    out: list[str] = []
    at = 0
    while match := _SPECIAL.search(text, at):
        out.append(_mark_abbreviations(text[at : match.start()], context))
        new, at = _HANDLERS[match[0]](piece, match.start()) or (match[0], match.end())
        out.append(new)
    out.append(_mark_abbreviations(text[at:], context))
    return "".join(out)


_TITLE_FORMULA = re.compile(r"(?<![\\$\w])\$[^\s$][^$]*\$|\\\(")


def has_more_than_text(text: str, context: Context) -> bool:
    """Tell whether a title contains a link or a formula, which plain text would lose."""
    if context.has("pymdownx.arithmatex", "mdx_math") and _TITLE_FORMULA.search(text):
        return True
    labels = (" ".join(each.split()).lower() for each in re.findall(r"\[([^\[\]]+)\]", text))
    return "](" in text or any(label in context.references for label in labels)


def quote_attribute(text: str) -> str:
    """Return a text as the value of an attribute."""
    text = text.replace("&", "&amp;") if re.search(r"&#?\w+;", text) else text
    escaped = text.replace('"', "&quot;")
    return f'"{escaped}"'


def _mark_abbreviations(text: str, context: Context) -> str:
    if not context.abbreviations or not text:
        return text

    def mark(match: re.Match[str]) -> str:
        tip = quote_attribute(context.abbreviations[match[0]])
        return f"<Tooltip tip={tip}>{match[0]}</Tooltip>"

    return _build_pattern(tuple(context.abbreviations)).sub(mark, text)


@lru_cache(maxsize=4)
def _build_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(each) for each in sorted(names, key=len)[::-1])
    return re.compile(rf"(?<![\w./-])(?:{words})(?![\w/-])")


def _read_escape(piece: Text, at: int) -> Found:
    if piece.context.has("pymdownx.arithmatex") and (match := _ROUND_FORMULA.match(piece.text, at)):
        return f"${match[1].strip()}$", match.end()
    return piece.text[at : at + 2], at + 2


def _read_code(piece: Text, at: int) -> Found:
    text = piece.text
    run = _BACKTICKS.match(text, at)
    if not run:
        return None
    end = re.compile(rf"(?<!`){run[0]}(?!`)").search(text, run.end())
    if not end:
        return run[0], run.end()
    inner = text[run.end() : end.start()]
    if piece.context.has("pymdownx.inlinehilite"):
        inner = re.sub(r"\A(?:#!|:::)[\w+-]+ +", "", inner)
    if piece.in_table:
        inner = re.sub(r"(?<!\\)\|", r"\\|", inner)
    code = f"{run[0]}{inner}{run[0]}"
    if not (attributes := piece.match_attributes(end.end())):
        return code, end.end()
    anchor = keep_id(attributes, "code", piece.find_line(end.end()), piece.context)
    return anchor + code, attributes.end


def _read_tag(piece: Text, at: int) -> Found:
    text = piece.text
    if comment := markup.COMMENT.match(text, at):
        return markup.render_comment(comment[0]), comment.end()
    if link := _ANGLE_LINK.match(text, at):
        href = link[1] if ":" in link[1] else f"mailto:{link[1]}"
        label = _MARKS.sub(r"\\\g<0>", link[1].removeprefix("mailto:"))
        return f"[{label}]({_wrap_link(href)})", link.end()
    if odd := markup.ODD.match(text, at):
        return "", odd.end()
    tag = markup.parse_tag(text, at)
    if tag and tag.name in markup.KNOWN:
        return markup.render_tag(adapt_tag(tag, piece.context, piece.find_line(at))), tag.end
    tell_unknown_tag(text, at, piece.find_line(at), piece.context)
    following = text[at + 1 : at + 2]
    return ("<" if following in ("", " ", "\n") else "\\<"), at + 1


def tell_unknown_tag(text: str, at: int, line: int, context: Context) -> None:
    """Note a tag that browsers removed but readers now see, such as a mark for a hook."""
    if _OTHER_TAG.match(text, at):
        advice = "If a plugin or a hook filled it in, write the text that it stood for."
        context.lose("a tag that HTML does not have is shown as text", line, advice)


def adapt_tag(tag: markup.Tag, context: Context, line: int) -> markup.Tag:
    """Return a tag with working links, and note what it loses."""
    for name in markup.find_dropped(tag):
        context.lose(f"`{name}` of a `<{tag.name}>` runs code, and is left out", line)
    links = ("href", "src", "poster", "data")
    attributes: dict[str, str | None] = {}
    classes: tuple[str, ...] = ()
    for name, each in tag.attributes:
        value = each
        if tag.name == "img" and name == "src" and each:
            value, classes = _split_mode(each)
        is_link = name in links and value
        attributes[name] = convert_link(value or "", context, is_file=False) if is_link else value
    if classes:
        attributes["class"] = " ".join(filter(None, (attributes.get("class"), *classes)))
    return replace(tag, attributes=tuple(attributes.items()))


def _read_brace(piece: Text, at: int) -> Found:
    text, context = piece.text, piece.context
    if context.variables is not None and (variable := _read_variable(piece, at)):
        return variable
    if context.has("pymdownx.critic") and (critic := markup.read_critic(text, at)):
        return critic
    if attributes := piece.match_attributes(at):
        ends_line = attributes.end == len(text) or text[attributes.end] == "\n"
        if ends_line or text[max(at - 1, 0) : at] in tuple(")`*_>]"):
            return keep_id(attributes, "a text", piece.find_line(at), context), attributes.end
    return "\\{", at + 1


def _read_variable(piece: Text, at: int) -> Found:
    text = piece.text
    if match := _VARIABLE.match(text, at):
        value: Any = piece.context.variables
        for part in match[1].split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if isinstance(value, str | int | float):
            return piece.convert(str(value), at), match.end()
    closing = _TEMPLATE_ENDS.get(text[at : at + 2])
    end = text.find(closing, at + 2) if closing else -1
    if end < 0:
        return None
    message = "a macro is code of Jinja, and is shown as it was written"
    piece.lose(at, message, "Write the text that it stands for.")
    return re.sub(r"([{}<])", r"\\\1", text[at : end + 2]), end + 2


def _read_image(piece: Text, at: int) -> Found:
    match = _IMAGE_TEXT.match(piece.text, at)
    if not match:
        return None
    target = _DESTINATION.match(piece.text, match.end())
    if not target:
        return None
    address, mode = _split_mode(target[1] or target[2] or "")
    href = convert_link(address, piece.context)
    title = (target[3] or "").strip()
    attributes = piece.match_attributes(target.end())
    if mode:
        attributes = attributes or Attributes(target.end(), None, (), ())
        attributes = replace(attributes, classes=(*attributes.classes, *mode))
    if not attributes:
        return f"![{match[1]}]({_wrap_link(href)}{' ' + title if title else ''})", target.end()
    values = [("src", href), ("alt", strip_markdown(match[1]))]
    values += [("title", title[1:-1])] if title else []
    return f"<img {_render_values(values, attributes, piece, at)} />", attributes.end


def _split_mode(address: str) -> tuple[str, tuple[str, ...]]:
    """Return the address of a picture, and classes if it is for light or dark mode only."""
    path, _, mark = address.partition("#")
    classes = {
        "only-light": ("block", "dark:hidden"),
        "gh-light-mode-only": ("block", "dark:hidden"),
        "only-dark": ("hidden", "dark:block"),
        "gh-dark-mode-only": ("hidden", "dark:block"),
    }.get(mark)
    return (path, classes) if classes else (address, ())


def _render_values(
    values: list[tuple[str, str]], attributes: Attributes, piece: Text, at: int
) -> str:
    """Return a tag's attributes with those of an attribute list; note any that run code."""
    values += [("id", attributes.id)] if attributes.id else []
    values += [("className", " ".join(attributes.classes))] if attributes.classes else []
    for name, value in attributes.values:
        if name.lower().startswith("on"):
            piece.lose(at, f"`{name}` of an attribute list runs code, and is left out")
        else:
            values.append((name, value))
    return " ".join(f"{name}={quote_attribute(value)}" for name, value in values)


def _read_link_with_attributes(piece: Text, at: int) -> Found:
    """Read a link with an attribute list, such as a button."""
    context = piece.context
    match = _LINK_TEXT.match(piece.text, at) if context.has("attr_list") else None
    if not match or piece.text[at - 1 : at] == "!":
        return None
    target = _DESTINATION.match(piece.text, match.end())
    label = None if target else _LABEL.match(piece.text, match.end())
    end = (target or label or match).end()
    attributes = match_attributes(piece.text, end) if target or label else None
    if not attributes:
        return None
    address = (target[1] or target[2] or "") if target else ""
    if label:
        name = " ".join((label[1] or match[1]).split()).lower()
        address = context.references.get(name) or ""
        if not address:
            return None
    if not match[1] and not address:  # This is an anchor.
        return keep_id(attributes, "an anchor", piece.find_line(at), context), attributes.end
    title = (target[3] or "").strip() if target else ""
    values = [("href", find_address(address, context))]
    values += [("title", title[1:-1])] if title else []
    inner = piece.convert(match[1], at)
    if _ONLY_ADDRESS.fullmatch(match[1]):  # The address would become a second link inside this one.
        inner = f'{{"{match[1]}"}}'
    return f"<a {_render_values(values, attributes, piece, at)}>{inner}</a>", attributes.end


def _read_reference(piece: Text, at: int) -> Found:
    """Read a link whose target is elsewhere: in the page, or in a Python reference."""
    match = _REFERENCE.match(piece.text, at)
    if not match or piece.text[at - 1 : at] == "!" or match[1] in ("x", "X", " "):
        return None
    if match[2].startswith("^"):  # This is a link with a footnote after it.
        text = piece.convert(match[1], at)
        return f"[{text}][][{match[2]}]", match.end()
    label = match[2] or match[1]
    inner = piece.convert(match[1], at)
    if " ".join(label.split()).lower() in piece.context.references:
        return f"[{inner}][{' '.join(match[2].split())}]", match.end()
    if not piece.context.has("mkdocstrings", "autorefs"):
        return None
    path = label.replace("`", "").strip()
    elsewhere = piece.context.reference.elsewhere if piece.context.reference else {}
    href = piece.context.find_reference(path) or elsewhere.get(path)
    if not href and not match[2]:  # This is `[Title][]` of a heading.
        href = piece.context.find_reference(build_id(path))
    if href:
        return f"[{inner}]({href})", match.end()
    message = "a link leads to what no page of this site documents, and is nothing but its text"
    piece.lose(at, message)
    return inner, match.end()


def _read_link_end(piece: Text, at: int) -> Found:
    text, context = piece.text, piece.context
    if match := _DESTINATION.match(text, at):
        href = convert_link(match[1] or match[2] or "", context)
        title = " " + match[3].strip() if match[3] else ""
        return f"]({_wrap_link(href)}{title})", match.end()
    if match := _SPACED_DESTINATION.match(text, at):
        return f"]({_wrap_link(convert_link(match[1], context))})", match.end()
    return None


def _wrap_link(href: str) -> str:
    href = href.replace("{", "%7B").replace("}", "%7D")
    return f"<{href}>" if re.search(r"\s", href) else href


def _read_name(piece: Text, at: int) -> Found:
    match = _NAME.match(piece.text, at)
    if not match or not piece.context.has("pymdownx.emoji", "attr_list.emoji"):
        return None
    name = match[1]
    emoji = find_emoji(name)
    if not emoji and not is_icon_name(name):
        return None
    icon = None if emoji else find_icon_name(name)
    looks, anchor, end = "", "", match.end()
    if attributes := piece.match_attributes(end):
        looks, rest = _split_looks(attributes) if icon else ("", attributes)
        end = attributes.end
        anchor = keep_id(rest, "an icon", piece.find_line(at), piece.context)
    if emoji:
        return anchor + emoji, end
    if icon:
        return f'{anchor}<Icon icon="{icon}"{looks} />', end
    advice = 'Choose one: `<Icon icon="…" />` takes the names of Font Awesome and Lucide.'
    piece.lose(at, f"there is no icon for `:{name}:`", advice)
    return "", end


_SIZES = {"lg": 24, "xl": 36, "xxl": 48, "xxxl": 64}
_COLOR = re.compile(r"\s*+color:\s*+([^;]*[^;\s])\s*+(?:;\s*+)?\Z")


def _split_looks(attributes: Attributes) -> tuple[str, Attributes]:
    """Return the size and color of an icon in Octavo's form, and the other classes."""
    looks = "".join(f" size={{{_SIZES[each]}}}" for each in attributes.classes if each in _SIZES)
    values = dict(attributes.values)
    if color := _COLOR.match(values.get("style", "")):
        looks += f" color={quote_attribute(color[1])}"
        del values["style"]
    # Icons are always in the middle of their line.
    classes = [each for each in attributes.classes if each not in _SIZES and each != "middle"]
    return looks, replace(attributes, classes=tuple(classes), values=tuple(values.items()))


def _read_keys(piece: Text, at: int) -> Found:
    match = _KEYS.match(piece.text, at) if piece.context.has("pymdownx.keys") else None
    if not match:
        return None
    keys = [_name_key(each) for each in re.split(r"\+(?=[\w\"-])", match[1])]
    return "+".join(f"<kbd>{key}</kbd>" for key in keys), match.end()


_KEY_NAMES: dict[str, str] = load_table("markdown")["keys"]


def _name_key(key: str) -> str:
    if key.startswith('"'):
        return key.strip('"')
    words = key.replace("_", "-").split("-")
    return _KEY_NAMES.get(key) or " ".join(each.capitalize() for each in words)


def _read_wrap(piece: Text, at: int) -> Found:
    text = piece.text
    for mark, name, extension in _WRAPS[text[at]]:
        if not piece.context.has(extension) or not text.startswith(mark, at):
            continue
        if name == "sub" and text.startswith("~~", at):
            return "~~", at + 2
        inner = r"\S(?:[^\n]|\n(?!\n))*?" if len(mark) == 2 else r"[^\s~^]+?"
        end = re.escape(mark)
        if match := re.compile(rf"{end}(?!\s)({inner})(?<!\s){end}").match(text, at):
            return f"<{name}>{piece.convert(match[1], at)}</{name}>", match.end()
    return None


def _read_formula(piece: Text, at: int) -> Found:
    """Read a formula; dollars have no meaning if the old site had no formulas."""
    if not piece.context.has("pymdownx.arithmatex", "mdx_math"):
        return ("\\$" if _FORMULA.search(piece.text) else "$"), at + 1
    match = _FORMULA.match(piece.text, at)
    return (match[0], match.end()) if match else None


def _read_issue(piece: Text, at: int) -> Found:
    """Read an issue number, which magiclink turns into a link."""
    address = piece.context.tree.issues
    match = _ISSUE.match(piece.text, at) if address else None
    before = piece.text[:at]
    is_in_link = before.count("[") > before.count("]")
    if not match or is_in_link or re.search(r"[\w/&]\Z", before):
        return None
    return f"[{match[0]}]({address}/{match[1]})", match.end()


_HANDLERS: dict[str, Callable[[Text, int], Found]] = {
    "\\": _read_escape,
    "`": _read_code,
    "<": _read_tag,
    "{": _read_brace,
    "!": _read_image,
    "[": lambda piece, at: _read_link_with_attributes(piece, at) or _read_reference(piece, at),
    "]": _read_link_end,
    ":": _read_name,
    "+": _read_keys,
    "=": _read_wrap,
    "^": _read_wrap,
    "~": _read_wrap,
    "$": _read_formula,
    "#": _read_issue,
}
