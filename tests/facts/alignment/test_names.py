"""One name of the tree means one thing in both versions."""

from __future__ import annotations

from tests.facts.alignment.versions import body_of, function_of, in_function, merged

from swerve.facts.alignment import text_of


def test_a_renamed_local_is_shared() -> None:
    old = in_function("count = 0\nfor i in a:\n    count += i\nreturn count")
    new = in_function("total = 0\nfor i in a:\n    total += i\nreturn total")
    found = merged(old, new)
    assert found.sites == ()
    assert found.old_names == {"total": "count"}
    assert "# old: `total` is called `count`" in text_of(found)


def test_a_renamed_local_is_shared_when_code_around_it_changed() -> None:
    old = in_function("count = 0\nfor i in a:\n    count += i\nreturn count")
    new = in_function("total = 1\nfor i in b:\n    total += i\nreturn total")
    assert body_of(merged(old, new)).startswith("total = change(0, 1)\nfor i in change(a, b):")


def test_a_parameter_that_was_renamed_has_two_signatures() -> None:
    found = merged(function_of("def f(n): return n * n"), function_of("def f(m): return m * m"))
    assert found.sites == ()
    assert found.old_names == {"m": "n"}
    assert found.old_args is not None


def test_a_local_is_not_taken_for_a_global_of_its_name() -> None:
    """Were `limit` one name, the old version would find it without a value."""
    old = in_function("return x(limit)")
    new = in_function("limit = 3\nreturn x(limit)")
    found = merged(old, new)
    assert found.new_names == {"limit_new": "limit"}
    assert body_of(found) == "limit_new = change(None, 3)\nreturn x(change(limit, limit_new))"


def test_an_import_inside_is_not_taken_for_the_one_of_the_module() -> None:
    found = merged(
        in_function("return json.loads(a)"),
        in_function("import orjson as json\nreturn json.loads(a)"),
    )
    assert "import orjson as json_new" in body_of(found)
    assert "change(json, json_new).loads(a)" in body_of(found)
    assert found.clashes == ()


def test_names_that_cannot_be_told_apart_are_listed() -> None:
    old = in_function("return helper(a)")
    new = in_function("def helper(v): return v\nreturn helper(a)")
    assert merged(old, new).clashes == ("helper",)


def test_functions_inside_that_own_other_names_are_not_mixed() -> None:
    old = in_function("def g():\n    return v\nv = a\nreturn g()")
    new = in_function("def g():\n    v = b\n    return v\nv = a\nreturn g()")
    assert "if change(True, False):" in body_of(merged(old, new))


def test_a_name_that_other_scopes_bind_is_not_renamed() -> None:
    old = in_function("p = a\nreturn [p for p in b], p")
    new = in_function("q = a\nreturn [q for q in b], q")
    assert merged(old, new).old_names == {}
