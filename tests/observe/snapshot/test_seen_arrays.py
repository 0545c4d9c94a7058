"""What is seen of numpy, pandas and attrs? Their rules must not need them to be installed here."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from tests.observe.snapshot.random_graphs import root, snapshot

from swerve.observe.snapshot import Cut, Named, Opaque, Packed, listed, show
from swerve.worker.snapshot.snapshot import take_snapshot


def _shown(value: object) -> str:
    graph = snapshot(value)
    assert graph.complete
    return show(graph, graph.roots[0][1], 1_000)


def test_looking_does_not_import_anything() -> None:
    before = set(sys.modules)
    fake = type("ndarray", (), {"__module__": "numpy"})
    snapshot([fake(), type("DataFrame", (), {"__module__": "pandas"})()])
    assert set(sys.modules) == before


class TestNumpy:
    numpy: Any

    @pytest.fixture(autouse=True)
    def _numpy(self) -> None:
        self.numpy = pytest.importorskip("numpy")

    def test_arrays_are_dtype_shape_and_items(self) -> None:
        np = self.numpy
        assert _shown(np.array([[1, 2], [3, 4]], "i4")) == (
            "ndarray([[1, 2], [3, 4]], dtype=dtype('<i4'), shape=(2, 2))"
        )
        assert _shown(np.array([1.5, np.nan])) == (
            "ndarray([1.5, nan], dtype=dtype('<f8'), shape=(2,))"
        )
        assert _shown(np.array(["2024-01-01", "NaT"], "M8[D]")) == (
            "ndarray([19723, -9223372036854775808], dtype=dtype('<M8[D]'), shape=(2,))"
        )
        assert _shown(np.array([(1, 2.0)], [("a", "i4"), ("b", "f8")])) == (
            "ndarray([(1, 2.0)], dtype=dtype([('a', '<i4'), ('b', '<f8')]), shape=(1,))"
        )

    @pytest.mark.parametrize(
        "kind",
        [
            *("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"),
            *(">i2", ">u8", ">f4", ">c16", "M8[s]", "m8[D]", ">M8[s]"),
        ],
    )
    def test_long_arrays_of_numbers_say_the_same_as_short_ones(self, kind: str) -> None:
        array = (self.numpy.arange(240) % 100).astype(kind).reshape(20, 6, 2)
        for each in (array, self.numpy.asfortranarray(array), array[:, ::2]):
            graph = snapshot(each)
            assert graph.complete
            packed = graph.nodes[root(graph).content]
            assert isinstance(packed, Packed)
            short = snapshot(each.reshape(-1)[:100])
            numbers = [short.nodes[at].value for at in short.nodes[root(short).content].items]
            assert [*packed.numbers()][:100] == numbers
            assert [*map(type, packed.numbers())][:100] == [*map(type, numbers)]
            plain = each.astype("i8") if each.dtype.kind in "mM" else each
            assert packed.listed() == plain.tolist()
            assert show(graph, root(graph).content, 10_000) == repr(packed.listed())
            content = root(graph).content
            assert show(graph, content) == show(listed(graph), content)

    def test_huge_arrays_are_digested(self) -> None:
        np = self.numpy
        first, second = np.zeros(200_000), np.zeros(200_000)
        graph = snapshot(first)
        assert graph.complete
        assert isinstance(graph.nodes[root(graph).content], Cut)
        assert take_snapshot([("a", first)]) == take_snapshot([("a", second)])
        second[99_999] = 1
        assert take_snapshot([("a", first)]) != take_snapshot([("a", second)])

    def test_objects_in_arrays_are_shared_with_the_rest(self) -> None:
        shared = ["x"]
        graph = snapshot([shared, self.numpy.array([None, shared], object)])
        array: Any = graph.nodes[root(graph).items[1]]
        items: Any = graph.nodes[array.content]
        assert items.items[1] == root(graph).items[0]

    def test_scalars_keep_their_type(self) -> None:
        np = self.numpy
        assert _shown(np.float64(2.5)) == "float64(2.5)"
        assert _shown(np.float32(2.5)) == "float32(2.5)"
        assert _shown(np.int64(3)) == "int64(3)"
        assert root(snapshot(np.float64(2.5))).mutable is False

    def test_functions_and_generators(self) -> None:
        np = self.numpy
        assert root(snapshot(np.add)) == Named("function", "numpy.add")
        first, second = np.random.default_rng(1), np.random.default_rng(1)
        assert take_snapshot([("a", first)]) == take_snapshot([("a", second)])
        second.random()
        assert take_snapshot([("a", first)]) != take_snapshot([("a", second)])

    def test_a_subclass_is_not_asked(self) -> None:
        def evil(self: object, *arguments: object) -> Any:
            ran.append("ran")
            raise SystemExit

        ran: list[str] = []
        names = ("tolist", "tobytes", "copy", "view", "__getitem__", "__array__", "__len__")
        body: dict[str, Any] = dict.fromkeys(names, evil)
        body.update(dtype=property(evil), shape=property(evil), size=property(evil))
        array = self.numpy.arange(2)
        hostile = array.view(type("Array", (self.numpy.ndarray,), {}))
        hostile.__class__ = type("Array", (type(hostile),), body)
        assert _shown(hostile) == "Array(ndarray([0, 1], dtype=dtype('<i8'), shape=(2,)))"
        assert ran == []


class TestPandas:
    pandas: Any

    @pytest.fixture(autouse=True)
    def _pandas(self) -> None:
        self.pandas = pytest.importorskip("pandas")

    def test_frames_are_columns_by_label(self) -> None:
        frame = self.pandas.DataFrame({"a": [1, 2], "b": [0.5, None]})
        graph = snapshot(frame)
        assert graph.complete
        content = root(graph).content
        assert show(graph, content) == "{'a': [1, 2], 'b': [0.5, nan]}"
        assert {"columns", "dtypes", "index"} <= dict(root(graph).fields).keys()

    def test_series_and_indexes(self) -> None:
        pd = self.pandas
        series = pd.Series([1, 2], index=["x", "y"], name="n")
        graph = snapshot(series)
        fields = dict(root(graph).fields)
        assert show(graph, root(graph).content) == "[1, 2]"
        assert show(graph, fields["name"]) == "'n'"
        assert graph.complete
        assert take_snapshot([("a", series)]) != take_snapshot([("a", series.astype("int8"))])
        assert snapshot(pd.MultiIndex.from_tuples([(1, "a")])).complete
        assert snapshot(pd.Series(["a", None], dtype="category")).complete

    def test_moments_and_missing_values(self) -> None:
        pd = self.pandas
        assert root(snapshot(pd.NaT)) == Named("object", "pandas.NaT")
        assert root(snapshot(pd.NA)) == Named("object", "pandas.NA")
        first = take_snapshot([("a", pd.Timestamp("2024-01-01"))])
        assert first != take_snapshot([("a", pd.Timestamp("2024-01-02"))])

    def test_a_subclass_that_has_its_say_is_unknown(self) -> None:
        ran: list[str] = []

        def columns(self: object) -> Any:
            ran.append("ran")
            raise SystemExit

        frame = self.pandas.DataFrame({"a": [1]})
        frame.__class__ = type("Frame", (self.pandas.DataFrame,), {"columns": property(columns)})
        assert isinstance(root(snapshot(frame)), Opaque)
        assert ran == []


def test_attrs_classes_are_the_fields_that_they_compare() -> None:
    attrs = pytest.importorskip("attrs")
    fields = {"x": attrs.field(default=1), "y": attrs.field(default=2, eq=False)}
    for slots in (True, False):
        made = attrs.make_class("Made", fields, slots=slots)
        assert _shown(made()) == "Made(x=1)"
        assert root(snapshot(made())).mutable is True
        frozen = attrs.make_class("Frozen", fields, slots=slots, frozen=True)
        assert root(snapshot(frozen())).mutable is False


@pytest.mark.parametrize(
    ("module", "name"),
    [("scipy.sparse._csr", "csr_matrix"), ("xarray.core.dataarray", "DataArray")],
)
def test_a_class_that_goes_by_the_name_of_another_is_not_asked(module: str, name: str) -> None:
    pytest.importorskip(module)
    asked = []

    def ask(self: object, wanted: str) -> object:
        asked.append(wanted)
        raise AttributeError(wanted)

    base = type("_spbase", (), {"__module__": "scipy.sparse._base"})
    fake = type(name, (base,), {"__module__": module, "__getattr__": ask})()
    fake.held = 7
    assert "held=7" in _shown(fake)
    assert not asked
