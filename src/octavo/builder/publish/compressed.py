"""Compresses the files of a site once, during the build, so that servers don't have to."""

from __future__ import annotations

import contextlib
import gzip
import importlib
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from octavo.builder.publish.publication import Publication
from octavo.builder.publish.site_folder import Signature
from octavo.builder.served.file_headers import find_content_type
from octavo.builder.served.manifest import FORMS, SERVER_FOLDER
from octavo.site.urls import OutputNames

_SMALLEST = 1024
"""The limit in bytes; smaller files fit into one packet uncompressed."""
_LARGEST = 16 << 20
_TEXTS = ("text/", "application/json", "application/xml", "application/yaml", "image/svg")
_ZSTD_LEVEL = 12
_BROTLI_QUALITY = 9
"""The next higher quality takes four times as long and saves two percent."""

Compress = Callable[[bytes], bytes]


def compress_outputs(
    publication: Publication,
    outputs: Mapping[str, Signature],
    taken: OutputNames | None = None,
) -> tuple[dict[str, Signature], frozenset[str]]:
    """Return the compressed files of a site, and the names of files that have them.

    A file of the author is never replaced, and an unchanged file isn't compressed again.
    """
    compressors = {name: each for name, each in find_compressors().items() if name in FORMS}
    taken = taken or OutputNames(outputs)
    names = [name for name in sorted(outputs) if _is_worth(name, outputs, taken)]
    work = [(name, encoding) for name in names for encoding in compressors]

    def make(task: tuple[str, str]) -> tuple[str, bytes | Signature]:
        name, encoding = task
        form = name + FORMS[encoding]
        live = publication.live.outputs
        if live.get(name) == outputs[name] and form in live:
            return form, live[form]
        return form, compressors[encoding](publication.load(name))

    forms: dict[str, Signature] = {}
    # Both libraries let other threads run meanwhile.
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for form, result in threads.map(make, work):
            if isinstance(result, Signature):
                forms[form] = publication.keep(form, result)
            else:
                forms[form] = publication.put(form, result)
    return forms, frozenset(names)


def _is_worth(name: str, outputs: Mapping[str, Signature], taken: OutputNames) -> bool:
    if name.startswith(f"{SERVER_FOLDER}/") or not is_compressible(name, outputs[name].size):
        return False
    return not any(taken.find(name + ending) for ending in FORMS.values())


def is_compressible(name: str, size: int) -> bool:
    """Tell whether a file shrinks a lot, and is neither tiny nor huge."""
    return _SMALLEST <= size <= _LARGEST and find_content_type(name).startswith(_TEXTS)


@cache
def find_compressors() -> Mapping[str, Compress]:
    """Return the available compressors, by the name of the encoding."""
    compressors: dict[str, Compress] = {}
    with contextlib.suppress(ImportError):
        import brotli  # noqa: PLC0415 (an extra, and not for every build)

        compressors["br"] = lambda data: bytes(brotli.compress(data, quality=_BROTLI_QUALITY))
    with contextlib.suppress(ImportError):  # zstd is part of Python since version 3.14.
        zstd = importlib.import_module("compression.zstd")
        compressors["zstd"] = lambda data: bytes(zstd.compress(data, _ZSTD_LEVEL))
    # Without the time, equal content gives equal files.
    compressors["gzip"] = lambda data: gzip.compress(data, 9, mtime=0)
    return compressors
