"""Small functions, changes to them and contracts for these, made by chance.

Most contracts are wrong. A good part is right by chance: a change is often an addition, and clauses
often speak of one.
"""

from __future__ import annotations

from random import Random

from tests.engines.prove.contracts import Sworn

_HEAD = "x: int, y: int, name: str, items: list[int], flag: bool"
_ERRORS = ("ValueError", "KeyError", "IndexError")


class Chance:
    """Draws one pair of versions with a contract."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._seed = seed
        self._has_callee = seed % 3 == 0

    def sworn(self) -> Sworn:
        """A pair of versions with a contract, every third with a callee that changed."""
        callee = ("", "", "")
        if self._has_callee:
            callee = self._callee()
        body = self._body()
        changed = self._changed(body) if self._random.random() < 0.6 else body
        old, new = (
            f"{helper}def f({_HEAD}) -> int:\n" + "\n".join(f"    {line}" for line in lines)
            for helper, lines in zip(callee, (body, changed), strict=False)
        )
        clauses = "\n".join(f"    {line}" for line in self._clauses())
        return Sworn(f"chance {self._seed}", old, new, f"{callee[2]}def f({_HEAD}):\n{clauses}")

    def _callee(self) -> tuple[str, str, str]:
        """Both versions of `p`, and a contract that they keep."""
        result, test = self._pick("n", "n * 2", "abs(n)", "n // 2"), self._pick("n > 0", "n == 1")
        by = self._pick("1", "-1", "3")
        old = f"def p(n: int) -> int:\n    return {result}\n"
        new = f"def p(n: int) -> int:\n    return {result} + {by} if {test} else {result}\n"
        clauses = f"    when_required({test})\n    ensures(result == prev(result) + {by})\n"
        if self._random.random() < 0.3:
            new = (
                f"def p(n: int) -> int:\n    if {test}: raise KeyError('n')\n    return {result}\n"
            )
            clauses = f"    when_required({test})\n    ensures(False)\n"
            clauses += "    signals(Exception, isinstance(exc, KeyError))\n"
        return old, new, f"def p(n: int):\n{clauses}"

    def _pick(self, *choices: str) -> str:
        return self._random.choice(choices)

    def _number(self, depth: int = 0) -> str:
        pick = self._pick
        if self._has_callee and self._random.random() < 0.3:
            return pick("p(x)", "p(y)", "p(1)", "p(x - 1)")
        if depth > 1 or self._random.random() < 0.4:
            return pick("x", "y", "0", "1", "2", "-1", "10", "len(items)", "len(name)")
        left, right = self._number(depth + 1), self._number(depth + 1)
        return pick(
            f"({left} + {right})",
            f"({left} - {right})",
            f"({left} * {pick('2', '3', '-1')})",
            f"({left} // {pick('2', '3', '-2', right)})",
            f"({left} % {pick('2', '5', '-3')})",
            f"max({left}, {right})",
            f"min({left}, {right})",
            f"abs({left})",
            f"items[{pick('0', '-1', 'x')}]",
        )

    def _spoken(self) -> str:
        """A number in a clause, which calls nothing of the module."""
        has_callee, self._has_callee = self._has_callee, False
        number = self._number()
        self._has_callee = has_callee
        return number

    def _said(self) -> str:
        """A condition in a clause."""
        has_callee, self._has_callee = self._has_callee, False
        condition = self._condition()
        self._has_callee = has_callee
        return condition

    def _condition(self) -> str:
        pick = self._pick
        compare = pick("<", "<=", "==", "!=", ">", ">=")
        return pick(
            f"{self._number()} {compare} {self._number()}",
            f"x {compare} {pick('0', '1', '10')}",
            f"name {pick('==', '!=', '<')} {pick(repr('a'), repr(''), repr('ab'))}",
            "'a' in name",
            "name.startswith('a')",
            "flag",
            "not flag",
            f"{pick('x', '1')} in items",
            f"x {compare} 0 and y {compare} 1",
            "not items",
        )

    def _body(self) -> list[str]:
        lines: list[str] = []
        for _ in range(self._random.randrange(3)):
            lines += self._statement()
        return [*lines, f"return {self._number()}"]

    def _statement(self) -> list[str]:
        condition, number = self._condition(), self._number()
        match self._random.randrange(6):
            case 0:
                return [f"if {condition}:", f"    return {number}"]
            case 1:
                argument = self._pick("'low'", "name", "x", "")
                return [f"if {condition}:", f"    raise {self._pick(*_ERRORS)}({argument})"]
            case 2:
                return [f"{self._pick('x', 'y')} = {number}"]
            case 3:
                return [f"if {condition}:", f"    items.append({self._pick('x', '1')})"]
            case 4:
                loop = self._pick("for item in items:", "for item in range(y):")
                return [loop, f"    x = x + {self._pick('1', 'item', '2')}"]
            case _:
                return [
                    "try:",
                    f"    y = {number}",
                    "except (IndexError, ZeroDivisionError):",
                    f"    y = {self._pick('0', 'x')}",
                ]

    def _changed(self, body: list[str]) -> list[str]:
        lines = list(body)
        match self._random.randrange(5):
            case 0:
                lines[-1] += f" + {self._pick('1', '2', 'abs(x)')}"
            case 1:
                returned = lines[-1].removeprefix("return ")
                lines[-1] = f"return {self._number()} if {self._condition()} else {returned}"
            case 2:
                lines = [*self._statement(), *lines]
            case 3:
                at = self._random.randrange(len(lines))
                lines[at] = lines[at].replace(" < ", " <= ").replace("1", "2").replace("max", "min")
            case _:
                lines = [*lines[:-1], *self._statement(), lines[-1]]
        return lines

    def _clauses(self) -> list[str]:
        lines: list[str] = []
        for at in range(self._random.choice((1, 1, 1, 2))):
            lines.append(f"with case('{at}'):")
            lines += [f"    {line}" for line in self._case()]
        if self._random.random() < 0.2:
            lines.append(f"preserves_when({self._said()})")
        return lines

    def _case(self) -> list[str]:
        lines: list[str] = []
        chance = self._random.random
        if chance() < 0.4:
            lines.append(f"{self._pick('when_required', 'requires')}({self._said()})")
        if chance() < 0.3:
            compare = self._pick(">", "<", "==", "<=")
            lines.append(f"when_ensured(result {compare} {self._spoken()})")
        if chance() < 0.3:
            lines.append(f"when_signaled({self._pick(*_ERRORS, 'LookupError')}{self._about()})")
        if chance() < 0.8:
            lines.append(f"ensures({self._relation()})")
        if chance() < 0.3:
            lines.append(f"signals({self._pick(*_ERRORS, 'Exception')}, {self._error()})")
        return lines or ["ensures(True)"]

    def _about(self) -> str:
        return self._pick("", "", ", 'low' in str(exc)", ", exc.args == ('low',)")

    def _error(self) -> str:
        return self._pick("False", "isinstance(exc, ValueError)", "str(exc) == 'low'")

    def _relation(self) -> str:
        number, compare = self._spoken(), self._pick(">=", "<=", "==", "!=")
        return self._pick(
            "True",
            f"result {compare} prev(result) + {self._pick('0', '1', '2')}",
            f"result {compare} {number}",
            "result >= prev(result)",
            f"implies({self._said()}, result {compare} prev(result))",
            "len(items) >= len(old(items))",
            "items == prev(items)",
            "all(item >= 0 for item in items) or result == prev(result)",
            f"result == prev(result) or {self._said()}",
        )
