# The registration moved to a helper; the same plugins are registered in the same order.
# function: load_plugins
# calls: load_plugins(["mail:20", "sms", "push:5"])
# calls: load_plugins([])

PLUGINS = []
_LOADED = set()


def load_plugins(specs: list[str]) -> int:
    """Register plugins given as name or name:priority; return how many are new."""
    count = 0
    for spec in specs:
        if ":" in spec:
            name = spec.split(":", 1)[0]
            priority = spec.split(":", 1)[1]
        else:
            name = spec
            priority = "10"
        if name in _LOADED:
            continue
        _LOADED.add(name)
        PLUGINS.append((priority.strip().zfill(3), name))
        count += 1
    PLUGINS.sort()
    return count
# --- new ---
PLUGINS = []
_LOADED = set()


def _register(name: str, priority: str) -> bool:
    if name in _LOADED:
        return False
    _LOADED.add(name)
    PLUGINS.append((priority.strip().zfill(3), name))
    return True


def load_plugins(specs: list[str]) -> int:
    """Register plugins given as name or name:priority; return how many are new."""
    count = 0
    for spec in specs:
        name, colon, priority = spec.partition(":")
        count += _register(name, priority if colon else "10")
    PLUGINS.sort()
    return count
