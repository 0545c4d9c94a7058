"""Where are the instructions of a function written, and what do all that write them share?"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from swerve.source.syntax import FunctionNode, Scope
from swerve.source.syntax.scopes import is_generator

from ._program import RAISED, Branch, Compute, Instruction, Jump, Move, NoMeaning
from ._surroundings import Module, Surroundings


@dataclass
class Frame:
    """The function whose body is being lowered: the one in question, or one put in its place."""

    function: FunctionNode
    scope: Scope
    prefix: str
    #: Where `return` goes and leaves its value, in a function that was put in place.
    result: tuple[str, int] | None
    bindings: Counter[str]
    #: Names of a comprehension, innermost last, to registers.
    inner_names: list[dict[str, str]] = field(default_factory=list)


@dataclass
class Exit:
    """Something that leaving a block has to pass."""

    kind: str
    #: For a loop: labels of `continue` and of `break`.
    again: int = -1
    out: int = -1
    #: For `finally` and `with`: writes what is to be done.
    unwind: Callable[[], None] | None = None


class Lowering(ABC):
    """Writes the instructions of one function. Its parts are lowered by each other."""

    def __init__(self, surroundings: Surroundings, module: Module) -> None:
        self.surroundings = surroundings
        self.module = module
        self.code: list[Instruction] = []
        self.labels: list[int | None] = []
        self.handler: int | None = None
        self.exits: list[Exit] = []
        self.handled: list[str] = []
        self.frames: list[Frame] = []
        self.assumptions: dict[str, None] = {}
        self.unbound: list[str] = []
        self.line = 0
        self._registers = 0
        self._loops = 0
        self.looping = 0

    @property
    def frame(self) -> Frame:
        """The function being lowered."""
        return self.frames[-1]

    def register(self) -> str:
        """Return a register that nothing uses yet."""
        self._registers += 1
        return f"%{self._registers}"

    def label(self) -> int:
        """Return a label that stands nowhere yet."""
        self.labels.append(None)
        return len(self.labels) - 1

    def place(self, label: int) -> None:
        """Let a label stand here."""
        self.labels[label] = len(self.code)

    def new_loop(self) -> int:
        """Return the number of a further loop."""
        self._loops += 1
        return self._loops

    def emit(self, instruction: Instruction) -> None:
        """Write an instruction."""
        self.code.append(instruction)

    def compute(
        self,
        operation: str,
        *operands: str,
        detail: tuple[object, ...] = (),
        target: str | None = None,
    ) -> str:
        """Write an operation; return the register of its result."""
        target = target or self.register()
        self.emit(Compute(target, operation, detail, operands, self.line, self.handler))
        return target

    def constant(self, value: object) -> str:
        """Write a constant."""
        return self.compute("constant", detail=(value,))

    def jump(self, label: int) -> None:
        """Go on at a label."""
        self.emit(Jump(label))

    def branch(self, operand: str, when_true: int, when_false: int) -> None:
        """Ask for the truth of a register."""
        self.emit(Branch(operand, when_true, when_false, self.line, self.handler))

    def no_meaning(self, construct: str, node: ast.AST | None = None) -> NoMeaning:
        """Make the exception that ends the lowering."""
        return NoMeaning(construct, getattr(node, "lineno", self.line))

    def assume(self, words: str) -> None:
        """Note what the program relies on."""
        self.assumptions[words] = None

    @abstractmethod
    def expression(self, node: ast.AST) -> str:
        """Write an expression; return the register of its value."""

    @abstractmethod
    def condition(self, node: ast.expr, when_true: int, when_false: int) -> None:
        """Go to one label or the other."""

    @abstractmethod
    def store(self, target: ast.expr, value: str, *, skips_inner: bool = False) -> None:
        """Write the assignment of a register to a target."""

    @abstractmethod
    def block(self, statements: list[ast.stmt]) -> None:
        """Write statements one after the other."""


def unwind_to(lowering: Lowering, depth: int) -> None:
    """Write what leaving all blocks above a depth does, innermost first."""
    exits, handler = lowering.exits, lowering.handler
    for at in range(len(exits) - 1, depth - 1, -1):
        unwind = exits[at].unwind
        if unwind is not None:
            lowering.exits = exits[:at]
            unwind()
    lowering.exits, lowering.handler = exits, handler


def raised_register(lowering: Lowering) -> str:
    """Save the exception that a handler was entered with."""
    saved = lowering.register()
    lowering.emit(Move(saved, RAISED))
    return saved


def kind_of(function: FunctionNode) -> str:
    """What a call makes: a value, a generator, a coroutine."""
    kind = "async " if isinstance(function, ast.AsyncFunctionDef) else ""
    return kind + ("generator" if is_generator(function) else "function")


def marked(lowering: Lowering, name: str) -> str:
    """Return a name, with the side where it may stand for another thing in the other version."""
    if name in lowering.surroundings.differing:
        return f"{name} of {lowering.module.side.value}"
    return name


def local_register(lowering: Lowering, name: str) -> str | None:
    """The register of a name, unless it belongs to the module."""
    frame = lowering.frame
    for names in reversed(frame.inner_names):
        if name in names:
            return names[name]
    if name in frame.scope.bound and name not in frame.scope.global_names:
        return frame.prefix + name
    return None
