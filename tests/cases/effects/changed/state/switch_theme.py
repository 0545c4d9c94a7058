# Without the global statement, the name of the theme is set in the function only.
# function: switch_theme
# shows: switch_theme("dark")
# shows: switch_theme("Contrast")
# effect: state _active

THEMES = ("light", "dark", "contrast")
_active = "light"


def switch_theme(name):
    global _active
    name = name.lower()
    if name not in THEMES:
        raise ValueError(f"no theme {name}")
    _active = name
    return f"theme: {_active}"


def active_theme():
    return _active
# --- new ---
THEMES = ("light", "dark", "contrast")
_active = "light"


def _known(name):
    name = name.lower()
    if name not in THEMES:
        raise ValueError(f"no theme {name}")
    return name


def switch_theme(name):
    _active = _known(name)
    return f"theme: {_active}"


def active_theme():
    return _active
