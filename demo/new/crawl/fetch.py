"""How does a page get here?"""

from urllib.request import Request, urlopen

from crawl.addresses import normalised


def fetch(url, timeout=10):
    """Return status and body of a page."""
    request = Request(normalised(url), headers={"User-Agent": "crawl/0.3"})
    with urlopen(request, timeout=timeout) as response:
        return response.status, response.read()
