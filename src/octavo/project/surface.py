"""The names of this room that other packages of the wheel may import."""

from __future__ import annotations

from octavo.project.discover import (
    Project,
    build_line_lookup,
    find_ignore_files,
    find_root_file,
    load_project,
    load_settings_text,
)
from octavo.project.documents.yaml import OddValue, parse_yaml, render_yaml, rewrite_odd_values
from octavo.project.files import (
    Kind,
    SourceFile,
    build_source_file,
    is_inside,
    load_bytes,
    load_text,
    open_source,
    relate_path,
)
from octavo.project.git.commit_dates import load_commit_days
from octavo.project.git.tree import GitTree, load_git_tree
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, OTHER_TOOLS, SETTINGS_NAME
from octavo.project.names import find_kind, fold_source, is_device, is_hidden_file, normalize_source
from octavo.project.public.secrets import HEAD_SIZE, find_secret, is_never_public, recognize_secret
from octavo.project.public.types import is_public_type
from octavo.project.web.download import DownloadError, DownloadRules, load_file

__all__ = [
    "HEAD_SIZE",
    "OTHER_SETTINGS_NAME",
    "OTHER_TOOLS",
    "SETTINGS_NAME",
    "DownloadError",
    "DownloadRules",
    "GitTree",
    "Kind",
    "OddValue",
    "Project",
    "SourceFile",
    "build_line_lookup",
    "build_source_file",
    "find_ignore_files",
    "find_kind",
    "find_root_file",
    "find_secret",
    "fold_source",
    "is_device",
    "is_hidden_file",
    "is_inside",
    "is_never_public",
    "is_public_type",
    "load_bytes",
    "load_commit_days",
    "load_file",
    "load_git_tree",
    "load_project",
    "load_settings_text",
    "load_text",
    "normalize_source",
    "open_source",
    "parse_yaml",
    "recognize_secret",
    "relate_path",
    "render_yaml",
    "rewrite_odd_values",
]
