"""Are names known by the same numbers ever after, and weights read as they were written?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from tests.predict.random_network import LEXICON, random_weights, shape_for

from swerve.predict.neural._lexicon import MOST_WORDS, STYLES, Lexicon
from swerve.predict.neural.file import _MAGIC, BadWeights, checksum, read, write

# --- numbers ------------------------------------------------------------------------------------


def _shared(word: str, shared: int = 7) -> int:
    return 1 + len(STYLES) + crc32(word.encode()) % shared


@pytest.mark.parametrize(
    ("lexeme", "name", "words"),
    [
        ("", 0, ()),
        ("x", 2, (_shared("x"),)),
        ("rows", 3, (_shared("rows"),)),
        ("row", 0, (12,)),
        ("row_size", 0, (12, 11)),
        ("MAX_SIZE", 0, (1, 13, 11)),
        ("X", 0, (2, _shared("x"))),
        ("RowSize", 0, (2, 12, 11)),
        ("_row", 0, (3, 12)),
        ("__MAX", 0, (1, 13)),
        ("_", 0, ()),
        ("row of max", 0, (12, _shared("of"), 13)),
        ("row max row size row max", 0, (12, 13, 12, 11)),
        ("'...'", 0, ()),
    ],
)
def test_a_lexeme_has_a_number_and_those_of_its_style_and_words(
    lexeme: str, name: int, words: tuple[int, ...]
) -> None:
    """They must never change: weights are found by them."""
    for _ in range(2):
        assert LEXICON.numbers(lexeme) == (name, words)


def test_all_numbers_are_within_the_tables() -> None:
    assert LEXICON.number_of_names == 5
    assert LEXICON.number_of_words == 14
    for number in range(500):
        name, words = LEXICON.numbers(f"_odd{number}_a_b_c")
        assert name == 0
        assert len(words) == 1 + MOST_WORDS
        assert all(0 < word < LEXICON.number_of_words for word in words)


def test_words_that_are_not_known_are_mostly_told_apart() -> None:
    lexicon = Lexicon((), (), 1500)
    numbers = {lexicon.numbers("word" + "abcdefghij"[n % 10] * n)[1] for n in range(1, 100)}
    assert len(numbers) > 90


# --- files --------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    shape = shape_for(LEXICON, width=80)
    write(tmp_path / "w.bin", shape, LEXICON, random_weights(shape))
    return tmp_path / "w.bin"


def test_what_is_written_is_read_again(path: Path) -> None:
    shape, lexicon, arrays = read(path)
    assert shape == shape_for(LEXICON, width=80)
    assert (lexicon.names, lexicon.words, lexicon.shared) == (LEXICON.names, LEXICON.words, 7)
    assert lexicon.numbers("row_unknown") == LEXICON.numbers("row_unknown")
    weights = random_weights(shape)
    assert {name for name in arrays if not name.endswith("/scale")} == weights.keys()
    for name, value in weights.items():
        assert arrays[name].shape == value.shape
        if arrays[name].dtype == np.int8:
            assert value.size > 4096
        else:
            assert np.array_equal(arrays[name], value)
    assert arrays["layers.0.inward.weight"].dtype == np.int8


def test_the_same_weights_make_the_same_file(path: Path) -> None:
    shape, other = shape_for(LEXICON, width=80), path.with_name("other.bin")
    write(other, shape, LEXICON, random_weights(shape))
    assert other.read_bytes() == path.read_bytes()
    assert checksum(other) == checksum(path)
    write(other, shape, LEXICON, random_weights(shape, seed=1))
    assert checksum(other) != checksum(path)


@pytest.mark.parametrize("lexicon", [Lexicon((), (), 7), Lexicon(["größe"], (), 7)])
def test_a_lexicon_may_be_small(lexicon: Lexicon, tmp_path: Path) -> None:
    shape = shape_for(lexicon)
    write(tmp_path / "w.bin", shape, lexicon, random_weights(shape))
    found = read(tmp_path / "w.bin")[1]
    assert (found.names, found.words) == (lexicon.names, lexicon.words)


@pytest.mark.parametrize("part", [0, 10, 16, 20, 24, 100, 0.3, 0.6, 0.9])
def test_a_file_that_is_cut_off_is_refused(path: Path, part: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: part if isinstance(part, int) else int(len(data) * part)])
    with pytest.raises(BadWeights, match=str(path)):
        read(path)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"PK\x03\x04" * 50, id="foreign"),
        pytest.param(b"swerve values 1\n" + bytes(100), id="of an older version"),
        pytest.param(_MAGIC + bytes(8), id="without a head"),
        pytest.param(_MAGIC + (1 << 60).to_bytes(8, "little") + b"{}", id="of too long a head"),
        pytest.param(_MAGIC + (2).to_bytes(8, "little") + b"[]", id="with another head"),
        pytest.param(_MAGIC + (2).to_bytes(8, "little") + b"\xff\xff", id="with a head of bytes"),
    ],
)
def test_anything_else_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(data)
    with pytest.raises(BadWeights):
        read(tmp_path / "w.bin")


def _with_head(path: Path, **changes: Any) -> None:
    data = path.read_bytes()
    start = len(_MAGIC) + 8
    end = start + int.from_bytes(data[len(_MAGIC) : start], "little")
    head = json.loads(data[start:end])
    for name, value in changes.items():
        head[name] = {**head[name], **value} if isinstance(value, dict) else value
    text = json.dumps(head).encode()
    path.write_bytes(_MAGIC + len(text).to_bytes(8, "little") + text + data[end:])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"shape": {"names": 6}}, "another lexicon"),
        ({"shared": 8}, "another lexicon"),
        ({"shape": {"shapes": 20}}, "another network"),
        ({"shape": {"layers": 3}}, "another network"),
        ({"shape": {"heads": 4}}, "another network"),
        ({"shape": {"depth": 4}}, "truncated or damaged"),
        ({"arrays": {"after.weight": ["float32", [80], 1 << 40]}}, "truncated or damaged"),
        ({"arrays": {"after.weight": ["object", [8], 0]}}, "truncated or damaged"),
        ({"arrays": {"after.weight": ["float32", [8], 0]}}, "another network"),
        ({"arrays": {"layers.0.inward.weight/scale": ["float32", [8], 0]}}, "another network"),
    ],
)
def test_weights_that_do_not_fit_are_refused(
    path: Path, changes: dict[str, Any], said: str
) -> None:
    """Rather than giving wrong answers, or failing in the middle of a run."""
    _with_head(path, **{name: {} for name in changes if name != "shared"})
    read(path)
    _with_head(path, **changes)
    with pytest.raises(BadWeights, match=said):
        read(path)
