"""Runs a command from start to exit."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from octavo.cli.parser import build_parser
from octavo.cli.terminal import EXIT_IO, EXIT_PROBLEMS, EXIT_USAGE, print_problems, say
from octavo.problems import Location, explain_fault


def run() -> NoReturn:
    """Run the command of this process, and end the process.

    It turns garbage collection off, and leaves its memory to the system. A command has almost no
    garbage in cycles, and freeing all values of a large site takes longer than building a small
    one. The preview keeps running, so it turns the collector on.
    """
    gc.disable()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _take_all_letters(stream)
    code = main()
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


def _take_all_letters(stream: object) -> None:
    """Set a pipe or a file to UTF-8 in any locale; a terminal has its own encoding.

    Characters that can't be encoded become escapes.
    """
    if isinstance(stream, io.TextIOWrapper):
        encoding = None if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code after all output is written."""
    try:
        parser = build_parser()
        options = parser.parse_args(arguments)
        if options.command is None:
            parser.print_help()
            code = EXIT_USAGE
        else:
            code = int(options.run(options))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the output is gone, so the rest is discarded.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_IO
    except OSError as error:
        # The system refuses something essential, such as reading Octavo's code.
        say(f"{error.filename or 'octavo'}: error: {error.strerror or error}")
        return EXIT_IO
    except SystemExit:
        raise
    except BaseException as error:
        problem = explain_fault(error, "what you asked for", Location("octavo"))
        print_problems([problem], "text", lambda _source, _line: None)
        return EXIT_PROBLEMS
