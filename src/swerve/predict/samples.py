"""Which texts make sense, by what they are called and by who reads them?

A parser that gets `"ab c"` fails before anything of interest happens. So a text that goes to one is
something it can read; and a text whose name says that it is an address looks like one.
"""

from __future__ import annotations

import re

from swerve.facts.usage import Usage

_ADDRESSES = ("http://example.com/a?b=1", "https://example.org/", "/a/b")
_FILES = ("a/b.txt", "/tmp/a.py", "c.json")  # noqa: S108 - nothing is opened
_WHEN = ("2020-01-02T03:04:05", "2020-01-02")
_NUMBERS = ("7", "-3", "2.5", "0")
_DOCUMENTS = ('{"a": 1, "b": [2]}', "[1, 2]", "7", "null")
_ENCODINGS = ("utf-8", "latin-1")

#: By the last word of a name.
_BY_NAME = {
    **dict.fromkeys(("url", "uri", "link", "href", "location", "endpoint", "referer"), _ADDRESSES),
    **dict.fromkeys(
        ("host", "hostname", "domain", "netloc"), ("example.com", "localhost", "a.b.org")
    ),
    **dict.fromkeys(
        ("file", "filename", "filepath", "path", "folder", "directory", "dirname"), _FILES
    ),
    **dict.fromkeys(("email", "mail"), ("a@example.com",)),
    **dict.fromkeys(("version",), ("1.2.3", "2.0")),
    **dict.fromkeys(("date", "datetime", "timestamp", "time"), _WHEN),
    **dict.fromkeys(("method", "verb"), ("GET", "POST", "HEAD")),
    **dict.fromkeys(("json",), _DOCUMENTS),
    **dict.fromkeys(("pattern", "regex", "regexp"), ("a+", "^k.*$")),
    **dict.fromkeys(("module", "package"), ("a.b", "a")),
    **dict.fromkeys(("src", "source", "code"), ("x = 1\n", "def f():\n    return 1\n")),
    **dict.fromkeys(("html", "markup"), ("<p>a</p>",)),
}
#: By who reads it: the name of a function, whatever stands before it.
_BY_READER = {
    **dict.fromkeys(("loads",), _DOCUMENTS),
    **dict.fromkeys(("int", "float", "Decimal", "Fraction", "complex"), _NUMBERS),
    **dict.fromkeys(("urlparse", "urlsplit", "urljoin", "urlopen", "Request"), _ADDRESSES),
    **dict.fromkeys(("b64decode", "urlsafe_b64decode", "standard_b64decode"), ("YTpi", "YWI6Y2Q=")),
    **dict.fromkeys(("fromisoformat", "strptime", "parsedate"), _WHEN),
    **dict.fromkeys(("Path", "PurePath", "open"), _FILES),
    **dict.fromkeys(("literal_eval",), ("1", "[1, 'a']", "{'a': 1}")),
    **dict.fromkeys(("eval",), ("1 + 1",)),
    **dict.fromkeys(("ip_address", "ip_network", "IPv4Address"), ("127.0.0.1", "10.0.0.0")),
    **dict.fromkeys(("UUID",), ("12345678-1234-5678-1234-567812345678",)),
    **dict.fromkeys(("import_module", "__import__", "find_spec"), ("a.b", "a")),
    **dict.fromkeys(("unhexlify", "fromhex"), ("0a1b",)),
}
#: Names whose value is one of few, or the code that gets it fails.
_ONLY = {
    **dict.fromkeys(("encoding", "charset", "codec"), _ENCODINGS),
    **dict.fromkeys(("errors",), ("strict", "replace", "ignore")),
    **dict.fromkeys(("newline", "newlines", "linesep", "eol"), ("\n", "\r\n")),
    **dict.fromkeys(("byteorder",), ("little", "big")),
}
_WORD = re.compile(r"[A-Za-z][a-z]*|[A-Z]+(?![a-z])")


def samples_for(path: str, usage: Usage) -> tuple[tuple[str, ...], bool]:
    """Texts for a place, and whether it takes no others."""
    words = [word.lower() for word in _WORD.findall(path.rpartition(".")[2])]
    last = words[-1] if words else ""
    if last in _ONLY:
        return _ONLY[last], True
    readers = [reader.partition(":")[0].rpartition(".")[2] for reader in sorted(usage.passed_to)]
    if "compile" in readers and "re.compile" not in usage.passed_to:
        readers.append("eval")
    found = [text for reader in readers for text in _BY_READER.get(reader, ())]
    for keyword, texts in _ONLY.items():
        if any(reader.endswith(f":{keyword}") for reader in usage.passed_to):
            return texts, True
    found += _BY_NAME.get(last, ())
    return tuple(dict.fromkeys(found)), False
