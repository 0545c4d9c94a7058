"""`swerve replay`: a witness that was kept is run again, on the trees that it was found on."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.apps.cli.found import report_of, witness_for

from swerve.apps.cli import main
from swerve.apps.cli._checking import WitnessFolder
from swerve.model import DifferenceKind, Pair, Settings, Witness
from swerve.observe.recipe import CallRecipe, List, Name
from swerve.source import RawChange, Selection, read_paths, read_words
from swerve.witness.stored import stored_witness, text_of

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = "def total(prices, tax=0):\n    return sum(prices) + tax\n"
NEW = OLD.replace("+ tax", "- tax")
TOTAL = CallRecipe(Name("shop.cart", "total"), args=(List(),), kwargs=(("tax", 1),))


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    repository.commit("start", {"shop/__init__.py": "", "shop/cart.py": OLD})
    return repository


def kept(raw: RawChange, folder: Path, module: str, *witnesses: Witness) -> Path:
    """The file of a witness, as `--witnesses` writes it."""
    report = report_of(raw, module, *witnesses)

    def keep(pair: Pair, witness: Witness) -> str:
        stored = stored_witness(pair, witness, raw, Settings(), report.runtime)
        assert stored is not None
        return text_of(stored)

    (function,) = report.functions
    (witness, *_) = WitnessFolder(folder, keep).with_files(function).witnesses
    assert witness.replay is not None
    assert witness.replay.startswith("swerve replay ")
    return Path(witness.replay.removeprefix("swerve replay "))


def test_a_commit_is_shown_again_whatever_became_of_the_work_tree(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("Subtract", {"shop/cart.py": NEW})
    raw = read_words(shop.path, ("HEAD",), staged=False, selection=Selection())
    file = kept(raw, tmp_path / "kept", "shop.cart", witness_for(TOTAL))
    shop.commit("Gone", {"shop/cart.py": "1 / 0\n"})
    assert main(["replay", str(file)]) == 0
    said = capsys.readouterr().out
    assert "from shop.cart import total" in said
    assert "total([], tax=1)" in said
    assert "differs at result" in said
    assert "old  1\nnew  -1" in said


@pytest.mark.slow
def test_a_work_tree_is_taken_as_it_is_now(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("shop/cart.py", NEW)
    raw = read_words(shop.path, (), staged=False, selection=Selection())
    file = kept(raw, tmp_path / "kept", "shop.cart", witness_for(TOTAL))
    assert main(["replay", str(file)]) == 0
    shop.write("shop/cart.py", OLD)
    assert main(["replay", str(file)]) == 1
    assert "no difference this time" in capsys.readouterr().out


def test_two_files_come_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text(OLD)
    new.write_text(NEW)
    call = CallRecipe(Name("new", "total"), args=(List(),), kwargs=(("tax", 1),))
    raw = read_paths(old, new, Selection())
    file = kept(raw, tmp_path / "kept", "new", witness_for(call))
    old.unlink()
    new.unlink()
    assert main(["replay", str(file)]) == 0


def test_folders_and_a_command_are_taken_from_files_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = tmp_path / "a", tmp_path / "b"
    for folder, text in ((old, OLD), (new, NEW)):
        folder.mkdir()
        (folder / "cart.py").write_text(text)
    call = CallRecipe(Name("cart", "total"), args=(List(),), kwargs=(("tax", 1),))
    file = kept(read_paths(old, new, Selection()), tmp_path / "kept", "cart", witness_for(call))
    assert main(["replay", str(file)]) == 2
    assert f"the folder {old}, which is not the current repository" in capsys.readouterr().err
    assert main(["replay", str(file), "--trust"]) == 0
    assert "differs at result" in capsys.readouterr().out


def test_another_difference_is_not_the_one_that_was_found(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("shop/cart.py", NEW)
    raw = read_words(shop.path, (), staged=False, selection=Selection())
    witness = witness_for(TOTAL, DifferenceKind.OUTPUT)
    assert main(["replay", str(kept(raw, tmp_path / "kept", "shop.cart", witness))]) == 1
    assert "not the reported difference" in capsys.readouterr().out


def test_what_cannot_be_run_is_said(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("shop/cart.py", NEW)
    raw = read_words(shop.path, (), staged=False, selection=Selection())
    file = kept(raw, tmp_path / "kept", "shop.cart", witness_for(TOTAL))
    shop.write("shop/cart.py", "import nowhere\n")
    assert main(["replay", str(file)]) == 2
    assert "`shop.cart` of the new version cannot be imported" in capsys.readouterr().out
    assert main(["replay", str(file), "--python", "/nowhere/python"]) == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", "{"),
        ("a.json", "[]"),
        ("a.json", json.dumps({"schema": "swerve-witness/1"})),
        ("a.py", "print(1)\n"),
        ("a.py", "DATA = (\n"),
    ],
)
def test_other_files_are_refused(
    tmp_path: Path, name: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_text(text)
    assert main(["replay", str(file)]) == 2
    assert "--witnesses" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "nowhere.json"]) == 2
    assert "nowhere.json" in capsys.readouterr().err


@pytest.mark.slow
def test_a_pair_given_as_data_is_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "pairs.jsonl"
    row = {"id": "1", "old_file": OLD, "new_file": NEW, "function": "total", "path": "shop/cart.py"}
    rows.write_text(json.dumps(row) + "\n")
    monkeypatch.chdir(tmp_path)
    main(["pairs", str(rows), "--witnesses", "kept", "--jobs", "1"])
    found = json.loads(capsys.readouterr().out)["witnesses"]
    assert found[0]["engine"] == "generate"
    assert main(shlex.split(found[0]["replay"])[1:]) == 0
    assert "differs at result" in capsys.readouterr().out


@pytest.mark.slow
def test_a_script_of_a_guided_run_is_shown_without_running_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "pairs.jsonl"
    old, new = "def f():\n    return missing() + 1\n", "def f():\n    return missing() + 2\n"
    row = {"id": "1", "old_source": old, "new_source": new, "function": "f"}
    rows.write_text(json.dumps(row) + "\n")
    monkeypatch.chdir(tmp_path)
    main(["pairs", str(rows), "--witnesses", "kept", "--jobs", "1"])
    (script, *_) = sorted((tmp_path / "kept").glob("*.py"))
    script.write_text(f"raise SystemExit('it was run')\n{script.read_text()}")
    capsys.readouterr()
    assert main(["replay", str(script)]) == 0
    assert "differs at" in capsys.readouterr().out


def test_two_functions_never_share_a_file(shop: Repository, tmp_path: Path) -> None:
    shop.commit("Subtract", {"shop/cart.py": NEW})
    raw = read_words(shop.path, ("HEAD",), staged=False, selection=Selection())
    (function,) = report_of(raw, "shop.cart", witness_for(TOTAL)).functions
    folder = WitnessFolder(tmp_path, lambda pair, witness: "kept")
    names = [folder.with_files(function).witnesses[0].replay for _ in range(2)]
    assert names[0] != names[1]
    assert len(list(tmp_path.glob("*.json"))) == 2


@pytest.mark.parametrize(
    "text",
    [
        '{"schema": "swerve-witness/1", "sides": {"old": [], "new": []}}',
        "[" * 100_000,
        "",
        "null",
    ],
)
def test_what_is_no_witness_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd.json").write_text(text)
    assert main(["replay", str(tmp_path / "odd.json")]) == 2
    (tmp_path / "odd.py").write_text(f"DATA = {'-' * 50_000}1\n{text}")
    assert main(["replay", str(tmp_path / "odd.py")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_number_too_large_is_refused(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("Subtract", {"shop/cart.py": NEW})
    raw = read_words(shop.path, ("HEAD",), staged=False, selection=Selection())
    file = kept(raw, tmp_path / "kept", "shop.cart", witness_for(TOTAL))
    file.write_text(file.read_text().replace('"seed": 0', '"seed": 1e999'))
    assert main(["replay", str(file)]) == 2
    assert "has missing or invalid parts" in capsys.readouterr().err


def test_a_file_that_somebody_sent_does_nothing_to_the_terminal(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.write("shop/cart.py", NEW)
    raw = read_words(shop.path, (), staged=False, selection=Selection())
    file = kept(raw, tmp_path / "kept", "shop.cart", witness_for(TOTAL))
    data = json.loads(file.read_text())
    data.update(function="\x1b]0;owned\x07", python="a\nb\ud800", interpreter="/nowhere")
    file.write_text(json.dumps(data))
    assert main(["replay", str(file), "--trust"]) == 2
    said = capsys.readouterr().out
    assert said.startswith("\\x1b]0;owned\\x07  ")
    assert "\na\nb\\ud800\n" in said
