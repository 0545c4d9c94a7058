"""Which links does a page hold?"""

import re
from urllib.parse import urljoin

HREF = re.compile(r'href="([^"#]+)')


def links(page, base):
    """Absolute addresses, each once, in the order of the page."""
    found = []
    for match in HREF.finditer(page):
        url = urljoin(base, match.group(1))
        if url not in found:
            found.append(url)
    return found


def same_host(url: str, host: str) -> bool:
    """Whether a link stays on the host."""
    return url.split("/")[2:3] == [host]
