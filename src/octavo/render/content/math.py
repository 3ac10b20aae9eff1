"""Mathematics: TeX becomes MathML, which browsers show without any script."""

from __future__ import annotations

from functools import lru_cache

_LONGEST = 10_000
"""A longer formula is shown as its source: nobody reads it, and converting it takes long."""


@lru_cache(maxsize=2048)
def render_math(tex: str, display: bool) -> str | None:
    """Return a formula as MathML, or None when it cannot be read."""
    # Imported when the first formula comes: most sites have none.
    from latex2mathml.converter import convert  # noqa: PLC0415

    if len(tex) > _LONGEST or not tex.strip():
        return None
    try:
        return str(convert(tex, display="block" if display else "inline"))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError, RecursionError):
        return None  # the library says "not TeX" in all these ways
    except Exception as error:
        if type(error).__module__.startswith("latex2mathml"):
            return None
        raise
