"""Loads the MCP SDK on demand, so that other sites don't need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from octavo.server.assistants.sdk import SdkServer


class SdkMissingError(Exception):
    """The SDK is not installed; the message says how to install it."""


def load_sdk() -> type[SdkServer]:
    """Return the module that speaks the protocol; raise `SdkMissingError` without the SDK."""
    try:
        from octavo.server.assistants.sdk import SdkServer  # noqa: PLC0415 (an extra)
    except ImportError:
        raise SdkMissingError("the MCP SDK is not installed: pip install 'octavo[mcp]'") from None
    return SdkServer
