"""Reads the author's folder; nothing else in Octavo opens a file of the project."""
