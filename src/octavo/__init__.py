"""Octavo turns a folder of MDX pages and OpenAPI documents into a documentation site."""

__version__ = "0.1.0"
