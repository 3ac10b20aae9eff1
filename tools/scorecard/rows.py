"""The rows of the scorecard: what is checked, and what is expected of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorecard.finding import Finding
from scorecard.measured import (
    measure_abuse,
    measure_damaged_documents,
    measure_endings,
    measure_expressions,
    measure_growth,
    measure_huge,
    measure_large_apis,
    measure_leaks,
    measure_mutants,
    measure_pages_without_database,
    measure_parsers,
    measure_proxy,
    measure_publishing,
    measure_scale,
    measure_stalls,
    measure_static,
    measure_storm,
    measure_votes,
    measure_wheel,
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row. Tests that name it prove it, and so does what is measured for it."""

    number: int
    check: str
    expected: str
    counted: str = "tests pass"
    """What each test that passes has shown: these words follow their number."""
    measure: Callable[[], Finding] | None = None
    to_come: str = ""
    """What of it waits for a feature that is not there yet."""

    @property
    def name(self) -> str:
        """Return the name that tests know it by."""
        return f"SR-{self.number:02}"

    @property
    def is_blocker(self) -> bool:
        """Tell whether a release must wait until it passes."""
        return self.number in _BLOCKERS


_BLOCKERS = frozenset((1, 2, 3, 4, 5, 6, 7, 10, 14, 15, 18, 20, 24, 26, 39, 40))

ROWS = (
    Row(
        1,
        "Addresses that the proxy must never call: 108 attacks, most of them in three places",
        "all refused, 0 connects",
        "attacks refused",
    ),
    Row(
        2,
        "Both ends of every network that is not public, their neighbors, 20,000 random addresses",
        "0 judged wrong",
        "groups judged right",
    ),
    Row(
        3,
        "What browsers send by themselves (cookies, referer, forwarded-for …) and the proxy",
        "nothing of it reaches the API",
        "cases hold",
    ),
    Row(
        4,
        "APIs that misbehave behind the proxy, in 20 ways",
        "all within the limits, 0 leaked sockets",
        "ways end within the limits",
    ),
    Row(
        5,
        "Other sites that drive routes of the preview and the server",
        "every route refuses every foreign form",
        "foreign forms refused",
    ),
    Row(
        6,
        "Answers that a browser could run on the site's origin",
        "none but built pages, nosniff on all",
        "groups inert",
    ),
    Row(
        7,
        "References in API documents that lead out: files, links, other origins, cycles",
        "all refused or shown, 0 connects",
        "references refused or shown",
    ),
    Row(
        8,
        "Names in API documents that become files of `octavo openapi-file`",
        "0 files outside the folder, 0 overwritten",
        "groups stay in the folder",
    ),
    Row(
        9,
        "Request samples with hostile values, in every language and place",
        "all are the literals that were meant",
        "groups of samples hold",
    ),
    Row(
        10,
        "HTML in every text of API documents, pages and properties: 18 texts in each of 24 places, "
        "read by Chromium, and 41 of them opened and used",
        "0 foreign elements or attributes, 0 dialogs",
        "groups stay text",
    ),
    Row(
        11,
        "Hostile texts in the search: typed, in addresses and in titles",
        "0 scripts run, 0 foreign elements",
        "groups stay text",
    ),
    Row(
        12,
        "SVG, HTML and XML of the author, opened by themselves",
        "0 scripts run",
        "files run nothing",
    ),
    Row(
        13,
        "The content security policy while everything on pages is used",
        "0 violations, no unsafe-inline or unsafe-eval for scripts",
        "sites without a violation",
    ),
    Row(
        14,
        "Hostile code in pages: loops, memory, escapes",
        "the build survives all, and names the place of each",
        "pages survived",
    ),
    Row(
        15,
        "Native code in the place of the JavaScript engine, behind its walls",
        "opens, writes, connects and starts nothing",
        "ways out closed",
    ),
    Row(
        16,
        "What one expression on a page costs",
        "≤ 15 ms for a page, 1,000 pages ≤ 20 s",
        measure=measure_expressions,
    ),
    Row(
        17,
        "Hostile Markdown, and the same twice as long",
        "≤ 5 s each, ≤ 3 times the time",
        "patterns end",
        measure=measure_growth,
    ),
    Row(
        18,
        "API documents damaged at random: bytes, keys, types, references, depth, letters",
        "10,000 documents, 1,000 of them built: 0 crashes, 0 hangs over 5 s, every problem with "
        "its place",
        measure=measure_damaged_documents,
    ),
    Row(
        19,
        "Bombs in YAML and JSON: depth, aliases, merges, numbers, tags",
        "a clear error or the right value each, 0 crashes",
        "bombs end well",
    ),
    Row(
        20,
        "Request targets that try to leave the site: `octavo serve`",
        "0 bytes that the site does not hold, 0 answers 5xx",
        "targets refused",
    ),
    Row(
        21,
        "The same for the preview, and requests of other sites to it",
        "0 reads, no Access-Control header",
        "attempts refused",
    ),
    Row(
        22,
        "Redirects: hostile paths, hosts and headers; loops",
        "no Location leaves the site unless the author says so",
        "inputs stay on the site",
    ),
    Row(
        23,
        "Headers and queries that caches do not look at",
        "the same bytes and headers as without",
        "inputs change nothing",
    ),
    Row(
        24,
        "Requests that two servers could read in two ways",
        "refused, or one reading; 0 second answers",
        "requests have one reading",
    ),
    Row(
        25,
        "Heads and bodies without end, 1,000 idle connections",
        "refused within 64 KiB, ended within 35 s, ≤ 64 MiB more memory, others' p99 ≤ 2 times",
        "abuses end",
        measure=measure_abuse,
    ),
    Row(
        26,
        "Builds that are killed at random moments",
        "200 of 200: the whole old site or the whole new one",
        "runs leave a whole site",
    ),
    Row(
        27,
        "Disks that are full or read-only, or have no names left: 40 of them",
        "the old site stays, and the failure is told",
        "groups of disks hold",
    ),
    Row(
        28,
        "System calls that fail during a build: 150 of them",
        "the old site stays, no traceback",
        "groups of calls hold",
    ),
    Row(
        29,
        "What is on the disk when a site takes its place",
        "everything",
        "orders right",
    ),
    Row(
        30,
        "Publishing 20 times at 200 requests a second, with 1 and 2 workers",
        "0 mixed pages, 0 answers 5xx, nothing of old states",
        "series without a mixed page",
        measure=measure_publishing,
    ),
    Row(
        31,
        "Hostile folders: links out, loops, pipes, twins, names",
        "a clear result each, 0 reads outside",
        "trees read well",
    ),
    Row(
        32,
        "Navigation and documents that nest without end, pages of 5 MiB, 20,000 operations",
        "a limit that is told, or a result: ≤ 60 s, ≤ 1.5 GiB",
        "forms end",
        measure=measure_huge,
    ),
    Row(
        33,
        "A site of 10,000 small pages, and what 100,000 would take",
        "≤ 60 s, ≤ 2 GiB for 100,000, one changed page of 10,000 ≤ 3 s, found as soon as among few",
        measure=measure_scale,
    ),
    Row(
        34,
        "Builds of one project: twice, elsewhere, in other languages, time zones and orders of "
        "files, by any number of workers, after any edits",
        "the same bytes",
        "comparisons equal",
    ),
    Row(
        35,
        "Caches that are damaged 500 times, cut off, half written, or of other versions",
        "the site of a clean build, 0 crashes",
        "groups of damage hold",
    ),
    Row(
        36,
        "Storms of changes under the preview: 5,000 in 5 s",
        "≤ 12 builds, ends as a clean build, p99 ≤ 500 ms",
        "storms end well",
        measure=measure_storm,
    ),
    Row(
        37,
        "Ports in use or of the system, other hosts, no IPv6, read-only projects, no watches",
        "the exact message and exit code",
        "cases told",
    ),
    Row(
        38,
        "A server with 200 requests under way that is told to end",
        "0 connections cut, exit code 0 within 30 s; told twice it ends within 1 s",
        "endings clean",
        measure=measure_endings,
    ),
    Row(
        39,
        "Votes of 16 readers at once, 500 of each, and 20 kills in between: SQLite with two "
        "workers, PostgreSQL with two servers",
        "what is acknowledged is stored, once; ≥ 500 a second, p99 ≤ 200 ms",
        "runs lose nothing",
        measure=measure_votes,
    ),
    Row(
        40,
        "Secrets of readers in logs, error pages, metrics and kept votes",
        "0 of 30",
        "groups without a secret",
    ),
    Row(
        41,
        "Line ends, escapes and megabytes in what is logged",
        "one line of JSON for each request",
        "logs and reports whole",
    ),
    Row(
        42,
        "Limits of the proxy, of votes and of logins: several workers, false addresses, clocks "
        "that jump a day or an hour",
        "the limits hold",
        "limits hold",
    ),
    Row(
        43,
        "APIs, name servers and databases that are gone, hang, or are locked, full or damaged",
        "pages are served all the time, as fast; votes get 503 and are taken again after it",
        "failures borne",
        measure=measure_pages_without_database,
    ),
    Row(
        44,
        "The server's own interface, driven by generated requests",
        "0 answers 5xx",
        to_come="a description of that interface",
    ),
    Row(
        45,
        "20,000 requests, new builds, proxy streams that are left",
        "no descriptor and no thread more, ≤ 1 KiB of memory for a request",
        measure=measure_leaks,
    ),
    Row(
        46,
        "Pages of 30 KB for 32 connections, beside nginx with one worker and Starlette's files",
        "≥ 0.5 of nginx, ≥ 6 times Starlette, p99 ≤ 2 times that of nginx, all answers 2xx",
        measure=measure_static,
    ),
    Row(
        47,
        "What the proxy adds to a call",
        "≤ 5 ms in the middle, ≥ 300 a second, p99 ≤ 60 ms with 16 at once",
        measure=measure_proxy,
    ),
    Row(
        48,
        "What Octavo is made of: hashes, actions of fixed commits, the same wheel twice",
        "every file has its hash, the same bytes",
        "checks hold",
        measure=measure_wheel,
    ),
    Row(
        49,
        "Security-critical code, broken one line after another",
        "a test notices each change",
        measure=measure_mutants,
    ),
    Row(
        50,
        "Files that are not for readers: databases, tokens, keys, exports, unknown types",
        "none is published, previewed or moved; a page that names one is an error",
        "cases hold",
    ),
    Row(
        51,
        "Names that some system folds into one: capitals, accents, dots, blanks, streams, devices",
        "one of them is written, the other is named; nothing is overwritten",
        "cases hold",
    ),
    Row(
        52,
        "Pages that are drafts, dated, or for some readers only",
        "0 bytes of 31 such pages in what is built, served or searched",
        "groups hold",
    ),
    Row(
        53,
        "What API documents mark as internal: secrets in places of every kind, in one file, in "
        "several, and as Swagger 2.0",
        "0 in the site, its files, the preview, the mock, page files and answers to assistants",
        "groups without a secret",
    ),
    Row(
        54,
        "Schemas that contain themselves, in every form and place",
        "everything has an end, and pages say what is there again",
    ),
    Row(
        55,
        "An unforeseen fault in one page or operation",
        "it is told, all others are built, and the next build tries again",
    ),
    Row(
        56,
        "An API of 22,000 operations, whose schemas extend each other",
        "≤ 1.5 GiB, an operation ≤ 1.2 times that of 10,000 operations, an unchanged build < 10 %; "
        "the text for machines in parts",
        measure=measure_large_apis,
    ),
    Row(
        57,
        "Connections that stall, under 1,024 descriptors: half-open, never read, read a byte at a "
        "time, 2,000 requests in a row, slow bodies; from one address and from many",
        "0 errors of others, their p99 ≤ 10 times, ≤ 128 MiB more memory, no file is missed",
        "ways to stall end",
        measure=measure_stalls,
    ),
    Row(
        58,
        "Input that grows: parsers and generators, by counted steps and by time",
        "≤ 2.6 times the steps for a text twice as long, ≤ 3 times the time",
        "parsers do linear work",
        measure=measure_parsers,
    ),
    Row(
        59,
        "The author's machine: links swapped under a build, programs in a project or repository,"
        " sites to move that name files outside their folder",
        "0 files outside read or written, 0 programs run",
        "cases hold",
    ),
    Row(60, "`octavo check --against` without `--unsafe`", "0 requests that may change data"),
    Row(61, "Credentials of `octavo check --against`", "sent, and in no output of any form"),
)
