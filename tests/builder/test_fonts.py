"""Catalog fonts in builds and in the preview: served by the site itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, BuildReport, build_folder
from octavo.content.javascript.evaluation import Answer, Request
from octavo.preview.follow.state import PreviewLoader
from octavo.problems import Code
from octavo.project.web.fonts import FontSource
from tests.font_catalog import Catalog, running_catalog, woff2
from tests.previews import running_preview
from tests.project.web.font_package import VARIABLE, draw_font, write_package
from tests.project.web.test_font_weights import STATIC_FONT, VARIABLE_FONT

SHEET = "/css2?family=Inter:ital,wght@0,400..700;1,400..700&display=swap"


@pytest.fixture
def catalog() -> Iterator[Catalog]:
    with running_catalog() as found:
        found.serve_sheet(SHEET, found.face("Inter", "a.woff2"))
        yield found


def evaluate_nothing(_request: Request) -> Answer:
    raise AssertionError("these pages need no JavaScript")


def write_site(root: Path, **font: Any) -> Path:
    root.mkdir(exist_ok=True)
    pages = [{"group": "A", "pages": ["index"]}]
    settings = {"name": "T", "navigation": pages, "font": font or {"family": "Inter"}}
    (root / "site.json").write_text(json.dumps(settings, indent=2))
    (root / "index.mdx").write_text("Text\n")
    return root


def build(root: Path, output: Path, fonts: FontSource, cache: Path | None = None) -> BuildReport:
    options = BuildOptions(fonts=fonts, cache_folder=str(cache) if cache else None)
    return build_folder(str(root), str(output), options)


def fonts_of(files: Iterable[str]) -> list[str]:
    """Return the font files of a site, but for those of its theme."""
    return [name for name in files if "_octavo/fonts/" in name and "/geist" not in name]


def files_below(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_the_styles_name_the_weights_that_a_file_of_the_project_has(tmp_path: Path) -> None:
    font = {"family": "Own", "url": "/own.ttf", "weight": 560}
    root = write_site(tmp_path / "p", **font)
    output = tmp_path / "out"
    for data, weights in ((VARIABLE_FONT, "200 800"), (STATIC_FONT, "560")):
        (root / "own.ttf").write_bytes(data)
        build(root, output, FontSource(), tmp_path / "cache")
        [styles] = [text for name, text in files_below(output).items() if b"own.ttf" in text
                    and name.endswith(".css")]  # fmt: skip
        assert f"font-weight:{weights};" in styles.decode()


def test_an_own_file_has_a_fallback_of_its_size(tmp_path: Path) -> None:
    root = write_site(tmp_path / "p", family="Own", url="/own.ttf")
    draw_font(root / "own.ttf", is_variable=True)
    build(root, tmp_path / "out", FontSource())
    [styles] = [text for name, text in files_below(tmp_path / "out").items()
                if name.endswith("site.css")]  # fmt: skip
    assert '--font-body:"Own","Own fallback","Own fallback 2"' in styles.decode()
    assert b'"Own fallback";src:local("Arial"),' in styles
    assert b"size-adjust:113.7%;ascent-override:79.2%" in styles


def test_the_preview_follows_the_weights_of_a_file(tmp_path: Path) -> None:
    root = write_site(tmp_path / "p", family="Own", url="/own.ttf")
    (root / "own.ttf").write_bytes(STATIC_FONT)
    loader = PreviewLoader(str(root), evaluate_nothing)
    state = loader.load()
    (root / "own.ttf").write_bytes(VARIABLE_FONT)
    state = loader.follow(state, {str(root.resolve() / "own.ttf")})
    assert state.site is not None
    assert state.site.renderer.web_fonts.weights == {"/own.ttf": "200 800"}


def test_a_build_loads_fonts_once_and_gives_the_same_bytes_again(
    catalog: Catalog, tmp_path: Path
) -> None:
    root, source = write_site(tmp_path / "p"), catalog.source(str(tmp_path / "links"))
    first = build(root, tmp_path / "one", source)
    assert first.problems == ()
    asked = list(catalog.asked)
    assert sorted(asked) == ["/a.woff2", SHEET]
    made = files_below(tmp_path / "one")
    [font] = fonts_of(made)
    assert made[font] == woff2("a.woff2")
    assert (
        f'<link rel="preload" href="/{font}" as="font" crossorigin>' in made["index.html"].decode()
    )
    [styles] = [text.decode() for name, text in made.items() if name.endswith("/site.css")]
    assert f'url("/{font}")' in styles
    assert '"Inter fallback"' in styles
    assert not [name for name, text in made.items() if catalog.address.encode() in text]
    build(root, tmp_path / "two", source)
    assert files_below(tmp_path / "two") == made
    assert catalog.asked == asked


def test_without_a_network_the_build_says_so_once_and_tries_again(
    catalog: Catalog, tmp_path: Path
) -> None:
    fonts = {"body": {"family": "Inter"}, "headings": {"family": "Lora"}}
    root = write_site(tmp_path / "p", **fonts)
    with running_catalog() as gone:
        nobody = gone.source(str(tmp_path / "links"))
    report = build(root, tmp_path / "out", nobody, tmp_path / "cache")
    [problem] = report.problems
    assert problem.code is Code.FONT_NOT_LOADED
    assert problem.message.startswith("the font `Inter` and `Lora` could not be loaded: the conn")
    assert (problem.location.source, problem.location.line) == ("site.json", 13)
    [styles] = [
        text for name, text in files_below(tmp_path / "out").items() if name.endswith("site.css")
    ]
    assert b"Inter" not in styles
    assert b'--font-body:"Geist"' in styles
    again = build(root, tmp_path / "out", nobody, tmp_path / "cache")
    assert again.problems == report.problems
    lora = "/css2?family=Lora:ital,wght@0,400..700;1,400..700&display=swap"
    catalog.serve_sheet(lora, catalog.face("Lora", "l.woff2"))
    source = catalog.source(str(tmp_path / "links"))
    assert build(root, tmp_path / "out", source, tmp_path / "cache").problems == ()
    assert fonts_of(files_below(tmp_path / "out"))


def test_an_installed_font_is_served_without_asking_anybody(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path / "packages", [VARIABLE], text="the license")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    root, source = write_site(tmp_path / "p", family="Acme"), catalog.source(str(tmp_path / "c"))
    assert build(root, tmp_path / "out", source).problems == ()
    assert catalog.asked == []
    made = files_below(tmp_path / "out")
    assert made["_octavo/fonts/acme.txt"] == b"the license"
    fonts = [name for name in fonts_of(made) if name.endswith(".woff2")]
    assert [re.sub(r"\.\w{12}\.", ".", name.rpartition("/")[2]) for name in sorted(fonts)] == [
        "acme-latin-ext.woff2", "acme-latin.woff2"]  # fmt: skip
    assert [made[name][:4] for name in fonts] == [b"wOF2", b"wOF2"]
    [styles] = [text.decode() for name, text in made.items() if name.endswith("/site.css")]
    assert "font-weight:400 700;" in styles
    assert '--font-body:"Acme","Acme fallback","Acme fallback 2",ui-serif' in styles
    assert 'local("Times New Roman")' in styles
    assert [name for name in fonts if f'href="/{name}" as="font"' in made["index.html"].decode()]


def test_a_font_that_is_not_there_names_its_package(catalog: Catalog, tmp_path: Path) -> None:
    root = write_site(tmp_path / "p", family="Work Sans")
    with running_catalog() as gone:
        nobody = gone.source(str(tmp_path / "links"))
    [problem] = build(root, tmp_path / "out", nobody).problems
    assert problem.hint.startswith(
        "Work Sans is not installed. Run `pip install 'octavo[fonts]' fontpkg-work-sans`,"
    )


def test_an_installed_font_that_nothing_can_read_names_the_extra(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path / "packages", [VARIABLE])
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.setattr("octavo.project.web.installed_fonts.find_spec", lambda _name: None)
    root = write_site(tmp_path / "p", family="Acme")
    [problem] = build(root, tmp_path / "out", catalog.source(str(tmp_path / "links"))).problems
    assert problem.hint == "Run `pip install 'octavo[fonts]'`, and the site serves it itself."
    assert catalog.asked == []


def test_a_file_elsewhere_that_cannot_be_loaded_names_no_package(
    catalog: Catalog, tmp_path: Path
) -> None:
    url = f"{catalog.address}/gone.woff2"
    root = write_site(tmp_path / "p", family="Acme", url=url, download=True)
    [problem] = build(root, tmp_path / "out", catalog.source(str(tmp_path / "links"))).problems
    assert problem.hint == "Build again with a network, or put the file into the project."


def test_a_name_that_the_catalog_does_not_know_is_told(catalog: Catalog, tmp_path: Path) -> None:
    root = write_site(tmp_path / "p", family="Nosuch Font")
    [problem] = build(root, tmp_path / "out", catalog.source(str(tmp_path))).problems
    assert "`Nosuch Font` could not be loaded: the server answered 404" in problem.message


def test_a_file_elsewhere_is_loaded_where_the_author_wants_so(
    catalog: Catalog, tmp_path: Path
) -> None:
    catalog.replies["/acme.woff2"] = (200, woff2("acme"))
    url = f"{catalog.address}/acme.woff2"
    root = write_site(tmp_path / "p", family="Acme", url=url, format="woff2", download=True)
    source = catalog.source(str(tmp_path / "links"))
    build(root, tmp_path / "out", source)
    made = files_below(tmp_path / "out")
    assert woff2("acme") in made.values()
    assert not [name for name, text in made.items() if catalog.address.encode() in text]
    write_site(root, family="Acme", url=url, format="woff2")
    build(root, tmp_path / "out", source)
    made = files_below(tmp_path / "out")
    assert woff2("acme") not in made.values()
    assert [name for name, text in made.items() if catalog.address.encode() in text]


def test_the_preview_starts_without_fonts_and_shows_them_when_they_are_there(
    catalog: Catalog, tmp_path: Path
) -> None:
    root, source = write_site(tmp_path / "p"), catalog.source(str(tmp_path / "links"))
    with running_preview(root, fonts=source) as preview:
        preview.wait_for("/", 'as="font"')
        page = preview.get("/").body.decode()
        [font] = re.findall(r'"(/_octavo/fonts/[^"]+)"', page)
        assert preview.get(font).body == woff2("a.woff2")
        assert preview.get(font).headers["content-type"] == "font/woff2"
        policy = preview.get("/").headers["content-security-policy"]
        assert "googleapis" not in policy
        assert "font looked for: Inter" in preview.lines
    asked = list(catalog.asked)
    with running_preview(root, fonts=source) as preview:
        assert 'as="font"' in preview.get("/").body.decode(), "the cache has it"
    assert catalog.asked == asked


def test_the_preview_tells_what_it_could_not_load(tmp_path: Path) -> None:
    with running_catalog() as gone:
        nobody = gone.source(str(tmp_path / "links"))
    with running_preview(write_site(tmp_path / "p"), fonts=nobody) as preview:
        assert preview.get("/").status == 200
        preview.wait_until(lambda: any("could not be loaded" in line for line in preview.lines))
