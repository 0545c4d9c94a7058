# The target and the name of the link are swapped in the call of ln.
# function: switch_release
# shows: switch_release("v12")
# effect: process

import subprocess
from pathlib import Path

CURRENT = Path("current")


def switch_release(version):
    """Let the link to the current release point to another one."""
    release = Path("releases") / version
    release.mkdir(parents=True, exist_ok=True)
    subprocess.check_call(["ln", "-sfn", str(release), str(CURRENT)])
    return release.name
# --- new ---
import subprocess
from pathlib import Path

CURRENT = Path("current")


def _link(name, target):
    subprocess.check_call(["ln", "-sfn", str(target), str(name)])


def switch_release(version):
    """Let the link to the current release point to another one."""
    release = Path("releases") / version
    release.mkdir(parents=True, exist_ok=True)
    _link(release, CURRENT)
    return release.name
