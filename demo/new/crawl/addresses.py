"""How are addresses written?"""

from urllib.parse import urlsplit, urlunsplit


def normalised(url):
    """The address as it is remembered: lower-case host, no fragment."""
    parts = urlsplit(url)
    path = parts.path or "/"
    return urlunsplit((parts.scheme, parts.netloc.lower(), path, parts.query, ""))
