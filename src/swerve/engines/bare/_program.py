"""What does a program look like that makes some calls and says what comes of them?

Whatever is always the same in it is a sign by which code can tell that it is tried. So its own
names, here those that end in `_`, are others each time; it takes along no module that few programs
have; and it learns where to answer, and the word between two answers, from its input. Junk makes
addresses others each time, so that nothing that depends on them is the same twice.
"""

from __future__ import annotations

import re
import secrets
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from types import EllipsisType

from swerve.observe.recipe import BadRecipe, CallRecipe, Name, Recipe, Reference, Script, Shared
from swerve.worker.core.forms import LIBRARIES

#: Characters of a text that are kept; of what is longer a digest stands for the rest.
MOST_SHOWN = 2000
#: What rounding may change of a number.
LAST_DIGITS = r"(\.\d{11})\d+|-(?=0\.?0*(?![\d.]))"
#: What differs from one run, or one version, to the next and means nothing.
NOISE = r" at 0x[0-9a-f]+|0x[0-9a-f]{9,16}|line \d+"

_HEAD = f"""\
import os as os_
import re as re_
import sys as sys_
from hashlib import blake2b as digest_
from types import CoroutineType as coroutine_, GeneratorType as generator_
from types import GetSetDescriptorType as getset_, MemberDescriptorType as slot_
from types import ModuleType as module_


own_ = set(getattr(sys_, "stdlib_module_names", ())) - {{"builtins"}}


def opened_():
    number_, token_ = os_.read(0, 1000).split()
    out_ = os_.dup(int(number_))
    os_.close(int(number_))
    write_, seek_, printed_ = os_.write, os_.lseek, sys_.stdout
    junk_ = [bytes(size_ % 500) for size_ in range(int(token_[:3], 16))]

    def say_(text_, junk_=junk_):
        at_ = -1
        try:
            printed_.flush()
        except Exception:
            pass
        try:
            at_ = seek_(1, 0, 1)
        except OSError:
            pass
        write_(out_, token_ + f"{{at_}} {{text_}}".encode("utf-8", "backslashreplace"))

    return say_


def inside_(value_, kind_):
    if kind_ in (list, tuple):
        return list(value_[:10])
    if kind_ in (set, frozenset):
        return sorted(value_, key=repr)[:10]
    if kind_ is dict:
        return [part_ for pair_ in zip(range(10), value_.items()) for part_ in pair_[1]]
    found_ = {{}}
    package_ = str(kind_.__module__).partition(".")[0]
    is_shown_ = package_ in own_ and kind_.__repr__ is not object.__repr__
    if package_ in {LIBRARIES!r} or (is_shown_ and " at 0x" not in repr(value_)):
        return ()  # what it shows is what it is: all else is how it goes about it
    for class_ in () if isinstance(value_, (type, module_)) else kind_.__mro__:
        names_ = type.__dict__["__dict__"].__get__(class_)
        for name_, held_ in list(names_.items()):
            if type(held_) is slot_ and "__slots__" in names_:
                try:
                    found_[name_] = held_.__get__(value_)
                except AttributeError:
                    pass
            elif type(held_) in (getset_, slot_) and name_ == "__dict__":
                found_.update(held_.__get__(value_) or ())
    return [part_ for pair_ in sorted(found_.items(), key=repr) for part_ in pair_]


def show_(value_, depth_=4):
    if type(value_) is coroutine_:
        import asyncio

        value_ = asyncio.run(value_)
    kind_ = type(value_)
    if kind_ in (generator_, map, filter, zip):
        value_ = [each_ for _, each_ in zip(range(50), value_)]
    text_ = repr(sorted(map(repr, value_))) if kind_ in (set, frozenset) else repr(value_)
    parts_ = inside_(value_, kind_) if depth_ else ()
    return f"{{kind_.__name__}} {{text_}}" + "".join(
        f"({{show_(each_, depth_ - 1)}})" for each_ in parts_
    )


def raised_(error_):
    at_ = error_
    for _ in range(10):
        if isinstance(at_, OSError) and at_.errno:  # what a cell refuses is told by the system
            return type(error_).__name__
        at_ = at_ and (at_.__cause__ or at_.__context__)
    return show_(error_, 2)


def made_(call_):
    given_ = []
    try:
        text_ = "returned " + show_(call_(given_))
    except BaseException as error_:
        text_ = "raised " + raised_(error_)
    for each_ in given_:
        try:
            text_ += ", given " + show_(each_)
        except BaseException as error_:
            text_ += ", given what raises " + show_(error_, 0)
    text_ = re_.sub({NOISE!r}, "...", text_.replace(HOME, ""))
    text_ = re_.sub({LAST_DIGITS!r}, r"\\1", text_)
    if len(text_) > {MOST_SHOWN}:
        whole_ = text_.encode("utf-8", "backslashreplace")
        text_ = text_[:{MOST_SHOWN}] + digest_(whole_).hexdigest()
    return text_

"""
_MAIN = """

if __name__ == "__main__":
    say_ = opened_()
    for name_ in [name_ for name_ in os_.environ if name_.startswith("PYTHON")]:
        del os_.environ[name_]
    sys_.path[:1] = ROOTS
    for call_ in (CALLS):
        say_(made_(call_))
"""
#: What a call cannot change.
_UNCHANGING = (bool, int, float, complex, str, bytes, EllipsisType, type(None), Name)


def word() -> str:
    """A word as people make them up for projects and machines, another one each time."""
    letters = (secrets.choice("bcdfghklmnprstvw") + secrets.choice("aeiou") for _ in range(9))
    return "".join(list(letters)[: 3 + secrets.randbelow(3)])


class Guise:
    """Names for everything in a program, the same as often as it is written."""

    def __init__(self) -> None:
        self._words: dict[str, str] = {}

    def named(self, text: str) -> str:
        """The text with names of its own in the place of those that end in `_`."""
        return re.sub(r"\b[a-z]+\d*_\b", lambda found: self._word(found[0]), text)

    def _word(self, name: str) -> str:
        while name not in self._words:
            if (made := word()) not in self._words.values():
                self._words[name] = made
        return self._words[name]


def program_for(bodies: Sequence[str], guise: Guise, home: str, roots: Sequence[str]) -> str:
    """The program; `home` is a path that means nothing where it is seen in an answer."""
    names = [f"call{number}_" for number in range(len(bodies))]
    functions = "".join(
        guise.named(f"\ndef {name}(given_):\n") + textwrap.indent(body, "    ") + "\n"
        for name, body in zip(names, bodies, strict=True)
    )
    head = guise.named(_HEAD).replace("HOME", repr(home))
    main = guise.named(_MAIN.replace("CALLS", "".join(f"{name}, " for name in names)))
    return head + functions + main.replace("ROOTS", repr(list(roots)))


def body_for(call: CallRecipe, guise: Guise) -> str | None:
    """What the function does that makes a call; None where it cannot be written as Python."""
    call, labels = _with_labels(call, guise)
    try:
        script = Script(call, labels)
    except BadRecipe:
        return None
    if not script.runs or script.settings:
        return None
    given = ", ".join(map(script.variable_of, labels))
    return "\n".join(
        (
            *script.imports,
            *script.statements,
            *((guise.named(f"given_ += [{given}]"),) if given else ()),
            f"return {script.call}",
        )
    )


def _with_labels(call: CallRecipe, guise: Guise) -> tuple[CallRecipe, tuple[str, ...]]:
    """The call with a label for everything that it is given and may change, and the labels."""
    labels: dict[str, None] = {}

    def labelled(recipe: Recipe) -> Recipe:
        if isinstance(recipe, _UNCHANGING):
            return recipe
        if not isinstance(recipe, Shared | Reference):
            recipe = Shared(guise.named(f"given{len(labels)}_"), recipe)
        labels[recipe.label] = None
        return recipe

    with_labels = replace(
        call,
        receiver=labelled(call.receiver),
        args=tuple(map(labelled, call.args)),
        kwargs=tuple((name, labelled(value)) for name, value in call.kwargs),
    )
    return with_labels, tuple(labels)
