"""Which registers can still be read when control comes to the head of a loop?"""

from __future__ import annotations

from collections.abc import Iterator

from swerve.engines.prove.lowering._program import (
    Again,
    Branch,
    Compute,
    Enter,
    Instruction,
    Jump,
    Move,
    Next,
    Return,
    Throw,
)


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
        case Move(source=source):
            return (source,)
        case Branch(operand=operand) | Return(operand=operand) | Throw(operand=operand):
            return (operand,)
        case Next(iterator=iterator):
            return (iterator,)
        case _:
            return ()


def _written(instruction: Instruction) -> tuple[str, ...]:
    match instruction:
        case Compute(target=target) | Move(target=target):
            return (target,)
        case Next(target=target):
            return (target,)
        case _:
            return ()


def written_by(instruction: Instruction) -> tuple[str, ...]:
    """Return the registers that an instruction may write, its iterator included."""
    if isinstance(instruction, Next):
        return (instruction.target, instruction.iterator)
    return _written(instruction)
