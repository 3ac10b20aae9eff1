"""Serves a WSGI application, named as `module:name`, on a free port until it is ended."""

from __future__ import annotations

import sys
from importlib import import_module
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Handler(WSGIRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the tests do."""


if __name__ == "__main__":
    module, _, name = sys.argv[1].partition(":")
    server = _Server(("127.0.0.1", 0), _Handler)
    server.set_app(getattr(import_module(module), name))
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
