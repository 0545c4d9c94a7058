"""May this page be fetched?"""


def rules(text, agent="*"):
    """The paths that robots.txt closes to an agent."""
    closed, applies = [], False
    for line in text.splitlines():
        field, _, value = line.partition(":")
        field, value = field.strip().lower(), value.strip()
        if field == "user-agent":
            applies = value in ("*", agent)
        if field == "disallow" and applies and value:
            closed.append(value)
    return closed
