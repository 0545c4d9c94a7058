"""Can what the model was trained with be collected again?"""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from bench.sdists import unpack
from scripts.corpus import main, read_list, updated, write_list

from swerve.predict.training.events import Header, is_excluded, write

_LIST = Path(__file__).parents[3] / "docs" / "dev" / "corpus.tsv"


def test_no_project_of_the_list_is_one_that_swerve_is_measured_with() -> None:
    rows = read_list(_LIST)
    assert len(rows) >= 60
    assert not [row.name for row in rows if is_excluded(row.name)]
    assert len({row.name for row in rows}) == len(rows)


def test_a_list_is_written_as_it_was_read(tmp_path: Path) -> None:
    write_list(tmp_path / "list.tsv", read_list(_LIST))
    assert (tmp_path / "list.tsv").read_text() == _LIST.read_text()


def test_counts_come_from_what_was_collected(tmp_path: Path) -> None:
    rows = read_list(_LIST)[:2]
    name, version = rows[1].name, rows[1].version
    header = Header(name.upper(), version, "3.11.7", "observed", {"passed": 7}, 5, 6)
    write(tmp_path / "x.jsonl.gz", header, ())
    first, second = updated(rows, tmp_path)
    assert (first.events, first.files, first.passed) == ("", "", "")
    assert (second.events, second.files, second.passed) == ("6", "5", "7")


def test_a_project_that_must_not_be_there_is_not_even_fetched(tmp_path: Path) -> None:
    head = _LIST.read_text().splitlines()[0]
    (tmp_path / "list.tsv").write_text(f"{head}\nPandas\t2.2.0\t\t\t\t\t\n")
    assert main(["--list", str(tmp_path / "list.tsv"), "--out", str(tmp_path / "events")]) == 1


def test_nothing_of_an_archive_gets_out_of_its_folder(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        for name in ("p-1/ok.py", "p-1/../../out.py", "p-1//etc/out.py", "out.py"):
            member = tarfile.TarInfo(name)
            member.size = 2
            archive.addfile(member, io.BytesIO(b"hi"))
        for name, kind, target in (
            ("p-1/link", tarfile.SYMTYPE, "/etc/passwd"),
            ("p-1/up", tarfile.SYMTYPE, "../../.."),
            ("p-1/same.py", tarfile.LNKTYPE, "p-1/ok.py"),
        ):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, target
            archive.addfile(member)
    unpack(tmp_path / "a.tar.gz", tmp_path / "in" / "here")
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if not path.is_dir()}
    inside = {"in/here/ok.py", "in/here/same.py"}
    assert inside | {"a.tar.gz"} <= found <= inside | {"a.tar.gz", "in/here/etc/out.py"}
