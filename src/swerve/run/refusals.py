"""Was a call meant for the function that it was made of?"""

from __future__ import annotations

from os.path import normpath

from swerve.facts.arrays import OwnErrors
from swerve.model.behaviour import Behaviour
from swerve.observe.raised import SYSTEM_ERRORS, raised_about, raised_type, raised_words
from swerve.observe.recipe import CallRecipe, encode_call
from swerve.worker.core.forms import LIBRARIES

from .host import Compared

#: What code raises that was given something it cannot be given, or lacks what it needs.
REFUSALS = frozenset({"TypeError", "AttributeError", "NameError"})
_LIBRARIES = tuple(f'"{name}'.encode() for name in LIBRARIES)
#: What stands for objects whose class is not known.
_STAND_IN = b'"types","SimpleNamespace"'


def is_refused(behaviour: Behaviour) -> bool:
    """Whether the call was not meant for this function: it says so by what it raises."""
    return raised_type(behaviour) in REFUSALS


def does_not_fit(each: Compared, own_errors: OwnErrors | None) -> bool:
    """Whether a library of arrays refused what the old version was given, not the code itself.

    Which shapes, types and columns fit together is for the caller to know. Where neither version
    can deal with something, nothing is said about how they go about what they can.
    """
    if own_errors is None:
        return False
    raised = _foreign(each.old, own_errors)
    module, dot, _ = raised.rpartition(".")
    if dot:
        return module.partition(".")[0] in LIBRARIES
    return bool(raised) and (has_table(each.call) or bool(_foreign(each.new, own_errors)))


def _foreign(side: Behaviour, own_errors: OwnErrors) -> str:
    """The class of an exception that the code does not raise itself; empty where there is none."""
    raised, message = raised_words(side)
    return "" if own_errors.may_be(raised.rpartition(".")[2], message) else raised


def fails_outside(each: Compared) -> bool:
    """Whether the system let both versions down: no matter at which step, or how a path ends."""
    old, new = raised_type(each.old), raised_type(each.new)
    if old not in SYSTEM_ERRORS or new not in SYSTEM_ERRORS:
        return False
    return old != new or normpath(raised_about(each.old)) == normpath(raised_about(each.new))


def has_table(call: CallRecipe) -> bool:
    """Whether a call is given arrays or tables."""
    text = encode_call(call)
    return any(sign in text for sign in _LIBRARIES)


def lacks_something(each: Compared) -> bool:
    """Whether the new side may only miss what a real object has, and one that stands for it not."""
    return is_refused(each.new) and has_stand_in(each.call)


def has_stand_in(call: CallRecipe) -> bool:
    """Whether something in a call stands for an object whose class is not known."""
    return _STAND_IN in encode_call(call)
