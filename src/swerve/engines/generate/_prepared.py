"""Which worlds should a call find? One in which something has happened before it.

A call begins with empty folders and a project that has just been imported. What it leaves matters
to those that follow: whether a file is added to or written anew, what happens to an entry that is
there already, whether a cache is told of a change. So a call that has left something is made once
more after itself, and after others that have. And where code looks for a file in vain, the next
calls find one there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from os.path import dirname

from swerve.model.behaviour import Behaviour, Raised
from swerve.observe.effects import EFFECTS
from swerve.observe.raised import raised_about, raised_type
from swerve.observe.recipe import (
    Access,
    After,
    Attribute,
    Call,
    CallRecipe,
    Do,
    Name,
    Recipe,
    Step,
    encode_call,
)
from swerve.observe.snapshot import root_names

#: Calls that have left something, files that were missed, and calls that are made of either.
_MOST_LASTING, _MOST_MISSED, _MOST_AFTER = 12, 6, 4
#: What a file may hold: nothing, a line, and what programs often expect.
_CONTENTS = ("", "a\n", "1\n2\n3\n", '{"a": 1}\n', "[]\n", "a,b\n1,2\n", "[a]\nb = 1\n", "a: 1\n")
_MISSED = frozenset(("FileNotFoundError", "NotADirectoryError"))


class Prepared:
    """Calls to be made in worlds that something has been done to."""

    def __init__(self) -> None:
        self._lasting: list[CallRecipe] = []
        #: By what was left: a few of each kind are enough.
        self._kinds: dict[tuple[str, ...], int] = {}
        self._missed: dict[str, list[CallRecipe]] = {}
        self._is_new = False

    def learn(self, call: CallRecipe, old: Behaviour) -> None:
        """Take note of what a call has left, or looked for in vain."""
        left = tuple(name for name in root_names(old.snapshot) if name in EFFECTS)
        if left and len(self._lasting) < _MOST_LASTING and self._kinds.get(left, 0) < _MOST_AFTER:
            self._kinds[left] = self._kinds.get(left, 0) + 1
            self._lasting.append(call)
            self._is_new = True
        if isinstance(old.outcome, Raised) and len(self._missed) < _MOST_MISSED:
            path = raised_about(old) if raised_type(old) in _MISSED else ""
            calls = self._missed.setdefault(path, []) if path else [call] * _MOST_AFTER
            if len(calls) < _MOST_AFTER:
                calls.append(call)
                self._is_new = True

    def calls(self) -> Iterator[CallRecipe]:
        """Calls that are worth making now; none where nothing was learned since the last time."""
        if not self._is_new:
            return
        self._is_new = False
        for path, calls in self._missed.items():
            for content in _CONTENTS:
                steps = _file_with(path, content)
                yield from _present(with_steps(call, steps) for call in calls)
        for last in self._lasting:
            for first in (last, *self._lasting[:_MOST_AFTER]):
                yield from _present([after(last, first)])


def after(last: CallRecipe, first: CallRecipe) -> CallRecipe | None:
    """A call that is made after another one; None where no recipe says so."""
    if first.access is not Access.CALL or first.state != last.state or _has_labels(first):
        return None
    if first.receiver is None:
        return with_steps(last, (Call(first.target, first.args, first.kwargs),))
    if last.receiver is None or _encoded(first.receiver) != _encoded(last.receiver):
        return None
    method = first.target.qualname.rpartition(".")[2]
    step = Do(method, first.args, first.kwargs)
    return replace(last, receiver=After(last.receiver, (step,)))


def _encoded(receiver: Recipe) -> bytes:
    return encode_call(CallRecipe(Name("a", "b"), None, (receiver,)))


def _has_labels(call: CallRecipe) -> bool:
    """Whether parts of it are shared: a label may be given once only."""
    return b'["w",' in encode_call(call)


def with_steps(call: CallRecipe, steps: tuple[Step, ...]) -> CallRecipe | None:
    """The call with something done before: to the first thing that it is given."""
    if call.args:
        return replace(call, args=(After(call.args[0], steps), *call.args[1:]))
    if call.kwargs:
        (name, value), *rest = call.kwargs
        return replace(call, kwargs=((name, After(value, steps)), *rest))
    if call.receiver is not None:
        return replace(call, receiver=After(call.receiver, steps))
    return None


def _file_with(path: str, content: str) -> tuple[Step, ...]:
    folder = dirname(path)
    place = Call(Name("pathlib", "Path"), (path,))
    making = Call(Name("os", "makedirs"), (folder,), (("exist_ok", True),))
    writing = Call(Attribute(place, "write_text"), (content,))
    return (making, writing) if folder else (writing,)


def _present(calls: Iterable[CallRecipe | None]) -> Iterator[CallRecipe]:
    return (call for call in calls if call is not None)
