"""How do a call and what is said about it stand together in one piece of Python?"""

from __future__ import annotations

from collections.abc import Iterable

from swerve.observe.recipe._forms import CallRecipe, Recipe
from swerve.observe.recipe._python import call_expression, writing_for
from swerve.observe.recipe._wire import encode_call, encode_recipe


class Script:
    """A call, and further expressions in the same scope: no name in it means two things."""

    def __init__(self, call: CallRecipe, kept: Iterable[str] = ()) -> None:
        """`kept` are labels of the call that get a variable even if nothing refers to them.

        Raises `BadRecipe` where the call could not travel either.
        """
        encode_call(call)
        self._writing = writing_for(call, frozenset(kept))
        #: Names to be set first: what holds the name, its attribute, and the value, as Python.
        self.settings: tuple[tuple[str, str, str], ...] = tuple(
            (*self._writing.scope.owner(name.module, name.qualname), self.expression(value))
            for name, value in call.state
        )
        self._first = len(self._writing.statements)
        self.call = call_expression(self._writing, call)
        self._statements = tuple(self._writing.statements)

    @property
    def before_settings(self) -> tuple[str, ...]:
        """Statements that the values of the settings need."""
        return self._statements[: self._first]

    @property
    def statements(self) -> tuple[str, ...]:
        """Statements that the call needs."""
        return self._statements[self._first :]

    @property
    def imports(self) -> tuple[str, ...]:
        """The imports of everything so far."""
        return self._writing.scope.imports()

    @property
    def runs(self) -> bool:
        """Whether it can run anywhere: nothing in it is known to a worker alone."""
        return self._writing.runs

    def variable(self, wanted: str) -> str:
        """Take a name that is free, the wanted one if it is."""
        return self._writing.scope.variable(wanted)

    def variable_of(self, label: str) -> str:
        """Return the variable that holds what is labelled so in the call."""
        return self._writing.variables[label]

    def expression(self, recipe: Recipe) -> str:
        """Write a further recipe, which shares nothing: it needs no statements."""
        encode_recipe(recipe)
        return self._writing.write(recipe).text
