"""Serves parts of the playground on a small page, with the policy of real pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from octavo import theme
from octavo.builder.served.file_headers import find_content_type
from octavo.render.assets.theme_files import Assets
from octavo.render.basis.policy import ANSWERS, SitePolicy
from tests.background_server import running_server

MODULES = Path(theme.__file__).parent / "js"
STYLES = """@layer octavo.tokens{:root{--primary:#15803d;--primary-light:#4ade80;
--background-light:#fff;--background-dark:#0b0d10}}"""
PAGE = """<!doctype html>
<html lang="en" class="js playground-open"><head><meta charset="utf-8"><title>Parts</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/a/site.css"><link rel="stylesheet" href="/a/api.css">
<link rel="stylesheet" href="/a/playground.css">
<script type="application/json" id="site-data">{site_data}</script></head>
<body><main class="mdx-content"><h1>Parts</h1>{content}
<div data-playground="show"><div id="place"></div></div></main>
<script type="module" src="/test.js"></script></body></html>"""
STRICTER = "; require-trusted-types-for 'script'; trusted-types docs"
"""The policy of servers in front may ask for more than ours does."""


@contextmanager
def serve_page(
    content: str, script: str, site_data: str = "{}", files: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Serve a page with some content and a script until the block ends; return its address.

    Below `/a` are styles and scripts as sites have them: joined, which is much less to load. Below
    `/modules` each module is a file, for tests of one that is joined to others.
    """
    served = {f"/a/{name}": data for name, data in Assets(STYLES, {}).contents.items()}
    served |= {
        f"/modules/{path.relative_to(MODULES)}": path.read_bytes() for path in MODULES.rglob("*.js")
    }
    page = PAGE.replace("{site_data}", site_data).replace("{content}", content)
    served |= {"/index.html": page.encode(), "/test.js": script.encode()}
    served |= {path: text.encode() for path, text in (files or {}).items()}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            name = path + "index.html" if path.endswith("/") else path
            data = served.get(name)
            self.send_response(200 if data is not None else 404)
            data = data or b""
            self.send_header("Content-Type", find_content_type(name))
            self.send_header("Content-Length", str(len(data)))
            if name.endswith(".html"):
                policy = (
                    SitePolicy({"connect-src": ("https:", "http:")})
                    .build_page_policy(ANSWERS)
                    .header
                    + STRICTER
                )
                self.send_header("Content-Security-Policy", policy)
                self.send_header("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_arguments: object) -> None:
            """Say nothing: the tests do."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    with running_server(server):
        yield f"http://127.0.0.1:{server.server_port}"
