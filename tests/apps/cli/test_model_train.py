"""`swerve model train` as a user types it, where nothing can be trained."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.predict.training.train.made_events import recorded, write_corpus, write_project

from swerve.predict.training.train._dataset import lexicon_of


def train(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run it without torch, whether that is installed or not."""
    (folder / "without").mkdir(exist_ok=True)
    (folder / "without" / "torch.py").write_text("raise ImportError('No module named torch')\n")
    return subprocess.run(
        [sys.executable, "-m", "swerve", "model", "train", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder / "without"), *sys.path))},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    write_corpus(tmp_path / "events")
    write_project(tmp_path / "static", "static", recorded("x\n"), origin="static")
    return tmp_path


@pytest.mark.parametrize("name", ["made/arrays.npz", "arrays"])
def test_everything_that_training_needs_goes_into_one_file(corpus: Path, name: str) -> None:
    done = train(corpus, "events", "static", "--prepare", name)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 13
    assert lines[-1] == "static 1.0  1 static events"
    with np.load(corpus / name) as arrays:
        assert len(arrays["tokens"]) == sum(int(line.split()[2]) for line in lines)
        assert "rows" in lexicon_of(arrays).names
    assert [each.name for each in (corpus / name).parent.glob("*.part")] == []


@pytest.mark.slow
@pytest.mark.parametrize("given", ["events", "arrays.npz"])
def test_without_torch_it_says_what_to_install(corpus: Path, given: str) -> None:
    if given != "events":
        train(corpus, "events", "--prepare", given)
    done = train(corpus, given, "--out", "model")
    assert done.returncode == 2
    assert "Training needs torch, which is not installed." in done.stderr
    assert "hint: Run `pip install 'swerve[train]'`" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["events", "--with", "depth=3"], "depth=3 is not a setting of training."),
        (["empty"], "The folders contain no events."),
        (["notes.txt"], "notes.txt was not written by `--prepare`."),
        (["measured", "--prepare", "arrays.npz"], "the value model must not learn from it"),
        (["spoiled", "--prepare", "arrays.npz"], "is not a file of events"),
    ],
)
def test_what_cannot_be_done_is_said_without_a_traceback(
    corpus: Path, words: list[str], said: str
) -> None:
    (corpus / "empty").mkdir()
    (corpus / "notes.txt").write_text("notes")
    write_project(corpus / "measured", "Scikit_Learn", recorded("x\n"))
    (corpus / "spoiled").mkdir()
    (corpus / "spoiled" / "a-1.jsonl.gz").write_bytes(b"notes")
    done = train(corpus, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "hint:" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (corpus / "arrays.npz").exists()
