"""Reads OpenAPI documents into operations and schemas."""
