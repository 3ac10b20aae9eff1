from octavo.asgi import asgi_app as asgi_app

__all__ = ["__version__", "asgi_app"]
__version__: str
