"""Which shapes do well-known types have, and which kinds of values does use speak for?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from swerve.facts.arrays import array_of, is_array_at
from swerve.facts.classes import CoarseClass
from swerve.facts.usage import Usage
from swerve.observe.recipe import FunctionOf, InstanceOf, Name, OneOf, Type
from swerve.worker.core.forms import FORMS, LIBRARY_OF

from ._functions import CLASSES, EXCEPTIONS, LENIENT
from ._inferred import Code
from ._leaves import results
from ._shapes import (
    EITHER,
    NOTHING,
    OPEN,
    Argument,
    Array,
    Fixed,
    Functions,
    Made,
    Many,
    Numbers,
    Options,
    Shape,
    Texts,
    options,
)

#: No more of None than this: most runs end at the first thing that is done with it.
_MOST_NONE = 0.12
_DOCUMENTED_MANY = re.compile(
    r"(?i)(list|tuple|set|sequence|iterable) of (str|strings?|ints?|integers?|floats?)\b"
)
HASHING = frozenset({"hashed", "x[k]", "x[i]", "x[s]"})
_WITHOUT_HASH = frozenset({CoarseClass.LIST, CoarseClass.DICT, CoarseClass.SET})


def with_settings(shape: Shape, settings: tuple[Argument, ...]) -> Shape:
    if isinstance(shape, Options):
        shapes = tuple(with_settings(each, settings) for each in shape.shapes)
        return replace(shape, shapes=shapes)
    return replace(shape, settings=settings) if isinstance(shape, Made) else shape


def function_of(declared: FunctionOf) -> Functions:
    """Functions of a type: with so many arguments, of the kind of the first."""
    if declared.parameters is None:
        return Functions((), _results_of(declared.result))
    first = next(iter(declared.parameters), None)
    takes = ""
    if isinstance(first, InstanceOf):
        last = first.name.qualname
        takes = last if last in ("int", "str", "float", "list", "dict") else ""
    return Functions((len(declared.parameters),), _results_of(declared.result), takes)


def _results_of(declared: Type) -> tuple[str, ...]:
    """What a function should give, by its type."""
    if isinstance(declared, InstanceOf):
        last = declared.name.qualname
        if last in ("bool", "int", "str"):
            return (last,)
        if last == "float":
            return ("int",)
        if last in GATHERINGS:
            return ("list",)
    return ("any",)


BUILTIN_MEMBERS = tuple(frozenset(dir(cls)) for cls in (str, list, dict, int, set, bytes))
NONE_TYPE: Type = OneOf((None,))
STANDARD = frozenset(
    {
        "builtins",
        "typing",
        "collections",
        "collections.abc",
        "numbers",
        "types",
        "typing_extensions",
    }
)
PLAIN_SHAPES: Mapping[str, Shape] = {
    "bool": EITHER,
    "None": NOTHING,
    "NoneType": NOTHING,
    "object": OPEN,
    "Hashable": OPEN,
    "Any": OPEN,
    "complex": Fixed((1 + 2j, 0j, 1j, -1.5 + 0j)),
    "type": Fixed(CLASSES),
    "ellipsis": Fixed((...,)),
    "EllipsisType": Fixed((...,)),
}
GATHERINGS = {
    "sequence": "sequence", "iterable": "iterable",
    "list": "list", "List": "list", "MutableSequence": "list", "tuple": "tuple", "Tuple": "tuple",
    "set": "set", "Set": "set", "MutableSet": "set", "AbstractSet": "set", "frozenset": "frozenset",
    "FrozenSet": "frozenset", "Iterable": "iterable", "Collection": "sized", "Container": "sized",
    "Sequence": "sequence", "Reversible": "sequence", "Sized": "sized", "Iterator": "iterator",
    "Generator": "iterator", "deque": "collections.deque", "Deque": "collections.deque",
    "KeysView": "list", "ValuesView": "list",
}  # fmt: skip
TABLES = {
    "dict": "dict", "Dict": "dict", "Mapping": "dict", "MutableMapping": "dict",
    "OrderedDict": "collections.OrderedDict", "defaultdict": "collections.defaultdict",
    "DefaultDict": "collections.defaultdict", "Counter": "collections.Counter",
}  # fmt: skip


def kinds_at(path: str, code: Code, sure: float) -> Iterator[tuple[CoarseClass, float]]:
    """Kinds of values, with how likely they are."""
    usage = code.usage(path)
    found = code.coarse(path)
    is_only_object = not set(found) - {CoarseClass.OBJECT, CoarseClass.NONE}
    says_what = usage.attributes | usage.methods | usage.asked_attributes
    for kind, weight in found.items():
        weight *= max(sure, 0.4)
        if kind is CoarseClass.NONE:
            weight = min(weight, _MOST_NONE)
        elif kind is CoarseClass.OBJECT and not is_only_object and not says_what:
            weight *= 0.15  # it stands for all that can do what the others can
        if usage.operators & HASHING and kind in _WITHOUT_HASH:
            continue
        yield kind, weight


def _array_at(path: str, code: Code) -> Array | None:
    """The array or table at a path; nothing where the code says of none, or has no library."""
    if not code.libraries:
        return None
    usage, paths = code.usage(path), code.usages.paths
    asked = [each.rpartition(".")[2] for each in usage.instance_of]
    named = [FORMS[each] for each in asked if each in FORMS]
    fitting = _forms_with(usage, code)
    if is_array_at(path, usage, paths):
        known = array_of(path, usage, paths)
        known["forms"] = [form for form in known["forms"] if form in fitting] or known["forms"]
        if known["forms"] == ["array"] and fitting and "array" not in fitting:
            known["forms"] = fitting
    elif named or fitting:
        known = {"forms": named or fitting, "dtypes": ["float", "int"]}
    else:
        return None
    forms = [form for form in known["forms"] if LIBRARY_OF[form] in code.libraries]
    keys = [
        usage.keys,
        *(u.keys for p, u in paths.items() if p.startswith((f"{path}[", f"{path}."))),
    ]
    columns = dict.fromkeys(key for each in keys for key in each if isinstance(key, str))
    if not forms:
        return None
    return Array(
        tuple(forms),
        tuple(known.get("dims", ())),
        tuple(known.get("ndims", ())),
        tuple(known["dtypes"]),
        tuple(columns),
        known.get("made_by", ""),
    )


def _forms_with(usage: Usage, code: Code) -> list[str]:
    """Tables of the libraries at hand that have all that is used, which plain values have not."""
    used = frozenset(name.rstrip("*") for name in usage.attributes | usage.methods)
    if not used or any(used <= has for has in BUILTIN_MEMBERS):
        return []
    return [
        form
        for form, has in code.forms.items()
        if used <= has and form not in ("scalar", "index", "generator")
    ]


def arrays_at(path: str, code: Code) -> Shape | None:
    """The same, with what else is given in its place: None, and a list where nothing is said."""
    array = _array_at(path, code)
    if array is None:
        return None
    usage = code.usage(path)
    is_said = bool(usage.documented or usage.annotations)
    return options(
        (array, 0.9),
        (NOTHING, 0.1 if usage.none_tested else 0.0),
        (Many("list", Numbers(is_float=True)), 0.0 if is_said else 0.05),
    )


def array_named(name: Name, path: str, code: Code) -> Array | None:
    """The array or table that a class of a library makes."""
    form = FORMS.get(name.qualname.rpartition(".")[2])
    library = name.module.partition(".")[0]
    if form is None or LIBRARY_OF[form] != library or library not in code.libraries:
        return None
    known = _array_at(path, code)
    made_by = name.qualname if form == "sparse" and "_" in name.qualname[1:] else ""
    made_by = made_by.lstrip("_")
    return replace(known or Array(), forms=(form,), made_by=made_by)


def many_documented(usage: Usage) -> Many | None:
    """What a docstring calls a list of texts or numbers; nothing where it does not."""
    said = _DOCUMENTED_MANY.match(usage.documented)
    if said is None:
        return None
    item = said[2].lower()
    inner: Shape = Texts() if item.startswith("str") else Numbers(is_float=item == "float")
    return Many(GATHERINGS[said[1].lower()], inner)


def function_at(path: str, code: Code) -> Shape:
    usage = code.usage(path)
    if usage.raised or usage.caught or {"issubclass:1", "issubclass"} & usage.passed_to:
        return Fixed(EXCEPTIONS if usage.raised or usage.caught else CLASSES)
    if "isinstance:1" in usage.passed_to:
        return Fixed(CLASSES)
    arities = code.arities(path)
    found = Functions(arities, results(code.usage(f"{path}()")))
    if usage.called and not arities:
        return options((found, 0.5), (Fixed(LENIENT), 0.5))
    return found
