# A copy without some keys, made by deleting or by choosing.
# calls: public({}); public({"a": 1}); public({"_a": 1}); public({"_a": 1, "b": 2, "_": 3}); public({"": 0})
# calls: public({"b": 1, "a": 2})


def public(settings: dict[str, int]) -> dict[str, int]:
    kept = dict(settings)
    for name in settings:
        if name.startswith("_"):
            del kept[name]
    return kept


# --- new ---


def public(settings: dict[str, int]) -> dict[str, int]:
    return {name: value for name, value in settings.items() if name[:1] != "_"}
