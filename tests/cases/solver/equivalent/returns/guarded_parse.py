# Guard clauses instead of nesting.
# calls: parse("a=1"); parse(""); parse("a"); parse("=1"); parse("a="); parse("a=b=c"); parse(" a = 1 ")


def parse(line: str) -> tuple[str, str] | None:
    if line != "":
        if "=" in line:
            name, _, value = line.partition("=")
            if name != "":
                return (name, value)
    return None


# --- new ---


def parse(line: str) -> tuple[str, str] | None:
    name, equals, value = line.partition("=")
    if not equals or not name:
        return None
    return (name, value)
