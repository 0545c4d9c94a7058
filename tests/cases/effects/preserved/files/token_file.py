# The modes are given in octal instead of by names, and the token is written in one go.
# function: save_token
# calls: save_token("ci", "s3cret")
# calls: save_token("deploy", "")

import os
import stat
from pathlib import Path


def save_token(service: str, token: str) -> Path:
    """Keep a token where only its owner reads it."""
    folder = Path.home() / ".tokens"
    folder.mkdir(exist_ok=True)
    os.chmod(folder, stat.S_IRUSR | stat.S_IWUSR | stat.S_IXUSR)
    path = folder / service
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, stat.S_IRUSR | stat.S_IWUSR)
    with os.fdopen(handle, "w") as stream:
        stream.write(token.strip())
        stream.write("\n")
    return path
# --- new ---
import os
from pathlib import Path

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def save_token(service: str, token: str) -> Path:
    """Keep a token where only its owner reads it."""
    folder = Path.home() / ".tokens"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o700)
    path = folder / service
    with open(os.open(path, _FLAGS, 0o600), "w") as stream:
        stream.write(f"{token.strip()}\n")
    return path
