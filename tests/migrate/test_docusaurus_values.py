"""What pages and settings of Docusaurus take from elsewhere: modules, pieces, front matter, ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.javascript.engine import JavaScriptEngine
from octavo_migrate.docusaurus.modules import Code, evaluate_module
from octavo_migrate.docusaurus.typescript import strip_types
from tests.migrate.test_docusaurus import CONFIG, convert, convert_and_build, load_settings, move

MODULES = {
    "named.js": "export const pots = ['a', 'b'];\nconst lid = 'c';\nexport { lid as cover };\n",
    "common.js": "module.exports.pots = ['d'];\nexports.cover = 'e';\n",
    "kinds.ts": (
        "export enum Pot {\n  IRON = 'iron', // black\n  Glass = 3,\n  Clay,\n}\n"
        "export const enum Lid { Flat, Round }\n"
    ),
    "made.js": "module.exports = (first) => [first, 'b'];\n",
    "returned.js": "module.exports = function make() {\n  return {a: 1};\n};\n",
    "theme/package.json": '{"main": "./src/main.js"}',
    "theme/src/main.js": "module.exports = {pots: ['h']};\n",
    "object.js": "module.exports = {pots: ['f'], cover: 'g'};\n",
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("import {pots} from './named';\nexport default [...pots, 'z'];", ["a", "b", "z"]),
        ("import {cover as top} from './named';\nexport default {top};", {"top": "c"}),
        (
            "const {pots, cover: x} = require('./common');\nmodule.exports = [pots, x];",
            [["d"], "e"],
        ),
        ("export default process.env.X ? 'a' : 'b';", "b"),
        ("export default [process.env['X'] === 'y' ? 'a' : {b: 1}];", [{"b": 1}]),
        ("export default !process.env.X ? 'a' : 'b';", "a"),
        ("export default [!process.env.X && 'a', false].filter((v) => v);", ["a"]),
        ("export default [['a', {b: 1} as import('c').D]];", [["a", {"b": 1}]]),
        ("import {Pot} from './kinds';\nexport default [Pot.IRON, Pot.Clay];", ["iron", 4]),
        ("import {Lid} from './kinds';\nexport default Lid;", {"Flat": 0, "Round": 1}),
        ("export default [require('./made')('a'), 'z'];", [["a", "b"], "z"]),
        ("import make from './made';\nexport default make('x');", ["x", "b"]),
        ("const all = require('./returned')();\nmodule.exports = all;", {"a": 1}),
        ("const make = (a, b = 'c') => [a, b];\nexport default make('d');", ["d", "c"]),
        ("const {pots} = require('./theme');\nmodule.exports = pots;", ["h"]),
        ("const a = async () => `x${await 'y'}`;\nexport default a();", "xy"),
        ("const [a, b] = await Promise.all(['c', 'd']);\nexport default b + a;", "dc"),
        ("await fetch('x').then((each) => each.json());\nexport default 'a';", "a"),
        (
            "const dir = require('fs').opendirSync('.');\nexport default dir.readSync() ?? 'none';",
            "none",
        ),
        ("import {pots, cover} from './object';\nexport default [pots, cover];", [["f"], "g"]),
    ],
)
def test_names_of_other_modules_have_their_values(
    evaluate: Evaluate, text: str, value: object
) -> None:
    assert evaluate(text) == value


@pytest.fixture(scope="module")
def engine() -> Iterator[JavaScriptEngine]:
    engine = JavaScriptEngine()
    yield engine
    engine.close()


Evaluate = Callable[..., Any]


@pytest.fixture
def evaluate(engine: JavaScriptEngine) -> Evaluate:
    def run(text: str, **modules: str) -> Any:
        """Return what settings of TypeScript say, beside some modules."""
        files = {**MODULES, **modules, "config.ts": text}
        exports = evaluate_module(engine, files.get, "config.ts", calls=True)
        return exports["default"] if isinstance(exports, dict) else exports

    return run


WORTH = [
    ("const a: string = 'b';\nexport default {a};", {"a": "b"}),
    ("const a: Map<string, {b: C[]}> = d as E;\nexport default {a: 1};", {"a": 1}),
    ("type A = {b: string} | null;\nexport default {a: 1} satisfies A;", {"a": 1}),
    ("interface A extends B<C> {\n  b?: string;\n}\nexport default {a: 1} as A;", {"a": 1}),
    ("export type A = (b: C) => D;\nexport default <A>(b: A, c?: D, e = 1): A => e;", 1),
    ("function f(this: A, {b}: D = {b: 1}): E[] { return [b]; }\nexport default f();", [1]),
    ("import type {A} from 'a';\nimport {type B, c} from 'b';\nexport default {a: 1};", {"a": 1}),
    ("const f = async (a: string): Promise<A<B>> => a;\nexport default await f('b');", "b"),
    ("export default (async (): Promise<A> => ({a: (b as C).d ?? 1, e: 'f'}))().e;", "f"),
    ("const a = new Map<string, number>([['b', 1]]);\nexport default a.get('b')!;", 1),
    ("const a = x as unknown as string;\nexport default {as: 1, type: 'b', satisfies: [2]};",
     {"as": 1, "type": "b", "satisfies": [2]}),
    ("const a = 1 < 2, b = 3 > (2);\nexport default a ? (b) : 4;", True),
    ("declare const x: A;\nabstract class B<C> { d(e: F): G { return 1; } }\nexport default 1;", 1),
    ("export default {a(b: C): D { return 1; }}.a();", 1),
    ("export default [/[\"'`]/.test('a\"'), `a ${'b' + `c`}`];", [True, "a bc"]),
    ("export default {title: 'A', year: `© ${new Date().getFullYear() > 2000}`};",
     {"title": "A", "year": "© true"}),
    ("import path from 'path';\nexport default [path.join(__dirname, 'a', '../b')];", ["b"]),
    ("import * as p from 'node:path';\nexport default [p.relative('a', 'b')];", ["../b"]),
    ("import fs from 'fs';\nexport default JSON.parse(fs.readFileSync('./more.json'));", {"a": 1}),
    ("import fs from 'fs/promises';\nexport default [await fs.readFile('./a.svg', 'utf8')];",
     ["<svg/>"]),
    ("const {a = 'b', ...rest} = process.env;\nexport default [a, rest.HOME];", ["b", None]),
    ("import {a} from 'gone';\nconst {b} = a;\na.c('d').e = 1;\nexport default {f: 1};", {"f": 1}),
    ("import a from 'b';\nexport default {c: [...a.d(), 2]};", {"c": [Code("b.d()"), 2]}),
    ("import a from 'b';\nexport default {...a()};", {"...": Code("b()")}),
    ("const all = await import('./named');\nexport default all.pots;", ["a", "b"]),
    ("export default typeof window === 'undefined' ? 1 : 2;", 1),
    ("export * from './named';\nexport {default as lid} from './object';\nexport default 1;", 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), WORTH)
def test_settings_of_typescript_are_evaluated(evaluate: Evaluate, text: str, value: object) -> None:
    assert evaluate(text, **{"more.json": '{"a": 1}', "a.svg": "<svg/>"}) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("import {gone} from './named';\nexport default {a: gone.b};", "./named.gone.b"),
        ("import all from 'pack';\nexport default {a: all.b.c(1)};", "pack.b.c()"),
        ("export default {a: `x ${fetch('y')}`};", "x fetch()"),
        ("export default {a: () => 1};", "() => 1"),
        ("export default {a: require('./broken')};", "./broken"),
        ("export default {a: new Gone().b};", "new Gone().b"),
        ("import f from './fails';\nexport default {a: f(), b: 1};", "./fails()"),
    ],
)
def test_what_cannot_be_known_is_code_alone(evaluate: Evaluate, text: str, code: str) -> None:
    value = evaluate(
        text,
        **{
            "broken.js": "throw new Error('no')",
            "fails.js": "function f() { f(); }\nexport default f;",
        },
    )
    assert value["a"].text == code


@pytest.mark.parametrize(
    "text",
    [
        "while (true) {}",
        "export default {a: 'b'",
        "throw new Error('no');",
        "const a = []; while (true) a.push('x'.repeat(1e6));",
        "module.exports = {title: 'A', a: " + "`a${" * 500 + "}",
        "export default process.binding.constructor('return this')();",
    ],
)
def test_settings_that_cannot_be_evaluated_are_code(evaluate: Evaluate, text: str) -> None:
    assert isinstance(evaluate(text), Code)


def test_settings_cannot_read_files_or_variables(
    evaluate: Evaluate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "x")
    read = "require('fs').readFileSync('/etc/passwd')"
    text = f"module.exports = [process.env.SECRET, {read}];"
    value = evaluate(text)
    assert value[0] is None
    assert isinstance(value[1], Code)


def test_types_leave_every_line_where_it_stands() -> None:
    text = "interface A {\n  b: string;\n}\nconst c: {\n  d: E;\n} = 1;\n"
    assert strip_types(text, has_types=True).split("\n")[5].strip() == "= 1;"


def test_folders_of_documents_may_be_listed_in_another_module(tmp_path: Path) -> None:
    plugin = "['@docusaurus/plugin-content-docs', {id: 'api', path: 'api', routeBasePath: 'api'}]"
    config = CONFIG.replace("plugins: [", "plugins: [...folders, ").replace(
        "const name", "import {folders} from './folders';\nconst name"
    )
    new, _report = move(
        tmp_path,
        {
            "docusaurus.config.ts": config,
            "folders.js": f"const folders = [{plugin}];\nmodule.exports.folders = folders;\n",
            "api/first.md": "# First\n",
        },
    )
    assert (new / "api/first.md").exists()


def test_a_site_of_plugins_alone_has_no_other_blog(tmp_path: Path) -> None:
    config = (
        "export default {title: 'Pot', url: 'https://a.b', plugins: ["
        "['@docusaurus/plugin-content-docs', {sidebarPath: './sidebars.js'}],"
        "['@docusaurus/plugin-content-blog', {path: 'blog', routeBasePath: 'posts'}]]};"
    )
    files = {"docusaurus.config.ts": config, "blog/2026-01-02-new.md": "# New\n\nText.\n"}
    new, _report = move(tmp_path, files)
    assert "/blog" not in str(load_settings(new)["navigation"])
    assert sorted(path.name for path in new.glob("*.mdx")) == ["posts.mdx"]


@pytest.mark.parametrize("source", ["/docs/_part.md", "./\\_part.md", "@site/docs/_part.md"])
def test_pieces_are_found_however_they_are_named(source: str, tmp_path: Path) -> None:
    moved = convert_and_build(
        tmp_path, f"\nimport Part from '{source}';\n\n<Part />\n", docs___part_DOT_md="A piece.\n"
    )
    assert moved == "\nimport Part from '/snippets/docs/_part.md';\n\n<Part />\n"
    assert "A piece." in (tmp_path / "site/docs/page/index.html").read_text("utf-8")


def test_expressions_have_the_data_that_they_import(tmp_path: Path) -> None:
    old = (
        "\nimport {people} from './_people';\nimport {draw} from './_people';\n\n"
        "<ul>{people.map((each) => <li>{each.name}</li>)}</ul>\n"
    )
    module = "export const people = [{name: 'Ada'}, {name: 'Max'}];\nexport const draw = () => 1;\n"
    moved = convert_and_build(tmp_path, old, docs___people_DOT_js=module)
    assert 'export const people = [{"name": "Ada"}, {"name": "Max"}];' in moved
    assert "draw" not in moved
    html = (tmp_path / "site/docs/page/index.html").read_text("utf-8")
    assert "<li>Ada</li><li>Max</li>" in html


def test_a_page_is_read_in_a_browser(tmp_path: Path) -> None:
    page = (
        "import useIsBrowser from '@docusaurus/useIsBrowser';\n\n"
        "export const Where = () => useIsBrowser() ? 'here' : 'there';\n\nIt is <Where />.\n"
    )
    assert "export const useIsBrowser = () => true;" in convert_and_build(tmp_path, page)
    assert "It is here." in (tmp_path / "site/docs/page.md").read_text("utf-8")


def test_elements_that_a_page_imports_are_listed(tmp_path: Path) -> None:
    module = "export const badge = {text: <b>New</b>};\n"
    page = "import {badge} from './_badge';\n\n# Page\n\n<Tip title={badge.text}>Hello</Tip>\n"
    new, report = move(tmp_path, {"docs/page.mdx": page, "docs/_badge.js": module})
    assert "export const" not in (new / "docs/page.mdx").read_text("utf-8")
    assert "`title` of a tag, whose value is code" in report.text


def test_keys_of_front_matter_are_texts(tmp_path: Path) -> None:
    old = (
        "\n<p>{frontMatter.title}</p>\n\n<Card title={frontMatter['title']} />\n\n"
        "`{frontMatter.title}`\n\n<Card title={frontMatter.gone} />{frontMatter.gone}\n"
    )
    assert convert(tmp_path, old) == (
        '\n<p>Page</p>\n\n<Card title={"Page"} />\n\n`{frontMatter.title}`\n\n'
        "<Card title={null} />\n"
    )


def test_headings_with_equal_titles_keep_their_ids(tmp_path: Path) -> None:
    old = (
        "\n## `run`\n\n### Options\n\n## Stop {#options-1}\n\n### Options\n\n"
        "```md\n### Options\n```\n\n### **Options** ##\n"
    )
    assert convert(tmp_path, old) == (
        "\n## `run`\n\n### Options\n\n## Stop {#options-1}\n\n### Options {#options-2}\n\n"
        "```md\n### Options\n```\n\n### **Options** {#options-3} ##\n"
    )


def test_ids_of_headings_may_be_escaped(tmp_path: Path) -> None:
    old = "\n## One \\{#one-a\\}\n\n- #### `two` \\{#two_-b}\n\n`## \\{#c\\}`\n"
    assert convert(tmp_path, old) == (
        "\n## One {#one-a}\n\n- #### `two` {#two_-b}\n\n`## \\{#c\\}`\n"
    )


def test_links_to_a_title_lead_to_the_top_of_its_page(tmp_path: Path) -> None:
    page = "# Own page\n\n[a](#own-page) [b](./start.md#start-here) [c](./start.md#more)\n"
    new, _report = move(tmp_path, {"docs/page.md": page})
    assert "[a](#page-title) [b](./start.md) [c](./start.md#more)" in (
        new / "docs/page.md"
    ).read_text("utf-8")


@pytest.mark.parametrize(
    ("setting", "shown"), [("", "🚀"), ("markdown: {emoji: false},", ":rocket:")]
)
def test_names_of_emoji_are_characters(setting: str, shown: str, tmp_path: Path) -> None:
    page = "# Page\n\nGo :rocket: at 10:30:20, `:rocket:`, :no_such_name:, a:100:b.\n"
    config = CONFIG.replace("title: name,", f"title: name, {setting}")
    new, _report = move(tmp_path, {"docusaurus.config.ts": config, "docs/page.md": page})
    assert (
        (new / "docs/page.md")
        .read_text("utf-8")
        .endswith(f"Go {shown} at 10:30:20, `:rocket:`, :no_such_name:, a:100:b.\n")
    )


def test_plugins_may_have_short_names(tmp_path: Path) -> None:
    plugin = "['content-docs', {path: 'docs', routeBasePath: '/'}]"
    config = f"export default {{title: 'Pot', url: 'https://a.b', plugins: [{plugin}]}};"
    new, _report = move(tmp_path, {"docusaurus.config.ts": config})
    assert (new / "start.md").exists()


def test_a_title_counts_where_ids_are_numbered(tmp_path: Path) -> None:
    page = "# Stop\n\n## Stop\n\n## Stop\n"
    new, _report = move(tmp_path, {"docs/page.md": page})
    assert (new / "docs/page.md").read_text("utf-8").endswith("\n## Stop\n\n## Stop {#stop-2}\n")


def test_tags_may_be_closed_with_a_space(tmp_path: Path) -> None:
    old = '\n<Tabs>\n<TabItem value="a">\n\nOne\n\n</ TabItem>\n</ Tabs>\n'
    assert convert(tmp_path, old) == (
        '\n<Tabs sync={false}>\n<Tab title="a">\n\nOne\n\n</Tab>\n</Tabs>\n'
    )


def test_pages_in_a_folder_of_snippets_stay_pages(tmp_path: Path) -> None:
    docs = "{docs: {routeBasePath: 'snippets'}}"
    files = {
        "docusaurus.config.ts": f"export default {{title: 'A', presets: [['classic', {docs}]]}};",
        "docs/deep/snippets/one.md": "# One\n\nHello.\n",
    }
    new, _report = move(tmp_path, files)
    assert (new / "snippets-pages/deep/snippets/one.md").exists()
    place = "deep/snippets/one"
    redirect = {"source": f"/snippets/{place}", "destination": f"/snippets-pages/{place}"}
    assert redirect in load_settings(new)["redirects"]


def test_pages_without_a_sidebar_stand_in_the_first_tab(tmp_path: Path) -> None:
    files = {"blog/2026-01-02-new.md": "# New\n\nText.\n", "src/pages/contact.md": "# Contact\n"}
    new, _report = move(tmp_path, files)
    settings = load_settings(new)
    first = settings["tabs"][0]["name"]
    assert settings["navigation"][-1] == {"group": "More", "pages": ["contact"], "tab": first}
