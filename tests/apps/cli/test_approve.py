"""`swerve approve` and `swerve contract infer`: differences become intended, others do not."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerve.apps.cli import main

if TYPE_CHECKING:
    from tests.conftest import Repository

ROOT = Path(__file__).resolve().parents[3]
QUICK = ("--effort", "quick", "--jobs", "1", "--skip", "replay", "--skip", "shadow")
CHECK = ("check", "--fail-on", "unintended", "--trust-change", *QUICK)
OLD = """\
def share(amount: int, people: int) -> int:
    if people == 0:
        raise ValueError("nobody")
    return amount // people
"""
NEW = OLD.replace('raise ValueError("nobody")', "return 0")


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository whose work tree differs from its only commit."""
    repository.commit("a shop", {"shop/__init__.py": "", "shop/cart.py": OLD})
    repository.write("shop/cart.py", NEW)
    monkeypatch.chdir(repository.path)
    return repository


def answers(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


@pytest.mark.slow
def test_what_is_accepted_is_intended_and_what_comes_after_is_not(
    shop: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "perhaps\naccept\n")
    assert main(["approve", *QUICK]) == 0
    out = capsys.readouterr().out
    assert "1 of 1: error (an error appeared, disappeared or changed), 1 function" in out
    assert "wrote contracts/shop/cart.py: share" in out
    contract = (shop.path / "contracts/shop/cart.py").read_text("utf-8")
    assert "# share(0, 0) # outcome: raised ValueError('nobody') -> returned 0" in contract
    assert "when_signaled(ValueError)" in contract
    assert main([*CHECK]) == 0
    assert "intended: as the contract says" in capsys.readouterr().out
    shop.write("shop/cart.py", NEW.replace("amount // people", "amount // people + 1"))
    assert main([*CHECK]) == 1
    out = capsys.readouterr().out
    assert "unintended: contracts/shop/cart.py:" in out
    assert "Exit 1: 1 unintended change" in out


@pytest.mark.slow
def test_one_kind_is_accepted_by_name(shop: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["approve", "--yes"]) == 2
    assert "`--yes` needs `--kind`" in capsys.readouterr().err
    assert main(["approve", *QUICK, "--kind", "error", "--yes"]) == 0
    assert (shop.path / "contracts/shop/cart.py").exists()
    capsys.readouterr()
    assert main(["approve", *QUICK, "--kind", "error", "--yes"]) == 0
    assert "no difference was found beyond those that contracts cover" in capsys.readouterr().err


@pytest.mark.slow
def test_inferred_contracts_are_printed_or_written(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = (
        "# ours\nfrom swerve.meaning.contract import ensures\n\n\ndef other(x):\n    ensures(x)\n"
    )
    shop.write("shop/cart.py", NEW + "\n\ndef other(x):\n    return x\n")
    shop.commit(
        "other",
        {"contracts/shop/cart.py": kept, "shop/cart.py": OLD + "\n\ndef other(x):\n    return x\n"},
    )
    shop.write("shop/cart.py", NEW + "\n\ndef other(x):\n    return x\n")
    before = shop.fingerprint()
    assert main(["contract", "infer", *QUICK]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# contracts/shop/cart.py\nfrom typing import Any\n")
    assert "        ensures(result == 0)\n" in out
    assert shop.fingerprint() == before
    assert main(["contract", "infer", *QUICK, "--write"]) == 0
    assert capsys.readouterr().out == "wrote contracts/shop/cart.py\n"
    written = (shop.path / "contracts/shop/cart.py").read_text("utf-8")
    assert written.startswith("# ours\n")
    assert "def other(x):\n    ensures(x)\n\n\ndef share(" in written


@pytest.mark.slow
def test_the_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No call of its functions can be made: worlds are made up, and a default value was read."""
    from tests.conftest import Repository as Made

    monkeypatch.syspath_prepend(str(ROOT / "demo"))
    import run as demo  # type: ignore[import-not-found]

    crawl = Made(demo.make_repository(tmp_path / "crawl"))
    monkeypatch.chdir(crawl.path)
    quick = ("--effort", "normal", *QUICK[2:], "--skip", "generate")
    answers(monkeypatch, "a\n")
    assert main(["approve", "HEAD", *quick]) == 0
    out = capsys.readouterr().out
    assert "requires(request.meta.get('max_retry_times') == 0)" in out
    assert "wrote contracts/crawl/fetch.py: fetch\n" in out
    assert "wrote contracts/crawl/retry.py: RetryMiddleware._retry\n" in out
    crawl.commit("mean it")
    check = ("check", "HEAD~2..HEAD", "--fail-on", "unintended", "--trust-change", *quick)
    assert main([*check]) == 0
    assert capsys.readouterr().out.count("intent     intended: as the contract says:") == 2
    retry = crawl.path / "crawl/retry.py"
    text = retry.read_text("utf-8").replace("if retries <= retry_times", "if retries < retry_times")
    crawl.commit("once less", {"crawl/retry.py": text})
    assert main([*check[:1], "HEAD~3..HEAD", *check[2:]]) == 1
    assert "unintended: contracts/crawl/retry.py:" in capsys.readouterr().out
