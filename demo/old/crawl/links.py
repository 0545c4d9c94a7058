"""Which links does a page hold?"""

import re
from urllib.parse import urljoin

HREF = re.compile(r'href="([^"#]+)')


def links(page, base):
    """Absolute addresses, each once, in the order of the page."""
    r = []
    for m in HREF.finditer(page):
        u = urljoin(base, m.group(1))
        if u not in r:
            r.append(u)
    return r


def same_host(url, host):
    """Whether a link stays on the host."""
    return url.split("/")[2:3] == [host]
