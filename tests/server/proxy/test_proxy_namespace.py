"""Real listeners at forbidden addresses in a separate network: none is reached.

The test runs this file in a network namespace, where the metadata address of clouds, a private
address and this computer itself answer on port 80.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from octavo.builder.served.proxy_servers import build_server, resolve_server
from octavo.builder.served.refusals import RefusedError
from octavo.server.proxy.forward import build_proxy
from octavo.server.proxy.rules import ProxyRules, parse_allowed_net
from tests.patience import HANGS_AFTER
from tests.proxies import QUICK, ask, envelope, manifest_for
from tests.server.proxy.test_proxy_attacks import TEXTS

ADDRESSES = ("127.0.0.1", "::1", "169.254.169.254", "10.99.0.1", "fd00:ec2::254", "100.100.100.200")
NAMESPACE = ["unshare", "--user", "--map-root-user", "--net"]


def has_namespaces() -> bool:
    """Tells whether this computer allows a separate network."""
    try:
        done = subprocess.run(
            [*NAMESPACE, "ip", "link", "set", "lo", "up"], capture_output=True, check=False
        )
    except OSError:
        return False
    return done.returncode == 0


@pytest.mark.scorecard("SR-01")
@pytest.mark.skipif(not has_namespaces(), reason="no network of our own can be made here")
def test_listeners_at_forbidden_addresses_are_never_reached() -> None:
    command = [*NAMESPACE, sys.executable, "-m", "tests.server.proxy.test_proxy_namespace"]
    root = Path(__file__).parents[3]
    done = subprocess.run(
        command, cwd=root, capture_output=True, text=True, timeout=2 * HANGS_AFTER, check=False
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["tried"] >= 100
    assert result["reached"] == 0
    assert result["decisions"].keys() <= {"address-refused", "server-unusable", "host-not-found"}
    assert result["reached_when_allowed"] == 1


async def try_all() -> dict[str, object]:
    """Calls every address of the attack table with the resolver of this computer."""
    reached: list[str] = []

    async def listen(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append(writer.get_extra_info("sockname")[0])
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    servers = [await asyncio.start_server(listen, address, 80) for address in ADDRESSES]
    decisions: dict[str, int] = {}
    urls = [text for _, texts, _ in TEXTS for text in texts]
    urls += [f"http://[{each}]/" if ":" in each else f"http://{each}/" for each in ADDRESSES]
    for url in urls:
        proxy = build_proxy(manifest_for(url), ProxyRules(limits=QUICK))
        reply = await ask(proxy, envelope(url, _base_of(url) + "/users/42"))
        decisions[reply.code] = decisions.get(reply.code, 0) + 1
    before = len(reached)
    rules = ProxyRules(limits=QUICK, allow_nets=(parse_allowed_net("10.99.0.1:80"),))
    await ask(build_proxy(manifest_for("http://10.99.0.1"), rules), envelope("http://10.99.0.1"))
    for server in servers:
        server.close()
    return {
        "tried": len(urls),
        "reached": before,
        "decisions": decisions,
        "reached_when_allowed": len(reached) - before,
    }


def _base_of(url: str) -> str:
    try:
        return resolve_server(build_server({"url": url, "variables": []}), {})[1].rstrip("/")
    except RefusedError:
        return ""


if __name__ == "__main__":
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for each in ADDRESSES[2:]:
        # An IPv6 address is searched elsewhere before it can be used, unless that is disabled.
        size, *how = ("128", "nodad") if ":" in each else ("32",)
        subprocess.run(["ip", "address", "add", f"{each}/{size}", "dev", "lo", *how], check=True)
    print(json.dumps(asyncio.run(try_all())))
