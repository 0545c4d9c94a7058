"""How does swerve start processes of its own, so that no folder it works in has a say?

Python puts the current folder and those in PYTHONPATH on the import path before anything of ours
runs, and what is checked may lie there: a file `pickle.py` of a pull request would run with the
rights of whoever checks it. So every interpreter that swerve starts gets the import path of this
one, which `leave_checkout` cleans first. In the same way a pull request may bring a program `git`
to a folder that is on the PATH, as that of an active virtual environment is.

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
    """The variables of this process but for those, and for the one that names import folders.

    Programs are looked for where this process does: the other one may not know the checkout.
    """
    left_out = ("PYTHONPATH", *without)
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept | {"PATH": search_path()} | more


def search_path(*checkouts: str) -> str:
    """Where programs are looked for: nowhere in these work trees or in the one around us."""
    tops = _tops(checkouts)
    folders = [folder for folder in os.get_exec_path() if not _leads_into(folder, tops)]
    return os.pathsep.join(folders) or os.devnull


def find_program(name: str, *checkouts: str) -> str | None:
    """The program of that name, which is no file of these work trees or of the one around us."""
    tops = _tops(checkouts)
    for folder in search_path(*checkouts).split(os.pathsep):
        program = os.path.join(folder, name)
        is_program = os.path.isfile(program) and os.access(program, os.X_OK)
        if is_program and not _leads_into(program, tops):
            return program
    return None


def leave_checkout() -> None:
    """Take the checkout around the current folder off the path, whoever put it there.

    What stays, wherever it is: the environment that runs swerve, and the folder that swerve itself
    was loaded from.
    """
    here = _current_folder()
    top = os.path.realpath(_top_around(here) or here)
    own = os.path.abspath(__file__)
    for _ in ("processes", "worker", "swerve"):
        own = os.path.dirname(own)
    prefixes = [os.path.realpath(each) for each in (sys.prefix, sys.base_prefix)]

    def is_left(entry: str) -> bool:
        place = os.path.realpath(entry)
        is_ours = any(_is_in(place, prefix) and _is_in(prefix, top) for prefix in prefixes)
        return os.path.isabs(entry) and (not _is_in(place, top) or entry == own or is_ours)

    sys.path[:] = [entry for entry in sys.path if is_left(entry)]


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it is gone
        return NEUTRAL_FOLDER


def _top_around(folder: str) -> str | None:
    """The nearest folder, this one or above, with a `.git`."""
    place = folder
    while not os.path.lexists(os.path.join(place, ".git")):
        above = os.path.dirname(place)
        if above == place:
            return None
        place = above
    return place


def _tops(checkouts: tuple[str, ...]) -> set[str]:
    around = _top_around(_current_folder())
    named = (*checkouts, around) if around else checkouts
    return {way for top in named for way in (os.path.abspath(top), os.path.realpath(top))}


def _leads_into(path: str, tops: set[str]) -> bool:
    """Whether a path or what it leads to is in one of these; a relative one may be anywhere."""
    ways = {os.path.normpath(path), os.path.realpath(path)}
    return not os.path.isabs(path) or any(_is_in(way, top) for way in ways for top in tops)


def _is_in(path: str, folder: str) -> bool:
    """Whether a path is a folder or in it; the root is not taken for a checkout."""
    return path == folder or (folder != "/" and path.startswith(folder + "/"))
