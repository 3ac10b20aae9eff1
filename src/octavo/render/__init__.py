"""Turns the site into HTML and other output texts."""
