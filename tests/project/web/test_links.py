import pytest

from octavo.project.web.web_links import Link, read_link


def test_an_address_is_read_in_parts() -> None:
    link = read_link("https://API.example.com:8443/v1/openapi.json?raw=1#top")
    assert (link.scheme, link.host, link.port) == ("https", "api.example.com", 8443)
    assert link.target == "/v1/openapi.json?raw=1"
    assert link.authority == "api.example.com:8443"


@pytest.mark.parametrize(
    ("text", "authority", "target"),
    [
        ("https://example.com", "example.com", "/"),
        ("https://example.com?x=1", "example.com", "/?x=1"),
        ("http://example.com:80/a", "example.com", "/a"),
        ("http://example.com:443/a", "example.com:443", "/a"),
        ("http://[::1]:8000/a", "[::1]:8000", "/a"),
        ("https://example.com/a b/ü.json", "example.com", "/a%20b/%C3%BC.json"),
        ("https://example.com/a%20b/{id}", "example.com", "/a%20b/%7Bid%7D"),
        ("https://bücher.example/x", "xn--bcher-kva.example", "/x"),
    ],
)
def test_the_host_and_the_target_are_those_of_the_request(
    text: str, authority: str, target: str
) -> None:
    link = read_link(text)
    assert (link.authority, link.target) == (authority, target)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.com/openapi.json",
        "file:///etc/passwd",
        "ftp://example.com/x",
        "gopher://127.0.0.1:6379/_PING",
        "http+unix://%2Fvar%2Frun%2Fdocker.sock/info",
        "javascript:alert(1)",
        "https:/example.com",
        "https:///example.com",
        "https:example.com",
        "//example.com/x",
        "http://user@example.com/",
        "http://api.example.com:443@evil.test/",
        "http://a@b@127.0.0.1/",
        "http://api.example.com\\@127.0.0.1/",
        "http:\\\\127.0.0.1/",
        "http://api.example.com\t@127.0.0.1/",
        "http://exa mple.com/",
        "http://127.0.0.1%2f/",
        "http://127.0.0.1%00.example.com/",
        "http://%31%32%37.0.0.1/",
        "http://api.example.com:80_80/",
        "http://api.example.com:\u0668\u0660/",
        "http://api.example.com:65536/",
        "http://api.example.com:0/",
        "http://api.example.com:-1/",
        "http://api.example.com: 80/",
        "http://api..example.com/",
        "http://api.example.com../",
        "http://[fe80::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[v1.fe80::a]/",
        "http://[127.0.0.1]/",
        "http://[::1/",
        "http://" + "a" * 300 + ".com/",
        "http://" + "a" * 64 + ".com/",
        "http://" + "a." * 10_000 + "com/",
        "http://example.com/" + "a" * 10_000,
        "http://example.com/\ud800",
        "http://example.com/#\ud800",
        "http://example.com/a\r\nHost: evil.test",
        "http://example.com/\x00",
        " http://example.com/",
        "http://1.1.1.1 &@127.0.0.1# @api.example.com/",
        "http://api.example.com;@127.0.0.1/",
    ],
)
def test_an_address_that_readers_could_take_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_link(text)


def test_a_redirect_is_read_from_where_it_was_given() -> None:
    base = read_link("https://example.com/a/b.json?x=1")

    def target_of(text: str) -> tuple[str, str]:
        link: Link = read_link(text, base)
        return link.authority, link.target

    assert target_of("c.json") == ("example.com", "/a/c.json")
    assert target_of("/c.json") == ("example.com", "/c.json")
    assert target_of("//other.example/c") == ("other.example", "/c")
    assert target_of("http://other.example:81/c") == ("other.example:81", "/c")
