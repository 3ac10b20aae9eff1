"""Reads a project with `docs.json`: fills in variables and renames picture tags.

The old platform replaces `{{name}}` in pages and snippets before parsing, also in code. So Octavo
replaces only names that the settings define. A front matter value is quoted if YAML would otherwise
change its type. `<Image>` becomes `<img>` if the project doesn't define it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import partial
from itertools import product
from typing import Any

from octavo.content.surface import (
    Element,
    Node,
    Tag,
    empty_front_matter,
    parse_mdx,
    read_front_matter,
)
from octavo.problems import Location, Severity
from octavo.project.surface import Project, load_bytes, load_project, load_text, parse_yaml
from octavo.settings.surface import read_marks
from octavo.site.urls import build_page_url
from octavo_migrate.data import list_objects
from octavo_migrate.docs.keys import translate_settings
from octavo_migrate.docs.navigation import read_navigation
from octavo_migrate.docs.operations import OperationPages
from octavo_migrate.docs.settings_file import SETTINGS, Notes, load_docs_file
from octavo_migrate.edits import Edit, apply_edits, find_offset
from octavo_migrate.moved_site import (
    MovedFile,
    MovedSite,
    Note,
    Outcome,
    convert_or_copy,
    note_problem,
)
from octavo_migrate.project_files import Reach, plan_copies


def load_docs(folder: str, _reach: Reach, _name: str = SETTINGS) -> MovedSite:
    """Read a project with `docs.json`."""
    project, problems = load_project(folder)
    file = load_docs_file(project)
    if any(problem.severity is Severity.ERROR for problem in file.problems):
        return MovedSite(project.root, problems=file.problems)
    notes = Notes(file.place_of)
    for pointer, reference in file.broken:
        notes.lose(
            pointer,
            f"`$ref` leads to `{reference}`, which cannot be read",
            f"Write what it should hold into `site.json`; {SETTINGS} names a file of the project.",
        )
    operations = OperationPages(project, notes)
    navigation = read_navigation(file.value, operations, notes)
    marks = {key: value for key, value in file.value.items() if read_marks({key: value})}
    others = {key: value for key, value in file.value.items() if key not in marks}
    settings = translate_settings(others, notes)
    documents = tuple(dict.fromkeys((*settings.pop("openapi", ()), *operations.documents)))
    if documents:
        settings["openapi"] = list(documents)
    urls = {
        build_page_url(each) for each in (*operations.files, *(p.source for p in project.pages))
    }
    cut_folder(settings.get("redirects"), urls, notes)
    settings = {**settings, **navigation, **marks}
    changed = fill_in_variables(project, file.value.get("variables"), notes)
    changed |= name_pictures(project, changed, notes)
    additions = (
        MovedFile(path, data=data, is_page=True)
        for path, data in operations.files.items()
        if project.find(path) is None
    )
    return MovedSite(
        project.root,
        (*plan_copies(project, changed), *additions),
        settings,
        notes=(*notes.all, *map(note_problem, problems)),
        problems=file.problems,
    )


def cut_folder(redirects: Any, urls: Set[str], notes: Notes) -> None:
    """Remove the folder that the old site was served in, such as `/docs`, from its redirects."""
    rules = [rule for _, rule in list_objects(redirects)]
    targets = [each["destination"] for each in rules if isinstance(each.get("destination"), str)]
    firsts = Counter(target.split("/")[1] for target in targets if re.match(r"/[^/]+/", target))
    folder = "".join(f"/{name}" for name, _ in firsts.most_common(1))
    is_of_site = any(url == folder or url.startswith(f"{folder}/") for url in urls)
    if not folder or is_of_site or not any(t.removeprefix(folder) in urls for t in targets):
        return
    for rule, key in product(rules, ("source", "destination")):
        if isinstance(rule.get(key), str) and f"{rule[key]}/".startswith(f"{folder}/"):
            rule[key] = rule[key].removeprefix(folder) or "/"
    notes.change(
        ("redirects",),
        f"Addresses of redirects began with `{folder}`, the folder that the old site was served in",
        "They begin at the root of the new site. You can still serve that in a folder.",
    )


_USE = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
_LINE = re.compile(r"^[^\n]*\{\{[^\n]*$", re.MULTILINE)
_IMAGE_START, _IMAGE_END = "<Image", "</Image"
_OWN_IMAGE = re.compile(r"^(?:import|export)\b[^\n]*\bImage\b", re.MULTILINE)
"""An `Image` component that the author defines or imports."""
_KEY = re.compile(r"[ \t]*[\w\"'-]+:[ \t]+")


def fill_in_variables(project: Project, variables: Any, notes: Notes) -> dict[str, bytes]:
    """Return the pages and snippets that use variables, by source, with the values filled in."""
    if not isinstance(variables, dict):
        return {}
    dump = json.dumps
    values = {str(k): v if isinstance(v, str) else dump(v) for k, v in variables.items()}
    changed: dict[str, bytes] = {}
    uses = 0
    for file in (*project.pages, *project.snippets):
        text, _ = load_text(project.root, file)
        find = partial(lambda text: [*_list_edits(text, values)], text or "")
        edits = convert_or_copy(find, [], file.source, notes.all.append)
        data = load_bytes(project.root, file)[0] if edits else None
        if data is not None:
            changed[file.source] = apply_edits(data, edits)
            uses += len(edits)
    notes.change(
        ("variables",),
        f"Variables are replaced by their values, in {uses} places of {len(changed)} files",
        "To change one later, change it in every page, or make a snippet of it.",
    )
    return changed


def _list_edits(text: str, values: Mapping[str, str]) -> Iterator[Edit]:
    front = read_front_matter(text, "").text or ""
    start = text.index("\n") + 1 if front else 0
    for line in _LINE.finditer(text, start, start + len(front)):
        new = _fill_line(line[0], values)
        if new != line[0]:
            yield Edit(line.start(), line.end(), new)
    for use in _USE.finditer(text, start + len(front)):
        if use[1] in values:
            yield Edit(use.start(), use.end(), values[use[1]])


def _fill_line(line: str, values: Mapping[str, str]) -> str:
    """Return a line of front matter with its variables filled in, quoted if YAML needs it."""
    filled = _USE.sub(lambda use: values.get(use[1], use[0]), line)
    words = {f"variable{index}": use for index, use in enumerate(_USE.findall(line))}
    names = iter(words)
    key, named = _KEY.match(line), parse_yaml(_USE.sub(lambda _: next(names), line), "").value
    meant = next(iter(named.values()), None) if isinstance(named, dict) else None
    if key is None or not isinstance(meant, str):
        return filled
    for word, name in words.items():
        meant = meant.replace(word, values.get(name, f"{{{{{name}}}}}"))
    read = parse_yaml(filled, "").value
    is_right = isinstance(read, dict) and list(read.values()) == [meant]
    return filled if is_right else key[0] + json.dumps(meant, ensure_ascii=False)


def name_pictures(project: Project, changed: Mapping[str, bytes], notes: Notes) -> dict[str, bytes]:
    """Return the pages and snippets with renamed picture tags, by source."""
    renamed: dict[str, bytes] = {}
    for file in (*project.pages, *project.snippets):
        data = changed.get(file.source) or load_bytes(project.root, file)[0] or b""
        if _IMAGE_START.encode() not in data:
            continue
        text = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        find = partial(_find_picture_edits, text)
        edits = convert_or_copy(find, [], file.source, notes.all.append)
        if edits:
            renamed[file.source] = apply_edits(data, edits)
            message = "`<Image>`, which is no component, is a picture (`<img>`)"
            notes.all.append(Note(Outcome.CHANGED, message, Location(file.source)))
    return renamed


def _find_picture_edits(text: str) -> list[Edit]:
    return [] if "\ufffd" in text or _OWN_IMAGE.search(text) else list(_list_picture_edits(text))


def _list_picture_edits(text: str) -> Iterator[Edit]:
    for tag in _list_tags(parse_mdx(empty_front_matter(text), "page").nodes):
        is_picture = tag.name == "Image" and any(each.name == "src" for each in tag.attributes)
        if not is_picture or tag.children:
            continue
        start = find_offset(text, tag.line, tag.column)
        if not text.startswith(_IMAGE_START, start):
            continue
        yield Edit(start + 1, start + len(_IMAGE_START), "img")
        end = text.find(_IMAGE_END, start)
        following = text.find(_IMAGE_START, start + 1)
        if end > 0 and (following < 0 or end < following):
            yield Edit(end + 2, end + len(_IMAGE_END), "img")


def _list_tags(nodes: Iterable[Node]) -> Iterator[Tag]:
    for node in nodes:
        if isinstance(node, Tag):
            yield node
        if isinstance(node, (Tag, Element)):
            yield from _list_tags(node.children)
