import pytest

from octavo.site.urls import (
    build_file_href,
    build_page_href,
    build_page_output,
    build_page_url,
    build_title,
    is_inside,
    normalize_url,
    resolve_path,
    split_fragment,
)


@pytest.mark.parametrize(
    ("source", "url"),
    [
        ("index.mdx", "/"),
        ("quickstart.mdx", "/quickstart"),
        ("guides/index.md", "/guides"),
        ("guides/first-steps.mdx", "/guides/first-steps"),
        ("a.b.mdx", "/a.b"),
        ("a/UPPER.MD", "/a/UPPER"),
        ("a/md", "/a/md"),
        ("a.md/b.txt", "/a.md/b.txt"),
        ("cafe\u0301.mdx", "/caf\u00e9"),
    ],
)
def test_a_page_is_found_at_its_path_without_extension(source: str, url: str) -> None:
    assert build_page_url(source) == url


@pytest.mark.parametrize("path", ["../../etc/passwd", "/../x/../etc/passwd", "//etc//passwd"])
def test_no_path_leads_above_the_root(path: str) -> None:
    assert normalize_url(path) == "/etc/passwd"


def test_pages_are_written_as_index_files_and_linked_with_a_slash() -> None:
    assert build_page_output("/") == "index.html"
    assert build_page_output("/guides/a") == "guides/a/index.html"
    assert build_page_href("/") == "/"
    assert build_page_href("/guides/a") == "/guides/a/"
    assert build_page_href("/guides/a", "/docs") == "/docs/guides/a/"
    assert build_page_href("/", "/docs") == "/docs/"


def test_links_are_percent_encoded() -> None:
    assert build_page_href('/a b/"c"/é') == "/a%20b/%22c%22/%C3%A9/"
    assert build_file_href("img/a#1?.png") == "/img/a%231%3F.png"


@pytest.mark.parametrize(
    ("path", "source", "found"),
    [
        ("/a/b", "x/y.mdx", "a/b"),
        ("b", "x/y.mdx", "x/b"),
        ("./b.mdx", "x/y.mdx", "x/b.mdx"),
        ("../b", "x/y.mdx", "b"),
        ("../../../b", "x/y.mdx", "b"),
        ("a%20b", "y.mdx", "a b"),
    ],
)
def test_paths_in_a_page_start_at_its_folder_or_the_root(
    path: str, source: str, found: str
) -> None:
    assert resolve_path(path, source) == found


def test_an_address_is_split_before_its_query_or_fragment() -> None:
    assert split_fragment("/a#b?c") == ("/a", "#b?c")
    assert split_fragment("/a?b#c") == ("/a", "?b#c")
    assert split_fragment("/a") == ("/a", "")


def test_prefixes_are_matched_by_whole_segments() -> None:
    assert is_inside("/sdk/js", "/sdk")
    assert is_inside("/sdk", "/sdk")
    assert is_inside("/anything", "/")
    assert not is_inside("/sdks/other", "/sdk")


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("/guides/getting-started", "Getting started"),
        ("/a_b__c", "A b c"),
        ("/", "Home"),
        ("/API", "API"),
    ],
)
def test_titles_are_made_of_the_last_segment(url: str, title: str) -> None:
    assert build_title(url) == title
