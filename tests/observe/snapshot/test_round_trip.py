"""Is a value still itself after it went through bytes?"""

from __future__ import annotations

from hypothesis import given, settings
from tests.observe.snapshot.random_graphs import Likeness, atoms, graphs, root, snapshot

from swerve.observe.snapshot import decode
from swerve.worker.snapshot.snapshot import take_snapshot


@given(graphs())
def test_structure_types_and_sharing_are_kept_in_the_same_bytes(value: object) -> None:
    graph = snapshot(value)
    Likeness(graph).check(value, graph.roots[0][1])
    assert graph.complete
    assert graph.notes == ()
    # Most runs are compared by their bytes alone.
    assert take_snapshot([("result", value)]) == take_snapshot([("result", value)])


@settings(max_examples=30)
@given(graphs(), graphs())
def test_what_two_roots_share_is_seen(first: object, second: object) -> None:
    both = [first, second]
    graph = decode(take_snapshot([("arguments.both", both), ("result", second)]))
    likeness = Likeness(graph)
    for (_, index), value in zip(graph.roots, (both, second), strict=True):
        likeness.check(value, index)


@given(atoms(), atoms(), atoms())
def test_atoms_alone_are_kept(first: object, second: object, third: object) -> None:
    """Roots that are all scalars take a way of their own."""
    graph = decode(take_snapshot([("a", first), ("b", second), ("c", third)]))
    assert [name for name, _ in graph.roots] == ["a", "b", "c"]
    for (_, index), value in zip(graph.roots, (first, second, third), strict=True):
        Likeness(graph).check(value, index)


def test_the_history_of_a_set_does_not_show() -> None:
    first = {"a", "b", 3, None, (1,)}
    second = set(range(1_000)) | first
    second -= set(range(1_000)) - {3}
    assert take_snapshot([("result", first)]) == take_snapshot([("result", second)])


def test_the_order_of_attributes_does_not_show() -> None:
    class Point:
        pass

    first, second = Point(), Point()
    first.__dict__.update(x=1, y=2)
    second.__dict__.update(y=2, x=1)
    assert take_snapshot([("result", first)]) == take_snapshot([("result", second)])


def test_long_equal_strings_are_one_node_whatever_objects_they_are() -> None:
    text = "long" * 100
    again = "".join(["long"] * 100)
    assert take_snapshot([("result", [text, again])]) == take_snapshot([("result", [text] * 2)])


def test_no_roots_are_a_snapshot_too() -> None:
    graph = decode(take_snapshot([]))
    assert (graph.nodes, graph.roots, graph.complete) == ((), (), True)


def test_the_tree_is_named_alike_wherever_it_lies() -> None:
    value = ["/srv/x1/old/app.py", b"/srv/x1/old", {"/srv/x1/old": "a" * 300 + "/srv/x1/old"}, 1]
    graph = snapshot(value, tree="/srv/x1/old")
    assert graph == snapshot(
        [
            "/srv/u/project/app.py",
            b"/srv/u/project",
            {"/srv/u/project": "a" * 300 + "/srv/u/project"},
            1,
        ]
    )
    odd = "/srv/\udcff/old"
    assert root(snapshot([odd + "/a"] * 20, tree=odd)) == root(snapshot(["/srv/u/project/a"] * 20))
    assert root(snapshot(odd + "/a", tree=odd)).value == "/srv/u/project/a"
    assert root(snapshot("in /srv/x1/old", tree="/srv/x1/old")).value == "in /srv/u/project"
