"""Imports an application and writes its API document; runs in a separate process.

It is started by its path, and imports no part of Octavo, so that the application's own modules have
priority. It writes the result to a file, because an application may print other text.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
import traceback
from typing import Any

TRACEBACK_LINES = 12


class Failure(Exception):
    """Why there is no document; `application` explains each `kind`."""

    def __init__(self, kind: str, **facts: Any) -> None:
        super().__init__(kind)
        self.facts = {"failure": kind, **facts}


def main(target: str, result: str) -> None:
    """Write the result to the file `result`."""
    # Imports must come from the author's working directory, not from the folder of this script.
    sys.path[0] = os.getcwd()
    try:
        facts = {"document": json.loads(json.dumps(find_document(target), default=str))}
    except Failure as failure:
        facts = failure.facts
    except BaseException as error:
        facts = {"failure": "document", **describe_error(error)}
    facts["files"] = list_files()
    with open(result, "w", encoding="utf-8") as file:
        json.dump(facts, file)


def find_document(target: str) -> Any:
    """Return the document of `module:app`, or of a Django project by its settings module."""
    name, _, path = target.partition(":")
    if not path:
        return read_django(name)
    return read_application(find_attribute(load_module(name), path))


def load_module(name: str) -> Any:
    """Import a module; its errors come from the author's code."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            raise Failure("module", name=error.name) from None
        raise Failure("import", **describe_error(error)) from None
    except BaseException as error:
        raise Failure("import", **describe_error(error)) from None


def find_attribute(module: Any, path: str) -> Any:
    """Return the application in a module; a factory function is called."""
    value = module
    for part in path.removesuffix("()").split("."):
        if not hasattr(value, part):
            names = [name for name in vars(module) if not name.startswith("_")]
            raise Failure("attribute", name=part, names=names)
        value = getattr(value, part)
    if inspect.isfunction(value) and not _needs_arguments(value):
        try:
            return value()
        except BaseException as error:
            raise Failure("import", **describe_error(error)) from None
    return value


def _needs_arguments(function: Any) -> bool:
    parameters = inspect.signature(function).parameters.values()
    return any(
        each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        for each in parameters
    )


def read_application(app: Any) -> Any:
    """Return the document of an application, by the frameworks among its base classes."""
    roots = {each.__module__.partition(".")[0] for each in type(app).__mro__}
    if "fastapi" in roots:
        return app.openapi()
    if "litestar" in roots:
        if getattr(app, "openapi_config", None) is None:
            raise Failure("off", framework="Litestar")
        return app.openapi_schema.to_schema()
    if "starlette" in roots:
        return read_starlette(app)
    if "django" in roots:
        return read_spectacular()
    raise Failure("unknown", type=f"{type(app).__module__}.{type(app).__qualname__}")


def read_starlette(app: Any) -> Any:
    """Return the document from the endpoints' docstrings, which are YAML."""
    schemas = importlib.import_module("starlette.schemas")
    start = {"openapi": "3.1.0", "info": {"title": "API", "version": "1.0"}}
    document = schemas.SchemaGenerator(start).get_schema(routes=app.routes)
    if not document.get("paths"):
        raise Failure("docstrings")
    return document


def read_django(name: str) -> Any:
    """Return the document of a Django project."""
    settings = load_module(name)
    if not hasattr(settings, "INSTALLED_APPS"):
        names = [each for each in vars(settings) if not each.startswith("_")]
        raise Failure("no-app", name=name, names=names)
    os.environ["DJANGO_SETTINGS_MODULE"] = name
    try:
        importlib.import_module("django").setup()
    except BaseException as error:
        raise Failure("import", **describe_error(error)) from None
    return read_spectacular()


def read_spectacular() -> Any:
    """Return drf-spectacular's document for the configured project."""
    try:
        generators = importlib.import_module("drf_spectacular.generators")
        renderers = importlib.import_module("drf_spectacular.renderers")
    except ImportError:
        raise Failure("spectacular") from None
    document = generators.SchemaGenerator().get_schema(request=None, public=True)
    return json.loads(renderers.OpenApiJsonRenderer().render(document, renderer_context={}))


def describe_error(error: BaseException) -> dict[str, Any]:
    """Return the last lines of a traceback, and the last line in the author's files."""
    frames = traceback.extract_tb(error.__traceback__)
    app_frames = [
        frame for frame in frames if frame.filename != __file__ and "<frozen" not in frame.filename
    ]
    lines = [
        *traceback.format_list(app_frames[-3:]),
        *traceback.format_exception_only(type(error), error),
    ]
    own = [frame for frame in app_frames if is_own(frame.filename)]
    place = [_shorten(own[-1].filename), own[-1].lineno] if own else None
    if isinstance(error, SyntaxError) and error.filename and is_own(error.filename):
        place = [_shorten(error.filename), error.lineno or 0]
    return {"traceback": "".join(lines).rstrip().splitlines()[-TRACEBACK_LINES:], "place": place}


def is_own(path: str) -> bool:
    """Tell whether a file is the author's: below the working directory, and not installed there."""
    real = os.path.realpath(path)
    return real != _shorten(path) and f"{os.sep}site-packages{os.sep}" not in real


def _shorten(path: str) -> str:
    """Return a file's path relative to the working directory, if it is inside."""
    here = os.path.realpath(os.getcwd()).rstrip(os.sep) + os.sep
    return os.path.realpath(path).removeprefix(here)


def list_files() -> list[str]:
    """Return the Python files of the application."""
    files = set()
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        if isinstance(path, str) and is_own(path):
            files.add(os.path.realpath(path))
    return sorted(files)


if __name__ == "__main__":
    main(*sys.argv[1:])
