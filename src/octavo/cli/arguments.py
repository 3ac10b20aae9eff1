"""Parses the arguments of commands, from the command line and the environment."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeAlias

from octavo.problems import Code

if TYPE_CHECKING:
    from octavo.project.web.addresses import Network
    from octavo.server.feedback.database import DatabaseAddress
    from octavo.server.proxy.rules import AllowedNet

Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"
LOG_FORMS = ("json", "text", "off")
PROBLEM_FORMS = ("text", "json", "sarif", "github")
"""The output formats of problems; see `forms`."""


class ProgramParser(argparse.ArgumentParser):
    """The parser of the program, which suggests a command for a misspelled one."""

    commands: Collection[str] = ()

    def parse_args(self, arguments: Any = None, namespace: Any = None) -> Any:
        """Parse arguments."""
        command = next(iter(sys.argv[1:] if arguments is None else arguments), "-")
        if not command.startswith("-") and command not in self.commands:
            from octavo.settings.nearest import find_nearest

            if nearest := find_nearest(command, self.commands):
                self.error(f"there is no command `{command}`; did you mean `{nearest}`?")
        return super().parse_args(arguments, namespace)


class CommandParser(argparse.ArgumentParser):
    """The parser of a command."""

    package: str | None = None
    """The package of the command, loaded on first use: its `cli` adds the arguments."""

    def load(self) -> None:
        """Add the arguments of another package."""
        if package := self.package:
            self.package = None
            importlib.import_module(f"{package}.cli").add_arguments(self)

    def parse_known_args(self, *arguments: Any, **options: Any) -> Any:
        """Parse arguments."""
        self.load()
        return super().parse_known_args(*arguments, **options)


def add_option(command: argparse.ArgumentParser, name: str, **rules: Any) -> None:
    """Add an option that also has an environment variable: `--site-url` is `OCTAVO_SITE_URL`.

    A value in the environment has the same form; the command line has priority.
    """
    variable = f"OCTAVO_{name.lstrip('-').replace('-', '_').upper()}"
    command.add_argument(name, **rules)
    if text := os.environ.get(variable):
        command.set_defaults(**{name.lstrip("-").replace("-", "_"): text})


class Several(argparse.Action):
    """An option that may be given several times; each value may be a list."""

    def __call__(
        self, _parser: object, namespace: argparse.Namespace, values: Any, _option: object = None
    ) -> None:
        """Add values to the earlier ones."""
        before = getattr(namespace, self.dest)
        values_before = before if isinstance(before, tuple) else ()
        setattr(namespace, self.dest, (*values_before, *values))


class Switch(argparse.Action):
    """An option without a value."""

    def __init__(self, **rules: Any) -> None:
        super().__init__(**rules, nargs=0, default=False, type=_read_switch)

    def __call__(self, _parser: object, namespace: argparse.Namespace, *_values: object) -> None:
        """Turn it on."""
        setattr(namespace, self.dest, True)


def _read_switch(text: str) -> bool:
    if text.lower() not in ("1", "true", "yes", "on", "0", "false", "no", "off"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither true nor false")
    return text.lower() in ("1", "true", "yes", "on")


def read_base_path(text: str) -> str:
    """Parse a base path."""
    path = text.strip("/")
    if any(character in path for character in "?#\\") or ".." in path.split("/"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a path")
    return f"/{path}" if path else ""


def read_hosts(text: str) -> frozenset[str]:
    """Parse the names of hosts, separated by commas."""
    from octavo.builder.host_files import HOSTS

    names = frozenset(text.lower().split(","))
    wrong = sorted(names - {*HOSTS, "all"})
    if wrong:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r} is none of {', '.join(HOSTS)}, all")
    return frozenset(HOSTS) if "all" in names else names


def read_codes(text: str) -> frozenset[Code]:
    """Parse codes of problems, separated by commas; `api-*` means all with this start."""
    from fnmatch import fnmatchcase

    codes: set[Code] = set()
    for name in text.split(","):
        matches = {code for code in Code if fnmatchcase(code.value, name.strip())}
        if not matches:
            raise argparse.ArgumentTypeError(f"{name.strip()!r} is no code of a problem")
        codes |= matches
    return frozenset(codes)


def read_database(text: str) -> DatabaseAddress:
    """Parse the address of the feedback database."""
    from octavo.server.feedback.database import parse_database

    try:
        return parse_database(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def read_kinds(text: str) -> tuple[str, ...]:
    """Parse the kinds of events to count, separated by commas."""
    from octavo.server.feedback.counters import KINDS

    kinds = tuple(each.strip() for each in text.split(","))
    if wrong := [each for each in kinds if each not in KINDS]:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r} is none of {', '.join(KINDS)}")
    return kinds


def read_days(text: str) -> int:
    """Parse a number of days."""
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= 36_500:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days: 1 to 36500")
    return int(text)


def read_limit(text: str) -> int:
    """Parse a number of results."""
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of results: 1 to 1000")
    return int(text)


def read_workers(text: str) -> int:
    """Parse a number of processes."""
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers: 1 to 64")
    return int(text)


def read_size(text: str) -> int:
    """Parse a number of bytes, such as 500k or 10m."""
    digits, unit = (text[:-1], text[-1].lower()) if text[-1:].isalpha() else (text, "")
    factor = {"": 1, "k": 1024, "m": 1024 * 1024}.get(unit)
    if factor is None or not digits.isascii() or not digits.isdecimal() or len(digits) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size: write it as 500k or 10m")
    return int(digits) * factor


def add_overlay(command: argparse.ArgumentParser) -> None:
    """Declare the option `--overlay`."""
    command.add_argument(
        "--overlay",
        action="append",
        default=[],
        metavar="FILE",
        help="an overlay to apply first; repeat it for several",
    )


def read_port(text: str) -> int:
    """Parse a port."""
    if not text.isascii() or not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: 0 to 65535")
    return int(text)


def read_log_form(text: str) -> str:
    """Parse the form of a log."""
    if text not in LOG_FORMS:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(LOG_FORMS)}")
    return text


def read_seconds(text: str) -> float:
    """Parse a number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= 600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds: 0 to 600")
    return seconds


def read_site_url(text: str) -> str:
    """Parse the address of a site."""
    from octavo.settings.urls import read_site_url as read_clean_url

    url = read_clean_url(text)
    if url is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no address: write it as https://example.com")
    return url


def read_networks(text: str) -> tuple[Network, ...]:
    """Parse networks such as 10.0.0.0/8, separated by commas."""
    from ipaddress import ip_network

    try:
        return tuple(ip_network(each.strip()) for each in text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no network: {error}") from None


def read_allowed_nets(text: str) -> tuple[AllowedNet, ...]:
    """Parse networks that the playground may call, separated by commas."""
    from octavo.server.proxy.rules import parse_allowed_net

    try:
        return tuple(map(parse_allowed_net, text.split(",")))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
