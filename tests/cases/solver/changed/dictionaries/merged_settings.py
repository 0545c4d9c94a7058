# The key `plugins` is no longer added up. Intended: two dicts of str to int.
# shows: merged({"plugins": 4}, {"plugins": 8})


def merged(defaults, overrides):
    result = dict(defaults)
    for key in overrides:
        if key in result and key in ("plugins", "flags"):
            result[key] = result[key] + overrides[key]
        else:
            result[key] = overrides[key]
    return result


# --- new ---


def merged(defaults, overrides):
    result = dict(defaults)
    for key in overrides:
        if key in result and key == "flags":
            result[key] = result[key] + overrides[key]
        else:
            result[key] = overrides[key]
    return result
