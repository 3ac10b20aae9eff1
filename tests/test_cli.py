from __future__ import annotations

import gc
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from octavo import __version__
from octavo.cli.entry import main
from octavo.cli.terminal import Progress
from tests.document_host import running_host
from tests.loaded_modules import modules_loaded_by, modules_loaded_to_build
from tests.project_folder import write_files

SITE: dict[str, Any] = {
    "site.json": {"name": "Test", "navigation": [{"group": "A", "pages": ["index"]}]},
    "index.mdx": "---\ntitle: Hello\n---\n\nWelcome.\n",
}
ROOT = Path(__file__).parents[1]
REFERENCE = (ROOT / "docs" / "reference" / "commands.mdx").read_text("utf-8")
COMMANDS = re.findall(r"^## octavo (\S+)$", REFERENCE, re.MULTILINE)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "octavo", *arguments], capture_output=True, text=True, check=False
    )


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    listed = capsys.readouterr().out
    assert [command for command in COMMANDS if not re.search(rf"\n    {command}\s", listed)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_test_runs_every_command(command: str) -> None:
    call = re.compile(rf'(?:\bmain\(\[|\brun\(|"octavo",|arguments = \[)\s*"{command}"')
    files = (path for path in ROOT.glob("tests/**/*.py") if path.name != "test_docs.py")
    assert any(call.search(path.read_text("utf-8")) for path in files)


def test_the_version_is_printed() -> None:
    ran = run("--version")
    assert (ran.returncode, ran.stdout.strip()) == (0, f"octavo {__version__}")


def test_pipes_are_utf_8_whatever_the_region(tmp_path: Path) -> None:
    page = "---\ntitle: 日本 → é\ndescription: Grüße 🚀\n---\n\n[Text](/nowhere)\n"
    write_files(tmp_path, {**SITE, "index.mdx": page, "日本.mdx": page})
    for arguments, texts in (
        (("build", "-o", "out"), ["日本.mdx"]),
        (("search", "out", "日本"), ["日本 → é"]),
        (("search", "out", "日本", "--format", "json"), ["日本 → é", "Grüße 🚀"]),
        (("check", "--format", "json"), ["日本.mdx"]),
        (("check", "--format", "github"), ["日本.mdx"]),
        (("check",), ["日本.mdx"]),
    ):
        ran = subprocess.run(
            [sys.executable, "-m", "octavo", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        output = ran.stdout.decode("utf-8")
        assert [text for text in texts if text not in output] == [], (arguments, output)


def test_feedback_is_imported_from_a_pipe_in_utf_8(tmp_path: Path) -> None:
    count = {"day": "2026-01-01", "kind": "search", "subject": "日本", "detail": "", "number": 3}
    lines = [{"octavo": "feedback", "format": 1}, {"count": count}]
    text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)
    for arguments, given in ((("--import", "-"), text), (("--export", "-"), "")):
        ran = subprocess.run(
            [sys.executable, "-m", "octavo", "insights", "--database", "sqlite:x.db", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
            input=given.encode(),
            capture_output=True,
            check=True,
        )
    assert {"count": count} in map(json.loads, ran.stdout.decode().splitlines())


def test_help_imports_nothing_heavy() -> None:
    heavy = "octavo.settings octavo_migrate yaml minijinja pathspec asyncio difflib".split()
    script = "from octavo.cli.parser import build_parser; build_parser().format_help()"
    assert modules_loaded_by(script, *heavy) == []


def test_whoever_builds_loads_nothing_of_moving_in(tmp_path: Path) -> None:
    (tmp_path / "site.json").write_text(json.dumps(SITE["site.json"]))
    (tmp_path / "index.mdx").write_text(SITE["index.mdx"])
    assert modules_loaded_to_build(tmp_path, tmp_path / "dist", "octavo_migrate") == []
    moving = "from octavo.cli.parser import build_parser; build_parser().parse_args(['migrate'])"
    assert modules_loaded_by(moving, "octavo_migrate") == ["octavo_migrate"]


def test_all_that_a_command_says_arrives() -> None:
    ran = run("settings-schema")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["$schema"]


def test_a_system_that_refuses_to_read_even_our_own_code_is_told_and_no_traceback() -> None:
    script = (
        "import resource, sys\n"
        "from octavo.cli.entry import main\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))\n"
        "sys.exit(main(['build', '.']))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 74
    assert ran.stderr.endswith(": error: Too many open files\n")
    assert len(ran.stderr.splitlines()) == 1


def test_nobody_is_told_of_a_reader_who_went_away() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "octavo", "settings-schema"]
    ran = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (74, "")


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["build", "--unknown"]])
def test_wrong_use_ends_with_2(arguments: list[str]) -> None:
    assert run(*arguments).returncode == 2


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [("biuld", "build"), ("chekc", "check"), ("Dev", "dev"), ("serv", "serve")],
)
def test_a_mistyped_command_gets_the_nearest_one(
    mistyped: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([mistyped, "folder"])
    message = f"there is no command `{mistyped}`; did you mean `{meant}`?"
    assert message in capsys.readouterr().err


def test_a_command_unlike_any_gets_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["teleport"])
    assert "settings-schema" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["/a?b", "a#b", "../x", "a\\b"])
def test_a_base_path_must_be_a_path(path: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["build", "--base-path", path])
    assert ended.value.code == 2


@pytest.mark.parametrize("command", ["build", "dev", "serve"])
def test_the_address_of_a_site_must_be_one(command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--site-url", "docs.example.com"])
    assert ended.value.code == 2


def test_the_option_counts_before_the_environment_and_this_before_the_settings(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {**SITE["site.json"], "seo": {"siteUrl": "https://settings.example"}}
    root = write_project({**SITE, "site.json": settings})

    def build(*arguments: str) -> str:
        assert main(["build", str(root), "-o", str(tmp_path / "out"), *arguments]) == 0
        return (tmp_path / "out/index.html").read_text()

    assert '<link rel="canonical" href="https://settings.example/">' in build()
    monkeypatch.setenv("OCTAVO_SITE_URL", "https://environment.example")
    assert '<link rel="canonical" href="https://environment.example/">' in build()
    html = build("--site-url", "https://option.example")
    assert '<link rel="canonical" href="https://option.example/">' in html


def test_the_settings_schema_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings-schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert "navigation" in schema["properties"]


def test_a_good_project_is_built_and_told_in_one_line(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_project(SITE)
    assert main(["build", str(root), "-o", str(tmp_path / "out")]) == 0
    assert gc.isenabled()  # the process may go on
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines()[-1].startswith("Built 1 page into ")
    assert "Welcome." in (tmp_path / "out/index.html").read_text()


def test_a_build_says_what_is_left_out_without_an_address(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["build", str(write_project(SITE)), "-o", str(tmp_path / "out"), "--strict"]
    for _ in range(2):  # also without changes
        assert main(arguments) == 0
        assert "there is no sitemap" in capsys.readouterr().err
    assert main([*arguments, "--site-url", "https://docs.example"]) == 0
    assert "sitemap" not in capsys.readouterr().err
    assert main([*arguments, "--format", "json"]) == 0
    assert "sitemap" not in capsys.readouterr().err


def test_without_an_output_the_site_goes_to_dist_in_the_project(write_project: Any) -> None:
    root = write_project(SITE)
    assert main(["build", str(root)]) == 0
    assert main(["build", str(root)]) == 0, "the output is not taken for a part of the project"
    names = {path.name for path in (root / "dist").iterdir()}
    assert names >= {".octavo-output", "_octavo", "index.html", "index.md"}
    assert "dist" not in names


def test_warnings_pass_unless_the_build_is_strict(write_project: Any, tmp_path: Path) -> None:
    files = {**SITE, "site.json": {**SITE["site.json"], "colour": "red"}}
    arguments = ["build", str(write_project(files)), "-o", str(tmp_path / "out")]
    assert main(arguments) == 0
    assert main([*arguments, "--strict"]) == 1


def test_errors_are_told_with_their_line_and_end_with_1(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_project({"site.json": '{\n  "name": "A",\n  "navigation": 5\n}'})
    assert main(["build", str(root), "-o", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert "site.json:3:17: error:" in told
    assert '  3 |   "navigation": 5\n    |                 ^' in told
    assert "Nothing was built: 1 error." in told
    assert not (tmp_path / "out").exists()


def test_a_wrong_setting_ends_with_1_and_the_site_is_built_without_it(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {
        "colors": {"primary": "red"},
        "theme": "neon",
        "logo": {"href": "/"},
        "topbarLinks": [{"url": "/"}, {"name": "Shop", "url": "https://shop.example"}],
        "footerSocials": {"x": "javascript:x", "github": "https://github.com/a"},
        "redirects": [5, {"source": "/old", "destination": "/nowhere"}],
    }
    files = {**SITE, "site.json": {**SITE["site.json"], **wrong}}
    assert main(["build", str(write_project(files)), "-o", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert told.count(": error: ") == 6
    assert "Built 1 page into " in told
    page = (tmp_path / "out/index.html").read_text()
    assert "https://shop.example" in page
    assert "https://github.com/a" in page
    assert "javascript:x" not in page


def test_the_place_of_a_later_item_is_right_after_a_wrong_one(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = """{
  "name": "A",
  "navigation": [{"group": "", "pages": ["index"]}],
  "redirects": [
    5,
    "",
    {"source": "/old", "destination": "/nowhere"}
  ]
}"""
    files = {**SITE, "site.json": settings}
    assert main(["build", str(write_project(files)), "-o", str(tmp_path / "out")]) == 1
    assert "site.json:7:39: warning: `/old` is redirected" in capsys.readouterr().err


def test_what_other_builders_bear_is_a_warning(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        **SITE,
        "a.mdx": "---\njust a sentence\n---\n\nText.\n",
        "a.md": "The same address.\n",
        "b.mdx": "import Part from '/snippets/none.mdx'\n\nBefore <Part /> after\n",
        "c.mdx": "<Snippet file='none.mdx' />\n",
    }
    arguments = ["build", str(write_project(files)), "-o", str(tmp_path / "out")]
    assert main(arguments) == 0
    told = capsys.readouterr().err
    for code in ("front-matter-not-keys", "page-urls-clash", "snippet-missing"):
        assert f"[{code}]" in told
    assert ": error: " not in told
    assert main([*arguments, "--strict"]) == 1


def test_a_key_of_the_author_is_told_once(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = {f"p{n}.mdx": f"---\ntitle: P{n}\nkeyword: k\n---\n" for n in range(4)}
    files = {**SITE, **own, "one.mdx": "---\nsidebarTitel: One\n---\n"}
    assert main(["build", str(write_project(files)), "-o", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().err
    assert told.count("[page-setting-unknown]") == 2
    note = "info: `keyword` is not a page setting; it is ignored, here and on 3 more pages"
    assert f"p0.mdx:3:10: {note}" in told
    assert "one.mdx:2:15: warning: `sidebarTitel` is not a page setting" in told


def test_one_pages_problem_does_not_stop_another_page(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        **SITE,
        "bad.mdx": b"---\ntitle: [\n---\n\nStill here.\n",
        "worse.mdx": b"\xff\xfe\xff",
    }
    assert main(["build", str(write_project(files)), "-o", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert "bad.mdx:" in told
    assert "worse.mdx:" in told
    assert "Still here." in (tmp_path / "out/bad/index.html").read_text()
    assert "Welcome." in (tmp_path / "out/index.html").read_text()


def test_problems_as_json_are_data_on_standard_output(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {**SITE, "index.mdx": "[x](/nowhere)\n"}
    arguments = ["build", str(write_project(files)), "-o", str(tmp_path / "out")]
    assert main([*arguments, "--format", "json"]) == 0
    told = capsys.readouterr()
    (problem,) = json.loads(told.out)["problems"]
    assert told.err == ""
    assert problem["code"] == "link-to-nothing"
    assert (problem["file"], problem["line"], problem["column"]) == ("index.mdx", 1, 1)


def test_a_missing_project_and_a_missing_settings_file_are_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(tmp_path / "nowhere")]) == 1
    assert "nowhere" in capsys.readouterr().err
    assert main(["build", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert str(tmp_path) in told
    assert "octavo init" in told
    assert "Traceback" not in told


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, pages: int, seconds: float) -> str:
    """Return the output of a build that takes this long."""
    now = 0.0
    progress = Progress(stream, lambda: now)
    for done in range(1, pages + 1):
        now = seconds * done / pages
        progress.show(done, pages)
    progress.clear()
    return stream.getvalue()


def test_a_quick_build_shows_no_progress() -> None:
    assert shown(Terminal(), 1000, 0.4) == ""
    assert shown(io.StringIO(), 1000, 9) == ""


def test_on_a_terminal_a_bar_grows_and_goes() -> None:
    text = shown(Terminal(), 1000, 5)
    assert 30 < text.count("\r") < 60
    assert "[===============               ] Built 5" in text
    assert text.endswith("\r\x1b[K")
    assert "\n" not in text


def test_elsewhere_there_is_a_line_now_and_then() -> None:
    lines = shown(io.StringIO(), 20_000, 35).splitlines()
    assert len(lines) == 3
    assert lines[0] == "Built 5,715 of 20,000 pages."


@pytest.mark.parametrize("number", ["0", "65", "x", "-1"])
def test_a_wrong_number_of_workers_is_wrong_use(number: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["build", f"--workers={number}"])
    assert ended.value.code == 2


def test_a_mistake_behind_a_link_is_told_with_its_line(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running_host() as host:
        host.document = b'{\n"openapi": "3.1.0",\n"info": {},\n"paths": {"pets": {"get": {}}}\n}\n'
        tab = {"name": "API", "url": "api", "openapi": host.address}
        settings = {"name": "Site", "navigation": [{"group": "G", "pages": ["a"]}], "tabs": [tab]}
        root = write_project({"site.json": settings, "a.mdx": "A page.\n"})
        build = ["build", str(root), "-o", str(tmp_path / "out"), "--allow-local-links"]
        assert main(build) == 0
    printed = capsys.readouterr().err
    assert f"{host.address}:4:" in printed
    assert '  4 | "paths": {"pets": {"get": {}}}\n' in printed


def test_a_build_calls_this_computer_only_when_it_is_told_so(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running_host() as host:
        host.document = b'{"openapi": "3.1.0", "info": {}, "paths": {"/a": {"get": {}}}}'
        tab = {"name": "API", "url": "api", "openapi": host.address}
        settings = {"name": "Site", "navigation": [{"group": "G", "pages": ["a"]}], "tabs": [tab]}
        root = write_project({"site.json": settings, "a.mdx": "A page.\n"})
        build = ["build", str(root), "-o", str(tmp_path / "out")]
        for _ in range(2):  # earlier builds or loads allow no other result
            assert main(build) == 1
            assert "[api-link-refused]" in capsys.readouterr().err
            asked = host.asked
            assert main([*build, "--allow-local-links"]) == 0
            assert host.asked > asked
        asked = host.asked
        assert main([*build, "--no-cache"]) == 1
        assert host.asked == asked
