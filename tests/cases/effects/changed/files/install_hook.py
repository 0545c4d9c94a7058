# The hook is no longer made executable.
# function: install_hook
# shows: install_hook("pre-commit", ["make lint", "make test"])
# shows: install_hook("pre-commit", [])
# effect: mode .hooks/pre-commit

import os
import stat

HEADER = "#!/bin/sh\nset -e\n"


def install_hook(name: str, commands: list[str], folder: str = ".hooks") -> str:
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w") as hook:
        hook.write(HEADER)
        for command in commands:
            hook.write(command + "\n")
    mode = os.stat(path).st_mode
    os.chmod(path, mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    return path
# --- new ---
from pathlib import Path

HEADER = "#!/bin/sh\nset -e\n"


def install_hook(name: str, commands: list[str], folder: str = ".hooks") -> str:
    hooks = Path(folder)
    hooks.mkdir(parents=True, exist_ok=True)
    path = hooks / name
    path.write_text(HEADER + "".join(f"{command}\n" for command in commands))
    return str(path)
