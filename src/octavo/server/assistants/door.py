"""Loads the SDK when somebody wants MCP; nobody else has to install it, or to wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from octavo.server.assistants.sdk import SdkServer


class SdkMissingError(Exception):
    """The SDK is not installed; the message says how it is."""


def load_sdk() -> type[SdkServer]:
    """Return what speaks the protocol; raises `SdkMissingError`."""
    try:
        from octavo.server.assistants.sdk import SdkServer  # noqa: PLC0415 (an extra)
    except ImportError:
        raise SdkMissingError("the MCP SDK is not installed: pip install 'octavo[mcp]'") from None
    return SdkServer
