"""Runs `octavo serve` with wide limits: python -m tests.wide_server ...

The limits of a real server would end tests that send thousands of requests.
"""

from __future__ import annotations

import sys

from octavo.cli.parser import build_parser
from octavo.cli.terminal import say, write_line
from octavo.server.feedback.service import FeedbackOptions
from octavo.server.proxy.rules import ProxyLimits
from octavo.server.serve.server import ServeOptions, serve_site
from octavo.server.web.rates import Rate

RATE = Rate(6_000_000, 1_000_000)
WIDE = ProxyLimits(
    by_client=RATE,
    to_origin=RATE,
    at_once=1_000,
    at_once_by_client=1_000,
)


def main(arguments: list[str]) -> int:
    options = build_parser().parse_args(["serve", *arguments])
    how = ServeOptions(
        options.folder,
        port=options.port,
        workers=options.workers,
        allow_nets=options.proxy_allow_net,
        log=options.log,
        metrics_port=options.metrics_port,
        limits=WIDE,
        feedback=FeedbackOptions(
            options.database, options.count, by_reader=RATE, by_reader_and_page=RATE
        )
        if options.database
        else None,
    )
    return 1 if serve_site(how, say, write_line) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
