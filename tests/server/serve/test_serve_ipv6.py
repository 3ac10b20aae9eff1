"""A server at an IPv6 address answers requests to that address in brackets, and to no other.

The test runs this file in a separate network, in which this computer has another such address.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.proxies import replying, response, running_api
from tests.served_sites import serving
from tests.server.serve.attacked_site import (
    build_attacked_site,
    build_call,
    read_all,
    status_of,
)

NETWORK = "ip link set lo up && ip address add fd00::7/128 dev lo"


@pytest.mark.scorecard("SR-05")
def test_a_server_at_an_address_of_ipv6_knows_itself_in_brackets() -> None:
    script = f"{NETWORK} && exec {sys.executable} -m {__name__}"
    root = Path(__file__).parents[3]
    try:
        done = subprocess.run(
            ["unshare", "-Urn", "sh", "-c", script],
            cwd=root,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    except OSError:
        pytest.skip("there is no unshare")
    if not done.stdout and "Traceback" not in done.stderr:
        pytest.skip("no network of our own can be made here")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "::1": {"[::1]:{}": 200, "[::1]": 200, "::1": 400, "[::2]:{}": 403, "[fd00::7]:{}": 403},
        "fd00::7": {
            "[fd00::7]:{}": 200,
            "[FD00::7]:{}": 200,
            "fd00::7": 400,
            "[fd00::8]:{}": 403,
            "evil.example:{}": 403,
        },
    }


HOSTS = {
    "::1": ("[::1]:{}", "[::1]", "::1", "[::2]:{}", "[fd00::7]:{}"),
    "fd00::7": ("[fd00::7]:{}", "[FD00::7]:{}", "fd00::7", "[fd00::8]:{}", "evil.example:{}"),
}


def call_by(hosts: tuple[str, ...], address: str) -> dict[str, int]:
    """Serve at an address, and return what the proxy answers to each name of the server."""
    with tempfile.TemporaryDirectory() as folder, running_api(replying(response(b"fine"))) as api:
        dist = build_attacked_site(Path(folder), api.port)
        options = ("--host", address, "--proxy-allow-net", f"127.0.0.1:{api.port}")
        with serving(dist, *options) as site:
            found = {}
            for host in hosts:
                call = build_call(site.port, api.port)
                named = re.sub(
                    rb"Host: [^\r]+", f"Host: {host.format(site.port)}".encode(), call, count=1
                )
                with socket.create_connection((address, site.port), timeout=60) as connection:
                    connection.sendall(named)
                    found[host] = status_of(read_all(connection))
            return found


if __name__ == "__main__":
    print(json.dumps({address: call_by(hosts, address) for address, hosts in HOSTS.items()}))
