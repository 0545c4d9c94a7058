"""What a worker tells of a tree: enough to make arguments from, whatever the tree does."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.worker.pythons import pythons, run_in
from tests.worker.tree import write_tree

from swerve.observe.recipe import (
    ANYTHING,
    BadInventory,
    Call,
    Class,
    ClassOf,
    Dict,
    Either,
    Function,
    FunctionOf,
    InstanceOf,
    Inventory,
    Kind,
    Known,
    List,
    Name,
    OneOf,
    Parameter,
    Tuple,
    TupleOf,
    Type,
    Unknown,
    Unresolved,
    Variable,
    encode_recipe,
    inventory_from_json,
    inventory_request,
)
from swerve.observe.recipe import ParameterKind as Kinds
from swerve.worker.core._deadline import Deadline
from swerve.worker.inventory.inventory import MOST_BYTES, MOST_ENTRIES, describe
from swerve.worker.recipes.building import build_value, resolve_name

GOODS = "goods.model"


def ask(*names: Name) -> Inventory:
    return inventory_from_json(describe(inventory_request(names)))


def a(qualname: str, *arguments: Type, module: str = "builtins") -> InstanceOf:
    return InstanceOf(Name(module, qualname), arguments)


def good(qualname: str, *arguments: Type) -> InstanceOf:
    return a(qualname, *arguments, module=GOODS)


NONE = OneOf((None,))
INT, STR, FLOAT = a("int"), a("str"), a("float")

WANTED = (
    *("cached", "wrapped", "aliased", "waits", "Cart.total", "Cart.go", "Cart.of", "Cart.cached"),
    *("Cart.again", "nope", "Cart.nope", ""),
)

IN_PYTHON = """
sys.path.insert(0, sys.argv[1])
inventory = importlib.import_module("injected.inventory.inventory")
answers = [inventory.describe(request.encode()).decode() for request in sys.argv[2:]]
print(json.dumps(answers))
"""


@pytest.fixture(scope="module", params=pythons())
def inventories(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Inventory, Inventory]:
    """The inventories of two modules, taken in one Python after the other."""
    folder = tmp_path_factory.mktemp("tree")
    write_tree(folder)
    requests = (
        [Name(GOODS, qualname) for qualname in WANTED],
        [Name("goods.objects", "f"), Name("goods.gone", "f")],
    )
    texts = [inventory_request(names).decode() for names in requests]
    answers = run_in(request.param, IN_PYTHON, str(folder), *texts)
    one, other = (inventory_from_json(answer.encode()) for answer in answers)
    return one, other


@pytest.fixture
def goods(inventories: tuple[Inventory, Inventory]) -> Inventory:
    return inventories[0]


def parameters(inventory: Inventory, qualname: str) -> dict[str, Parameter]:
    found = inventory.functions[Name(GOODS, qualname)].parameters
    assert found is not None
    return {parameter.name: parameter for parameter in found}


def test_parameters_have_kinds_types_and_defaults(goods: Inventory) -> None:
    found = parameters(goods, "cached")
    assert [(one.name, one.kind) for one in found.values()] == [
        *((name, Kinds.POSITIONAL) for name in "abcde"),
        ("args", Kinds.VARIADIC),
        ("k", Kinds.KEYWORD_ONLY),
        ("kw", Kinds.KEYWORDS),
    ]
    assert {name: one.type for name, one in found.items()} == {
        "a": INT,
        "b": a("Mapping", STR, a("list", good("Point")), module="collections.abc"),
        "c": ANYTHING,
        "d": FunctionOf((INT, STR), a("bool")),
        "e": FunctionOf(None, ANYTHING),
        "args": INT,
        "k": a("tuple", INT),
        "kw": TupleOf((INT, STR)),
    }
    assert {name: one.default for name, one in found.items() if one.default} == {
        "b": Known(Dict()),
        "c": Known(Name(GOODS, "_MISSING")),
        "d": Known(Name("builtins", "len")),
        "e": Known(None),
        "k": Known(Tuple((1,))),
    }
    assert found["b"].annotation == "Mapping[str, list[Point]]"
    function = goods.functions[Name(GOODS, "cached")]
    assert (function.kind, function.returns) == (Kind.FUNCTION, Either((INT, NONE)))


def test_a_decorator_that_passes_all_on_is_looked_through(goods: Inventory) -> None:
    found = parameters(goods, "wrapped")
    variable = Variable("T", good("Shape"))
    assert {name: one.type for name, one in found.items()} == {
        "x": variable,
        "y": ClassOf(good("Shape")),
        "z": a("Late", module="goods.late"),
        "q": Unresolved("Nope[int]"),
        "w": good("Opts"),
        "n": Variable("N", None, (INT, STR)),
    }
    assert goods.functions[Name(GOODS, "wrapped")].traits == {"generator"}


def test_names_for_type_checkers_only_and_text_in_text_are_followed(goods: Inventory) -> None:
    found = parameters(goods, "aliased")
    assert {name: one.type for name, one in found.items()} == {
        "p": good("Point"),
        "box": good("Box", INT),
        "named": good("Named"),
        "error": good("Trouble"),
        "deep": a("list", good("Point")),
    }
    assert goods.functions[Name(GOODS, "aliased")].returns == NONE


@pytest.mark.parametrize(
    ("qualname", "kind", "traits", "names"),
    [
        ("Cart.total", Kind.PROPERTY, {"setter"}, []),
        ("Cart.cached", Kind.PROPERTY, {"cached"}, []),
        ("Cart.go", Kind.METHOD, {"async", "generator"}, ["line"]),
        ("Cart.again", Kind.METHOD, {"generator"}, []),
        ("Cart.of", Kind.CLASS_METHOD, set(), ["xs"]),
        ("waits", Kind.FUNCTION, {"async"}, []),
    ],
)
def test_functions_say_how_they_are_reached(
    goods: Inventory, qualname: str, kind: Kind, traits: set[str], names: list[str]
) -> None:
    function = goods.functions[Name(GOODS, qualname)]
    assert (function.kind, set(function.traits)) == (kind, traits)
    assert list(parameters(goods, qualname)) == names


def test_methods_are_named_as_they_are_written(goods: Inventory) -> None:
    methods = goods.classes[Name(GOODS, "Cart")].methods
    assert [method.name.qualname for method in methods] == [
        f"Cart.{name}"
        for name in ("__init__", "of", "plain", "total", "cached", "go", "again", "__secret")
    ]
    plain = methods[2]
    assert plain.parameters is not None
    literals = OneOf((1, "a", Name(GOODS, "Color.RED"), -3))
    assert (plain.parameters[0].kind, plain.parameters[0].type) == (Kinds.POSITIONAL_ONLY, literals)


def test_constructors_and_fields_of_classes_that_arguments_need(goods: Inventory) -> None:
    square = goods.classes[Name(GOODS, "Square")]
    assert square.constructor is not None
    assert [(one.name, one.default) for one in square.constructor] == [
        ("side", None),
        ("color", Known(Name(GOODS, "Color.RED"))),
        ("tags", Known(Call(Name("builtins", "list")))),
        ("late", Known(None)),
        ("given", Known(1)),
    ]
    fields = {field.name: field for field in square.fields}
    assert list(fields) == ["side", "color", "tags", "late", "hidden", "given"]
    assert fields["late"].type == Either((a("Late", module="goods.late"), NONE))
    assert fields["given"].type == INT
    assert (fields["hidden"].keyword, fields["side"].keyword) == (None, "side")
    assert square.bases == (Name(GOODS, "Shape"),)
    assert square.traits == {"dataclass"}


def test_classes_of_every_sort(goods: Inventory) -> None:
    classes = {name.qualname: one for name, one in goods.classes.items() if name.module == GOODS}
    assert {name: one.traits for name, one in classes.items()} == {
        "Cart": set(),
        "Cart.Line": set(),
        "Box": set(),
        "Color": {"enum"},
        "Named": {"protocol"},
        "Opts": {"typed dict"},
        "Point": {"named tuple"},
        "Shape": set(),
        "Square": {"dataclass"},
        "Trouble": {"exception"},
    }
    shape = classes["Shape"]
    assert (shape.abstract, shape.subclasses) == (("area",), (Name(GOODS, "Square"),))
    point = [(field.name, field.type, field.default) for field in classes["Point"].fields]
    assert point == [("x", INT, None), ("y", INT, Known(0))]
    assert [one.name for one in classes["Point"].constructor or ()] == ["x", "y"]
    options = {field.name: field for field in classes["Opts"].fields}
    assert not options["size"].is_required
    assert options["size"].type == Either((INT, NONE))
    assert [one.kind for one in classes["Trouble"].constructor or ()] == [Kinds.VARIADIC]
    assert [field.name for field in classes["Cart"].fields] == ["items"]
    box = {field.name: (field.type, field.default) for field in classes["Box"].fields}
    assert box == {"content": (Variable("T", good("Shape")), None), "size": (INT, Known(3))}
    assert Name("goods.late", "Late") in goods.classes


def test_members_of_an_enumeration_with_their_values(goods: Inventory) -> None:
    members = goods.classes[Name(GOODS, "Color")].members
    assert [(one.name, one.value, one.is_alias) for one in members] == [
        ("RED", Known(1), False),
        ("BLUE", Known("b"), False),
        ("ALSO_RED", Known(1), True),
    ]


def test_a_module_lists_its_names(goods: Inventory) -> None:
    names = {one.name: one for one in goods.modules[GOODS].names}
    assert names["LIMIT"].value == Known(10)
    assert names["NAMES"].value == Known(List(("a", Tuple(("b", 2)))))
    assert (names["_MISSING"].kind, names["_MISSING"].type) == (
        Kind.VALUE,
        Name("builtins", "object"),
    )
    assert names["Decimal"].origin == Name("decimal", "Decimal")
    assert names["abc"].origin == Name("abc", "")
    assert (names["cached"].kind, names["Cart"].kind) == (Kind.FUNCTION, Kind.CLASS)
    assert goods.modules[GOODS].left_out == 0


def test_what_is_not_there_is_said(inventories: tuple[Inventory, Inventory]) -> None:
    assert inventories[0].missing == (Name(GOODS, "nope"), Name(GOODS, "Cart.nope"))
    assert inventories[1].missing == (Name("goods.gone", "f"),)
    assert inventories[0].notes == ()


def test_annotations_that_are_objects_mean_the_same(
    inventories: tuple[Inventory, Inventory],
) -> None:
    function = inventories[1].functions[Name("goods.objects", "f")]
    assert function.parameters is not None
    assert {one.name: one.type for one in function.parameters} == {
        "a": INT,
        "b": Either((good("Point"), NONE)),
        "c": Either((INT, STR, NONE)),
        "d": a("list", good("Point")),
        "e": a("dict", STR, good("Point")),
        "g": a("tuple", INT),
        "h": TupleOf((INT, STR)),
        "i": TupleOf(()),
        "j": FunctionOf((INT, STR), a("bool")),
        "k": FunctionOf(None, ANYTHING),
        "l": FunctionOf(None, ANYTHING),
        "m": a("list"),
        "n": ClassOf(good("Square")),
        "o": OneOf((1, "a", Name(GOODS, "Color.RED"))),
        "p": INT,
        "q": Variable("T"),
        "r": ANYTHING,
        "s": NONE,
        "t": INT,
        "u": a("list"),
        "v": a("list", INT),
        "w": FunctionOf((), INT),
        "x": a("Iterable", Variable("T"), module="collections.abc"),
        "y": Either((Unresolved("Nope"), NONE)),
        "z": ANYTHING,
    }
    assert function.returns == good("Point")


@pytest.fixture
def tree(request: pytest.FixtureRequest) -> Iterator[Callable[[str], Any]]:
    """Make a module of source text; whatever of it runs later shows in its `RAN`."""
    made: list[str] = []

    def make(source: str, name: str = "hostile_tree") -> Any:
        module = types.ModuleType(name)
        sys.modules[name] = module
        made.append(name)
        code = compile(f"RAN = []\n{source}", "tree.py", "exec", dont_inherit=True)
        exec(code, module.__dict__)  # noqa: S102
        module.RAN.clear()
        return module

    yield make
    for name in made:
        sys.modules.pop(name, None)


def hostile(qualname: str) -> Name:
    return Name("hostile_tree", qualname)


def names_of(function: Function | Class) -> list[str]:
    found = function.parameters if isinstance(function, Function) else function.constructor
    return [one.name for one in found or ()]


LOUD = """
class Loud:
    def __getattribute__(self, name): RAN.append(name); raise SystemExit
    def __eq__(self, other): RAN.append("eq"); return True
    def __hash__(self): RAN.append("hash"); return 1
    def __repr__(self): RAN.append("repr"); return "x" * 10**9
    __str__ = __repr__
    def __bool__(self): RAN.append("bool"); raise SystemExit
    def __iter__(self): RAN.append("iter"); return iter(int, 1)
    def __len__(self): RAN.append("len"); return 10**9
    @property
    def __class__(self): RAN.append("class"); return type
    @property
    def __dict__(self): RAN.append("dict"); return {}
loud = Loud()
class Meta(type):
    def __getattribute__(cls, name): RAN.append("meta " + name); raise SystemExit
    def __instancecheck__(cls, it): RAN.append("instance"); return True
    def __subclasscheck__(cls, it): RAN.append("subclass"); return True
    def __eq__(cls, other): RAN.append("meta eq"); return True
    def __hash__(cls): RAN.append("meta hash"); return 1
    def __repr__(cls): RAN.append("meta repr"); raise SystemExit
    def __iter__(cls): RAN.append("meta iter"); return iter(int, 1)
"""


def test_a_signature_that_lies_is_not_asked(tree: Any) -> None:
    tree(
        """
import inspect
def f(a, b=1): pass
f.__signature__ = inspect.signature(lambda everything, **wrong: 0)
f.__text_signature__ = "(lies)"
f.__name__ = f.__qualname__ = "g"
def g(): pass
"""
    )
    assert names_of(ask(hostile("f")).functions[hostile("f")]) == ["a", "b"]


def test_wrappers_that_go_round_in_circles_end(tree: Any) -> None:
    tree(
        """
def f(*a, **k): pass
f.__wrapped__ = f
def g(*a, **k): pass
for _ in range(1000):
    inner, g = g, lambda *a, **k: 0
    g.__wrapped__ = inner
"""
    )
    inventory = ask(hostile("f"), hostile("g"))
    assert names_of(inventory.functions[hostile("f")]) == []


def test_values_with_hostile_methods_are_described_without_asking_them(tree: Any) -> None:
    module = tree(
        f"""
{LOUD}
def f(a=loud, *, b=loud, c: loud = 1, d: [loud] = (loud,), e: {{1: loud}} = [loud]) -> loud: pass
f.attribute = loud
class C:
    x: loud = loud
    y = loud
    def __init__(self, z=loud): pass
def g(a: C): pass
here = loud
"""
    )
    module.RAN.clear()
    inventory = ask(hostile("f"), hostile("g"), hostile("C"), hostile(""))
    assert module.RAN == []
    function = inventory.functions[hostile("f")]
    assert function.parameters is not None
    defaults = [one.default for one in function.parameters]
    assert defaults[:3] == [Known(hostile("loud")), Known(hostile("loud")), Known(1)]
    assert defaults[3] == Unknown("<builtins.tuple>")
    assert function.returns == Unresolved("<hostile_tree.Loud>")


def test_metaclasses_have_no_say(tree: Any) -> None:
    module = tree(
        f"""
{LOUD}
class C(metaclass=Meta):
    field: int = 1
    def __init__(self, a: "C", b: int = 2): pass
    def method(self, other: "C") -> "C": pass
def f(c: C, d: "C" = C): pass
"""
    )
    module.RAN.clear()
    inventory = ask(hostile("f"), hostile("C.method"), hostile(""))
    assert module.RAN == []
    described = inventory.classes[hostile("C")]
    assert names_of(described) == ["a", "b"]
    assert inventory.functions[hostile("f")].parameters == (
        Parameter("c", Kinds.POSITIONAL, a("C", module="hostile_tree")),
        Parameter(
            "d",
            Kinds.POSITIONAL,
            a("C", module="hostile_tree"),
            "C",
            Known(hostile("C")),
        ),
    )


def test_a_metaclass_that_takes_calls_is_told(tree: Any) -> None:
    tree(
        """
class Meta(type):
    def __call__(cls, *args): return None
class C(metaclass=Meta):
    def __init__(self, a): pass
"""
    )
    assert ask(hostile("C")).classes[hostile("C")].is_called_through_metaclass


def test_annotations_are_read_and_never_run(tree: Any) -> None:
    module = tree(
        """
def f(a: "RAN.append(1)", b: "__import__('os').abort()", c: "[x for x in iter(int, 1)]",
      d: "9**9**9", e: "list[RAN.append(1)]", g: "(", h: "", i: "\\0", j: "lambda: 0",
      k: "list" + "[list" * 90 + "]" * 90, l: "(" * 5000, m: "x" * 10**6, n: "é[ü] | None",
      o: "RAN.append", p: "a\\n.b", q: "list[(yield)]", r: "Alias", s: "int | 3"): pass
Alias = "Alias"
"""
    )
    found = ask(hostile("f")).functions[hostile("f")].parameters
    assert found is not None
    assert module.RAN == []
    kinds = {one.name: one.type for one in found}
    assert kinds["a"] == Unresolved("RAN.append(1)")
    assert kinds["e"] == a("list", Unresolved("RAN.append(1)"))
    assert kinds["n"] == Either((Unresolved("é[ü]"), NONE))
    assert kinds["r"] == ANYTHING
    assert kinds["s"] == Either((INT, Unresolved("3")))
    assert len(found[11].annotation) == 1000


def test_annotations_that_raise_leave_the_rest_standing(tree: Any) -> None:
    tree(
        """
class Angry(dict):
    def __getitem__(self, key): raise KeyboardInterrupt
    items = keys = __iter__ = __contains__ = get = __getitem__
def f(a: int, b=1): pass
f.__annotations__ = Angry(f.__annotations__)
f.__kwdefaults__ = Angry(b=1)
f.__defaults__ = type("T", (tuple,), {"__getitem__": Angry.__getitem__, "__len__": None})((1,))
class Meta(type):
    @property
    def __annotations__(cls): raise KeyboardInterrupt
class C(metaclass=Meta):
    x: int
    def __init__(self, y: int): pass
"""
    )
    inventory = ask(hostile("f"), hostile("C"))
    function = inventory.functions[hostile("f")]
    assert function.parameters is not None
    assert [one.type for one in function.parameters] == [INT, ANYTHING]
    assert function.parameters[1].default == Known(1)
    assert names_of(inventory.classes[hostile("C")]) == ["y"]


def test_lies_about_fields_and_members_are_not_followed(tree: Any) -> None:
    tree(
        f"""
{LOUD}
import enum, dataclasses
@dataclasses.dataclass
class D:
    x: int
D.__dataclass_fields__ = {{"x": loud, 3: loud, "y": 4}}
class E(enum.Enum):
    A = 1
    B = 2
type.__setattr__(E, "_member_map_", {{"A": loud, "B": E.B, 5: loud}})
class T(tuple):
    _fields = ("a", loud, 3)
    _field_defaults = {{"a": loud}}
class Q(tuple):
    _fields = loud
class A:
    __attrs_attrs__ = type("I", (tuple,), {{"__iter__": lambda s: iter(int, 1)}})((loud, 1))
class P:
    _is_protocol = loud
    __abstractmethods__ = iter(int, 1)
    __slots__ = ("s", "__dict__")
class O(dict):
    __total__ = __required_keys__ = loud
    z: int
class W:
    __module__ = loud
class V:
    __module__ = "nowhere"
    __qualname__ = "Elsewhere"
class Local:
    def f():
        class Inner: pass
        return Inner
def f(a: W, b: V, c: Local.f()): pass
"""
    )
    inventory = ask(*map(hostile, "DETQAPOWVf"))
    assert len(inventory.classes) >= 8
    assert [one.name for one in inventory.classes[hostile("T")].fields] == ["a"]
    assert inventory.classes[hostile("D")].fields == ()
    members = inventory.classes[hostile("E")].members
    assert [(one.name, one.value) for one in members] == [("A", Unknown("...")), ("B", Known(2))]
    found = inventory.functions[hostile("f")].parameters
    assert found is not None
    assert all(isinstance(one.type, Unresolved) for one in found)


def test_modules_that_are_not_plain(tree: Any, tmp_path: Path) -> None:
    module = tree(
        """
import sys, types
def __getattr__(name):
    if name == "lazy":
        return lambda a, b: 0
    raise SystemExit
class Strange(types.ModuleType):
    def __getattribute__(self, name): raise SystemExit
strange = Strange("strange")
vars_of = types.ModuleType.__dict__["__dict__"].__get__(strange)
exec("def f(x): pass", vars_of)
sys.modules["hostile_tree.strange"] = strange
class Object: pass
it = Object()
it.f = lambda q: 0
sys.modules["hostile_tree.object"] = it
sys.modules["hostile_tree.none"] = None
"""
    )
    names = [
        hostile("lazy"),
        hostile("gone"),
        Name("hostile_tree.strange", "f"),
        Name("hostile_tree.strange", ""),
        Name("hostile_tree.object", "f"),
        Name("hostile_tree.object", ""),
        Name("hostile_tree.none", "f"),
        Name("", ""),
        Name("\0", "f"),
        Name("hostile_tree", "..."),
    ]
    try:
        inventory = ask(*names)
    finally:
        for name in ("strange", "object", "none"):
            del sys.modules[f"hostile_tree.{name}"]
    assert names_of(inventory.functions[hostile("lazy")]) == ["a", "b"]
    assert names_of(inventory.functions[Name("hostile_tree.strange", "f")]) == ["x"]
    assert names_of(inventory.functions[Name("hostile_tree.object", "f")]) == ["q"]
    assert hostile("gone") in inventory.missing
    assert Name("hostile_tree.none", "f") in inventory.missing
    assert module.__name__ == "hostile_tree"


def test_a_file_that_never_ends_is_not_read(tree: Any) -> None:
    module = tree("def f(a: 'Late'): pass")
    for path in ("/dev/zero", "/dev/stdin", "/proc/self/mem", 3, "x\0.py"):
        module.__file__ = path
        found = ask(hostile("f")).functions[hostile("f")].parameters
        assert found is not None
        assert found[0].type == Unresolved("Late")


@pytest.mark.slow
def test_huge_things_are_cut(tree: Any) -> None:
    module = tree(
        """
import enum
big = list(range(10**6))
text = "x" * 10**7
def f(a=big, b=text, c=b"x" * 10**7, d={n: n for n in range(10**5)}, e=1 << 10**6, g=1 << 70): pass
f.__defaults__[3]
exec("def wide(" + ", ".join(f"p{n}=0" for n in range(5000)) + "): pass")
Many = enum.Enum("Many", [f"M{n}" for n in range(5000)])
exec("class Full:\\n" + "\\n".join(f" def m{n}(self, a, b=2): pass" for n in range(2000)))
nest = []
for _ in range(1000): nest = [nest]
def deep(a=nest): pass
"""
    )
    module.__dict__.update({f"n{number}": number for number in range(50_000)})
    names = ("f", "wide", "Many", "Full", "deep", "")
    data = describe(inventory_request(map(hostile, names)))
    assert len(data) < MOST_BYTES
    inventory = inventory_from_json(data)
    defaults = [one.default for one in inventory.functions[hostile("f")].parameters or ()]
    assert defaults[-1] == Known(1 << 70)
    assert all(isinstance(default, Unknown | Known) for default in defaults)
    assert defaults[0] == Known(hostile("big"))
    assert isinstance(defaults[2], Unknown)
    assert len(names_of(inventory.functions[hostile("wide")])) == 300
    assert len(inventory.classes[hostile("Many")].members) == 500
    assert inventory.modules["hostile_tree"].left_out > 40_000


def test_a_tree_without_end_is_followed_only_so_far(tree: Any) -> None:
    tree(
        """
class C0: pass
for n in range(1, 2000):
    exec(f"class C{n}:\\n def __init__(self, before: 'C{n - 1}'): pass")
def f(a: "C1999"): pass
"""
    )
    inventory = ask(hostile("f"))
    assert len(inventory.classes) + 1 == MOST_ENTRIES
    assert inventory.notes == (f"only {MOST_ENTRIES} entries: more classes were met",)
    assert hostile("C1999") in inventory.classes


def test_a_projects_module_may_have_the_name_of_one_of_pythons(tree: Any) -> None:
    source = "class Ship:\n def __init__(self, size: int): pass\ndef sail(ship: Ship): pass"
    module = tree(source, "tabnanny")
    module.__file__ = "/project/tabnanny.py"
    inventory = ask(Name("tabnanny", "sail"))
    assert names_of(inventory.classes[Name("tabnanny", "Ship")]) == ["size"]


def test_the_deadline_gets_through(tree: Any) -> None:
    module = tree("def __getattr__(name): raise Late")
    module.Late = Deadline
    with pytest.raises(Deadline):
        ask(hostile("anything"))


def test_attrs_classes_tell_fields_keywords_and_factories(tree: Any) -> None:
    pytest.importorskip("attr")
    tree(
        """
import attr
@attr.s(auto_attribs=True)
class A:
    x: int
    _y: "list[A]" = attr.Factory(list)
    z: int = attr.ib(default=3, kw_only=True)
    w: int = attr.ib(init=False, default=0)
    v: int = attr.ib(default=attr.Factory(lambda self: 1, takes_self=True))
"""
    )
    described = ask(hostile("A")).classes[hostile("A")]
    fields = {one.name: (one.keyword, one.default) for one in described.fields}
    assert fields == {
        "x": ("x", None),
        "_y": ("y", Known(Call(Name("builtins", "list")))),
        "z": ("z", Known(3)),
        "w": (None, Known(0)),
        "v": ("v", Unknown("<factory>")),
    }
    assert names_of(described) == ["x", "y", "v", "z"]
    assert described.fields[1].type == a("list", a("A", module="hostile_tree"))


@pytest.mark.parametrize(
    "python", [path for path in pythons() if any(v in path for v in ("/3.12", "/3.13", "/3.14"))]
)
def test_type_parameters_of_newer_pythons(python: str, tmp_path: Path) -> None:
    (tmp_path / "newer.py").write_text(
        "type Pair[X] = tuple[X, X]\n"
        "type Size = int\n"
        "class Box[T: int]:\n    def put(self, x: T, y: 'T', z: Size) -> 'Pair': ...\n"
    )
    request = inventory_request([Name("newer", "Box.put")]).decode()
    (answer,) = run_in(python, IN_PYTHON, str(tmp_path), request)
    found = inventory_from_json(answer.encode()).functions[Name("newer", "Box.put")].parameters
    assert found is not None
    variable = Variable("T", INT)
    assert [one.type for one in found] == [variable, variable, INT]


def test_defaults_and_members_have_recipes_that_build() -> None:
    inventory = ask(Name("json", "dumps"), Name("enum", "unique"), Name("http", "HTTPStatus"))
    status = inventory.classes[Name("http", "HTTPStatus")]
    for member in status.members[:5]:
        built = build_value(encode_recipe(Name("http", f"HTTPStatus.{member.name}")), resolve_name)
        assert isinstance(member.value, Known)
        assert built == member.value.recipe


def test_functions_of_c_code_declare_their_parameters() -> None:
    inventory = ask(
        Name("builtins", "sorted"), Name("builtins", "str.split"), Name("re", "compile")
    )
    assert names_of(inventory.functions[Name("builtins", "sorted")]) == [
        "iterable",
        "key",
        "reverse",
    ]
    assert names_of(inventory.functions[Name("builtins", "str.split")]) == ["sep", "maxsplit"]
    assert names_of(inventory.functions[Name("re", "compile")]) == ["pattern", "flags"]


ANSWER = describe(inventory_request([Name("json.decoder", "JSONDecoder"), Name("json", "")]))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = bytearray(ANSWER)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data) - 1))
        data[at : at + draw(st.integers(0, 6))] = draw(
            st.binary(max_size=2)
            | st.sampled_from([b"[", b"]", b"null", b'"x"', b"{}", b"1", b","])
        )
    return bytes(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["name", "kind", "type", "parameters", "fields", "constructor", "traits"]
            ),
            inner,
        )
    ),
    max_leaves=10,
)


@given(
    damaged()
    | st.binary(max_size=50)
    | st.dictionaries(
        st.sampled_from(["functions", "classes", "modules", "missing", "notes"]), JSON
    ).map(lambda answer: json.dumps({"format": 1, **answer}).encode())
)
def test_any_bytes_are_an_inventory_or_a_bad_one(data: bytes) -> None:
    """The worker lives with target code: its answers are only data."""
    try:
        found = inventory_from_json(data)
    except BadInventory:
        return
    assert isinstance(found, Inventory)
    hash(tuple(found.functions.values()))


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        bytes(MOST_BYTES + 1_000_001),
        json.dumps({"format": 2}).encode(),
        b'{"format":1,"functions":[{"name":["m","f"],"kind":"function","traits":[],"parameters":[],'
        b'"returns":' + b'["class",' * 300 + b'["any"]' + b"]" * 300 + b"}]}",
    ],
)
def test_hostile_answers_are_refused(data: bytes) -> None:
    with pytest.raises(BadInventory):
        inventory_from_json(data)
