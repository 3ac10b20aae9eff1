"""Files that the build did not compress are compressed once, when they are first asked for."""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brotli
import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.publish import compressed
from octavo.server.serve.content_memory import ContentMemory
from octavo.server.serve.generation import load_generation
from octavo.server.serve.served_site import RequestedSite
from tests.project_folder import write_files
from tests.served_sites import ServedSite, serving

LONG = "A long paragraph, of which a page has many. " * 100
NAMES = ("index", "one", "two", "three", "four", "five")
PROJECT: dict[str, Any] = {
    "site.json": {"name": "Test", "navigation": [{"group": "A", "pages": NAMES}]},
    **{f"{name}.mdx": f"Page {name}.\n\n{LONG}" for name in NAMES},
    "large.json": json.dumps({"numbers": list(range(400_000))}),
    "small.json": "{}",
    "data.bin": bytes(5000),
}
UNPACK: dict[str | None, Any] = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("plain")
    write_files(root / "project", PROJECT)
    assert build_folder(str(root / "project"), str(root / "dist")).output
    return root / "dist"


@pytest.fixture(scope="module")
def site(dist: Path) -> Iterator[ServedSite]:
    with serving(dist) as served:
        yield served


@pytest.mark.parametrize("path", ["/", "/one/", "/one.md", "/large.json", "/nothing"])
@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("", None)],
)
def test_texts_are_sent_in_the_strongest_form_that_is_taken(
    site: ServedSite, path: str, accepted: str, encoding: str | None
) -> None:
    as_it_is = site.get(path, Accept_Encoding="identity")
    for _ in range(3):  # made, kept, ready
        answer = site.get(path, Accept_Encoding=accepted)
        assert answer.headers.get("content-encoding") == encoding
        assert UNPACK[encoding](answer.body) == as_it_is.body
        assert answer.headers["content-length"] == str(len(answer.body))
        assert answer.headers["vary"].endswith("Accept-Encoding")
        etags = answer.headers.get("etag"), as_it_is.headers.get("etag")
        assert (etags[0] == etags[1]) is (encoding is None or path == "/nothing")


@pytest.mark.parametrize("path", ["/small.json", "/data.bin"])
def test_what_does_not_become_smaller_is_sent_as_it_is(site: ServedSite, path: str) -> None:
    answer = site.get(path, Accept_Encoding="gzip, br")
    assert {"content-encoding", "vary"} & answer.headers.keys() == set()


@pytest.mark.parametrize("path", ["/two/", "/large.json"])
def test_parts_and_states_are_those_of_the_form(site: ServedSite, path: str) -> None:
    whole = site.get(path, Accept_Encoding="br")
    other = site.get(path, Accept_Encoding="gzip")
    etag = whole.headers["etag"]
    assert etag != other.headers["etag"]
    current = site.get(path, Accept_Encoding="br", If_None_Match=etag)
    assert (current.status, current.headers["etag"]) == (304, etag)
    assert site.get(path, Accept_Encoding="gzip", If_None_Match=etag).status == 200
    part = site.get(path, Accept_Encoding="br", Range="bytes=10-29", If_Range=etag)
    assert (part.status, part.body) == (206, whole.body[10:30])
    assert part.headers["content-range"] == f"bytes 10-29/{len(whole.body)}"
    assert part.headers["content-encoding"] == "br"
    moved = site.get(path, Accept_Encoding="gzip", Range="bytes=10-29", If_Range=etag)
    assert (moved.status, moved.body) == (200, other.body)
    head = site.get(path, "HEAD", Accept_Encoding="br")
    assert (head.headers["content-length"], head.body) == (str(len(whole.body)), b"")


class Bench:
    """A compressor that can be held, and the pages as requests look at them."""

    def __init__(self, dist: Path, memory: ContentMemory) -> None:
        self.generation = load_generation(str(dist))
        self.memory = memory
        self.may_end = threading.Event()
        self.threads: list[int] = []

    def compress(self, data: bytes) -> bytes:
        self.threads.append(threading.get_ident())
        assert self.may_end.wait(30)
        return gzip.compress(data)

    async def ask(self, output: str) -> str | None:
        site = RequestedSite(self.generation, self.memory, accept_encoding="gzip")
        file = await site.load(output)
        assert file is not None
        return file.headers.get("Content-Encoding")


@pytest.fixture
def bench(dist: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench(dist, ContentMemory())
    for name in ("content_memory", "served_site"):
        module = sys.modules[f"octavo.server.serve.{name}"]
        monkeypatch.setattr(module, "find_compressors", lambda: {"gzip": bench.compress})
    return bench


def test_a_file_is_compressed_once_and_never_in_the_thread_of_the_loop(bench: Bench) -> None:
    async def ask_at_once() -> list[str | None]:
        asked = [asyncio.create_task(bench.ask("index.html")) for _ in range(20)]
        await asyncio.sleep(0)
        asked[0].cancel()  # a reader who goes away
        asyncio.get_running_loop().call_soon(bench.may_end.set)
        return await asyncio.gather(*asked[1:])

    assert asyncio.run(ask_at_once()) == ["gzip"] * 19
    assert asyncio.run(bench.ask("index.html")) == "gzip"
    assert len(bench.threads) == 1
    assert bench.threads[0] != threading.get_ident()


def test_if_much_is_asked_for_at_once_some_is_sent_as_it_is(bench: Bench) -> None:
    async def ask_for_all() -> list[str | None]:
        asked = [asyncio.create_task(bench.ask(f"{name}/index.html")) for name in NAMES[1:]]
        done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        assert [await each for each in done] == [None]
        bench.may_end.set()
        await asyncio.gather(*asked)
        return [await bench.ask(f"{name}/index.html") for name in NAMES[1:]]

    assert asyncio.run(ask_for_all()) == ["gzip"] * 5


def test_memory_for_compressed_files_has_an_end(bench: Bench) -> None:
    bench.may_end.set()
    most = 12_000
    memory = bench.memory = ContentMemory(most)
    for name in NAMES[1:]:
        assert asyncio.run(bench.ask(f"{name}/index.html")) == "gzip"
    kept = [memory.find(file.digest, "gzip") for file in bench.generation.files.values()]
    sizes = [len(each) for each in kept if each is not None]
    assert 0 < len(sizes) < len(NAMES[1:])
    assert sum(sizes) <= most


def test_the_file_that_the_build_compressed_comes_first(
    dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was built without Brotli has no files of it, and readers who take it got 500."""
    monkeypatch.setattr(compressed, "find_compressors", lambda: {"gzip": gzip.compress})
    options = BuildOptions(compress=True)
    assert build_folder(str(dist.parent / "project"), str(tmp_path / "out"), options).output
    generation = load_generation(str(tmp_path / "out"))
    file = RequestedSite(generation, ContentMemory(), accept_encoding="br, gzip").find("one.md")
    assert file is not None
    assert file.headers["Content-Encoding"] == "gzip"
    assert file.content == (tmp_path / "out/one.md.gz").read_bytes()


def test_zstd_is_taken_where_python_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(compress=lambda data, _level: b"zstd" + data)
    monkeypatch.setitem(sys.modules, "compression", SimpleNamespace(zstd=module))
    monkeypatch.setitem(sys.modules, "compression.zstd", module)
    monkeypatch.setitem(sys.modules, "brotli", None)
    found = compressed.find_compressors.__wrapped__()
    assert list(found) == ["zstd", "gzip"]
    assert found["zstd"](b"text") == b"zstdtext"
