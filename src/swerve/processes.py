"""How does swerve start an interpreter of its own, so that no folder it works in has a say?

Python puts the current folder and those in PYTHONPATH on the import path before anything of ours
runs, and what is checked may lie there: a file `pickle.py` of a pull request would run with the
rights of whoever checks it. So every interpreter that swerve starts gets the import path of this
one, which `leave_checkout` cleans first.

Only what Python itself has loaded by now is imported here: until the path is clean, an import may
find a file of the checkout, and `from __future__` is one, too.
"""

import os
import sys

#: What lets swerve act in somebody's name.
SECRETS = (
    *("GITHUB_TOKEN", "GH_TOKEN"),
    *("SWERVE_LLM_KEY", "OPENAI_API_KEY"),
    *("SWERVE_STORE", "PGPASSWORD"),
)
#: Where processes of ours start: nothing is looked for there.
NEUTRAL_FOLDER = "/"
#: The first thing that runs is what makes the path: `-c` alone puts the current folder on it.
_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1].split('\\n'); from importlib import import_module; "
    "import_module(sys.argv[2]).main(*sys.argv[3:])"
)
_SAFE_PATH = ("-P",) if sys.version_info >= (3, 11) else ()


def own_python(module: str, *words: str, path: list[str] | None = None) -> list[str]:
    """The command that calls `main(*words)` of a module of swerve in a process of its own.

    It imports from where this process does, or from `path`. It is to start in NEUTRAL_FOLDER or in
    a folder that is as empty, with an `own_environment`.
    """
    folders = sys.path if path is None else path
    told = "\n".join(each for each in folders if os.path.isabs(each) and "\n" not in each)
    return [sys.executable, *_SAFE_PATH, "-s", "-c", _PROGRAM, told, module, *words]


def own_environment(*without: str, **more: str) -> dict[str, str]:
    """The variables of this process but for those, and for the one that names import folders."""
    left_out = ("PYTHONPATH", *without)
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept | more


def leave_checkout() -> None:
    """Take the checkout around the current folder off the path, whoever put it there.

    What stays, wherever it is: the environment that runs swerve, and the folder that swerve itself
    was loaded from.
    """
    try:
        here = os.getcwd()
    except OSError:  # it is gone
        here = NEUTRAL_FOLDER
    top = os.path.realpath(_top_of(here))
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    prefixes = [os.path.realpath(each) for each in (sys.prefix, sys.base_prefix)]

    def is_left(entry: str) -> bool:
        place = os.path.realpath(entry)
        is_ours = any(_is_in(place, prefix) and _is_in(prefix, top) for prefix in prefixes)
        return os.path.isabs(entry) and (not _is_in(place, top) or entry == own or is_ours)

    sys.path[:] = [entry for entry in sys.path if is_left(entry)]


def _top_of(folder: str) -> str:
    """The nearest folder above with a `.git`, else the folder itself."""
    place = folder
    while not os.path.lexists(os.path.join(place, ".git")):
        above = os.path.dirname(place)
        if above == place:
            return folder
        place = above
    return place


def _is_in(path: str, folder: str) -> bool:
    """Whether a path is a folder or in it; the root is not taken for a checkout."""
    return path == folder or (folder != "/" and path.startswith(folder + "/"))
