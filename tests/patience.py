"""How long tests wait: long enough for a slow and busy machine, and not for ever."""

HANGS_AFTER = 60
"""Seconds. What takes longer hangs, or its time grows faster than its input."""
