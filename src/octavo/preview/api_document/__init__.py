"""The API document of an application, which the preview keeps up to date.

1. `followed_app` writes the document of an application when its code changes.
2. `live_document` is the document of the application around a mounted project.
"""
