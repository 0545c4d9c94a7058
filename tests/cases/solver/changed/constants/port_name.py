# The first ephemeral port moved up by one. Intended: port is an int.
# shows: port_name(49152)

KNOWN = {22: "ssh", 80: "http", 443: "https", 8443: "https-alt"}


def port_name(port):
    if port <= 0 or port > 65535:
        return "invalid"
    name = KNOWN.get(port)
    if name is not None:
        return name
    if port < 1024:
        return "system"
    if port > 49151:
        return "ephemeral"
    return "user"


# --- new ---

KNOWN = {22: "ssh", 80: "http", 443: "https", 8443: "https-alt"}


def port_name(port):
    if port <= 0 or port > 65535:
        return "invalid"
    name = KNOWN.get(port)
    if name is not None:
        return name
    if port < 1024:
        return "system"
    if port > 49152:
        return "ephemeral"
    return "user"
