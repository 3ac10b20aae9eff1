"""Modules of the playground become a few files without duplicates."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from octavo.render.assets.joined_scripts import (
    build_relative_path,
    join_lists,
    join_scripts,
    resolve_module,
)
from octavo.render.assets.theme_files import SCRIPTS_OF_ALL_PAGES as LISTS
from octavo.render.assets.theme_files import Assets, load_scripts

FOLDERS = ("play/",)
MODULES = {
    "play/open.js": (
        'import { a } from "./a.js";\nimport { say } from "../say.js";\n'
        'export function open() {\nreturn import("./late.js");\n}\nsay(a);\n'
    ),
    "play/a.js": 'import { b } from "./inner/b.js";\nexport const a = b + 1;\n',
    "play/inner/b.js": "export const b = 1;\nexport class C {}\n",
    "play/late.js": (
        'import { b } from "./inner/b.js";\nimport { d } from "./d.js";\n'
        'import { e } from "./e.js";\nexport const late = [b, d, e, import("./later.js")];\n'
    ),
    "play/later.js": 'import { e } from "./e.js";\nexport const later = e;\n',
    "play/d.js": "export async function d() {}\n",
    "play/e.js": 'import { b } from "./inner/b.js";\nexport const e = b;\n',
    "play/page.js": 'import { say } from "../say.js";\nsay(1);\n',
    "say.js": "export function say() {}\n",
}


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    return join_scripts(MODULES, "play/open.js", FOLDERS)


def test_what_one_entry_needs_is_in_its_file(written: dict[str, str]) -> None:
    assert written.keys() == {
        *("play/open.js", "play/late.js", "play/later.js", "play/e.js", "play/page.js", "say.js")
    }
    assert written["play/open.js"] == (
        'import { say } from "../say.js";\n'
        "const b = 1;\nclass C {}\nconst a = b + 1;\n"
        'export function open() {\nreturn import("./late.js");\n}\nsay(a);\n'
        "export { b };\n"
    )


def test_other_entries_take_what_the_first_one_has_from_it(written: dict[str, str]) -> None:
    assert written["play/late.js"] == (
        'import { b } from "./open.js";\nimport { e } from "./e.js";\n'
        "async function d() {}\n"
        'export const late = [b, d, e, import("./later.js")];\n'
    )


def test_what_two_others_need_stays_a_file(written: dict[str, str]) -> None:
    assert written["play/e.js"] == ('import { b } from "./open.js";\nexport const e = b;\n')
    assert written["play/later.js"].startswith('import { e } from "./e.js";\n')


def test_any_module_of_a_folder_may_be_loaded_by_its_name() -> None:
    modules = {
        "play/open.js": 'import { show } from "./form/show.js";\nshow("a");\n',
        "play/form/show.js": (
            'import { b } from "../b.js";\n'
            "export const show = (name) => import(`../kinds/${name}.js`).then(b);\n"
        ),
        "play/kinds/one.js": 'import { b } from "../b.js";\nexport const kind = b;\n',
        "play/kinds/two.js": "export const kind = 2;\n",
        "play/b.js": "export const b = 1;\n",
    }
    written = join_scripts(modules, "play/open.js", FOLDERS)
    assert written.keys() == {"play/open.js", "play/kinds/one.js", "play/kinds/two.js"}
    assert "import(`./kinds/${name}.js`)" in written["play/open.js"]
    assert (
        written["play/kinds/one.js"] == 'import { b } from "../open.js";\nexport const kind = b;\n'
    )


def test_scripts_that_pages_load_themselves_are_left_alone(written: dict[str, str]) -> None:
    assert written["play/page.js"] == MODULES["play/page.js"]
    assert written["say.js"] == MODULES["say.js"]


def test_a_list_of_modules_is_one_file_from_which_all_others_import() -> None:
    modules = {
        "a.js": "export const a = 1;\n",
        "inner/b.js": (
            'import { a } from "../a.js";\nexport const b = () => import("./d.js");\na;\n'
        ),
        "c.js": (
            'import { a } from "./a.js";\nimport { b } from "./inner/b.js";\nimport("./a.js");\n'
        ),
        "inner/d.js": 'import { c } from "../c.js";\nexport const d = c;\n',
        "say.js": "export function say() {}\n",
    }
    assert join_lists(
        modules, {"all/first.js": ("a.js",), "all/next.js": ("inner/b.js", "c.js")}
    ) == {
        "all/first.js": "export const a = 1;\n",
        "all/next.js": (
            'import { a } from "./first.js";\n'
            'export const b = () => import("../inner/d.js");\na;\nimport("./first.js");\n'
        ),
        "inner/d.js": 'import { c } from "../all/next.js";\nexport const d = c;\n',
        "say.js": "export function say() {}\n",
    }


def test_modules_that_import_each_other_are_refused() -> None:
    modules = {
        "play/open.js": 'import { a } from "./a.js";\n',
        "play/a.js": 'import { b } from "./b.js";\nexport const a = b;\n',
        "play/b.js": 'import { a } from "./a.js";\nexport const b = a;\n',
    }
    with pytest.raises(ValueError, match="imports itself"):
        join_scripts(modules, "play/open.js", FOLDERS)


@pytest.mark.parametrize(
    ("module", "target", "name"),
    [
        ("play/form/a.js", "../b.js", "play/b.js"),
        ("play/a.js", "./b.js", "play/b.js"),
        ("play/a.js", "../b.js", "b.js"),
        ("a.js", "./play/b.js", "play/b.js"),
    ],
)
def test_names_of_modules(module: str, target: str, name: str) -> None:
    assert resolve_module(module, target) == name
    assert build_relative_path(module, name) == target


def test_every_import_of_the_theme_leads_to_a_file() -> None:
    contents = Assets("", {}).contents
    scripts = {name: data.decode() for name, data in contents.items() if name.endswith(".js")}
    for name, text in scripts.items():
        for target in re.findall(r'(?:from ?|(?<![{\w.])import\()"(\.[^"]+)"', text):
            assert resolve_module(name, target) in scripts, f"{name} imports {target}"
    assert "playground/form/slot.js" not in scripts
    assert len(scripts["playground/open.js"].split("export{")) == 2


def test_no_two_modules_of_a_file_declare_the_same_name() -> None:
    modules = load_scripts("playground/", "request/", "samples/", "api/", "shared/")
    written = join_scripts(modules, "playground/open.js", ("playground/", "request/", "samples/"))
    written |= join_lists(load_scripts("page/", "search/", "services/", "shared/"), LISTS)
    for name, text in written.items():
        declared = re.findall(
            r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", text, re.MULTILINE
        )
        imported = re.findall(r"^import \{ (.+) \} from", text, re.MULTILINE)
        names = [*declared, *(each for names in imported for each in names.split(", "))]
        assert [each for each, count in Counter(names).items() if count > 1] == [], name


def test_a_module_of_a_list_comes_after_those_that_it_imports() -> None:
    modules = load_scripts("")
    names = [name for names_of_file in LISTS.values() for name in names_of_file]
    assert len(names) > 10
    for place, name in enumerate(names):
        imports = re.findall(r'^import .* from "(.+)";', modules[name], re.MULTILINE)
        assert {resolve_module(name, each) for each in imports} & {*names[place:]} == set(), name


def test_texts_that_go_on_from_line_to_line_keep_their_blanks() -> None:
    contents = Assets("", {}).contents
    assert b"\n    CURLOPT_URL => " in contents["samples/printers/php.js"]
    assert b"/** @type" not in b"".join(
        data for name, data in contents.items() if name.startswith("playground/")
    )
