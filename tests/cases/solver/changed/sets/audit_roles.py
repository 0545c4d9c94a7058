# An admin who audits needs approval no more.
# shows: needs_approval({"admin", "audit"})


def needs_approval(roles: set[str]) -> bool:
    if "owner" in roles:
        return False
    if "admin" in roles:
        return "audit" in roles
    return "guest" in roles


# --- new ---


def needs_approval(roles: set[str]) -> bool:
    if "owner" in roles:
        return False
    if "admin" in roles:
        return False
    return "guest" in roles
