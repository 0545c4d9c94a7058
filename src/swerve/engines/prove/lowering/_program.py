"""Which few instructions is a function made of, once its expressions are taken apart?

Registers hold values. A local variable is a register of its own name, everything in between is
numbered. Each instruction that can raise knows where control goes then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

#: Where the exception lies that a handler was entered with.
RAISED = "%raised"


@dataclass(frozen=True, slots=True)
class Compute:
    """Perform an operation on registers."""

    target: str
    operation: str
    #: What the operation needs besides values: an operator, an attribute, names of keywords.
    detail: tuple[object, ...]
    operands: tuple[str, ...]
    line: int
    #: Index of the instruction to go on with after an exception; `None`: it leaves the function.
    handler: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """Copy a register."""

    target: str
    source: str


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on elsewhere."""

    to: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Ask for the truth of a value."""

    operand: str
    when_true: int
    when_false: int
    line: int
    handler: int | None


@dataclass(frozen=True, slots=True)
class Next:
    """Take the next item of an iterator into a register, or leave the loop."""

    iterator: str
    target: str
    exhausted: int
    line: int
    handler: int | None
    is_async: bool = False


@dataclass(frozen=True, slots=True)
class Enter:
    """Come to a loop from outside. Its head follows."""

    loop: int
    line: int


@dataclass(frozen=True, slots=True)
class Again:
    """Come back to the head of a loop, the instruction after its `Enter`."""

    loop: int
    head: int


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the function."""

    operand: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Raise an exception that is one already."""

    operand: str
    handler: int | None


Instruction: TypeAlias = Compute | Move | Jump | Branch | Next | Enter | Again | Return | Throw


@dataclass(frozen=True, slots=True)
class Program:
    """A function in instructions."""

    code: tuple[Instruction, ...]
    #: Local variables that have no value at first.
    unbound: tuple[str, ...]
    #: What the program relies on, in words.
    assumptions: tuple[str, ...]
    #: By loop: registers that are needed at its head.
    live: dict[int, frozenset[str]] = field(default_factory=dict)
    #: `False` for a part of a function, before which anything may have run.
    is_whole: bool = True


class NoMeaning(Exception):
    """The function holds something that no instructions exist for."""

    def __init__(self, construct: str, line: int) -> None:
        super().__init__(construct, line)
        self.construct = construct
        self.line = line


# --- liveness -------------------------------------------------------------------------------------

# Which registers can still be read when control comes to the head of a loop?


def live_at_loops(code: tuple[Instruction, ...]) -> dict[int, frozenset[str]]:
    """Return the live registers at the head of each loop."""
    live: list[frozenset[str]] = [frozenset()] * (len(code) + 1)
    changed = True
    while changed:
        changed = False
        for at in range(len(code) - 1, -1, -1):
            instruction = code[at]
            after: frozenset[str] = frozenset()
            for follower in _followers(code, at):
                after |= live[follower]
            now = frozenset(_read(instruction)) | (after - frozenset(_written(instruction)))
            for follower in _without_writing(instruction):
                now |= live[follower]
            if now != live[at]:
                live[at] = now
                changed = True
    return {one.loop: live[at + 1] for at, one in enumerate(code) if isinstance(one, Enter)}


def _without_writing(instruction: Instruction) -> Iterator[int]:
    """Where control goes when the instruction writes nothing."""
    if isinstance(instruction, Next):
        yield instruction.exhausted
    handler = getattr(instruction, "handler", None)
    if handler is not None:
        yield handler


def _followers(code: tuple[Instruction, ...], at: int) -> Iterator[int]:
    instruction = code[at]
    match instruction:
        case Jump(to=to):
            yield to
        case Again(head=head):
            yield head
        case Branch(when_true=when_true, when_false=when_false):
            yield when_true
            yield when_false
        case Return() | Throw():
            pass
        case _:
            yield at + 1


def _read(instruction: Instruction) -> tuple[str, ...]:
    match instruction:
        case Compute(operands=operands):
            return operands
        case Move(source=register) | Next(iterator=register):
            return (register,)
        case Branch(operand=operand) | Return(operand=operand) | Throw(operand=operand):
            return (operand,)
        case _:
            return ()


def _written(instruction: Instruction) -> tuple[str, ...]:
    return (instruction.target,) if isinstance(instruction, Compute | Move | Next) else ()


# --- exceptions -----------------------------------------------------------------------------------

# Which exceptions do nothing but keep what they are given?


#: Exceptions that keep their arguments as they are given, and do nothing else.
PLAIN_EXCEPTIONS = frozenset(
    {"ArithmeticError", "AssertionError", "BufferError", "Exception", "IndexError", "KeyError"}
    | {"LookupError", "NotImplementedError", "OverflowError", "RecursionError", "RuntimeError"}
    | {"TypeError", "ValueError", "ZeroDivisionError"}
)
