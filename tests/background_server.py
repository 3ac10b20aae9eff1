"""A server for a test, in a separate thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer

_SECONDS_TO_NOTICE = 0.02
"""How long a server takes to notice that it shall end. Unless told, it is half a second, and
hundreds of tests wait for it."""


@contextmanager
def running_server(server: BaseServer) -> Iterator[None]:
    """Let a server answer until the block ends."""
    thread = threading.Thread(target=server.serve_forever, args=(_SECONDS_TO_NOTICE,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
