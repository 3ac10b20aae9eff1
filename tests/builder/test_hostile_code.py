"""Hostile code in pages: the build survives all of it, says where it was, and goes on."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildReport, build_folder
from octavo.problems import Severity
from tests.effort import effort
from tests.patience import HANGS_AFTER

HOSTILE = {
    "endless-loop": "(() => { while (true); })()",
    "loop-that-catches": "(() => { for (;;) try { for (;;); } catch {} finally { continue; } })()",
    "memory": "(() => { const a = []; for (;;) a.push(new Array(10000).fill(1)); })()",
    "growing-text": "(() => { let s = 'a'; for (;;) s += s; })()",
    "repeat": "'x'.repeat(1e9)",
    "recursion": "(() => { const f = () => f() + 1; return f(); })()",
    "pattern": "/(a+)+$/.test('a'.repeat(50) + 'b')",
    "another-pattern": "/^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(60))",
    "join": "Array(1e8).join('aaaaaaaaaa')",
    "proxy": "new Proxy({}, { get() { for (;;); }, ownKeys() { for (;;); } })",
    "endless-list": "new Proxy([], { get: (t, k) => (k === 'length' ? 1e9 : 'x') })",
    "getter": "({ get a() { for (;;); } })",
    "throwing-text": "({ toString() { throw new Error('no'); } }) + ''",
    "huge": "Array.from({ length: 300000 }, (_, i) => 'item ' + i)",
    "deep-elements": "Array(1e5).fill().reduce((e) => <b>{e}</b>, 'x')",
    "deep-lists": "Array(1e5).fill().reduce((e) => [e], 'x')",
    "deep-json": "JSON.stringify(Array(1e6).fill().reduce((e) => [e], 'x'))",
    "promise": "Promise.resolve(1)",
    "async": "(async () => { for (;;) await null; })()",
    "generator": "(function* () { for (;;) yield 'x'; })()",
    "function": "Function('return this')().constructor.constructor('for (;;);')()",
    "sort": "(() => { const a = Array.from({ length: 1e6 }); for (;;) a.sort(() => 1); })()",
    "big-integer": "(2n ** 100000000n).toString()",
    "circle": "(() => { const a = []; a.push(a); return a; })()",
    "component-in-itself": "(() => { const C = () => <C />; return <C />; })()",
    "element-name": "React.createElement('img src=x onerror=alert(1)', null)",
    "thrown-proxy": "(() => { throw new Proxy({}, { get() { for (;;); } }); })()",
    "wait": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
}  # fmt: skip
ALIKE = {"another-pattern", "function", "getter", "join", "loop-that-catches", "thrown-proxy"}
"""These take as long as they may, and end as others do: the scorecard tries them, too."""
UNLIKE = [name for name in HOSTILE if name not in ALIKE]
TRIED = {name: HOSTILE[name] for name in effort(UNLIKE[::3], whole=UNLIKE, scorecard=[*HOSTILE])}
ESCAPES = {
    "read-a-file": "require('fs').readFileSync('/etc/passwd')",
    "import-a-module": "import('fs')",
    "environment": "process.env.HOME.length",
    "standard-library": "std.open('/etc/passwd', 'r')",
    "system": "os.exec(['id'])",
    "fetch": "fetch('http://127.0.0.1/')",
    "socket": "new WebSocket('ws://127.0.0.1/').readyState",
    "constructor": "''.constructor.constructor('return process')().pid",
    "worker": "new Worker('x').terminate()",
    "timers": "setTimeout(() => 1, 1)",
    "pollution": "(() => { Array.prototype.toJSON = () => ['e', 'script', {}, 1]; return []; })()",
    "our-own-names": "(() => { $run = $out = JSON = null; return 'x'; })()",
}  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> tuple[BuildReport, Path, float]:
    """Builds one project in which every page but the last is hostile."""
    root = tmp_path_factory.mktemp("hostile")
    (root / "site.json").write_text('{"name": "T", "navigation": [{"group": "A", "pages": ["z"]}]}')
    for name, code in {**TRIED, **ESCAPES}.items():
        (root / f"{name}.mdx").write_text(f"# Page\n\nbefore {{{code}}} after\n")
    (root / "z.mdx").write_text("# Fine\n\n{1 + 1} is two.\n")
    start = time.monotonic()
    built = build_folder(str(root), str(root / "out"))
    return built, root / "out", time.monotonic() - start


@pytest.mark.scorecard("SR-14")
def test_the_build_survives_and_no_page_hangs(report: Any) -> None:
    built, _, seconds = report
    assert built.pages == len(TRIED) + len(ESCAPES) + 1
    assert seconds < HANGS_AFTER * built.pages


@pytest.mark.scorecard("SR-14")
@pytest.mark.parametrize("name", TRIED)
def test_hostile_code_is_told_with_its_place_and_leaves_its_page(name: str, report: Any) -> None:
    built, out, _ = report
    found = [each for each in built.problems if each.location.source == f"{name}.mdx"]
    assert [(str(each.location), each.severity) for each in found] == [
        (f"{name}.mdx:3:8", Severity.ERROR)
    ]
    html = (out / name / "index.html").read_text()
    assert re.search(r'before <span class="render-error">[^<]+</span> after', html)


@pytest.mark.scorecard("SR-14")
@pytest.mark.parametrize("name", ESCAPES)
def test_escape_attempts_find_nothing_to_escape_with(name: str, report: Any) -> None:
    built, out, _ = report
    found = [each for each in built.problems if each.location.source == f"{name}.mdx"]
    assert [str(each.location) for each in found] == [f"{name}.mdx:3:8"]
    content = (out / name / "index.html").read_text().split('class="mdx-content prose"')[1]
    assert "<script></script>" not in content


@pytest.mark.scorecard("SR-14")
def test_the_other_pages_are_built(report: Any) -> None:
    assert "<p>2 is two.</p>" in (report[1] / "z" / "index.html").read_text()


def test_no_page_holds_a_nul_whoever_wrote_it(write_project: Any) -> None:
    """Wherever it comes from: code, literals, front matter, settings, API documents."""
    nul = "String.fromCharCode(0)"
    page = f"""---
title: "A\\0title"
description: "A\\0description"
---
export const evil = "a" + {nul} + "b";

## Part {{evil}} {{"x\\0y"}}

{{evil}} <b title={{evil}} data-x={{"x\\0y"}} className={{evil}}
style={{{{color: evil}}}}>{{evil}}</b>

<Card title={{evil}} icon={{evil}} href={{evil}} img={{evil}}>{{evil}}</Card>

<CodeBlock language={{evil}} filename={{evil}}>{{evil}}</CodeBlock>

<img src={{evil}} alt={{evil}} /> <a href={{evil}}>{{evil}}</a>

<Tabs><Tab title={{evil}}>{{evil}}</Tab></Tabs>

<script>{{evil}}</script> <style>{{evil}}</style>

<Mermaid>{{evil}}</Mermaid>

{{<iframe src={{evil}} title={{evil}} />}} <evil {{...{{[evil]: evil}}}} />
"""
    api = {
        "openapi": "3.1.0",
        "info": {"title": "A\0B", "version": "1"},
        "paths": {"/a": {"get": {"summary": "A\0B", "description": "A\0B", "responses": {}}}},
    }
    root = write_project(
        {
            "site.json": {
                "name": "A\0site",
                "navigation": [{"group": "A\0group", "pages": ["page", "api"]}],
                "banner": {"content": "A {'x\\0y'} \0"},
            },
            "page.mdx": page,
            "api.mdx": "---\nopenapi: GET /a\n---\n",
            "openapi.json": api,
        }
    )
    out = root / "out"
    assert build_folder(str(root), str(out)).pages == 2
    written = [path for path in out.rglob("*") if path.suffix in (".html", ".css")]
    assert len(written) > 3
    assert [path for path in written if b"\0" in path.read_bytes()] == []
    assert '<b title="a\ufffdb"' in (out / "page/index.html").read_text()
