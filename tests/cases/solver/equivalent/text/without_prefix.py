# A prefix is cut by slicing or by `removeprefix`.
# calls: bare("refs/heads/main"); bare("refs/heads/"); bare("main"); bare(""); bare("refs/heads")
# calls: bare("refs/heads/refs/heads/x")


def bare(reference: str) -> str:
    if reference.startswith("refs/heads/"):
        return reference[11:]
    return reference


# --- new ---


def bare(reference: str) -> str:
    return reference.removeprefix("refs/heads/")
