"""Which types may stand at the places of a call?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, List, Optional, Sequence, Tuple, Union  # noqa: UP035 - as people write

import pytest

from swerve.engines.shadow.explorer._types import parameter_types, plain, type_of_text
from swerve.engines.shadow.explorer._worlds import VersionModules
from swerve.observe.recipe import Call, CallRecipe, Name

MODULE = """
from __future__ import annotations
class Cart:
    def add(self, prices: list[int], note: str | None = None, *, by: Cart = None): ...
def free(first, second=1, *rest, third=2): ...
def broken(first: Missing): ...
"""


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (int, int),
        (None, type(None)),
        (Optional[str], Union[str, None]),  # noqa: UP007, UP045 - as people write
        (int | None, Union[int, None]),  # noqa: UP007
        (List[int], list[int]),  # noqa: UP006
        (Sequence[Tuple[int, str]], list[tuple[int, str]]),  # noqa: UP006
        (Iterable[bytes], list[bytes]),
        (Mapping[str, list[float]], dict[str, list[float]]),
        (tuple[int, ...], tuple[int, ...]),
        (frozenset[str], frozenset[str]),
        (list, None),
        (Any, None),
        (list[Any], None),
        (Path, None),
        (Union[int, Path], None),  # noqa: UP007
        (type[int], None),
    ],
)
def test_a_type_is_plain_or_it_is_not(found: Any, expected: Any) -> None:
    assert plain(found) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int", int),
        ("None | int", Union[int, None]),  # noqa: UP007
        ("dict[str, list[int]]", dict[str, list[int]]),
        ("tuple[int, str]", tuple[int, str]),
        ("", None),
        ("list", None),
        ("print", None),
        ("list[Path]", None),
        ("__import__('os')", None),
    ],
)
def test_a_type_is_read_from_text(text: str, expected: Any) -> None:
    assert type_of_text(text) == expected


def test_annotations_come_before_what_was_seen(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(MODULE)
    world = VersionModules([str(tmp_path)])
    add = CallRecipe(
        Name("shop", "Cart.add"), Call(Name("shop", "Cart")), (1,), (("note", ""), ("by", None))
    )
    assert parameter_types(world, add, {"prices": "str", "by": "int"}) == {
        0: list[int],
        1: Union[str, None],  # noqa: UP007
        2: int,
    }
    free = CallRecipe(Name("shop", "free"), args=(1, 2, 3), kwargs=(("third", 4),))
    assert parameter_types(world, free, {"second": "int | str", "third": "list[int]"}) == {
        1: Union[int, str],  # noqa: UP007
        3: list[int],
    }
    broken = CallRecipe(Name("shop", "broken"), args=(1,))
    assert parameter_types(world, broken, {}) == {}
    assert parameter_types(world, CallRecipe(Name("shop", "nothing"), args=(1,)), {}) == {}
