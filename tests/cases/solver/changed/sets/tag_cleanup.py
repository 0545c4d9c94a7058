# A draft without the tag `new` is an error. Intended: a set of str.
# shows: published({"draft", "note"})


def published(tags):
    if "draft" not in tags:
        return tags
    kept = set(tags)
    kept.remove("draft")
    kept.discard("new")
    return kept


# --- new ---


def published(tags):
    if "draft" not in tags:
        return tags
    kept = set(tags)
    kept.remove("draft")
    kept.remove("new")
    return kept
