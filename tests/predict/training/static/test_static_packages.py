from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from swerve.apps.cli import main
from swerve.model.errors import BadUsage, PathMissing, ProjectExcluded
from swerve.predict.training import static as _sources
from swerve.predict.training.evaluate._agreement import agreement, agreement_table, observed_in
from swerve.predict.training.events import (
    Event,
    Header,
    Recorded,
    event_files,
    file_name,
    read,
    write,
)
from swerve.predict.training.static import Failed, Source, read_package, write_static_events

CODE = "def f(x: int):\n    return x\n"


def wheel(folder: Path, name: str, files: dict[str, str]) -> Path:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
    return path


def test_the_same_files_are_found_in_folder_wheel_and_source_distribution(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": CODE,
        "pkg/data.txt": "no source",
        "pkg/_vendor/other.py": CODE,
        "pkg/scrapy/copied.py": CODE,
        "pkg/odd.py": "# coding: no-such-thing\n",
        "tests/test_pkg.py": "assert len([]) == 0\n",
    }
    folder = tmp_path / "folder"
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    (folder / "pyproject.toml").write_text('[project]\nname = "pkg"\nversion = "1.0"\n')
    sdist = tmp_path / "pkg-1.0.tar.gz"
    with tarfile.open(sdist, "w:gz") as archive:
        for file, text in files.items():
            member = tarfile.TarInfo(f"pkg-1.0/{file}")
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
        link = tarfile.TarInfo("pkg-1.0/pkg/link.py")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    for path in (folder, sdist, wheel(tmp_path, "pkg", files)):
        package = read_package(path)
        assert (package.name, package.version) == ("pkg", "1.0")
        assert [source.file for source in package.sources] == [
            "pkg/__init__.py",
            "tests/test_pkg.py",
        ]
        assert [source.is_test for source in package.sources] == [False, True]


def test_of_a_large_package_a_part_is_read(tmp_path: Path) -> None:
    """Some of many packages is worth more than all of a few."""
    files = {f"pkg/m{number:03}.py": CODE for number in range(300)}
    files["pkg/table.py"] = "x = 1\n" * 100_000
    sources = read_package(wheel(tmp_path, "pkg", files)).sources
    assert len(sources) == _sources.MOST_FILES
    assert sum(source.file < "pkg/m150.py" for source in sources) > _sources.MOST_FILES // 4
    assert Source("pkg/table.py", files["pkg/table.py"]) not in sources


def test_what_is_no_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "broken-1.0.tar.gz").write_text("")
    for name, error in (
        ("gone", PathMissing),
        ("notes.txt", BadUsage),
        ("broken-1.0.tar.gz", BadUsage),
    ):
        with pytest.raises(error):
            read_package(tmp_path / name)


def test_projects_that_swerve_is_measured_with_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProjectExcluded):
        read_package(wheel(tmp_path, "Scikit_Learn", {"sklearn/base.py": CODE}))


def test_events_are_written_one_file_a_package_and_shared_files_once(tmp_path: Path) -> None:
    paths = [
        wheel(tmp_path, "one", {"one.py": CODE, "also.py": "x = len([])\nx\n"}),
        wheel(tmp_path, "pandas", {"pandas.py": CODE}),
        wheel(tmp_path, "two", {"two.py": CODE, "own.py": "print('a')\n"}),
    ]
    one, failed, two = write_static_events(paths, tmp_path / "out")
    assert isinstance(failed, Failed)
    assert [path.name for path in event_files(tmp_path / "out")] == [
        file_name("one", "1.0"),
        file_name("two", "1.0"),
    ]
    header, files = read(tmp_path / "out" / file_name("two", "1.0"))
    assert header == two
    assert (header.origin, header.files, header.events) == ("static", 1, 2)
    assert [file.file for file in files] == ["own.py"]
    assert isinstance(one, Header)
    assert one.files == 2


def test_static_events_are_held_against_what_was_observed(tmp_path: Path) -> None:
    seen = [
        Event("name", "x", (2, 11, 2, 12), {"zero int": 3}),
        Event("name", "x", (4, 11, 4, 12), {"none": 1}),
        Event("name", "y", (6, 11, 6, 12), {"none": 1}),
    ]
    source = CODE + "def g(x: int):\n    return x\ndef h(y):\n    return y\n"
    header = Header("shop", "1", "3.11", "observed", {}, 1, len(seen))
    write(tmp_path / file_name("shop", "1"), header, [Recorded("a.py", False, source, tuple(seen))])
    rows = agreement(observed_in(tmp_path))
    row = rows["annotation of a parameter: name"]
    assert (row.places, row.right, row.fine_places) == (2, 1, 0)
    assert "50.00%" in list(agreement_table(rows))[-1]


def test_the_command_reports_each_package_and_goes_on_after_one_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = wheel(tmp_path, "one", {"one.py": CODE})
    missing, out = tmp_path / "two-1.0.tar.gz", tmp_path / "out"
    assert main(["model", "static", str(missing), str(good), "--out", str(out)]) == 2
    said = capsys.readouterr()
    assert said.out == "one 1.0  1 event in 1 file\n"
    assert "two-1.0.tar.gz" in said.err
    assert len(event_files(out)) == 1


def test_the_command_shows_how_it_agrees_with_what_was_observed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = (Event("name", "x", (2, 11, 2, 12), {"zero int": 3}),)
    header = Header("shop", "1", "3.11", "observed", {}, 1, 1)
    write(tmp_path / file_name("shop", "1"), header, [Recorded("a.py", False, CODE, seen)])
    assert main(["model", "static", "--against", str(tmp_path)]) == 0
    assert "100.00%" in capsys.readouterr().out
