"""Tests that drive a browser. Being a package, they can have one for all of their files."""
