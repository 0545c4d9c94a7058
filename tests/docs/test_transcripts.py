"""Does a page fail when it does not say what its commands do?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from scripts.scenarios import scenario_names
from scripts.sessions import renewed
from scripts.transcripts import main, pages

ROOT = Path(__file__).resolve().parents[2]
_FENCED = re.compile(
    r"^(?P<fence>`{3,})[^`\n]*\n(?P<text>.*?)^(?P=fence)$", re.DOTALL | re.MULTILINE
)


def _page(*blocks: str) -> str:
    return "# A page\n\n" + "\n\nWords in between.\n\n".join(blocks) + "\n"


def _runs(text: str, how: str = "") -> str:
    return f"<!-- runs: empty{how} -->\n```console\n{text}```"


def _faults(text: str) -> list[str]:
    return [fault.why for fault in renewed(text)[1]]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(_runs("$ echo tea\ntea\n"), id="as shown"),
        pytest.param(_runs("$ echo tea\ntea\n$ echo milk >&2\nmilk\n"), id="either stream"),
        pytest.param(
            _runs("$ cat <<END\n> tea\n>\n> milk\n> END\ntea\n\nmilk\n"), id="here-document"
        ),
        pytest.param(_runs("$ false\n", ", exit 1"), id="stated status"),
        pytest.param(_runs("$ seq 9\n1\n...\n9\n"), id="lines left out"),
        pytest.param(_runs("$ echo took 3.5 s, 80 runs\ntook 0.1 s, 79 runs\n"), id="what passes"),
        pytest.param(
            _runs("$ echo 9 of 9 generated calls\n1,2 of 12 generated calls\n"), id="counts"
        ),
        pytest.param(_runs("$ printf tea\ntea\n"), id="no line end"),
        pytest.param(_runs("$ echo $PWD $HOME\n/home/ada/empty /home/ada\n"), id="where it is"),
    ],
)
def test_a_page_that_is_true_has_no_faults(page: str) -> None:
    text = _page(page)
    assert renewed(text) == (text, [])


@pytest.mark.parametrize(
    ("page", "why"),
    [
        pytest.param(_runs("$ echo tea\nmilk\n"), "-milk\n+tea", id="other output"),
        pytest.param(_runs("$ echo tea\n"), "+tea", id="output that is not shown"),
        pytest.param(_runs("$ true\ntea\n"), "-tea", id="output that is not there"),
        pytest.param(_runs("$ seq 9\n2\n...\n9\n"), "+1", id="before lines left out"),
        pytest.param(_runs("$ false\n"), "`false` ended with 1, not 0", id="a failure"),
        pytest.param(_runs("$ true\n", ", exit 1"), "ended with 0, not 1", id="no failure"),
        pytest.param(_runs("$ false\n$ false\n", ", exit 1"), "not 0", id="an early failure"),
        pytest.param(_runs("tea\n"), "starts with `$ `", id="no command"),
        pytest.param("<!-- runs: moon -->\n```\n$ true\n```", "no scenario moon", id="nowhere"),
        pytest.param("<!-- writes: empty -->\n```\n```", "needs a file", id="no file"),
        pytest.param("<!-- edits: empty a.py -->\n```\n-a\n```", "no a.py", id="nothing to edit"),
    ],
)
def test_a_page_that_is_not_true_has_a_fault(page: str, why: str) -> None:
    """All commands of the docs would pass if the check could not fail."""
    (found,) = _faults(_page(page))
    assert why in found


def test_blocks_of_a_page_share_a_folder_and_pages_do_not() -> None:
    ls = _runs("$ ls\ntea.txt\n")
    assert _faults(_page(_runs("$ touch tea.txt\n"), ls)) == []
    assert _faults(_page(ls)) != []


def test_a_file_is_written_and_edited_as_the_page_says() -> None:
    write = "<!-- writes: empty shop/cart.py -->\n```python\na = 1\n\nb = 2\nc = 3\n```"
    edit = "<!-- edits: empty shop/cart.py -->\n```diff\n a = 1\n\n-b = 2\n+b = 20\n+bb = 21\n```"
    show = _runs("$ cat shop/cart.py\na = 1\n\nb = 20\nbb = 21\nc = 3\n")
    assert _faults(_page(write, edit, show)) == []
    (found,) = _faults(_page(write, edit, edit))
    assert "cart.py has the lines to edit 0 times" in found


def test_a_mark_without_a_block_is_not_passed_over() -> None:
    with pytest.raises(SystemExit, match="No block belongs to <!-- runs: empty -->"):
        renewed("<!-- runs: empty -->\n\nWords.\n")


def test_the_environment_of_whoever_runs_this_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    monkeypatch.setenv("VIRTUAL_ENV", "/elsewhere")
    monkeypatch.setenv("COLUMNS", "40")
    names = "GITHUB_TOKEN|GIT_DIR|VIRTUAL_ENV|COLUMNS"
    assert _faults(_page(_runs(f"$ env | grep -E '^({names})='\n", ", exit 1"))) == []


def test_what_runs_in_the_background_ends_with_the_page() -> None:
    """A page may start a cluster, and its next commands find it."""
    start = _runs("$ sleep 321.5 &> sleep.log &\n$ pgrep -cf 'sleep 321[.]5'\n1\n")
    assert _faults(_page(start)) == []
    assert _faults(_page(_runs("$ pgrep -cf 'sleep 321[.]5'\n0\n", ", exit 1"))) == []


def test_output_of_today_is_written_where_the_page_has_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text(_page(_runs("$ echo tea\nmilk\n$ echo took 1.5 s\ntook 0.1 s\n")), "utf-8")
    assert main(["--check", str(page)]) == 1
    assert f"{page}:3: " in capsys.readouterr().err
    assert "milk" in page.read_text("utf-8")
    assert main([str(page)]) == 0
    assert page.read_text("utf-8") == _page(
        _runs("$ echo tea\ntea\n$ echo took 1.5 s\ntook 0.1 s\n")
    )
    assert main(["--check", str(page)]) == 0


def test_a_command_that_fails_is_not_mended_by_writing(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(_page(_runs("$ false\n")), "utf-8")
    assert main([str(page)]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("page", list(pages()), ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_do_what_the_page_says(page: Path) -> None:
    """Typed once more when they do not: a busy machine finds less in a function's time."""
    text = page.read_text("utf-8")
    faults = renewed(text)[1] and renewed(text)[1]
    assert not faults, "\n".join(fault.why for fault in faults)


def test_the_readme_shows_the_demo() -> None:
    """The check above passes over a page without marks."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "<!-- runs: demo, exit 1 -->\n```console\n$ swerve check HEAD\n" in readme


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_commands_with_output_are_run_or_the_page_says_why_not(page: Path) -> None:
    text = page.read_text("utf-8")
    for block in _FENCED.finditer(text):
        if block["text"].startswith("$ "):
            above = text[: block.start()].rstrip("\n").rpartition("\n")[2]
            assert re.match(r"<!-- (runs|not run): \S", above), block["text"].partition("\n")[0]


def test_scenarios_are_used() -> None:
    marks = [re.findall(r"<!-- \w+: ([\w-]+)", page.read_text("utf-8")) for page in pages()]
    used = {name for names in marks for name in names} | {"empty"}
    assert scenario_names() <= used
