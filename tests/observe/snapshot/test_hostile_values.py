"""Does code of a value run while it is looked at, or does what it says matter?

Every hostile method here notes that it ran. None may, except for what iterators do.
"""

from __future__ import annotations

import functools
import gc
import types
from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import pytest
from tests.observe.snapshot import evil_classes as hostile
from tests.observe.snapshot.evil_classes import evil
from tests.observe.snapshot.random_graphs import root, snapshot

from swerve.observe.snapshot import Atom, Entries, Items, Named, Object, Opaque, show
from swerve.worker.core._deadline import Deadline
from swerve.worker.snapshot.snapshot import take_snapshot


@pytest.fixture(autouse=True)
def _nothing_runs() -> Iterator[None]:
    hostile.ran.clear()
    yield
    assert hostile.ran == []


def test_an_object_is_its_attributes_whatever_its_methods_are() -> None:
    value = hostile.new(hostile.Evil)
    object.__setattr__(value, "price", 3)
    graph = snapshot([value, value])
    assert show(graph, graph.roots[0][1]) == "[Evil(price=3), Evil(price=3)]"
    assert graph.complete


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (lambda: hostile.new(hostile.EvilList, [1, 2]), "EvilList([1, 2])"),
        (lambda: hostile.new(hostile.EvilDict, {"a": 1}), "EvilDict({'a': 1})"),
        (lambda: hostile.new(hostile.EvilStr, "text"), "EvilStr('text')"),
        (lambda: hostile.new(hostile.EvilInt, 7), "EvilInt(7)"),
        (lambda: hostile.new(hostile.EvilFloat, 0.5), "EvilFloat(0.5)"),
        (lambda: hostile.new(hostile.EvilTuple, (1,)), "EvilTuple((1,))"),
        (lambda: hostile.new(hostile.EvilSet, {1}), "EvilSet({1})"),
        (lambda: hostile.new(hostile.EvilDeque, [1]), "EvilDeque(deque([1]))"),
        (lambda: hostile.new(hostile.EvilBytes, b"x"), "EvilBytes(b'x')"),
        (lambda: hostile.new(hostile.EvilError, "no"), "EvilError('no')"),
    ],
)
def test_what_a_builtin_base_holds_is_seen_whatever_the_subclass_says(
    value: Any, shown: str
) -> None:
    graph = snapshot(value())
    assert show(graph, graph.roots[0][1]) == shown
    assert graph.complete


def test_a_metaclass_is_not_asked() -> None:
    value = hostile.Meta.__call__(hostile.EvilMeta)
    value.weight = 5
    graph = snapshot([value, hostile.EvilMeta, {"k": value}, (value,) * 20])
    assert graph.complete
    assert {node.type for node in graph.nodes if isinstance(node, Object)} == {
        f"{hostile.__name__}.EvilMeta"
    }
    assert Named("class", f"{hostile.__name__}.EvilMeta") in graph.nodes


class Key:
    """A key that was honest when it was put in."""

    honest = True

    def __hash__(self) -> int:
        return 1 if self.honest else evil("key hash")()

    def __eq__(self, other: object) -> bool:
        return self is other if self.honest else evil("key eq")()


def test_keys_and_members_are_neither_hashed_nor_compared() -> None:
    first, second = Key(), Key()
    ordered = OrderedDict({first: 1, second: 2})
    value = [
        {first: 1, second: 2},
        {first, second},
        frozenset([first]),
        defaultdict(int, {first: 1}),
    ]
    Key.honest = False
    try:
        assert snapshot(value).complete
        graph = snapshot(ordered)
    finally:
        Key.honest = True
    node = root(graph)
    assert isinstance(node, Entries)
    assert (len(node.entries), node.ordered, graph.complete) == (2, False, False)
    assert graph.notes == ("the order of an OrderedDict was not observed",)


class Liar(str):
    """A key with the hash of another, that does as it pleases once it is armed."""

    armed = False

    def __hash__(self) -> int:
        return hash(str.__str__(self)[1:])

    def __eq__(self, other: object) -> bool:
        return evil("liar")() if self.armed else False


def test_names_in_a_class_are_not_asked_what_they_equal() -> None:
    names = ("__dict__", "__module__", "__slots__", "__dataclass_fields__", "_fields", "__next__")
    lied = type("Lied", (), {})
    gc.get_referents(lied.__dict__)[0].update({Liar("x" + name): name for name in names})
    value = lied()
    Liar.armed = True
    try:
        assert root(snapshot(value)) == Object(f"{__name__}.Lied", (), None)
    finally:
        Liar.armed = False


def test_attributes_with_keys_that_are_no_strings_are_all_seen() -> None:
    value = types.SimpleNamespace(two=2)
    attributes: dict[object, object] = value.__dict__  # type: ignore[assignment]
    attributes[1] = "one"
    graph = snapshot(value)
    assert show(graph, graph.roots[0][1]) == "SimpleNamespace(__dict__={'two': 2, 1: 'one'})"


def test_a_dictionary_of_attributes_may_be_of_any_class() -> None:
    class Attributes(dict[str, object]):
        __iter__ = __len__ = __bool__ = items = keys = __getitem__ = get = evil("attributes")

    class Holder:
        pass

    value = Holder()
    value.__dict__ = Attributes(price=1)
    graph = snapshot(value)
    assert show(graph, graph.roots[0][1]) == "Holder(price=1)"


class HidesDict:
    """Says that its attributes are something else."""

    __slots__ = ("__dict__", "slot")


class ShadowsDict(HidesDict):
    __dict__ = property(evil("__dict__"))


class OnlyShadow:
    __dict__ = property(evil("__dict__"))


def test_a_property_named_dict_is_not_asked() -> None:
    value: Any = ShadowsDict()
    value.slot = 1
    object.__setattr__(value, "real", 2)
    graph = snapshot(value)
    assert show(graph, graph.roots[0][1]) == "ShadowsDict(real=2, slot=1)"
    assert graph.complete


def test_attributes_that_cannot_be_reached_are_not_called_absent() -> None:
    value = OnlyShadow()
    object.__setattr__(value, "real", 2)
    graph = snapshot(value)
    ((name, index),) = root(graph).fields
    assert name == "__dict__"
    assert isinstance(graph.nodes[index], Opaque)
    assert not graph.complete


class Slots:
    __slots__ = ("first", "second")


def test_lying_slots_do_not_matter() -> None:
    class Lies(Slots):
        __slots__ = ("third",)
        first = property(evil("first"))

    Lies.__slots__ = ("nothing",)
    setattr(Lies, "alias", Lies.__dict__["third"])  # noqa: B010 - mypy knows no alias
    value: Any = Lies()
    Slots.__dict__["first"].__set__(value, 1)
    value.third = 3
    graph = snapshot(value)
    assert show(graph, graph.roots[0][1]) == "Lies(first=1, third=3)"
    assert graph.complete


def test_a_slot_whose_descriptor_is_gone_is_said_to_be_there() -> None:
    class Forgets:
        __slots__ = ("kept", "lost")

    value: Any = Forgets()
    value.kept, value.lost = 1, 2
    delattr(Forgets, "lost")
    graph = snapshot(value)
    assert not graph.complete
    assert isinstance(graph.nodes[root(graph).content], Opaque)


def test_a_lie_about_its_class_does_not_matter() -> None:
    class Liar:
        @property
        def __class__(self) -> Any:
            return evil("__class__")()

        @__class__.setter
        def __class__(self, value: object) -> None:
            pass

    assert root(snapshot(Liar())).type.endswith("<locals>.Liar")


def test_a_class_that_calls_itself_a_builtin_is_none() -> None:
    fake = type("list", (), {"__module__": "builtins", "__qualname__": "list"})
    assert root(snapshot(fake())) == Object("builtins.list", (), None)


@pytest.mark.parametrize(
    "name", ["decimal.Decimal", "numpy.ndarray", "pandas.DataFrame", "re.Match"]
)
def test_a_class_with_the_name_of_a_library_type_is_like_any_other(name: str) -> None:
    module, _, qualname = name.partition(".")
    fake = type(qualname, (), {**hostile.evil_body(), "__module__": module})
    value: Any = object.__new__(fake)
    object.__setattr__(value, "x", 1)
    graph = snapshot(value)
    assert root(graph) == Object(name, (("x", len(graph.nodes) - 1),), None)


def test_fields_that_lie_about_comparison_do_not_matter() -> None:
    class Fields(dict[str, object]):
        values = items = __iter__ = evil("fields")

    @dataclass
    class Point:
        x: int = 1
        y: int = field(default=2, compare=False)

    lies: Any = {"x": hostile.new(hostile.Evil), "y": None}
    Point.__dataclass_fields__ = lies
    graph = snapshot(Point())
    assert show(graph, graph.roots[0][1]) == "Point(x=1, y=2)"

    class Other(Point):
        __dataclass_fields__ = Fields()  # type: ignore[assignment]
        __attrs_attrs__ = hostile.new(hostile.EvilTuple, (1, None))

    graph = snapshot(Other())
    assert show(graph, graph.roots[0][1]) == "Other(x=1, y=2)"


@pytest.mark.parametrize("fields", [("a",), ("a", "a"), (1, 2), "ab", ("a", "b", "c")], ids=str)
def test_a_tuple_that_lies_about_its_names_keeps_its_items(fields: object) -> None:
    fake: Any = type("Fake", (tuple,), {"_fields": fields})
    graph = snapshot(fake((5, 6)))
    assert show(graph, graph.roots[0][1]) == "Fake((5, 6))"


def test_an_exception_is_read_from_where_it_is_stored() -> None:
    class Fails(Exception):
        args = __cause__ = __context__ = __notes__ = property(evil("exception"))
        __str__ = __repr__ = evil("exception text")

    value = BaseException.__new__(Fails, "why", 3)
    graph = snapshot(value)
    assert show(graph, graph.roots[0][1]) == "Fails('why', 3)"


def test_an_enum_member_is_read_from_where_it_is_stored() -> None:
    class Color(Enum):
        RED = 1
        name = value = property(evil("enum"))

    graph = snapshot(Color.RED)
    assert show(graph, graph.roots[0][1]) == "Color.RED"


def test_what_refers_to_a_hostile_object_does_not_ask_it() -> None:
    value = hostile.new(hostile.Evil)

    def closure(default: object = value) -> object:
        return value

    closure.__module__ = hostile.new(hostile.Evil)
    graph = snapshot(
        [
            functools.partial(print, value, sep=value),
            closure,
            types.MethodType(len, value),
            types.MappingProxyType({"a": value}),
            {"a": value}.values(),
            iter([value]),
            slice(value, value),
            list.append.__get__(hostile.new(hostile.EvilList, [1])),
        ]
    )
    assert graph.complete


def test_a_module_is_its_name() -> None:
    class Module(types.ModuleType):
        __getattr__ = __getattribute__ = evil("module")

    assert root(snapshot(Module("odd"))) == Named("module", "odd")


def test_code_constants_may_be_anything() -> None:
    def function() -> None:
        pass

    code = function.__code__.replace(
        co_consts=(None, hostile.new(hostile.Evil), frozenset([1, "a"]))
    )
    graph = snapshot(types.FunctionType(code, {}))
    assert graph.complete


def test_numbers_that_count_may_be_hostile() -> None:
    import itertools

    class Number(int):
        __repr__ = __add__ = __index__ = evil("number")

    graph = snapshot(itertools.count(0, Number(1)))
    assert isinstance(root(graph), Opaque)


def test_what_an_iterator_raises_is_what_it_yields_last() -> None:
    def generator() -> Iterator[object]:
        yield 1
        raise SystemExit(3)

    node = root(snapshot(generator()))
    assert isinstance(node, Items)
    assert (node.end, len(node.items)) == ("raised", 2)


def test_the_deadline_is_never_swallowed() -> None:
    def generator() -> Iterator[object]:
        yield 1
        raise Deadline

    for value in (generator(), [generator()], map(next, [generator()] * 2)):
        with pytest.raises(Deadline):
            take_snapshot([("result", value)])


def test_a_problem_with_one_object_leaves_the_others() -> None:
    changed = {1: 2}
    broken = iter(changed)
    changed[2] = 3
    graph = snapshot([1, broken, [2]])
    assert show(graph, graph.roots[0][1]) == (
        "[1, <dict_keyiterator: inspecting it raised RuntimeError>, [2]]"
    )
    assert Atom(2) in graph.nodes
