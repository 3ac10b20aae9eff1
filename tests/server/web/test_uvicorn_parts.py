"""The private parts of uvicorn that the server uses are where it expects them."""

from __future__ import annotations

import ast
import inspect
import textwrap

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from octavo.server.web import server


def list_own_names(kind: type, context: type[ast.expr_context]) -> set[str]:
    """Return the names after `self.` in the source of a class that are read, or that are set."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {
        node.attr
        for node in attributes
        if isinstance(node.value, ast.Name) and node.value.id == "self"
        if isinstance(node.ctx, context)
    }


def test_every_part_of_uvicorn_that_the_protocol_uses_is_there() -> None:
    protocol = server._GuardedProtocol
    own = vars(protocol).keys()
    theirs = vars(HttpToolsProtocol).keys() | list_own_names(HttpToolsProtocol, ast.Store)
    private = {name for name in list_own_names(protocol, ast.Load) if name not in own}
    set_here = {name for name in list_own_names(protocol, ast.Store) if name.startswith("_")}
    assert {"flow", "scope", "server_state", "transport"} <= private
    assert private - set_here - theirs == set()


def test_uvicorn_calls_the_methods_that_the_protocol_replaces() -> None:
    replaced = {name for name in vars(server._GuardedProtocol) if not name.startswith("_")}
    assert "send_400_response" in replaced
    assert replaced - vars(HttpToolsProtocol).keys() == set()
