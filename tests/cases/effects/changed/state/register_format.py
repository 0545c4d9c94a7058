# The other names of a format are no longer registered.
# function: register_format
# shows: register_format("markdown", ".md", ["mdown", "mkd"])
# effect: state _ALIASES

_FORMATS: dict[str, str] = {"text": ".txt"}
_ALIASES: dict[str, str] = {}


def register_format(name: str, suffix: str, aliases: list[str]) -> bool:
    """Make a format known; say whether it was unknown before."""
    if name in _FORMATS:
        return False
    _FORMATS[name] = suffix
    for alias in aliases:
        _ALIASES[alias.lower()] = name
    return True


def suffix_of(name: str) -> str:
    return _FORMATS[_ALIASES.get(name, name)]
# --- new ---
_FORMATS: dict[str, str] = {"text": ".txt"}
_ALIASES: dict[str, str] = {}


def _names(aliases: list[str], name: str) -> dict[str, str]:
    return {alias.lower(): name for alias in aliases}


def register_format(name: str, suffix: str, aliases: list[str]) -> bool:
    """Make a format known; say whether it was unknown before."""
    if name in _FORMATS:
        return False
    _FORMATS[name] = suffix
    _ALIASES | _names(aliases, name)
    return True


def suffix_of(name: str) -> str:
    return _FORMATS[_ALIASES.get(name, name)]
