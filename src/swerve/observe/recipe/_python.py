"""How does a call look as Python that a person would write, and that runs when pasted?

What is shared, or has a past, becomes a variable before the expression. Python evaluates all parts
in the order in which a worker builds them: where a part needs a statement, the parts before it that
do something become variables too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import EllipsisType
from typing import Any

import swerve.observe.recipe._forms as forms
from swerve.worker.recipes.building import attribute_path

from ._constants import written_constant
from ._forms import CallRecipe, Recipe
from ._scope import Scope, attribute_of, is_identifier, snake_case
from ._wire import encode_call, encode_recipe
from .parts import all_parts

#: Brackets inside brackets beyond this are hard to read, and at 200 Python gives up.
_DEEPEST = 20
#: Equal items from this count on are written as a product.
_MANY = 10


@dataclass(frozen=True, slots=True)
class Python:
    """A call as Python text: the imports and the statements run first, then the expression."""

    imports: tuple[str, ...]
    statements: tuple[str, ...]
    expression: str
    #: False where it holds a blob, shown as `blob("name")`: only its worker has that object.
    runs: bool = True

    def __str__(self) -> str:
        imports = (*self.imports, "") if self.imports else ()
        return "\n".join((*imports, *self.statements, self.expression))


def python_of(call: CallRecipe) -> Python:
    """Write a call as Python. Raises `BadRecipe` where the call could not travel either."""
    encode_call(call)
    writing = writing_for(call)
    for name, recipe in call.state:
        value = writing.write(recipe)
        writing.assign_attribute(*writing.scope.owner(name.module, name.qualname), value.text)
    return writing.finished(call_expression(writing, call))


def writing_for(call: CallRecipe, kept: frozenset[str] = frozenset()) -> Writing:
    """Start to write a call; what has a label in `kept` gets a variable in any case."""
    rebound = frozenset(
        (name.module, name.qualname) for name, _ in call.state if "." not in name.qualname
    )
    return Writing(Scope(rebound), _labels_referred_to(call) | kept)


def call_expression(writing: Writing, call: CallRecipe) -> str:
    """Write the call itself, once its state is set."""
    if call.receiver is None:
        return writing.write(forms.Call(call.target, call.args, call.kwargs)).text
    attribute = attribute_path(call.target.qualname)[-1]
    reached = forms.Attribute(call.receiver, attribute)
    setter, deleter = forms.Name("builtins", "setattr"), forms.Name("builtins", "delattr")
    expressions: dict[forms.Access, Recipe] = {
        forms.Access.CALL: forms.Call(reached, call.args, call.kwargs),
        forms.Access.GET: reached,
        forms.Access.SET: forms.Call(setter, (call.receiver, attribute, *call.args)),
        forms.Access.DELETE: forms.Call(deleter, (call.receiver, attribute)),
    }
    return writing.write(expressions[call.access]).text


def python_of_recipe(recipe: Recipe) -> Python:
    """Write a single recipe as Python."""
    call = CallRecipe(forms.Name("builtins", "id"), args=(recipe,))
    encode_call(call)
    writing = Writing(Scope(), _labels_referred_to(call))
    return writing.finished(writing.write(recipe).text)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Python for a part of an expression."""

    text: str
    #: Whether `.name` or `(...)` can follow without parentheses.
    is_atom: bool = True
    #: Whether it is all the same when it is evaluated.
    is_calm: bool = True

    @property
    def base(self) -> str:
        return self.text if self.is_atom else f"({self.text})"


class Writing:
    """One piece of Python being written."""

    def __init__(self, scope: Scope, referred: frozenset[str]) -> None:
        self.scope = scope
        self.referred = referred
        self.variables: dict[str, str] = {}
        self.statements: list[str] = []
        self.depth = 0
        self.runs = True

    def finished(self, expression: str) -> Python:
        return Python(self.scope.imports(), tuple(self.statements), expression, self.runs)

    def write(self, recipe: Recipe) -> _Piece:
        """Return Python for a recipe, after adding the statements that it needs."""
        if self.depth >= _DEEPEST and isinstance(recipe, _NESTING):
            depth, self.depth = self.depth, 0
            variable = self.keep(recipe, _WRITERS[type(recipe)](self, recipe))
            self.depth = depth
            return variable
        self.depth += 1
        piece = _WRITERS[type(recipe)](self, recipe)
        self.depth -= 1
        return piece

    def write_all(self, recipes: Sequence[Recipe]) -> list[_Piece]:
        """Return Python for parts that are evaluated one after the other."""
        pieces: list[_Piece] = []
        restless: list[int] = []
        for index, recipe in enumerate(recipes):
            start = len(self.statements)
            piece = self.write(recipe)
            if len(self.statements) > start and restless:
                added = self.statements[start:]
                del self.statements[start:]
                for before in restless:
                    pieces[before] = self.keep(recipes[before], pieces[before])
                restless.clear()
                self.statements += added
            if not piece.is_calm:
                restless.append(index)
            pieces.append(piece)
        return pieces

    def keep(self, recipe: Recipe, piece: _Piece) -> _Piece:
        """Put a piece into a variable."""
        variable = self.scope.variable(_wanted_variable(recipe))
        self.statements.append(f"{variable} = {piece.text}")
        return _Piece(variable)

    def write_constant(self, value: Any) -> _Piece:
        text = written_constant(value)
        is_number_or_product = text[0] in "-.0123456789" or text[-1].isdigit()
        return _Piece(text, is_atom=not is_number_or_product)

    def write_list(self, recipe: forms.List) -> _Piece:
        pieces = self.write_all(recipe.items)
        texts = {piece.text for piece in pieces}
        if len(pieces) >= _MANY and len(texts) == 1 and type(recipe.items[0]) in _CONSTANTS:
            return _Piece(f"[{pieces[0].text}] * {len(pieces)}", is_atom=False)
        return _bracketed("[", pieces, "]")

    def write_items(self, recipe: forms.Tuple | forms.Set | forms.FrozenSet) -> _Piece:
        opening, closing, empty = _BRACKETS[type(recipe)]
        if not recipe.items:
            return _Piece(empty)
        if isinstance(recipe, forms.Tuple) and len(recipe.items) == 1:
            closing = ",)"
        return _bracketed(opening, self.write_all(recipe.items), closing)

    def write_dict(self, recipe: forms.Dict) -> _Piece:
        pieces = self.write_all([part for entry in recipe.entries for part in entry])
        entries = [
            _Piece(f"{key.text}: {value.text}", is_calm=key.is_calm and value.is_calm)
            for key, value in zip(pieces[::2], pieces[1::2], strict=True)
        ]
        return _bracketed("{", entries, "}")

    def write_name(self, recipe: forms.Name) -> _Piece:
        return _Piece(self.scope.name(recipe.module, recipe.qualname))

    def write_attribute(self, recipe: forms.Attribute) -> _Piece:
        base = self.write(recipe.of)
        return _Piece(attribute_of(base.base, recipe.name), is_calm=False)

    def write_item(self, recipe: forms.Item) -> _Piece:
        base, key = self.write_all((recipe.of, recipe.key))
        return _Piece(f"{base.base}[{key.text}]", is_calm=False)

    def write_call(self, recipe: forms.Call) -> _Piece:
        # A method is looked up when it is called; what it is looked up on comes first.
        function = recipe.function
        base = function.of if isinstance(function, forms.Attribute) else function
        values = [value for _, value in recipe.kwargs]
        first, *pieces = self.write_all((base, *recipe.args, *values))
        text = first.base
        if isinstance(function, forms.Attribute):
            text = attribute_of(text, function.name)
        return _Piece(f"{text}({_arguments(recipe, pieces)})", is_calm=False)

    def write_shared(self, recipe: forms.Shared) -> _Piece:
        if recipe.label not in self.referred:
            return self.write(recipe.recipe)
        variable = self.scope.variable(_wanted_variable(recipe))
        return self.name(variable, (recipe.label,), recipe.recipe)

    def write_reference(self, recipe: forms.Reference) -> _Piece:
        return _Piece(self.variables[recipe.label])

    def write_after(self, recipe: forms.After) -> _Piece:
        if not recipe.steps:
            return self.write(recipe.recipe)
        if _is_left_alone(recipe):
            depth = self.depth
            for step in recipe.steps:
                self.write_step("", step)
            self.depth = depth
            return self.write(recipe.recipe)
        if isinstance(recipe.recipe, forms.Reference):
            variable = self.variables[recipe.recipe.label]
        else:
            variable = self.scope.variable(_wanted_variable(recipe))
        return self.name(variable, (), recipe)

    def write_blob(self, recipe: forms.Blob) -> _Piece:
        self.runs = False
        return _Piece(f"blob({written_constant(recipe.name)})", is_calm=False)

    def name(self, variable: str, labels: tuple[str, ...], recipe: Recipe) -> _Piece:
        """Put what has labels, or a past, into a variable; cycles close in statements."""
        depth, self.depth = self.depth, 0
        if isinstance(recipe, forms.Shared):
            self.name(variable, (*labels, recipe.label), recipe.recipe)
        elif isinstance(recipe, forms.After):
            self.name(variable, labels, recipe.recipe)
            for step in recipe.steps:
                self.write_step(variable, step)
        else:
            start, rest = _split_at_cycle(recipe, labels)
            text = self.write(start).text
            if text != variable:
                self.statements.append(f"{variable} = {text}")
            self.variables.update(dict.fromkeys(labels, variable))
            for part in rest:
                self.write_step(variable, part)
        self.depth = depth
        return _Piece(variable)

    def write_step(self, variable: str, step: forms.Step) -> None:
        self.depth = 0
        if isinstance(step, forms.Do):
            pieces = self.write_all((*step.args, *(value for _, value in step.kwargs)))
            text = f"{attribute_of(variable, step.method)}({_arguments(step, pieces)})"
            self.statements.append(text)
        elif isinstance(step, forms.SetAttribute):
            self.assign_attribute(variable, step.name, self.write(step.value).text)
        elif isinstance(step, forms.SetItem):
            value, key = self.write_all((step.value, step.key))
            self.statements.append(f"{variable}[{key.text}] = {value.text}")
        else:
            self.statements.append(self.write(step).text)

    def assign_attribute(self, owner: str, name: str, value: str) -> None:
        if is_identifier(name):
            self.statements.append(f"{owner}.{name} = {value}")
        else:
            self.statements.append(f"setattr({owner}, {written_constant(name)}, {value})")


def _bracketed(opening: str, pieces: list[_Piece], closing: str) -> _Piece:
    text = ", ".join([piece.text for piece in pieces])
    return _Piece(f"{opening}{text}{closing}", is_calm=all(piece.is_calm for piece in pieces))


def _arguments(call: forms.Call | forms.Do, pieces: list[_Piece]) -> str:
    """Write arguments: the positional ones, then the keywords, quoted where they are no names."""
    count = len(call.args)
    texts = [piece.text for piece in pieces[:count]]
    for (keyword, _), piece in zip(call.kwargs, pieces[count:], strict=True):
        if is_identifier(keyword):
            texts.append(f"{keyword}={piece.text}")
        else:
            texts.append(f"**{{{written_constant(keyword)}: {piece.text}}}")
    return ", ".join(texts)


def _is_left_alone(recipe: forms.After) -> bool:
    """Whether what happens before has nothing to do with the value."""
    is_constant = recipe.recipe is None or isinstance(recipe.recipe, str | bytes | int | float)
    return is_constant and all(isinstance(step, forms.Call) for step in recipe.steps)


def _split_at_cycle(recipe: Recipe, labels: tuple[str, ...]) -> tuple[Recipe, list[forms.Step]]:
    """Split a container before its first item that holds the container itself.

    The items from there on are put in by steps.
    """
    if isinstance(recipe, forms.List | forms.Set):
        at = _first_referring(recipe.items, labels)
        adder = "append" if isinstance(recipe, forms.List) else "add"
        steps: list[forms.Step] = [forms.Do(adder, (item,)) for item in recipe.items[at:]]
        return replace(recipe, items=recipe.items[:at]), steps
    if isinstance(recipe, forms.Dict):
        at = _first_referring([forms.Tuple(entry) for entry in recipe.entries], labels)
        steps = [forms.SetItem(key, value) for key, value in recipe.entries[at:]]
        return replace(recipe, entries=recipe.entries[:at]), steps
    return recipe, []


def _first_referring(recipes: Sequence[Recipe], labels: tuple[str, ...]) -> int:
    for index, recipe in enumerate(recipes):
        parts = (recipe, *all_parts(recipe))
        if any(isinstance(part, forms.Reference) and part.label in labels for part in parts):
            return index
    return len(recipes)


def _labels_referred_to(call: CallRecipe) -> frozenset[str]:
    return frozenset(part.label for part in all_parts(call) if isinstance(part, forms.Reference))


def _wanted_variable(recipe: Recipe) -> str:
    """Return the name that a person would give the value of a recipe."""
    while isinstance(recipe, forms.After | forms.Shared):
        if isinstance(recipe, forms.Shared) and is_identifier(recipe.label):
            return recipe.label
        recipe = recipe.recipe
    if isinstance(recipe, forms.Call) and isinstance(recipe.function, forms.Name):
        # The class of `Cart()`, and that of `Cart.from_text()`.
        for name in reversed(recipe.function.qualname.split(".")):
            if name.strip("_")[:1].isupper():
                return snake_case(name)
    if isinstance(recipe, forms.Attribute):
        return recipe.name
    return _VARIABLES.get(type(recipe), "value")


_VARIABLES = {
    forms.List: "items",
    forms.Dict: "mapping",
    forms.Set: "members",
    forms.FrozenSet: "members",
    forms.Item: "item",
}
_CONSTANTS = frozenset((type(None), bool, int, float, complex, str, bytes, EllipsisType))
_BRACKETS: dict[type, tuple[str, str, str]] = {
    forms.Tuple: ("(", ")", "()"),
    forms.Set: ("{", "}", "set()"),
    forms.FrozenSet: ("frozenset({", "})", "frozenset()"),
}
#: What adds a pair of brackets around its parts.
_NESTING = (forms.List, forms.Tuple, forms.Set, forms.FrozenSet, forms.Dict, forms.Call, forms.Item)

_WRITERS: dict[type, Callable[[Writing, Any], _Piece]] = {
    **dict.fromkeys(_CONSTANTS, Writing.write_constant),
    forms.List: Writing.write_list,
    **dict.fromkeys((forms.Tuple, forms.Set, forms.FrozenSet), Writing.write_items),
    forms.Dict: Writing.write_dict,
    forms.Name: Writing.write_name,
    forms.Attribute: Writing.write_attribute,
    forms.Item: Writing.write_item,
    forms.Call: Writing.write_call,
    forms.Shared: Writing.write_shared,
    forms.Reference: Writing.write_reference,
    forms.After: Writing.write_after,
    forms.Blob: Writing.write_blob,
}


# --- how do a call and what is said about it stand together in one piece of Python? ---------------


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
