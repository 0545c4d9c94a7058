"""Which shapes do the parameters of a function have?

Where a type is declared it comes first. Where none is, the code decides, by what it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from swerve.facts.classes import CoarseClass, ValueClass
from swerve.facts.locating import Version
from swerve.facts.usage import Usage
from swerve.observe.recipe import (
    Anything,
    Class,
    ClassOf,
    Either,
    FunctionOf,
    InstanceOf,
    Known,
    Name,
    OneOf,
    Parameter,
    ParameterKind,
    Recipe,
    TupleOf,
    Type,
    Unresolved,
    Variable,
)

from ._functions import CLASSES, EXCEPTIONS, named
from ._inferred import About, Code, code_of
from ._known_shapes import (
    BUILTIN_MEMBERS,
    GATHERINGS,
    HASHING,
    NONE_TYPE,
    PLAIN_SHAPES,
    STANDARD,
    TABLES,
    array_named,
    arrays_at,
    function_at,
    function_of,
    kinds_at,
    many_documented,
    with_settings,
)
from ._leaves import bytes_share, gathering, like, named_as, numbers, plain_recipes, read_as, texts
from ._library import stock_named, stock_with
from ._shapes import (
    EITHER,
    HASHED,
    NOTHING,
    OPEN,
    Argument,
    Entry,
    Fixed,
    Functions,
    Made,
    Many,
    Numbers,
    Row,
    Shape,
    Table,
    Texts,
    options,
)
from ._sources import members_in

_DEEPEST, _MOST_CLASSES = 4, 4
_LEAST = 0.02
_CONSTANTS = (bool, int, float, complex, str, bytes)


class Shaping:
    """Finds shapes, for one function and all that its arguments are made of."""

    def __init__(self, about: About) -> None:
        self._about = about
        self._constructors: dict[Name, Code | None] = {}
        self._members: dict[Name, frozenset[str]] | None = None

    # --- parameters -----------------------------------------------------------------------------

    def of_parameter(self, parameter: Parameter, code: Code | None = None, depth: int = 0) -> Shape:
        """What a parameter takes; of `*args` and `**kwargs`, each of their values."""
        code = code or self._about.code
        path = parameter.name
        if parameter.kind in (ParameterKind.VARIADIC, ParameterKind.KEYWORDS):
            path = f"{path}[]"
        shape = self.of_type(parameter.type, path, code, depth)
        weighted = [(shape, 1.0)]
        default = parameter.default.recipe if isinstance(parameter.default, Known) else ...
        if default is None:
            weighted.append((NOTHING, 0.12))
        elif default is not ...:
            is_plain = isinstance(default, _CONSTANTS)
            is_typed = not isinstance(parameter.type, (Anything, Unresolved))
            sure = 1.0 if is_typed else code.certainty(path)
            weight = (0.4 + 1.5 * (1 - sure)) if is_plain else 0.3
            weighted.append((like(default, path), weight))
        return options(*weighted)

    # --- what the code says ---------------------------------------------------------------------

    def of_path(self, path: str, code: Code, depth: int = 0) -> Shape:
        """What the value at a path is, as far as the code tells."""
        if depth > _DEEPEST:
            return OPEN
        usage = code.usage(path)
        examples = tuple(plain_recipes(usage.examples))
        literals = tuple(plain_recipes(usage.literals))
        weighted: list[tuple[Shape, float]] = [(Fixed(examples), 0.3)] if examples else []
        told = arrays_at(path, code) or many_documented(usage)
        if told is not None:
            return options(*weighted, (told, 1.0))
        if literals:
            weighted.append((Fixed(literals), 0.12))
        is_called = usage.called or bool(usage.called_with)
        read = read_as(usage)
        if read is not None and not is_called:
            none = NOTHING if usage.none_tested else read
            return options(*weighted, (self._filled(read, path, code, depth), 0.9), (none, 0.1))
        sure = 1.0 if is_called else code.certainty(path)
        is_asked = "callable" in usage.passed_to or bool(usage.instance_of)
        for kind, weight in kinds_at(path, code, sure):
            if is_called and not is_asked and kind is not CoarseClass.NONE:
                weight *= 0.05
            if weight >= _LEAST:
                weighted += self._of_kind(kind, weight, path, code, depth)
        if is_called or (is_asked and "callable" in usage.passed_to):
            weighted.append((function_at(path, code), 1.5 if is_called else 0.8))
        if sure < 0.5:
            hints = named_as(path)
            weighted += [(self._filled(each, path, code, depth), part) for each, part in hints]
            left_open = HASHED if usage.operators & HASHING else OPEN
            weighted.append((left_open, 0.1 if hints else 0.5 * (1 - sure)))
        weighted += self._held_against(usage, path, code, depth)
        return options(*weighted)

    def _filled(self, shape: Shape, path: str, code: Code, depth: int) -> Shape:
        """A shape with what the code says about what is inside, where that was left open."""
        if isinstance(shape, Many) and shape.item == OPEN:
            return replace(shape, item=self._item(f"{path}[]", code, depth))
        if isinstance(shape, Table):
            return self._table(path, code, depth)
        if isinstance(shape, Functions):
            arities = code.arities(path)
            return replace(shape, arities=arities or shape.arities)
        return shape

    def _of_kind(
        self, kind: CoarseClass, weight: float, path: str, code: Code, depth: int
    ) -> Iterator[tuple[Shape, float]]:
        usage = code.usage(path)
        if kind is CoarseClass.NONE:
            yield NOTHING, weight
        elif kind is CoarseClass.BOOLEAN:
            yield EITHER, weight
        elif kind in (CoarseClass.INTEGER, CoarseClass.FLOAT):
            yield numbers(usage, path, is_float=kind is CoarseClass.FLOAT), weight
        elif kind is CoarseClass.STRING:
            likely = code.likely.get(path, {})
            share = bytes_share(usage, likely.get(ValueClass.BYTES, 0.0) / weight)
            if share < 0.95:
                yield texts(usage, path), weight * (1 - share)
            if share > 0.05:
                yield texts(usage, path, is_bytes=True), weight * share
        elif kind in (CoarseClass.LIST, CoarseClass.TUPLE, CoarseClass.SET):
            yield self._several(kind, path, code, depth), weight
        elif kind is CoarseClass.DICT:
            yield self._table(path, code, depth), weight
        elif kind is CoarseClass.CALLABLE:
            yield function_at(path, code), weight
        else:
            yield from self._objects(weight, path, code, depth)

    def _item(self, path: str, code: Code, depth: int) -> Shape:
        """What is inside of a value: of its items, keys or values."""
        if path not in code.usages.paths:
            return OPEN
        shape = self.of_path(path, code, depth + 1)
        if code.certainty(path) < 0.3:
            return options((OPEN, 0.65), (shape, 0.35))
        return shape

    def _several(self, kind: CoarseClass, path: str, code: Code, depth: int) -> Shape:
        usage = code.usage(path)
        places = sorted(
            int(longer[len(path) + 1 : -1])
            for longer in code.below(path)
            if longer[len(path)] == "[" and longer[len(path) + 1 : -1].isdecimal()
        )
        sizes = tuple(sorted(each for each in usage.unpacked if each))
        is_row = bool(places) and not usage.iterated and not usage.operators & {"[at]", "[]"}
        if is_row and kind is not CoarseClass.SET:
            count = max((places[-1] + 1, *sizes))
            items = tuple(self._item(f"{path}[{at}]", code, depth) for at in range(count))
            return Row(items, "list" if kind is CoarseClass.LIST else "tuple")
        item = self._item(f"{path}[]", code, depth)
        if kind is CoarseClass.SET:
            return Many("set", item)
        if kind is CoarseClass.TUPLE and not usage.iterated:
            return Many("tuple", item, sizes)
        return Many(gathering(usage), item, sizes)

    def _table(self, path: str, code: Code, depth: int) -> Shape:
        usage = code.usage(path)
        entries = []
        for key, asked in usage.keys.items():
            if isinstance(key, _CONSTANTS):
                inside = f"{path}[{key!r}]"
                value = self._item(inside, code, depth)
                if inside not in code.usages.paths:
                    value = self._item(f"{path}[]", code, depth)
                entries.append(Entry(key, value, may_lack=asked))
        key_shape = self._item(f"{path}{{}}", code, depth)
        if isinstance(key_shape, (Many, Table)):
            key_shape = OPEN
        return Table(key_shape, self._item(f"{path}[]", code, depth), tuple(entries))

    # --- objects --------------------------------------------------------------------------------

    def _objects(
        self, weight: float, path: str, code: Code, depth: int
    ) -> Iterator[tuple[Shape, float]]:
        usage = code.usage(path)
        used = usage.attributes | usage.methods
        members = frozenset(name.rstrip("*") for name in used - usage.asked_attributes)
        named_classes = list(self._named(usage.annotations, path, code, depth))
        if named_classes:
            for shape in named_classes:
                yield shape, weight / len(named_classes)
            return
        if usage.entered:
            yield Made(named("contextlib.nullcontext"), (Argument("x", OPEN),)), weight
            return
        if usage.raised or usage.caught:
            yield function_at(path, code), weight
            return
        if not members:
            left_open = HASHED if usage.operators & HASHING else OPEN
            yield left_open, weight if not usage.asked_attributes else weight / 2
            members = frozenset(usage.asked_attributes & used)
            if not members:
                return
        if any(members <= has for has in BUILTIN_MEMBERS):
            weight *= 0.2  # what has them all, mostly, is what the others are about
        settings = self._settings(path, code, depth)
        own = [
            with_settings(self.of_class(name, depth + 1), settings)
            for name in self._with_members(members)
        ]
        stock = [each.shape for each in stock_with(members)[:_MOST_CLASSES]]
        for shape in own:
            yield shape, 3.0 * weight / len(own)
        for shape in stock:
            yield shape, 2.0 * weight / len(stock)
        if not own and not stock:
            yield self._duck(path, code, depth), weight

    def _duck(self, path: str, code: Code, depth: int) -> Shape:
        """Something that has the attributes that are read, and nothing else."""
        usage = code.usage(path)
        arguments = []
        for name in sorted(usage.attributes | usage.methods | usage.asked_attributes):
            name = name.rstrip("*")
            inside = f"{path}.{name}"
            if name.startswith("__"):
                continue
            if name in usage.methods:
                shape = function_at(inside, code)
            else:
                shape = self._item(inside, code, depth)
            may_lack = name in usage.asked_attributes
            arguments.append(Argument(name, shape, by_keyword=True, may_lack=may_lack))
        return Made(Name("types", "SimpleNamespace"), tuple(arguments))

    def _settings(self, path: str, code: Code, depth: int) -> tuple[Argument, ...]:
        """Attributes that are read, with what they could be."""
        usage = code.usage(path)
        return tuple(
            Argument(name, self._item(f"{path}.{name}", code, depth))
            for name in sorted(usage.attributes - usage.methods)
            if not name.startswith("__")
        )

    def _with_members(self, members: frozenset[str]) -> list[Name]:
        """Classes of the tree whose instances have all of these."""
        if self._members is None:
            self._members = members_in(self._about.inventory, self._about.sources)
        found = [name for name, has in self._members.items() if members <= has]
        return found[:_MOST_CLASSES]

    def _held_against(
        self, usage: Usage, path: str, code: Code, depth: int
    ) -> Iterator[tuple[Shape, float]]:
        """Values of the classes that the code asks about."""
        for name in usage.instance_of:
            for shape in self._named((name,), path, code, depth, builtin=True):
                yield shape, 0.8 / len(usage.instance_of)

    def _named(
        self, texts: Iterable[str], path: str, code: Code, depth: int, *, builtin: bool = False
    ) -> Iterator[Shape]:
        """Values of classes that are named in code: of the tree, or of the standard library."""
        for text in texts:
            last = text.strip("'\"").rpartition(".")[2]
            if builtin and (simple := self._simple(last, (), path, code, depth)) is not None:
                yield simple
                continue
            for name in self._about.inventory.classes:
                if name.qualname == last or name.qualname.endswith(f".{last}"):
                    yield self.of_class(name, depth + 1)
                    break
            else:
                stock = stock_named(last)
                if stock is not None:
                    yield stock.shape

    # --- declared types -------------------------------------------------------------------------

    def of_type(self, declared: Type, path: str, code: Code, depth: int = 0) -> Shape:
        """What a declared type takes, with what the code says about the rest."""
        if depth > _DEEPEST:
            return OPEN
        if isinstance(declared, InstanceOf):
            return self._instance(declared, path, code, depth)
        if isinstance(declared, TupleOf):
            return Row(
                tuple(
                    self.of_type(item, f"{path}[{at}]", code, depth + 1)
                    for at, item in enumerate(declared.items)
                )
            )
        if isinstance(declared, Either):
            return options(
                *(
                    (self.of_type(each, path, code, depth), 0.4 if each == NONE_TYPE else 1.0)
                    for each in declared.options
                )
            )
        if isinstance(declared, OneOf):
            return Fixed(declared.values) if declared.values else OPEN
        if isinstance(declared, ClassOf):
            return Fixed(self._classes(declared.of))
        if isinstance(declared, FunctionOf):
            return function_of(declared)
        if isinstance(declared, Variable):
            if declared.constraints:
                return self.of_type(declared.constraints[0], path, code, depth)
            if declared.bound is not None:
                return self.of_type(declared.bound, path, code, depth)
        return self.of_path(path, code, depth)

    def _instance(self, declared: InstanceOf, path: str, code: Code, depth: int) -> Shape:
        name, arguments = declared.name, declared.arguments
        last = name.qualname.rpartition(".")[2]
        if name.module in STANDARD:
            simple = self._simple(last, arguments, path, code, depth)
            if simple is not None:
                return simple
        array = array_named(name, path, code)
        if array is not None:
            return array
        if name in self._about.inventory.classes:
            return self.of_class(name, depth, path, code)
        stock = stock_named(last)
        if stock is not None and stock.name.partition(".")[0] == name.module.partition(".")[0]:
            return stock.shape
        if last.endswith(("Error", "Exception")):
            return Made(name, (Argument("message", Texts()),))
        return self.of_path(path, code, depth)

    def _simple(
        self, last: str, arguments: tuple[Type, ...], path: str, code: Code, depth: int
    ) -> Shape | None:
        """Values of builtin types, and of what stands for them in annotations."""
        usage = code.usage(path)
        if last in PLAIN_SHAPES:
            return PLAIN_SHAPES[last]
        if last in ("int", "float", "Integral", "Real", "Number", "SupportsInt", "SupportsFloat",
                    "SupportsIndex"):  # fmt: skip
            return numbers(usage, path, is_float=last in ("float", "Real", "SupportsFloat"))
        if last in ("str", "AnyStr", "basestring", "string_types", "text_type", "LiteralString"):
            return texts(usage, path)
        if last in ("bytes", "binary_type", "Buffer", "ReadableBuffer"):
            return texts(usage, path, is_bytes=True)
        if last in GATHERINGS:
            item = (
                self.of_type(arguments[0], f"{path}[]", code, depth + 1)
                if arguments
                else self._item(f"{path}[]", code, depth)
            )
            return Many(GATHERINGS[last], item)
        if last in TABLES:
            if not arguments:
                made = self._table(path, code, depth)
                return replace(made, kind=TABLES[last]) if isinstance(made, Table) else made
            key = self.of_type(arguments[0], f"{path}{{}}", code, depth + 1)
            value: Shape = Numbers(is_count=True)
            if len(arguments) > 1:
                value = self.of_type(arguments[1], f"{path}[]", code, depth + 1)
            known = self._table(path, code, depth)
            entries = known.entries if isinstance(known, Table) else ()
            return Table(key, value, entries, kind=TABLES[last])
        if last in ("Callable", "FunctionType", "LambdaType", "MethodType"):
            return function_at(path, code)
        return None

    def _classes(self, of: Type) -> tuple[Recipe, ...]:
        if isinstance(of, InstanceOf):
            known = self._about.inventory.classes.get(of.name)
            if of.name.qualname.endswith(("Error", "Exception")):
                return (of.name, *EXCEPTIONS) if of.name.module != "builtins" else EXCEPTIONS
            return (of.name, *(known.subclasses if known is not None else ()))
        return CLASSES

    # --- classes --------------------------------------------------------------------------------

    def of_class(
        self, name: Name, depth: int = 0, path: str = "", code: Code | None = None
    ) -> Shape:
        """Instances of a class of the tree, and of classes that derive from it."""
        known = self._about.inventory.classes.get(name)
        if known is None or depth > _DEEPEST:
            return OPEN
        if known.members:
            return Fixed(
                tuple(
                    Name(name.module, f"{name.qualname}.{each.name}")
                    for each in known.members
                    if not each.is_alias
                )
            )
        if "typed dict" in known.traits:
            return self._typed_dict(known, depth)
        derived = [
            self.of_class(each, depth + 1)
            for each in known.subclasses[:_MOST_CLASSES]
            if each in self._about.inventory.classes and each != name
        ]
        if known.abstract or "protocol" in known.traits or known.constructor is None:
            if derived:
                return options(*((each, 1.0) for each in derived))
            return self._duck(path, code, depth) if code is not None and path else OPEN
        own = Made(name, self._arguments(known, depth))
        return options((own, 1.0), *((each, 0.3 / len(derived)) for each in derived))

    def _typed_dict(self, known: Class, depth: int) -> Shape:
        code = self._about.code
        return Table(
            OPEN,
            OPEN,
            tuple(
                Entry(
                    each.name,
                    self.of_type(each.type, each.name, code, depth + 1),
                    may_lack=not each.is_required,
                )
                for each in known.fields
            ),
            is_closed=True,
        )

    def _arguments(self, known: Class, depth: int) -> tuple[Argument, ...]:
        code = self._constructor(known.name)
        found = []
        for parameter in known.constructor or ():
            if parameter.kind in (ParameterKind.VARIADIC, ParameterKind.KEYWORDS):
                continue
            if depth >= _DEEPEST and parameter.default is not None:
                continue
            found.append(
                Argument(
                    parameter.name,
                    self.of_parameter(parameter, code, depth + 1),
                    by_keyword=parameter.kind is ParameterKind.KEYWORD_ONLY,
                    may_lack=parameter.default is not None,
                )
            )
        return tuple(
            each
            for each, parameter in zip(found, known.constructor or (), strict=False)
            if not (each.may_lack and parameter.kind is ParameterKind.POSITIONAL_ONLY)
        )

    def _constructor(self, name: Name) -> Code:
        """What the constructor of a class does with what it is given."""
        found = self._constructors.get(name)
        if found is None:
            sources, forms = self._about.sources, self._about.inventory.forms
            text = sources.get(name.module)
            versions = [Version(text, f"{name.qualname}.__init__")] if text else []
            found = code_of(versions, module=name.module, sources=sources, forms=forms)
        self._constructors[name] = found
        return found
