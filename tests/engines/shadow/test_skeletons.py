"""Which parts of a call are left to the solver, and is what comes of it a call again?"""

from __future__ import annotations

from pathlib import Path

from swerve.engines.shadow.explorer._skeletons import Builder, skeletons_of
from swerve.engines.shadow.explorer._worlds import VersionModules
from swerve.observe.recipe import (
    After,
    Call,
    CallRecipe,
    Dict,
    Do,
    List,
    Name,
    Reference,
    SetAttribute,
    Shared,
    Tuple,
)

CART = """
class Cart:
    def __init__(self, owner):
        self.owner = owner
        self.items = []

    def add(self, price):
        self.items.append(price)

    def total(self, factor=1):
        return self.owner, factor * sum(self.items), getattr(self, "note", "")
"""
#: `cart = Cart("me"); cart.add(2); cart.note = "n"; cart.total(factor=3)`
TOTAL = CallRecipe(
    Name("shop", "Cart.total"),
    After(Call(Name("shop", "Cart"), ("me",)), (Do("add", (2,)), SetAttribute("note", "n"))),
    kwargs=(("factor", 3),),
)


def test_constants_become_holes_wherever_they_stand() -> None:
    numbers, skeleton = skeletons_of(TOTAL)
    assert numbers.values == [2, 3]
    assert [hole.type for hole in skeleton.holes] == [str, int, str, int]
    assert skeleton.values == ["me", 2, "n", 3]
    assert skeleton.filled(["you", 5, "", -1]) == CallRecipe(
        Name("shop", "Cart.total"),
        After(Call(Name("shop", "Cart"), ("you",)), (Do("add", (5,)), SetAttribute("note", ""))),
        kwargs=(("factor", -1),),
    )


def test_containers_of_one_type_may_get_any_size() -> None:
    table = Dict((("a", Tuple((1, 2.0))), ("b", Tuple((3, 4.0)))))
    call = CallRecipe(Name("shop", "f"), args=(List((1, 2)), table, List((1, "a"))))
    _, whole, fixed = skeletons_of(call)
    assert [hole.type for hole in whole.holes] == [
        list[int],
        dict[str, tuple[int, float]],
        int,
        str,
    ]
    assert len(fixed.holes) == 2 + 4 + 2
    assert whole.filled([[7], {}, 1, "a"]) == CallRecipe(
        Name("shop", "f"), args=(List((7,)), Dict(), List((1, "a")))
    )


def test_an_argument_may_be_anything_of_its_type() -> None:
    call = CallRecipe(Name("shop", "f"), args=(List(()), None, Call(Name("shop", "Cart"), (1,))))
    types = {0: list[tuple[int, int]], 1: int | None, 2: str}
    whole = list(skeletons_of(call, types=types))[1]
    assert [hole.type for hole in whole.holes] == [list[tuple[int, int]], int | None, int]
    assert whole.values == [[], None, 1]
    assert whole.filled([[(1, 2)], 3, 4]) == CallRecipe(
        Name("shop", "f"), args=(List((Tuple((1, 2)),)), 3, Call(Name("shop", "Cart"), (4,)))
    )


def test_calls_that_differ_in_constants_only_are_of_one_kind() -> None:
    one, other, third = (
        list(skeletons_of(CallRecipe(Name("shop", "f"), args=args)))[-1]
        for args in ((1, "a"), (2, ""), ("a", 1))
    )
    assert one.kind == other.kind != third.kind


def test_a_call_is_built_in_each_version_of_the_project(tmp_path: Path) -> None:
    worlds = []
    for side, text in (("old", CART), ("new", CART.replace("factor * sum", "factor + sum"))):
        (tmp_path / side).mkdir()
        (tmp_path / side / "shop.py").write_text(text)
        worlds.append(VersionModules([str(tmp_path / side)]))
    _, skeleton = skeletons_of(TOTAL)
    results = []
    for world in worlds:
        with world.entered():
            made = Builder(skeleton, world, ["you", 5, "x", 7], is_new=False).built()
            results.append(made.run())
    assert results == [("you", 35, "x"), ("you", 12, "x")]


def test_versions_do_not_see_each_other(tmp_path: Path) -> None:
    worlds = []
    for side in ("old", "new"):
        package = tmp_path / side / "shop"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "names.py").write_text(f"side = {side!r}\n")
        (package / "late.py").write_text(
            "def f():\n    from shop.names import side\n    return side\n"
        )
        worlds.append(VersionModules([str(tmp_path / side)]))
    functions = [world.find("shop.late", "f") for world in worlds]
    for _ in range(2):
        found = []
        for world, function in zip(worlds, functions, strict=True):
            with world.entered():
                found.append(function())
        assert found == ["old", "new"]


def test_what_refers_to_itself_can_be_built(tmp_path: Path) -> None:
    """A ring of links, as caches have them."""
    text = "class Link:\n    def __hidden(self, items):\n        return self.next is self, items\n"
    (tmp_path / "shop.py").write_text(text)
    ring = Shared(
        "link", After(Call(Name("shop", "Link")), (SetAttribute("next", Reference("link")),))
    )
    items = Shared("items", List((1, Reference("items"))))
    call = CallRecipe(Name("shop", "Link.__hidden"), ring, args=(items,))
    *_, skeleton = skeletons_of(call)
    world = VersionModules([str(tmp_path)])
    with world.entered():
        made = Builder(skeleton, world, skeleton.values, is_new=False).built()
        is_ring, found = made.function(*made.args)
    assert is_ring
    assert found[0] == 1
    assert found[1] is found
