"""Finds the public repository of the project's source, from git's files and without running git.

If the files have an unknown form, the repository is unknown.
"""

from __future__ import annotations

import os
import re
from urllib.parse import quote, urlencode, urlsplit

from octavo.project.files import relate_path
from octavo.project.git.git_folder import find_common_folder, find_git, load_small
from octavo.settings.models import links as settings
from octavo.values import Struct, replace


class Repository(Struct, frozen=True):
    """The public repository of the project's source."""

    url: str
    """The web address without credentials, ending and trailing slash."""
    branch: str | None = None
    folder: str = ""
    """The project's folder inside the repository, without slashes around it."""
    default_branch: str | None = None
    """The default branch of the remote, if git knows it."""


_USUAL_BRANCH = "main"
_LONGEST_REMOTE = 2000
_SECTION = re.compile(r'\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]')
_VALUE = re.compile(r"\s*url\s*=\s*(.*)", re.IGNORECASE)
_BRANCH = re.compile(r"ref:\s*refs/(?:heads|remotes/origin)/([^\s\x00-\x1f\x7f]{1,250})\s*\Z")
_SHORT_SSH = re.compile(r"(?:[^@/\s]+@)?([A-Za-z0-9.-]{2,253}):(?!/{2})(.+)\Z")
_HOST = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+\Z")
_PATH = re.compile(r"[\w.~%+-]+(?:/[\w.~%+-]+)*\Z", re.ASCII)
_SSH_HOSTS = {
    "ssh.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
}
_KNOWN_HOSTS = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org")


# from disk


def load_repository(root: str) -> Repository | None:
    """Return the repository of the remote `origin` from git's files, if there is one."""
    try:
        return _load(os.path.realpath(root))
    except (OSError, ValueError):
        return None


def _load(root: str) -> Repository | None:
    git = find_git(root)
    if git is None:
        return None
    top, folder = git
    common = find_common_folder(folder)
    url = _read_origin(load_small(os.path.join(common, "config")))
    if url is None:
        return None
    default = _read_branch(load_small(os.path.join(common, "refs", "remotes", "origin", "HEAD")))
    # A checkout of one commit, common on build servers, is on no branch.
    branch = _read_branch(load_small(os.path.join(folder, "HEAD"))) or default
    inside = relate_path(root, top)
    return Repository(url, branch, "" if inside == "." else inside.replace(os.sep, "/"), default)


# from text


def _read_origin(config: str) -> str | None:
    inside = False
    for line in config.splitlines():
        section = _SECTION.match(line)
        if section:
            inside = section[1].lower() == "remote" and section[2] == "origin"
        # A value may be on the line of its section.
        value = _VALUE.match(line, section.end() if section else 0) if inside else None
        if value:
            return find_web_address(re.split(r"\s[#;]", value[1])[0].strip().strip('"'))
    return None


def _read_branch(head: str) -> str | None:
    match = _BRANCH.match(head)
    return match[1] if match else None


def find_web_address(remote: str) -> str | None:
    """Return the web address of a repository from any form that git accepts, or None.

    User names and passwords are left out.
    """
    if len(remote) > _LONGEST_REMOTE:
        return None
    if "://" in remote:
        return _read_url(remote)
    short = _SHORT_SSH.match(remote)
    return _join(short[1], short[2]) if short else None


def _read_url(remote: str) -> str | None:
    try:
        parts = urlsplit(remote)
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname or ""
    if parts.scheme in {"ssh", "git", "git+ssh", "ssh+git"}:
        return _join(host, parts.path)
    if parts.scheme not in {"http", "https"}:
        return None
    address = _join(host, parts.path, parts.scheme)
    if address is None or port is None:
        return address
    return address.replace(f"//{host.lower()}", f"//{host.lower()}:{port}", 1)


def _join(host: str, path: str, scheme: str = "https") -> str | None:
    host = host.lower()
    host = _SSH_HOSTS.get(host, host)
    for usual in _KNOWN_HOSTS:  # Names such as github.com-work choose a key, not a host.
        if host.startswith(f"{usual}-"):
            host = usual
    path = path.strip("/").removesuffix(".git").rstrip("/")
    if not _HOST.match(host) or not _PATH.match(path) or ".." in path.split("/"):
        return None
    return f"{scheme}://{host}/{path}"


# what the author says, and what is made of it


def resolve_repository(
    repository: Repository | None, setting: settings.Repository | None
) -> Repository | None:
    """Merge git's facts with the settings, which have priority field by field.

    A repository in the settings without a branch uses its default branch. The checked-out branch
    may be another one, so it is only used if git knows no default branch of this remote.
    """
    if setting is None:
        return repository and replace(repository, branch=repository.branch or _USUAL_BRANCH)
    url = find_web_address(setting.url)
    if url is None:
        return None
    checked_out = (
        repository.default_branch or repository.branch
        if repository and repository.url == url
        else None
    )
    branch = setting.branch or checked_out or _USUAL_BRANCH
    folder = repository.folder if repository else ""
    if setting.folder is not None:
        folder = _clean_folder(setting.folder)
    return Repository(url, branch, folder)


def _clean_folder(text: str) -> str:
    parts = [part for part in text.replace("\\", "/").split("/") if part not in {"", "."}]
    return "" if ".." in parts else "/".join(parts)


def build_edit_address(repository: Repository, source: str) -> str | None:
    """Return the address for editing a source file, or None for an unknown host or branch."""
    form = _EDIT_FORMS.get(_find_host_kind(repository.url))
    if form is None or repository.branch is None:
        return None
    file = f"{repository.folder}/{source}" if repository.folder else source
    return form.format(url=repository.url, branch=_quote(repository.branch), file=_quote(file))


def build_issue_address(repository: Repository, title: str, url: str) -> str | None:
    """Return the address for a new issue about a page, with the page in its title."""
    form = _ISSUE_FORMS.get(_find_host_kind(repository.url))
    if form is None:
        return None
    path, title_field, text_field = form
    fields = {title_field: f"Docs: {title[:200]}", text_field: f"Page: {url}\n\n"}
    query = urlencode(fields, encoding="utf-8", errors="replace", quote_via=quote)
    return f"{repository.url}{path}?{query}"


def _quote(text: str) -> str:
    return quote(text, safe="/", encoding="utf-8", errors="replace")


_EDIT_FORMS = {
    "github": "{url}/edit/{branch}/{file}",
    "gitlab": "{url}/-/edit/{branch}/{file}",
    "bitbucket": "{url}/src/{branch}/{file}?mode=edit",
    "gitea": "{url}/_edit/{branch}/{file}",
}
_ISSUE_FORMS = {
    "github": ("/issues/new", "title", "body"),
    "gitlab": ("/-/issues/new", "issue[title]", "issue[description]"),
    "bitbucket": ("/issues/new", "title", "content"),
    "gitea": ("/issues/new", "title", "body"),
}


def _find_host_kind(url: str) -> str:
    """Return the software of a host, by its name."""
    host = urlsplit(url).hostname or ""
    words = set(re.split(r"[.-]", host))
    if words & {"gitea", "forgejo", "codeberg"}:
        return "gitea"
    if host == "bitbucket.org":  # Bitbucket's self-hosted product has other addresses.
        return "bitbucket"
    return next((kind for kind in ("github", "gitlab") if kind in words), "")
