"""The API document of a running application, as a file of the project.

It is written to a temporary folder, and read like all other files.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Mapping
from typing import Any

from octavo.project.files import Kind, SourceFile, build_source_file

ApiSource = Mapping[str, Any] | Callable[[], Mapping[str, Any]]
"""An API document, or a function that returns the current one."""


class LiveDocument:
    """An API document that appears in a project as the file `name`."""

    def __init__(self, source: ApiSource, name: str) -> None:
        self._source = source
        self._name = name
        self._data = b""
        self._file: SourceFile | None = None
        self._remove: Callable[[], object] = lambda: None

    def load(self) -> SourceFile:
        """Return the file; it is a new one after a change of the document."""
        document = self._source() if callable(self._source) else self._source
        data = json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")
        if self._file is None or data != self._data:
            self._data, self._file = data, self._write(data)
        return self._file

    def close(self) -> None:
        """Remove the file."""
        self._remove()

    def _write(self, data: bytes) -> SourceFile:
        """Write the file to a new folder, because readers may still have the last one open."""
        self._remove()
        folder = os.path.realpath(tempfile.mkdtemp(prefix="octavo-"))
        self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        path = os.path.join(folder, "document.json")
        with open(path, "wb") as file:
            file.write(data)
        return build_source_file(self._name, Kind.DATA, path, os.lstat(path))
