"""Which test shows a witness, for good?"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from swerve.model import DifferenceKind, Pair, Side
from swerve.model.behaviour import Returned, Unfinished
from swerve.observe.comparison import Different
from swerve.observe.recipe import Access, Attribute, Call, CallRecipe, Name, Recipe
from swerve.observe.snapshot import Atom, BadSnapshot, decode
from swerve.run.host import Compared

from ._body import Draft, Subject
from ._claims import split_path
from ._drafts import drafts_for
from ._effects import NO_TEST
from ._verifying import Verifier
from ._words import docstring, is_awaited, name_for_test

#: Each is run on both sides.
_MOST_DRAFTS = 8
_LONGEST_REPR = 600
#: What no test can tell of.
_UNTOLD = {
    DifferenceKind.TERMINATION: "a test for it would not finish",
    DifferenceKind.CALLS: "the calls it makes outside are simulated",
    DifferenceKind.DEFAULT: "nothing was run",
    DifferenceKind.TEST: "a test shows it already",
}


@dataclass(frozen=True, slots=True)
class WrittenTest:
    """A test that passes on one side and fails on the other."""

    #: Of the function, and of the file without its suffix.
    name: str
    text: str


def written_test(
    pair: Pair,
    compared: Compared,
    again: Callable[[CallRecipe], Compared],
    verifier: Verifier,
    *,
    pinned: Side,
    change: str,
    source: str,
    is_free: Callable[[str], bool] = lambda _: True,
) -> WrittenTest | str:
    """A test for a call on which both sides differ, verified; in words why, when there is none.

    `again` makes another call on both sides. `change` and `source` are for the docstring: what
    brought the difference, and who found it. `is_free` says which names may be taken.
    """
    subject = _subject(compared, pair, pinned)
    if isinstance(subject, str):
        return subject
    try:
        name = _free(name_for_test(subject, pair.old, decode(subject.behaviour.snapshot)), is_free)
        doc = docstring(pair.name, subject.different, pinned, change, source)
        return _verified(_drafts(subject, again, pinned), name, doc, verifier, pinned)
    except BadSnapshot as error:
        return f"the recorded behaviour cannot be read: {error}"


def _free(wanted: str, is_free: Callable[[str], bool]) -> str:
    name, number = wanted, 2
    while not is_free(name):
        name, number = f"{wanted}_{number}", number + 1
    return name


def _subject(compared: Compared, pair: Pair, pinned: Side) -> Subject | str:
    different = compared.agreement
    if not isinstance(different, Different):
        return "the difference did not reproduce"
    if different.kind in _UNTOLD:
        return _UNTOLD[different.kind]
    if different.kind is DifferenceKind.EFFECT:
        why = NO_TEST.get(split_path(different.path)[0])
        if why is not None:
            return why
    behaviour = compared.old if pinned is Side.OLD else compared.new
    if isinstance(behaviour.outcome, Unfinished):
        return _UNTOLD[DifferenceKind.TERMINATION]
    function = pair.old if pinned is Side.OLD else pair.new
    return Subject(compared.call, behaviour, different, is_awaited(function))


def _drafts(
    subject: Subject, again: Callable[[CallRecipe], Compared], pinned: Side
) -> Iterator[Draft]:
    yield from drafts_for(subject)
    if subject.different.kind is DifferenceKind.RETURN and not subject.is_awaited:
        shown = _shown(again(_repr_of(subject.call)), pinned)
        if shown:
            yield from drafts_for(replace(subject, shown_as=shown))


def _repr_of(call: CallRecipe) -> CallRecipe:
    """The call of `repr` on what a call gives."""
    value: Recipe = Call(call.target, call.args, call.kwargs)
    if call.receiver is not None:
        value = Attribute(call.receiver, call.target.qualname.rpartition(".")[2])
        if call.access is Access.CALL:
            value = Call(value, call.args, call.kwargs)
    return CallRecipe(Name("builtins", "repr"), args=(value,), state=call.state)


def _shown(compared: Compared, pinned: Side) -> str:
    """The text that one side returned, where the sides differ in it."""
    behaviour = compared.old if pinned is Side.OLD else compared.new
    is_known = isinstance(compared.agreement, Different) and isinstance(behaviour.outcome, Returned)
    if not is_known:
        return ""
    node = decode(behaviour.snapshot).root("result")
    text = node.value if isinstance(node, Atom) else ""
    return text if isinstance(text, str) and len(text) <= _LONGEST_REPR else ""


def _verified(
    drafts: Iterator[Draft],
    name: str,
    doc: tuple[str, ...],
    verifier: Verifier,
    pinned: Side,
) -> WrittenTest | str:
    why = "nothing that differs can be written as Python"
    for number, draft in enumerate(islice(_each_once(drafts), _MOST_DRAFTS)):
        text = file_text(draft, name, doc)
        # Twice: the order of a set, for one, is not the same each time.
        trouble = verifier.why_not(text, name, pinned, plugins=False) or verifier.why_not(
            text, name, pinned, plugins=True
        )
        if not trouble:
            return WrittenTest(name, text)
        if not number:
            why = trouble
    return why


def _each_once(drafts: Iterator[Draft]) -> Iterator[Draft]:
    seen = set()
    for draft in drafts:
        if draft not in seen:
            seen.add(draft)
            yield draft


# --- how do the parts of a test make a file that pytest runs? -------------------------------------

_INDENT = "    "
#: Begins every file; a number follows that is made of the rest.
_SEAL = "# Written by swerve, which overwrites this file unless you have edited it. Checksum: "


def file_text(draft: Draft, name: str, doc: tuple[str, ...]) -> str:
    """The file, which needs pytest and the project, and nothing of swerve."""
    imports = "".join(f"{line}\n" for line in _in_order(draft.imports))
    lead = f"{imports}\n\n" if imports else ""
    body = "\n".join(f"{_INDENT}{line}" if line else "" for line in (*doc, *draft.body))
    text = f"{lead}def {name}({', '.join(draft.fixtures)}):\n{body}\n"
    return f"{_sealed(text)}{text}"


def is_as_written(text: str) -> bool:
    """Whether a file was written here, and nobody has changed it since."""
    first, _, rest = text.partition("\n")
    return f"{first}\n" == _sealed(rest)


def _sealed(text: str) -> str:
    return f"{_SEAL}{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}\n"


def _in_order(imports: tuple[str, ...]) -> list[str]:
    """Imports as isort groups them: the standard library, pytest, and the project."""
    groups: tuple[list[str], ...] = ([], [], [])
    for line in imports:
        module = line.split()[1].partition(".")[0]
        is_import = line.startswith(("import ", "from "))
        is_standard = is_import and module in sys.stdlib_module_names
        groups[0 if is_standard else 1 if is_import and module == "pytest" else 2].append(line)
    return [line for group in groups if group for line in ("", *group)][1:]
