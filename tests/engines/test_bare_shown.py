"""What is told of errors and of objects when nobody watches, so that only what matters differs?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.test_bare import alarms
from tests.run.host.grounds import call
from tests.sampling import sampled

#: Functions in which WORD is another one on each side, which is no difference.
ALIKE = {
    "a file that is missing": "return open('/nowhere/WORD')",
    "a number that nobody gave a file": "import os; return os.read(len('WORD') + 90, 1)",
    "an error of the system, made by the code": "raise PermissionError(13, 'WORD')",
    "an error that comes of one of the system": """
        try:
            open("/nowhere/a")
        except OSError as error:
            raise ValueError("WORD") from error
        """,
    "one that comes of it by a detour": """
        try:
            try:
                open("/nowhere/a")
            except OSError:
                raise KeyError("WORD")
        except KeyError as error:
            raise ValueError("WORD") from error
        """,
    "one whose past is not to be shown": """
        try:
            open("/nowhere/a")
        except OSError:
            raise ValueError("WORD") from None
        """,
    "a path, whatever it remembers": """
        from pathlib import Path
        path = Path("a/b")
        if "WORD" == "one":
            str(path), hash(path), path.parts, path.suffix
        return [path]
        """,
    "numbers, whatever they were made of": """
        from fractions import Fraction
        return Fraction(1, 2) if "WORD" == "one" else Fraction("0.5")
        """,
}
#: The same, where that is a difference.
APART = {
    "an error of the system that has no number": "raise OSError('WORD')",
    "a type of errors that come of one": """
        try:
            open("/nowhere/a")
        except OSError as error:
            raise (ValueError if "WORD" == "one" else KeyError)("a") from error
        """,
    "what lies in one that shows nothing but where that is": """
        from types import SimpleNamespace
        class Thing:
            def __init__(self, word):
                self.word = word
        return SimpleNamespace(thing=Thing("WORD"))
        """,
    "an error of the code itself": "raise LookupError('WORD')",
    "an error that came after one of the system was over": """
        try:
            open("/nowhere/a")
        except OSError:
            pass
        raise ValueError("WORD")
        """,
    "a path": "from pathlib import Path; return [Path('WORD')]",
    "what an object of the library keeps and does not show": """
        import string
        return string.Template("WORD")
        """,
    "what an object of a class of the code keeps": """
        class Thing:
            def __repr__(self):
                return "Thing()"
        thing = Thing()
        thing.word = "WORD"
        return thing
        """,
}


def version(bodies: dict[str, str], word: str) -> str:
    """A function that does one thing or another."""
    lines = ["def f(x):"]
    for name, body in bodies.items():
        lines += [f"    if x == {name!r}:", *(f"        {line}" for line in _lines(body))]
    return "\n".join(lines).replace("WORD", word) + "\n"


def _lines(body: str) -> list[str]:
    return [line.removeprefix("        ") for line in body.strip("\n").splitlines()]


def test_what_the_system_refuses_and_objects_remember_is_no_difference(tmp_path: Path) -> None:
    calls = [call("f", name) for name in ALIKE]
    assert not alarms(tmp_path, version(ALIKE, "one"), version(ALIKE, "two"), calls)


@pytest.mark.parametrize("name", sampled(APART, 3))
def test_what_code_says_itself_is_a_difference(name: str, tmp_path: Path) -> None:
    some = {name: APART[name]}
    assert alarms(tmp_path, version(some, "one"), version(some, "two"), [call("f", name)])
