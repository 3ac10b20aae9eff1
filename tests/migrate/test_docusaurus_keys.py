"""Everything that Docusaurus knows in settings, sidebars and front matter: carried, or listed."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.problems import Severity
from octavo_migrate.command import MigrateOptions, migrate_folder
from tests.project_folder import write_files

SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"


def move(tmp_path: Path, files: dict[str, Any]) -> tuple[Path, str]:
    """Move a small project with some other files; return the new one, and what is listed."""
    usual = {
        "docusaurus.config.js": "module.exports = {title: 'Kettle', presets: [['classic', {}]]};",
        "docs/start.md": "# Start\n\nHello.\n",
        "static/img/card.svg": SVG,
    }
    old = write_files(tmp_path / "old", {**usual, **files})
    report = migrate_folder(MigrateOptions(str(old), str(tmp_path / "new")))
    assert report.output, report.problems
    listed = report.text.partition("## Not carried over")[2].partition("## Other names")[0]
    return tmp_path / "new", listed.partition("## The switch")[0]


def move_with_config(tmp_path: Path, config: str) -> tuple[dict[str, Any], str]:
    new, listed = move(tmp_path, {"docusaurus.config.js": f"module.exports = {{{config}}};"})
    settings: dict[str, Any] = json.loads((new / "site.json").read_text("utf-8"))
    return settings, listed


@pytest.mark.parametrize(
    "key",
    [
        "title_meta: Other",
        "hide_title: true",
        "toc_min_heading_level: 2",
        "toc_max_heading_level: 4",
        "sidebar_class_name: green",
        "sidebar_custom_props: {a: b}",
        "displayed_sidebar: other",
        "pagination_label: Next one",
        "pagination_next: other",
        "pagination_prev: null",
        "custom_edit_url: https://a.b/edit",
        "tags: [one]",
        "wrapperClassName: wide",
        "last_update: {author: Ann}",
        "url: https://elsewhere.example",
        "api: eJzNVk1v4zYQ",
    ],
)
def test_front_matter_without_an_equivalent_is_listed_with_its_line(
    tmp_path: Path, key: str
) -> None:
    _new, listed = move(tmp_path, {"docs/page.md": f"---\ntitle: Page\n{key}\n---\nText.\n"})
    assert "`docs/page.md` at 3:1" in listed


@pytest.mark.parametrize(
    ("key", "carried"),
    [
        ("sidebar_label: Short", "sidebarTitle: Short"),
        ("image: /img/card.svg", '"og:image": /img/card.svg'),
        ("image: ./pic.svg", '"og:image": "/docs/deep/pic.svg"'),
        ("unlisted: true", "hidden: true"),
        ("hide_table_of_contents: true", "mode: wide"),
        ("pagination_next: null\npagination_prev: null", "hideFooterPagination: true"),
        ("last_update: {date: 2024-05-06}", 'lastUpdatedDate: "2024-05-06"'),
        ("keywords: [a, b]", "keywords: [a, b]"),
        ("description: What it is", "description: What it is"),
        ("hide_title: false", "title: Page"),
    ],
)
def test_front_matter_with_an_equivalent_is_carried_over(
    tmp_path: Path, key: str, carried: str
) -> None:
    files = {
        "docs/deep/page.md": f"---\nslug: /page\ntitle: Page\n{key}\n---\nText.\n",
        "docs/deep/pic.svg": SVG,
    }
    new, listed = move(tmp_path, files)
    assert carried in (new / "docs/page.md").read_text("utf-8")
    assert "docs/deep/page.md" not in listed


def test_pages_with_names_of_files_for_developers_are_published(tmp_path: Path) -> None:
    files = {
        "docs/a/SECURITY.md": "# Safe\n",
        "docs/b/README.md": "---\nslug: README\n---\n# Read\n",
        "sidebars.js": "module.exports = {docs: ['start']};",
    }
    new, _listed = move(tmp_path, files)
    site = tmp_path / "site"
    assert not [
        each
        for each in build_folder(str(new), str(site)).problems
        if each.severity is not Severity.INFO
    ]
    assert (site / "docs/a/SECURITY/index.html").exists()
    assert (site / "docs/b/README/index.html").exists()


def test_ids_slugs_positions_and_numbers_say_where_a_page_stands(tmp_path: Path) -> None:
    files = {
        "docs/02-b.md": "---\nid: bee\n---\nB.\n",
        "docs/01-a.md": "---\nparse_number_prefixes: false\n---\nA.\n",
        "docs/c.md": "---\nslug: sea\nsidebar_position: 1\n---\nC.\n",
    }
    new, _listed = move(tmp_path, files)
    pages = json.loads((new / "site.json").read_text("utf-8"))["navigation"][0]["pages"]
    assert pages == ["docs/sea", "docs/bee", "docs/01-a", "docs/start"]


@pytest.mark.parametrize(
    "config",
    [
        "headTags: [{tagName: 'link'}]",
        "scripts: ['https://a.b/c.js']",
        "stylesheets: ['https://a.b/c.css']",
        "clientModules: ['./src/a.js']",
        "ssrTemplate: '<html>'",
        "i18n: {defaultLocale: 'en', locales: ['en', 'fr']}",
        "i18n: {localeConfigs: {en: {calendar: 'buddhist'}}}",
        "markdown: {preprocessor: ({fileContent}) => fileContent}",
        "themeConfig: {algolia: {appId: 'A'}}",
        "themeConfig: {tableOfContents: {minHeadingLevel: 3}}",
        "themeConfig: {docs: {sidebar: {hideable: true}}}",
        "themeConfig: {blog: {sidebar: {groupByYear: false, typed: 1}}}",
        "themeConfig: {liveCodeBlock: {playgroundPosition: 'top'}}",
        "themeConfig: {mermaid: {theme: {light: 'neutral'}}}",
        "themeConfig: {navbar: {hideOnScroll: true}}",
        "themeConfig: {navbar: {style: 'dark'}}",
        "themeConfig: {navbar: {logo: {src: 'img/card.svg', width: 32}}}",
        "themeConfig: {navbar: {items: [{type: 'html', value: '<b>x</b>'}]}}",
        "themeConfig: {navbar: {items: [{type: 'custom-thing'}]}}",
        "themeConfig: {navbar: {items: [{type: 'search', dropdownItemsAfter: [{to: '/v'}]}]}}",
        "themeConfig: {footer: {logo: {src: 'a.svg'}}}",
        "themeConfig: {footer: {links: [{items: [{html: '<b>x</b>'}]}]}}",
        "themeConfig: {announcementBar: {content: 'Hi', backgroundColor: '#fff'}}",
        "themeConfig: {metadata: [{httpEquiv: 'refresh', content: '1'}]}",
        "themeConfig: {prism: {defaultLanguage: 'js'}}",
        "plugins: ['mine']",
        "plugins: [function mine() { return {}; }]",
        "plugins: makePlugins()",
        "plugins: [['@docusaurus/plugin-client-redirects', {createRedirects(p) { return []; }}]]",
        "plugins: [['@docusaurus/plugin-client-redirects', {createRedirects: (p) => [p]}]]",
        "plugins: [['@docusaurus/plugin-client-redirects', {toExtensions: ['exe']}]]",
        "themes: ['other-theme']",
        "presets: [['classic', {}], ['other-preset', {}]]",
        "presets: [['classic', {docs: {editUrl: 'https://a.b/edit/main/'}}]]",
        "presets: [['classic', {docs: {breadcrumbs: false}}]]",
        "presets: [['classic', {docs: {sidebarCollapsed: false}}]]",
        "presets: [['classic', {docs: {showLastUpdateAuthor: true}}]]",
        "presets: [['classic', {docs: {remarkPlugins: [mine]}}]]",
        "presets: [['classic', {docs: {async sidebarItemsGenerator(args) { return []; }}}]]",
        "presets: [['classic', {docs: {versions: {current: {banner: 'unreleased'}}}}]]",
        "presets: [['classic', {blog: {feedOptions: {type: 'all'}}}]]",
        "presets: [['classic', {blog: {showReadingTime: true}}]]",
        "presets: [['classic', {blog: {blogSidebarTitle: 'Recent posts'}}]]",
        "presets: [['classic', {googleAnalytics: {trackingID: 'UA-1'}}]]",
        "unheardOf: 1",
        "...load()",
    ],
)
def test_a_setting_without_an_equivalent_is_listed(tmp_path: Path, config: str) -> None:
    _settings, listed = move_with_config(tmp_path, config)
    assert "docusaurus.config.js" in listed


@pytest.mark.parametrize(
    ("config", "key", "value"),
    [
        ("tagline: 'Boils'", "metadata", {"description": "Boils"}),
        ("noIndex: true", "metadata", {"robots": "noindex"}),
        ("themeConfig: {image: 'img/card.svg'}", "metadata", {"og:image": "/img/card.svg"}),
        (
            "themeConfig: {metadata: [{name: 'author', content: 'Ann'}]}",
            "metadata",
            {"author": "Ann"},
        ),
        (
            "themeConfig: {navbar: {logo: {src: 'img/card.svg', href: '/docs/start'}}}",
            "logo",
            {"light": "/img/card.svg", "dark": "/img/card.svg", "href": "/docs/start"},
        ),
        (
            "themeConfig: {colorMode: {disableSwitch: true}}",
            "modeToggle",
            {"default": "light", "isHidden": True},
        ),
        (
            "presets: [['classic', {docs: {showLastUpdateTime: true}}]]",
            "metadata",
            {"timestamp": "true"},
        ),
        (
            "presets: [['classic', {gtag: {trackingID: 'G-1'}}]]",
            "analytics",
            {"ga4": {"measurementId": "G-1"}},
        ),
        (
            (
                "plugins: [['@docusaurus/plugin-google-tag-manager', {containerId: 'GTM-1'}], "
                "false].filter(Boolean)"
            ),
            "analytics",
            {"gtm": {"tagId": "GTM-1"}},
        ),
        (
            (
                "plugins: [['@docusaurus/plugin-client-redirects', {redirects: "
                "[{from: ['/a', '/b'], to: '/docs/start'}], fromExtensions: ['html']}]]"
            ),
            "redirects",
            [
                {"source": "/a", "destination": "/docs/start"},
                {"source": "/b", "destination": "/docs/start"},
                {"source": "/docs/start.html", "destination": "/docs/start"},
            ],
        ),
    ],
)
def test_a_setting_with_an_equivalent_is_carried_over(
    tmp_path: Path, config: str, key: str, value: Any
) -> None:
    settings, listed = move_with_config(tmp_path, config)
    assert settings[key] == value
    assert "docusaurus.config.js" not in listed


def test_a_variable_of_the_environment_has_its_default(tmp_path: Path) -> None:
    config = (
        "url: process.env.URL || 'https://kettle.example.com', baseUrl: process.env['B'] ?? '/'"
    )
    settings, _listed = move_with_config(tmp_path, config)
    assert settings["seo"] == {"siteUrl": "https://kettle.example.com"}


def test_settings_of_how_the_site_is_built_are_told_apart_from_losses(tmp_path: Path) -> None:
    config = (
        "onBrokenLinks: 'throw', organizationName: 'a', trailingSlash: false, future: {v4: true}"
    )
    _settings, listed = move_with_config(tmp_path, config)
    lost, _mark, changed = listed.partition("## Changed")
    assert "docusaurus.config.js" not in lost
    assert "Settings of how Docusaurus builds and deploys" in changed


def test_include_and_exclude_say_which_files_are_pages(tmp_path: Path) -> None:
    docs = "{include: ['**/*.mdx', 'start.md'], exclude: ['**/old/**']}"
    files = {
        "docusaurus.config.js": f"module.exports = {{presets: [['classic', {{docs: {docs}}}]]}};",
        "docs/one.md": "One.\n",
        "docs/two.mdx": "Two.\n",
        "docs/_three.mdx": "Three.\n",
        "docs/old/four.mdx": "Four.\n",
    }
    new, _listed = move(tmp_path, files)
    names = {path.relative_to(new / "docs").as_posix() for path in new.glob("docs/**/*.md*")}
    assert names == {"two.mdx", "_three.mdx", "start.md"}
    report = (new / "MIGRATION.md").read_text("utf-8")
    assert "`docs/one.md`" in report
    assert "`docs/old/four.mdx`" in report


def test_labels_of_entries_are_titles_in_the_sidebar(tmp_path: Path) -> None:
    sidebars = """module.exports = {
      one: [{type: 'doc', id: 'start', label: 'Begin'}, {type: 'doc', id: 'page', label: 'Own'}],
      two: [{type: 'ref', id: 'page', label: 'Other'}],
    };"""
    files = {"sidebars.js": sidebars, "docs/page.md": "---\nsidebar_label: Old\n---\nText.\n"}
    new, listed = move(tmp_path, files)
    assert (
        (new / "docs/start.md")
        .read_text("utf-8")
        .startswith('---\nsidebarTitle: "Begin"\ntitle: "Start"\n---\n')
    )
    assert (new / "docs/page.md").read_text("utf-8") == '---\nsidebarTitle: "Own"\n\n---\nText.\n'
    assert "`page` has several labels: here `Other`" in listed


@pytest.mark.parametrize(
    "key", ["className: 'a'", "customProps: {a: 1}", "collapsed: false", "collapsible: false"]
)
def test_what_else_sidebars_say_of_entries_is_listed(tmp_path: Path, key: str) -> None:
    item = f"{{type: 'category', label: 'C', items: ['start'], {key}}}"
    _new, listed = move(tmp_path, {"sidebars.js": f"module.exports = {{one: [{item}]}};"})
    assert f"`{key.partition(':')[0]}` of an entry of a sidebar" in listed


def test_links_of_sidebars_with_the_same_label_lead_to_their_own_targets(tmp_path: Path) -> None:
    links = ", ".join(f"{{type: 'link', label: 'More', href: 'https://{n}.example'}}" for n in "ab")
    new, _listed = move(tmp_path, {"sidebars.js": f"module.exports = {{one: ['start', {links}]}};"})
    assert "https://a.example" in (new / "docs/links/more.mdx").read_text("utf-8")
    assert "https://b.example" in (new / "docs/links/more-2.mdx").read_text("utf-8")


def test_descriptions_of_categories_stand_on_their_cards(tmp_path: Path) -> None:
    files = {
        "docs/in/_category_.yml": "label: In\ncustomProps: {a: 1}\nlink: {type: generated-index}\n",
        "docs/in/deep/_category_.json": {"label": "Deep", "description": "What is deep"},
        "docs/in/deep/page.md": "Text.\n",
    }
    new, listed = move(tmp_path, files)
    assert ">What is deep</Card>" in (new / "docs/category/in.mdx").read_text("utf-8")
    assert "`customProps` of an entry of a sidebar" in listed


def test_magic_comments_of_the_project_are_marks(tmp_path: Path) -> None:
    config = """module.exports = {themeConfig: {prism: {magicComments: [
      {className: 'removed-line', line: 'WILL GO'},
      {className: 'shiny', line: 'look', block: {start: 'look-start', end: 'look-end'}},
    ]}}};"""
    code = "// WILL GO\na\n# look-start\nb\nc\n# look-end\n// highlight-next-line\nd\n// looking\n"
    files = {"docusaurus.config.js": config, "docs/page.md": f"```js\n{code}```\n"}
    new, _listed = move(tmp_path, files)
    assert (new / "docs/page.md").read_text("utf-8") == (
        "```js\n// [!code --]\na\n# [!code highlight:2]\nb\nc\n// [!code highlight]\nd\n"
        "// looking\n```\n"
    )


def test_parts_of_the_theme_and_pages_that_are_code_are_listed(tmp_path: Path) -> None:
    files = {
        "src/theme/Footer/index.js": "export default () => null;",
        "src/pages/index.tsx": "export default () => null;",
        "src/css/custom.css": ":root {}",
    }
    _new, listed = move(tmp_path, files)
    for name in files:
        assert f"`{name}`" in listed


CALLED = """
import * as path from 'path';
export const LABELS = {now: 'Now'} as const;
const makeTail = (name: string) => `${name}s`;
export function makeDocs(root: string, mappings: {from: string}[], base: string = 'more'): Config {
  const folder = path.resolve(root, makeTail('guide'));
  const first = mappings.find(each => each.from);
  return ['@docusaurus/plugin-content-docs', {
    id: 'more', path: folder, routeBasePath: base, sidebarPath: false,
    remarkPlugins: [function check() { return (tree) => { return ['nothing']; }; }],
  } as any];
}
"""


def test_a_plugin_that_a_function_of_the_project_returns_is_read(tmp_path: Path) -> None:
    config = (
        "import {makeDocs} from './make-docs';\n"
        "export default {title: 'A', presets: [['classic', {}]],\n"
        "  plugins: [makeDocs(__dirname, [{from: 'a'}])]};\n"
    )
    files = {
        "docusaurus.config.js": config,
        "make-docs.ts": CALLED,
        "guides/one.md": "# One\n\nText.\n",
        "notes/two.md": "# Two\n\nText.\n",
    }
    new, listed = move(tmp_path, files)
    assert (new / "more/one.md").exists()
    assert "notes/two.md" not in listed


@pytest.mark.parametrize("plugin", ["zoom", "[zoom, {}]", "require('zoom')", "function () {}"])
def test_a_plugin_of_another_package_shows_no_markdown(tmp_path: Path, plugin: str) -> None:
    config = (
        "const zoom = require('zoom');\n"
        f"module.exports = {{title: 'A', presets: [['classic', {{}}]], plugins: [{plugin}]}};\n"
    )
    _new, listed = move(tmp_path, {"docusaurus.config.js": config, "notes/a.md": "# A\n"})
    assert "notes/a.md" not in listed


@pytest.mark.parametrize(
    "module",
    [
        "export const makeDocs = (root) => makeDocs(root);",
        "export const makeDocs = (root) => load(root);",
        "export function makeDocs(root) { return other; }",
        "export function makeDocs(root {",
        "export function makeDocs() { return [makeDocs(), makeDocs(), makeDocs()] }",
    ],
)
def test_pages_of_a_plugin_that_cannot_be_read_are_listed(tmp_path: Path, module: str) -> None:
    config = (
        "import {makeDocs} from './make-docs';\n"
        "export default {title: 'A', presets: [['classic', {}]],\n  plugins: [makeDocs('a')]};\n"
    )
    files = {
        "docusaurus.config.js": config,
        "make-docs.ts": module,
        "notes/two.md": "# Two\n\nText.\n",
        "src/readme.md": "# No page\n",
    }
    _new, listed = move(tmp_path, files)
    assert "A file of Markdown that no settings name which could be read." in listed
    assert "`notes/two.md`" in listed
    assert "src/readme.md" not in listed


def write_operation_page(operation: dict[str, Any], prose: str) -> str:
    """Return a page as the plugin for API documents writes it."""
    packed = base64.b64encode(zlib.compress(json.dumps(operation).encode())).decode()
    return (
        f'---\nid: add-pot\ntitle: "Add a pot"\nsidebar_label: "Add"\nhide_title: true\n'
        f"api: {packed}\nsidebar_class_name: post api-method\n---\n\n"
        'import MethodEndpoint from "@theme/ApiExplorer/MethodEndpoint";\n'
        'import StatusCodes from "@theme/StatusCodes";\n\n'
        '<MethodEndpoint\n  method={"post"}\n  path={"/pots"}\n>\n</MethodEndpoint>\n\n'
        f"{prose}\n\n<StatusCodes\n  responses={{{{}}}}\n>\n</StatusCodes>\n"
    )


API_PLUGIN = """
module.exports = {title: 'A', presets: [['classic', {}]], plugins: [
  ['docusaurus-plugin-openapi-docs', {id: 'api', config: {
    pots: {specPath: 'specs/pots.json', outputDir: 'docs/api'},
    gone: {specPath: 'specs/gone.yaml', outputDir: 'docs/gone'},
  }}],
]};
"""
POTS = {
    "openapi": "3.1.0",
    "info": {"title": "Pots", "version": "1"},
    "paths": {
        "/pots": {
            "post": {
                "summary": "Add a pot",
                "description": "Puts it\non the *stove*.",
                "responses": {"201": {"description": "It is hot."}},
            }
        }
    },
}


def test_pages_that_were_made_of_an_api_document_name_their_operations(tmp_path: Path) -> None:
    operation = {"method": "post", "path": "/pots"}
    files = {
        "docusaurus.config.js": API_PLUGIN,
        "specs/pots.json": POTS,
        "docs/api/add-pot.api.mdx": write_operation_page(operation, "Puts it\non the *stove*."),
    }
    new, listed = move(tmp_path, files)
    assert (new / "docs/api/add-pot.mdx").read_text("utf-8") == (
        '---\ntitle: "Add a pot"\nsidebarTitle: "Add"\n'
        'openapi: "/openapi/pots.json POST /pots"\n---\n'
    )
    assert "api/add-pot.api.mdx" not in listed.partition("## Changed")[0]
    build_folder(str(new), str(tmp_path / "site"))
    assert "It is hot." in (tmp_path / "site/docs/api/add-pot/index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("operation", "prose"),
    [
        ({"method": "post", "path": "/pots"}, "Puts it on the stove, says the writer."),
        ({"method": "get", "path": "/pots"}, "Puts it on the stove."),
        ({"method": 1}, "Puts it on the stove."),
    ],
)
def test_what_an_api_document_does_not_say_is_kept(
    tmp_path: Path, operation: dict[str, Any], prose: str
) -> None:
    files = {
        "docusaurus.config.js": API_PLUGIN,
        "specs/pots.json": POTS,
        "docs/api/add-pot.api.mdx": write_operation_page(operation, prose),
    }
    new, listed = move(tmp_path, files)
    assert prose in (new / "docs/api/add-pot.mdx").read_text("utf-8")
    assert "The component `StatusCodes`" in listed


@pytest.mark.parametrize(
    ("written", "kept"),
    [("pathname:///", "/"), ("pathname:///a", "/a"), ("a", "/a"), ("https://a.b", "https://a.b")],
)
def test_the_logo_leads_to_an_address(tmp_path: Path, written: str, kept: str) -> None:
    logo = f"{{src: 'img/card.svg', href: '{written}'}}"
    config = f"title: 'A', presets: [['classic', {{}}]], themeConfig: {{navbar: {{logo: {logo}}}}}"
    settings, _listed = move_with_config(tmp_path, config)
    assert settings["logo"]["href"] == kept


def test_a_title_beside_a_heading_stays_for_search_engines(tmp_path: Path) -> None:
    text = "---\ntitle: Long words\nsidebar_label: S\n---\n\n# Short\n\na\n"
    new, _ = move(tmp_path, {"docs/start.md": text})
    page = (new / "docs/start.md").read_text()
    assert '"og:title": "Long words"' in page
    assert 'title: "Short"' in page
    assert "title: Long words" not in page


def test_addresses_in_definitions_whose_label_is_code(tmp_path: Path) -> None:
    text = "See [`a`], [b].\n\n[`a`]: pathname:///x/a.html\n[b]: pathname:///x/b.html\n"
    new, _ = move(tmp_path, {"docs/start.md": f"# Start\n\n{text}"})
    assert "[`a`]: /x/a.html\n[b]: /x/b.html\n" in (new / "docs/start.md").read_text()


def test_boxes_of_a_kind_of_their_own_are_told(tmp_path: Path) -> None:
    files = {"docs/start.md": "# Start\n\n:::pied-piper\n\nHello.\n\n:::\n"}
    new, _ = move(tmp_path, files)
    assert "Boxes of the kind `pied-piper` are notes" in (new / "MIGRATION.md").read_text()


def test_the_copyright_is_a_line_of_the_footer(tmp_path: Path) -> None:
    footer = "footer: {copyright: '&copy; <a href=\"https://a.b\">Ann</a> & <b>co</b>'}"
    settings, listed = move_with_config(tmp_path, f"themeConfig: {{{footer}}}")
    assert settings["footer"] == {"copyright": "© [Ann](https://a.b) & co"}
    assert "copyright" not in listed


def test_links_that_lead_nowhere_are_listed(tmp_path: Path) -> None:
    _, listed = move(tmp_path, {"docs/start.md": "# Start\n\n[a](steam://run/1)\n"})
    assert "Links that could run code" in listed


@pytest.mark.parametrize(
    ("style", "bar"),
    [("style: 'dark',", "#242526"), ("style: 'primary',", "#2e8555"), ("", None)],
)
def test_the_bar_has_the_color_of_the_old_theme(tmp_path: Path, style: str, bar: Any) -> None:
    navbar = f"{style} title: 'K', logo: {{src: 'img/card.svg'}}"
    settings, _ = move_with_config(tmp_path, f"themeConfig: {{navbar: {{{navbar}}}}}")
    color = settings.get("topbar", {}).get("color")
    assert color == (bar and {"light": bar, "dark": bar})
    assert settings["logo"]["withName"] is True
