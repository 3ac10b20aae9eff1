"""Decides which files are published with a site, and which stand in a folder beside it."""

from __future__ import annotations

from collections.abc import Collection

from octavo.outputs.build.host_files import headers_file, redirects_file, vercel
from octavo.outputs.build.host_files.caddy import NAME as CADDYFILE
from octavo.outputs.build.host_files.caddy import render_caddyfile
from octavo.outputs.build.host_files.hosted_site import HostedSite, build_moves, build_pattern_move
from octavo.outputs.build.host_files.left_out import Omission, explain_left_out
from octavo.outputs.build.host_files.nginx import NAME as NGINX_INCLUDE
from octavo.outputs.build.host_files.nginx import render_nginx
from octavo.problems import Code, Location, Problem, Severity
from octavo.render.rendered import OutputFile
from octavo.render.site import SiteRenderer
from octavo.site.urls import OutputNames, explain_clash, is_same_place
from octavo.values import dataclass

HOSTS = ("netlify", "cloudflare", "vercel", "nginx", "caddy")
"""Whoever can be told how to serve a site."""
_BESIDE = {"nginx": (NGINX_INCLUDE, render_nginx), "caddy": (CADDYFILE, render_caddyfile)}
_Rendered = dict[str, tuple[str, list[Omission]]]
"""Texts of files and what they do not hold, by name."""


@dataclass(frozen=True, slots=True)
class HostFiles:
    """What is written for hosts."""

    published: tuple[OutputFile, ...] = ()
    """Where the host looks for them: in the site's folder."""
    beside: tuple[OutputFile, ...] = ()
    """For whoever runs the web server; visitors never see them."""
    problems: tuple[Problem, ...] = ()


def list_files_beside(hosts: Collection[str]) -> set[str]:
    """Return the names of the files that stand beside the site."""
    return {name for host, (name, _) in _BESIDE.items() if host in hosts}


def name_folder_beside(target: str) -> str:
    """Return the path of the folder that holds the files of web servers."""
    return f"{target}.hosts"


def plan_host_files(  # noqa: PLR0913 (each has its name)
    hosts: Collection[str],
    renderer: SiteRenderer,
    outputs: Collection[str],
    names: OutputNames,
    own_files: Collection[str],
    name: str,
    place: Location,
    *,
    is_compressed: bool = False,
) -> HostFiles:
    """Return what is written for these hosts; `name` is the one of the site's folder.

    `outputs` are all files of the site, `own_files` those that the author put there, and `names` is
    their table. `place` is where the redirects stand in the settings.
    """
    base_path, folders = renderer.links.base_path, renderer.site.folders
    # Where a host has room for some only, these are the author's.
    leads = sorted(renderer.list_leads(), key=lambda lead: lead[0] in folders)
    site = HostedSite(
        base_path,
        build_moves(leads, outputs, own_files),
        [build_pattern_move(each, base_path) for each in renderer.site.redirects if each.pattern],
        outputs,
        own_files,
        is_compressed=is_compressed,
    )
    published, unsent = _render_published(hosts, site, renderer.assets.folder)
    beside = {file: render(site, name) for host, (file, render) in _BESIDE.items() if host in hosts}
    problems = []
    for file in list(published):
        other = names.claim(file)
        if other is not None:
            del published[file]
            is_own = is_same_place(file, other)
            clash = explain_clash("this file", file, other, Location(other))
            problems.append(_explain_own_file(file) if is_own else clash)
    for file, (_, omissions) in (*published.items(), *beside.items()):
        problems += explain_left_out(file, omissions, place)
    if unsent and headers_file.NAME in published:
        problems.append(_explain_unsent(unsent))
    return HostFiles(_encode(published), _encode(beside), tuple(problems))


def _render_published(
    hosts: Collection[str], site: HostedSite, asset_folder: str
) -> tuple[_Rendered, int]:
    """Return the files of static hosts, and how many files get no headers of their own."""
    rendered: _Rendered = {}
    unsent = 0
    is_netlify, is_cloudflare = "netlify" in hosts, "cloudflare" in hosts
    if is_netlify or is_cloudflare:
        dialect = redirects_file.choose_dialect(netlify=is_netlify, cloudflare=is_cloudflare)
        rendered[redirects_file.NAME] = redirects_file.render_redirects(site, dialect)
        most = headers_file.MOST_ON_CLOUDFLARE if is_cloudflare else None
        text, unsent = headers_file.render_headers(site, asset_folder, most)
        rendered[headers_file.NAME] = text, []
    if "vercel" in hosts:
        rendered[vercel.NAME] = vercel.render_vercel(site, asset_folder)
    return rendered, unsent


def _encode(rendered: _Rendered) -> tuple[OutputFile, ...]:
    return tuple(OutputFile(file, text.encode()) for file, (text, _) in rendered.items())


def _explain_own_file(file: str) -> Problem:
    return Problem(
        Code.HOST_FILE_KEPT,
        "this file of yours is published, and the one that Octavo would write is not",
        Location(file),
        Severity.INFO,
        "Remove it to have it written for you.",
    )


def _explain_unsent(files: int) -> Problem:
    return Problem(
        Code.HOST_HEADERS_LEFT_OUT,
        f"{files:,} rules for files that a browser would run found no room in "
        f"`{headers_file.NAME}`, which may hold {headers_file.MOST_ON_CLOUDFLARE}",
        Location(headers_file.NAME),
        Severity.WARNING,
        "Publish fewer SVG, HTML and XML files, or write this file yourself.",
    )
