"""Decides where a site is published; a build changes only its own files."""

from __future__ import annotations

import contextlib
import os

from octavo.builder.publish.disk import OutputError, explain_failure
from octavo.builder.publish.held_folder import HeldFolder, hold_path, is_folder, is_link
from octavo.builder.publish.site_folder import load_mark
from octavo.problems import Code, Location, Problem
from octavo.project.files import is_inside
from octavo.project.names import write_name
from octavo.values import Struct


class OutputPlace(Struct, frozen=True):
    """The output folder of a site."""

    target: str
    """Its path, in which only the last name may be a link."""
    leaves: bool
    """Whether its path is inside the project, but a link leads out of it."""

    @property
    def work(self) -> str:
        """The path of the work folder for its next state."""
        return build_work_path(self.target)


def locate_output(root: str, output: str | None) -> OutputPlace:
    """Return the output folder; without a name, the folder `dist` of the project."""
    output = output or os.path.join(root, "dist")
    parent, name = os.path.split(output.rstrip(os.sep) or output)
    if name in ("", os.curdir, os.pardir):
        target = os.path.realpath(output)
    else:
        target = os.path.join(os.path.realpath(parent), name)
    real = os.path.realpath(root)
    path = os.path.abspath(output)
    is_named_inside = is_inside(os.path.abspath(root), path) or is_inside(real, path)
    return OutputPlace(target, is_named_inside and not is_inside(real, target))


def build_work_path(target: str) -> str:
    """Return the path of the work folder for an output folder."""
    parent, name = os.path.split(target)
    return os.path.join(parent, f".{name}.octavo")


def check_output(place: OutputPlace, project_root: str) -> None:
    """Refuse to write through a link, around the project, or over foreign files."""
    if place.leaves:
        raise OutputError(explain_link(place.target))
    for around in (place.target, place.work):
        if _holds(around, project_root):
            raise _refuse_folder(place.target, "the project lies in it")
    parent, name = os.path.split(place.target)
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(hold_path(parent))
        except FileNotFoundError:
            return
        except OSError as error:
            raise explain_failure(parent, error) from error
        live = hold_live(folder, name)
        if live is not None:
            stack.callback(live.close)
            _check_owner(live)


def hold_live(parent: HeldFolder, name: str) -> HeldFolder | None:
    """Open the folder of a published site; None if there is none yet."""
    target = parent.join_path(name)
    try:
        status = parent.load_status(name)
        if is_link(status):
            raise OutputError(explain_link(target))
        if not is_folder(status):
            raise _refuse_folder(target, "it is a file")
        return parent.hold(name)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise explain_failure(target, error) from error


def _check_owner(live: HeldFolder) -> None:
    try:
        is_ours = load_mark(live) is not None or not live.list_names()
    except OSError as error:
        raise explain_failure(live.path, error) from error
    if not is_ours:
        raise _refuse_folder(live.path, "it holds files that Octavo did not write")


def _holds(folder: str, path: str) -> bool:
    """Tell whether a path is a folder or inside it, under any name."""
    above = [path]
    while os.path.dirname(above[-1]) != above[-1]:
        above.append(os.path.dirname(above[-1]))
    with contextlib.suppress(OSError):  # A missing folder contains nothing.
        status = os.stat(folder)
        return any(os.path.samestat(os.stat(each), status) for each in above)
    return False


def _refuse_folder(target: str, reason: str) -> OutputError:
    return OutputError(
        Problem(
            Code.OUTPUT_NOT_OURS,
            f"the output folder is not replaced: {reason}",
            Location(target),
            hint="Name a new or empty folder with -o, or remove this one yourself.",
        )
    )


def explain_work(path: str) -> OutputError:
    """Return the error for foreign files at the path of the work folder."""
    return OutputError(
        Problem(
            Code.OUTPUT_NOT_OURS,
            "Octavo makes the next site here, but did not make what stands here",
            Location(path),
            hint="Remove it or rename it, or name another output folder with -o.",
        )
    )


def explain_link(target: str) -> Problem:
    """Return the problem of an output folder behind a link."""
    return Problem(
        Code.OUTPUT_BEHIND_LINK,
        "the output folder is a link, or is reached by a link that leads out of the project",
        Location(target),
        hint="Links are not followed when files are replaced. "
        "Remove the link, or name the folder that it leads to with -o.",
    )


def explain_obstacle(target: str, name: str) -> OutputError:
    """Return the error for a foreign file at the path of an output."""
    return OutputError(
        Problem(
            Code.OUTPUT_IN_THE_WAY,
            "the site needs this place, but Octavo did not write what stands here",
            Location(os.path.join(target, write_name(name))),
            hint="Nothing was changed. Move it away, or name another output folder with -o.",
        )
    )
