"""Starting is light: heavy parts load when used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import swerve


def loaded_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import swerve", id="import"),
        pytest.param("from swerve.apps.cli import main; main(['--version'])", id="--version"),
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    heavy = {"click", "rich", "pathspec", "ast", "subprocess", "swerve.model", "dataclasses"}
    assert not loaded_after(code) & heavy


@pytest.mark.parametrize("word", ["--version", "-V"])
def test_the_version_is_printed(word: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "swerve", word], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"swerve {swerve.__version__}\n"


def test_json_does_not_load_what_draws_text() -> None:
    code = (
        "from swerve.apps.cli import main; "
        "main(['diff', '/dev/null', '/dev/null', '--format', 'json'])"
    )
    assert "rich" not in loaded_after(code)


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help_names_every_command_and_the_exit_statuses(word: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "swerve", word], capture_output=True, text=True, check=True
    )
    for expected in ("check", "diff", "pairs", "Exit status"):
        assert expected in done.stdout


def test_an_interrupt_at_the_very_start_is_said() -> None:
    """Loading takes a moment, and Ctrl-C may come within it."""
    script = """
import sys
from swerve.apps.cli import main

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "swerve.apps.cli._run":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
sys.exit(main(["check"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "swerve: interrupted\n")
