"""Which modules of the project can be imported, and if not, why not?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from time import monotonic
from types import GetSetDescriptorType, MemberDescriptorType, ModuleType, TracebackType

from ._deadline import Deadline
from ._names import message_of, type_name
from ._timer import Timer

_name_of: MemberDescriptorType = ImportError.__dict__["name"]
_traceback_of: GetSetDescriptorType = BaseException.__dict__["__traceback__"]
_names_of: MemberDescriptorType = vars(ModuleType)["__dict__"]
_MOST_TEXT = 500
#: Names of modules of the tree by which something else goes here.
REFUSED: set[str] = set()


def set_import_path(roots: list[str], rest: list[str]) -> None:
    """Import from the tree first, and never from the work tree that the tree was taken from."""
    sys.path[:] = [*roots, *(rest or sys.path)]
    # An editable install leads to the user's own files, past the path.
    sys.meta_path[:] = [each for each in sys.meta_path if not _is_editable(each)]
    sys.path_hooks[:] = [each for each in sys.path_hooks if not _is_editable(each)]


def _is_editable(hook: object) -> bool:
    return str(getattr(hook, "__module__", "")).startswith("__editable__")


def import_one(
    name: str, limit: float, timer: Timer, tree: str, load: Callable[[], None] | None = None
) -> dict[str, object]:
    """Import a module, or load it in another way, and say what came of it."""
    started = monotonic()
    answer: dict[str, object] = {"module": name}
    try:
        try:
            timer.arm(limit, is_watched=False)
            if load is not None:
                load()
            else:
                import_module(name)
            timer.disarm()
            instead = _found_instead(name, tree) if load is None else ""
            if instead:
                REFUSED.add(name)
                answer["error"], answer["message"] = "ImportError", instead
        except BaseException as error:
            timer.disarm()
            answer.update(_late(limit) if timer.rang else _trouble(error, tree))
            sys.modules.pop(name, None)
    except Deadline:  # it rang between the last two lines
        answer.update(_late(limit))
    answer["seconds"] = monotonic() - started
    return answer


def preload(names: list[str], limit: float, timer: Timer) -> None:
    """Import modules that calls import, so that these find them; one that cannot be is left out."""
    for name in names:
        prepared(partial(import_module, name), limit, timer)


def prepared(do: Callable[[], object], limit: float, timer: Timer) -> None:
    """Do something for what comes, within a limit; if that fails, calls will find out."""
    try:
        try:
            timer.arm(limit, is_watched=False)
            do()
        finally:
            timer.disarm()
    except BaseException:  # noqa: S110 - see above
        pass


def _late(limit: float) -> dict[str, object]:
    return {"error": "TimeoutError", "message": f"not finished after {limit:g} s"}


def _found_instead(name: str, tree: str) -> str:
    """Say what goes by the name of a module of the tree, when it is something else."""
    module = sys.modules.get(name)
    if type(module) is not ModuleType:
        return ""  # a module may put something in its own place
    names = _names_of.__get__(module)
    places = [names.get("__file__"), *(_plain_list(names.get("__path__")))]
    texts = [place for place in places if type(place) is str]
    if any(place.startswith(tree + "/") for place in texts):
        return ""
    return f"the name leads to {texts[0] if texts else 'a builtin module'} instead"


def _plain_list(value: object) -> list[object]:
    return list.copy(value) if type(value) is list else [*getattr(value, "_path", ())]


def _trouble(error: BaseException, tree: str) -> dict[str, object]:
    answer: dict[str, object] = {"error": type_name(type(error)), "message": message_of(error)}
    if issubclass(type(error), ModuleNotFoundError):
        missing = _name_of.__get__(error)
        if type(missing) is str:
            answer["missing"] = missing[:_MOST_TEXT]
    place = _last_place(_traceback_of.__get__(error), tree)
    if place:
        answer["file"], answer["line"] = place
    return answer


def _last_place(traceback: TracebackType | None, tree: str) -> tuple[str, int] | None:
    """The innermost line of the tree that an exception passed through."""
    place = None
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if file.startswith(tree + "/"):
            place = file[len(tree) + 1 :], traceback.tb_lineno
        traceback = traceback.tb_next
    return place
