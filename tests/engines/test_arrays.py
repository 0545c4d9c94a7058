"""Code on arrays and tables runs on real ones, whose shapes fit together."""

from __future__ import annotations

import builtins
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from swerve.engines import Budget
from swerve.engines.generate._choices import Choices, Mood
from swerve.engines.generate._labels import Labels
from swerve.engines.generate._making import Making, mood_of
from swerve.engines.generate._pools import Pools
from swerve.engines.generate._shapes import Array
from swerve.engines.guided import Guided, bare_places
from swerve.facts.arrays import array_of, errors_named, libraries_in
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.model import Pair, Verdict
from swerve.model.behaviour import Behaviour, Raised
from swerve.observe.comparison import Same
from swerve.observe.recipe import Call, CallRecipe, Dict, List, Name, Tuple
from swerve.run.host import Compared
from swerve.run.sandbox import choose_level
from swerve.source import pair_in
from swerve.worker.snapshot.snapshot import take_snapshot

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")
pytest.importorskip("xarray")

_MATRIX = '''import numpy as np
from .tools import scaled

def f(x, y):
    """Fit.

    Parameters
    ----------
    x : ndarray of shape (n, k)
    y : ndarray of shape (n,)
    """
    x = scaled(x)
'''
_TABLE = "import pandas as pd\nfrom .tools import scaled\n\ndef f(df: pd.DataFrame):\n"
_BY_USE = "import pandas as pd\nfrom .tools import scaled\n\ndef f(df, by):\n"
_LABELLED = "import xarray as xr\nfrom .tools import scaled\n\ndef f(a: xr.DataArray):\n"
_MADE = "import numpy as np\nfrom .tools import scaled\n\ndef f(n: int):\n"
_MODEL = """import numpy as np
from .base import Base

class Model(Base):
    def __init__(self, endog, exog):
        self.endog = np.asarray(endog)
        self.exog = np.asarray(exog)

    def f(self, params):
"""
_CASES = [
    ("f", _MATRIX, "return x.mean(axis=0)", "return x.mean(axis=1)", True),
    ("f", _MATRIX, "return x.mean(axis=0)", "return np.mean(x, 0)", False),
    ("f", _MATRIX, "return np.where(y > 0, y, 0)", "return np.where(~(y > 0), 0, y)", False),
    ("f", _MATRIX, "return np.nanmax(y)", "return np.max(y)", True),
    ("f", _TABLE, "return df[df['a'] > 0]['b']", "return df.loc[df['a'] > 0, 'b']", False),
    ("f", _TABLE, "return df[df['a'] > 0]['b']", "return df[df['a'] >= 0]['b']", True),
    ("Model.f", _MODEL, "return self.exog @ params", "return np.dot(self.exog, params)", False),
    ("Model.f", _MODEL, "return self.exog @ params", "return self.exog.T @ params", True),
    ("f", _BY_USE, "return df.dropna(subset=[by])[by]", "return df[df[by].notna()][by]", False),
    ("f", _BY_USE, "return df.dropna(subset=[by])[by]", "return df[df[by].isna()][by]", True),
    ("f", _LABELLED, "return a.mean('lat')", "return a.mean(dim='lat')", False),
    ("f", _LABELLED, "return a.mean('lat')", "return a.mean('lon')", True),
    ("f", _MADE, "out = np.empty(n); out[:2] = 1", "out = np.empty(n); out[0:2] = 1.0", False),
    ("f", _MADE, "out = np.empty(n); out[:2] = 1", "out = np.zeros(n); out[:2] = 1", True),
    ("f", _MADE, "out = np.ones(n)[:, None]", "out = np.ones(n)[..., None]", False),
]


@pytest.fixture(scope="module")
def guided(tmp_path_factory: pytest.TempPathFactory) -> Guided:
    """The engine, with an empty folder to run in."""
    folder: Path = tmp_path_factory.mktemp("bare")
    folder.chmod(0o755)
    return Guided(bare_places(folder, choose_level("auto").level), real_imports=(True,))


@pytest.mark.parametrize(("function", "head", "old", "new", "is_changed"), _CASES)
def test_code_on_arrays_is_told_apart(
    guided: Guided, function: str, head: str, old: str, new: str, is_changed: bool
) -> None:
    indent = " " * (8 if "." in function else 4)
    end = f"{indent}return out\n" if head == _MADE else ""
    before, after = (f"{head}{indent}{line}\n{end}" for line in (old, new))
    pair = pair_in("shop/sums.py", before, after, function)
    assert isinstance(pair, Pair)
    findings = guided.investigate(pair, Budget(float("inf")))
    assert findings.verdict is (Verdict.CHANGED if is_changed else Verdict.LIKELY_PRESERVED)
    assert all("injected" not in witness.words for witness in findings.witnesses)


def test_what_stands_for_its_package_is_not_taken_from_what_is_installed(guided: Guided) -> None:
    old = "from pandas.core import common\n\ndef f(x):\n    return common.flatten(x)\n"
    pair = pair_in("pandas/extra.py", old, old.replace("flatten", "unroll"), "f")
    assert isinstance(pair, Pair)
    (witness,) = guided.investigate(pair, Budget(float("inf"))).witnesses
    assert "common.flatten(" in witness.old


def built(recipe: Any) -> Any:
    """The value of a recipe, made here."""
    if isinstance(recipe, Name):
        value: Any = import_module(recipe.module)
        for part in recipe.qualname.split("."):
            value = getattr(value, part)
        return value
    if isinstance(recipe, Call):
        given = {name: built(each) for name, each in recipe.kwargs}
        return built(recipe.function)(*map(built, recipe.args), **given)
    if isinstance(recipe, List | Tuple):
        return (list if isinstance(recipe, List) else tuple)(map(built, recipe.items))
    if isinstance(recipe, Dict):
        return {built(key): built(value) for key, value in recipe.entries}
    return recipe


def test_arrays_of_one_call_fit_together() -> None:
    making = Making(Pools())
    matrix, vector = Array(dims=("n", "k")), Array(dims=("n",))
    rows = set()
    for number in range(60):
        choices = Choices(f"fits {number}")
        mood = mood_of(choices)
        x, y = (built(making.make(each, choices, mood)) for each in (matrix, vector))
        assert x.ndim == 2
        assert x.shape[0] == y.shape[0]
        rows.add(x.shape[0])
    assert {0, 1, 3} <= rows


def test_tables_mostly_have_the_columns_that_the_code_names() -> None:
    making = Making(Pools())
    choices = Choices("columns")
    shape = Array(("frame",), columns=("price", "name"))
    named, labels = 0, set()
    for number in range(40):
        frame = built(making.make(shape, Choices(f"columns {number}"), Mood("str", 3)))
        named += {"price", "name"} <= set(frame.columns)
        labels.add(tuple(frame.index))
    assert named > 20
    assert labels == {("a", "b", "c"), (3, 2, 1)}
    series = built(making.make(Array(("series",)), choices, Mood("int", 2)))
    assert isinstance(series, pd.Series)
    assert len(series) == 2


def raised(error: str, message: str, call: CallRecipe) -> Compared:
    """A call that both versions refuse."""
    snapshot = take_snapshot([("exception", getattr(builtins, error)(message))])
    behaviour = Behaviour(Raised(), snapshot)
    return Compared(call, behaviour, behaviour, Same())


def of_frame() -> CallRecipe:
    frame = Call(Name("pandas", "DataFrame"), (Dict((("a", List((1.0,))),)),))
    return CallRecipe(Name("shop", "total"), args=(frame,))


@pytest.mark.parametrize(
    ("error", "message", "columns", "dimensions"),
    [
        ("KeyError", "price", ["price"], []),
        ("KeyError", "Column not found: price", ["price"], []),
        ("KeyError", "None of [Index(['x', 'y'])] are in the [columns]", ["x", "y"], []),
        ("ValueError", "'time' not found in array dimensions ('x',)", [], ["time", "x"]),
        ("ValueError", "no column named 'a'", [], []),  # it is there
        ("AttributeError", "'DataFrame' object has no attribute 'price'", ["price"], []),
        ("AttributeError", "'NoneType' object has no attribute 'price'", [], []),
    ],
)
def test_labels_are_learned_from_what_libraries_miss(
    error: str, message: str, columns: list[str], dimensions: list[str]
) -> None:
    labels = Labels()
    is_news = labels.learn(raised(error, message, of_frame()))
    assert set(labels.columns) == set(columns)
    assert set(labels.dimensions) == set(dimensions)
    assert is_news == bool(columns or dimensions)
    assert not labels.learn(raised(error, message, of_frame()))


def test_nothing_is_learned_where_no_table_was_given() -> None:
    labels = Labels()
    call = CallRecipe(Name("shop", "total"), args=("a",))
    assert not labels.learn(raised("KeyError", "price", call))


def test_what_was_missed_is_there_then() -> None:
    labels = Labels()
    labels.learn(raised("KeyError", "price", of_frame()))
    making = Making(Pools(), labels)
    frames = [
        built(making.make(Array(("frame",)), Choices(f"{number}"), Mood("str", 3)))
        for number in range(20)
    ]
    assert sum("price" in frame.columns for frame in frames) > 15


def test_a_form_that_was_refused_is_another_one_then() -> None:
    attributes = {"array": frozenset({"shape"}), "series": frozenset({"shape", "str"})}
    labels = Labels(attributes)
    call = CallRecipe(Name("shop", "f"), args=(Call(Name("numpy", "ndarray"), (Tuple((1,)),)),))
    assert list(labels.forms_of(("array",))) == ["array"]
    labels.learn(raised("AttributeError", "'numpy.ndarray' object has no attribute 'str'", call))
    assert list(labels.forms_of(("array",))) == ["series"]
    assert list(labels.forms_of(("array", "frame"))) == ["frame"]


def test_docstrings_tell_forms_dimensions_and_types() -> None:
    text = '''def f(a, b, c, d):
    """Sum.

    Parameters
    ----------
    a : ndarray of int, shape (n_samples, 3)
    b : 2-D array
    c : pd.DataFrame
    d : array_like of bool
    """
    return a, b, c, d[:, 0]
'''
    usages = usages_of([Version(text, "f")])
    found = {
        name: array_of(name, usages.paths[name], usages.paths) for name in ("a", "b", "c", "d")
    }
    assert found["a"] == {"forms": ["array"], "dims": ["n_samples", "3"], "dtypes": ["int"]}
    assert found["b"]["ndims"] == [2]
    assert found["c"]["forms"] == ["frame"]
    assert found["d"]["dtypes"] == ["bool"]
    assert found["d"]["ndims"] == [2]


def test_libraries_are_those_that_a_file_imports() -> None:
    assert libraries_in(["import pandas as pd\n", ""]) == ["numpy", "pandas"]
    assert libraries_in(["def f():\n    from scipy import linalg\n"]) == ["numpy", "scipy"]
    assert libraries_in(["import os\n"]) == []


def test_errors_are_the_codes_own_where_they_say_what_it_raises() -> None:
    text = "import numpy\nraise ValueError(f'{n} is not a size')\nraise errors.Missing\n"
    own = errors_named([text])
    assert own is not None
    assert own.may_be("ValueError", "3 is not a size")
    assert not own.may_be("ValueError", "shapes (1,) and (2,) not aligned")
    assert own.may_be("Missing", "")
    assert not own.may_be("KeyError", "a")
    assert errors_named(["raise ValueError\n"]) is None


@pytest.mark.parametrize(
    ("message", "is_own"),
    [
        ("a 1 of 2 z", True),
        ("a of  of  z", True),
        ("a 1 of z", False),
        ("a z", False),
        ("a 1 of 2 z.", False),
        ("b 1 of 2 z", False),
    ],
)
def test_the_constants_of_a_message_stand_in_their_order(message: str, is_own: bool) -> None:
    own = errors_named(["import numpy\nraise ValueError(f'a {n} of {m} z')\n"])
    assert own is not None
    assert own.may_be("ValueError", message) is is_own


def test_messages_of_many_parts_are_told_from_long_ones_at_once() -> None:
    parts = "{a}" * 40
    own = errors_named([f"import numpy\nraise ValueError(f'{parts}x')\n"])
    assert own is not None
    assert not own.may_be("ValueError", "a" * 20_000)
