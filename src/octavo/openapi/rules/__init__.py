"""The rules of OpenAPI that an API document may break without failing to be read."""
