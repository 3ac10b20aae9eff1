"""Octavo turns a folder of MDX pages and OpenAPI documents into a documentation site."""

__all__ = ["__version__", "asgi_app"]  # These are all public names.
__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """Load the public parts on first use, because commands need none of them."""
    if name != "asgi_app":
        raise AttributeError(f"module 'octavo' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 (the same)

    return import_module("octavo.asgi").asgi_app


def __dir__() -> list[str]:
    """Return all public names, including those that aren't loaded yet."""
    return sorted(__all__)
