# The cache is kept by user alone, although the permissions depend on the project too.
# function: permissions
# shows: permissions("ada", "website")
# shows: permissions("eve", "website")
# effect: state _PERMISSIONS

ROLES = {("ada", "website"): "owner", ("bob", "website"): "guest"}
RIGHTS = {"owner": ["read", "write", "invite"], "guest": ["read"]}

_PERMISSIONS: dict = {}


def permissions(user: str, project: str) -> list[str]:
    key = (user, project)
    if key not in _PERMISSIONS:
        role = ROLES.get(key)
        _PERMISSIONS[key] = list(RIGHTS.get(role, []))
    return list(_PERMISSIONS[key])
# --- new ---
ROLES = {("ada", "website"): "owner", ("bob", "website"): "guest"}
RIGHTS = {"owner": ["read", "write", "invite"], "guest": ["read"]}

_PERMISSIONS: dict = {}


def _lookup(user: str, project: str) -> list[str]:
    return list(RIGHTS.get(ROLES.get((user, project)), []))


def permissions(user: str, project: str) -> list[str]:
    known = _PERMISSIONS.get(user)
    if known is None:
        known = _PERMISSIONS[user] = _lookup(user, project)
    return list(known)
