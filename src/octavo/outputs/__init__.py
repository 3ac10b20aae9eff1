"""Writes and serves what was rendered; nothing else in Octavo writes or listens."""
