# The last line with a name wins where the first one, or what was set before, won.
# function: load_dotenv
# shows: load_dotenv("# local\nSITE_HOST=localhost\nSITE_PORT=8080\nSITE_HOST=example.com\n")
# effect: environment SITE_HOST

import os


def load_dotenv(text):
    """Set variables that are not yet set; return the names that the text has."""
    names = []
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#") or "=" not in line:
            continue
        name, value = line.split("=", 1)
        os.environ.setdefault(name.strip(), value.strip().strip('"'))
        names.append(name.strip())
    return names
# --- new ---
import os


def _parse(text):
    for line in text.splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            yield name.strip(), value.strip().strip('"')


def load_dotenv(text):
    """Set variables that are not yet set; return the names that the text has."""
    pairs = list(_parse(text))
    os.environ.update(pairs)
    return [name for name, _ in pairs]
