"""Swagger 2.0 documents, which are converted to OpenAPI 3.0 when they are read."""
