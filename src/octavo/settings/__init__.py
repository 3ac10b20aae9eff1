"""Reads site.json and page settings: text in, values or problems out; the room of pydantic."""
