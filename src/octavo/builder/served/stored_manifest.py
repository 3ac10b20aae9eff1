"""Writes and reads the list of what the proxy of a built site may call."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from typing import Any

from octavo.builder.served.proxy_manifest import Names, ProxyManifest, ProxyOperation
from octavo.builder.served.proxy_servers import ProxyServer, build_server


def write_proxy_manifest(manifest: ProxyManifest) -> bytes:
    """Return a manifest as bytes; parts that operations share are stored once."""
    servers, names = _Table(), _Table()
    operations = [
        [
            operation.method,
            operation.path,
            [servers.assign_number(each, _describe(each)) for each in operation.servers],
            names.assign_number(operation.headers, _sort(operation.headers)),
            names.assign_number(operation.cookies, _sort(operation.cookies)),
        ]
        for candidates in manifest.operations.values()
        for operation in candidates
    ]
    data = {
        "isOff": manifest.is_off,
        "servers": servers.rows,
        "names": names.rows,
        "operations": operations,
    }
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def read_proxy_manifest(data: bytes) -> ProxyManifest | None:
    """Return the manifest in bytes; None if it is invalid."""
    try:
        values = json.loads(data)
        servers = [build_server(each) for each in values["servers"]]
        names = [None if each is None else frozenset(each) for each in values["names"]]
        operations: dict[tuple[str, str], list[ProxyOperation]] = {}
        for method, path, numbers, headers, cookies in values["operations"]:
            operation = ProxyOperation(
                method,
                path,
                tuple(servers[number] for number in numbers),
                names[headers] or frozenset(),
                names[cookies],
            )
            operations.setdefault((method, path), []).append(operation)
        return ProxyManifest(
            {key: tuple(candidates) for key, candidates in operations.items()}, values["isOff"]
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None


class _Table:
    """Rows that are stored once, and referenced by number."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[Hashable, int] = {}

    def assign_number(self, key: Hashable, row: Any) -> int:
        """Return the number of a row; rows with the same key share a number."""
        number = self._numbers.setdefault(key, len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number


def _describe(server: ProxyServer) -> Mapping[str, Any]:
    """Return the description from which `build_server` restores this server."""
    variables = [
        {
            "name": name,
            "default": next(iter(values), ""),
            "enum": [] if name in server.open_names else list(values),
        }
        for name, values in server.values.items()
    ]
    return {"url": server.url, "variables": variables, "assumed": server.is_assumed}


def _sort(names: Names) -> list[str] | None:
    return None if names is None else sorted(names)
