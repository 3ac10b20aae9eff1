"""Parses pages: MDX text in, documents with places and problems out."""
