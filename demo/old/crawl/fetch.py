"""How does a page get here?"""

from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen


def normalised(url):
    """The address as it is remembered: lower-case host, no fragment."""
    parts = urlsplit(url)
    path = parts.path or "/"
    return urlunsplit((parts.scheme, parts.netloc.lower(), path, parts.query, ""))


def fetch(url, timeout=30):
    """Return status and body of a page."""
    request = Request(normalised(url), headers={"User-Agent": "crawl/0.3"})
    with urlopen(request, timeout=timeout) as response:
        return response.status, response.read()
