# Groups by `setdefault` or by a test. Intended: a list of pairs of a str and an int.
# calls: grouped([]); grouped([("a", 1)]); grouped([("a", 1), ("b", 2), ("a", 3)]); grouped([("", 0)])
# calls: grouped([("b", 1), ("a", 1)]); grouped([("a", 1), ("a", 1)])


def grouped(pairs):
    groups = {}
    for name, number in pairs:
        if name not in groups:
            groups[name] = []
        groups[name].append(number)
    return groups


# --- new ---


def grouped(pairs):
    groups = {}
    for name, number in pairs:
        groups.setdefault(name, []).append(number)
    return groups
