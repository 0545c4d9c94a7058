"""What does a patch change, and what do its mails say?"""

from __future__ import annotations

import base64
import quopri
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerve.model import LeftOut, Words, WordsKind
from swerve.model.errors import NoCommits, PatchFailed
from swerve.source._patch import read_patch
from swerve.source._raw import FileVersions, RawChange
from swerve.source._selection import Selection

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = b"def f():\n    return 1\n"
NEW = b"def f():\n    return 2\n"


def read(repository: Repository, data: bytes | str, folder: str = ".") -> RawChange:
    """Read a patch, and make sure that nothing was written meanwhile."""
    before = repository.fingerprint()
    data = data.encode() if isinstance(data, str) else data
    change = read_patch(repository.path / folder, data, "fix.patch", Selection())
    assert repository.fingerprint() == before
    return change


@pytest.fixture
def project(repository: Repository) -> Repository:
    """Return a repository whose branch `fixed` is two commits ahead of `main`."""
    repository.commit("Begin", {"pkg/a.py": OLD, "pkg/b.py": OLD})
    repository.git("checkout", "--quiet", "-b", "fixed")
    repository.commit("Return 2\n\nOne was too small.", {"pkg/a.py": NEW})
    repository.commit("Größe: drop b", {"pkg/c.py": NEW})
    repository.git("checkout", "--quiet", "main")
    return repository


def diff(repository: Repository, *options: str) -> str:
    return repository.git("diff", *options, "main", "fixed") + "\n"


def mails(repository: Repository, *options: str) -> str:
    return repository.git("format-patch", "--stdout", *options, "main..fixed") + "\n"


class TestApplying:
    EXPECTED = (FileVersions("pkg/a.py", OLD, NEW), FileVersions("pkg/c.py", None, NEW))

    @pytest.mark.parametrize(
        "options",
        [(), ("--no-prefix",), ("--binary",), ("-U1",), ("--stat", "-p")],
        ids=["plain", "no prefix", "binary", "little context", "with a summary"],
    )
    def test_a_diff_is_applied_to_head(self, project: Repository, options: tuple[str, ...]) -> None:
        change = read(project, diff(project, *options))
        assert change.files == self.EXPECTED
        assert change.old == project.git("rev-parse", "HEAD")[:10]
        assert change.new == "fix.patch"

    def test_mails_are_applied_one_after_the_other(self, project: Repository) -> None:
        assert read(project, mails(project)).files == self.EXPECTED

    def test_two_mails_may_edit_one_file(self, project: Repository) -> None:
        project.git("checkout", "--quiet", "fixed")
        project.commit("Return 3", {"pkg/a.py": b"def f():\n    return 3\n"})
        project.git("checkout", "--quiet", "main")
        assert read(project, mails(project)).files[0].new == b"def f():\n    return 3\n"

    def test_paths_count_from_the_top_also_in_a_subfolder(self, project: Repository) -> None:
        assert read(project, diff(project), folder="pkg").files == self.EXPECTED

    def test_the_work_tree_and_the_index_do_not_matter(self, project: Repository) -> None:
        patch = diff(project)
        project.write("pkg/a.py", "staged(")
        project.git("add", "--all")
        project.write("pkg/a.py", "edited(")
        assert read(project, patch).files == self.EXPECTED

    def test_a_bare_repository_will_do(self, project: Repository, tmp_path: Path) -> None:
        bare = project.clone(tmp_path / "bare.git", "--bare")
        assert read(bare, diff(project)).files == self.EXPECTED

    def test_a_split_index_is_left_alone(self, project: Repository) -> None:
        project.git("config", "core.splitIndex", "true")
        project.git("update-index", "--split-index")
        assert read(project, diff(project)).files == self.EXPECTED

    def test_a_repository_with_a_colon_in_its_path_will_do(self, project: Repository) -> None:
        moved = project.path.rename(project.path.with_name('a:b "c"'))
        hunk = b"@@ -1,2 +1,2 @@\n def f():\n-    return 1\n+    return 2\n"
        patch = b"--- a/pkg/a.py\n+++ b/pkg/a.py\n" + hunk
        (file,) = read_patch(moved, patch, "fix.patch", Selection()).files
        assert file == FileVersions("pkg/a.py", OLD, NEW)

    def test_paths_and_selection_limit_it(self, project: Repository) -> None:
        selection = Selection(exclude=("c.py",))
        change = read_patch(project.path, diff(project).encode(), "fix.patch", selection)
        assert [file.path for file in change.files] == ["pkg/a.py"]
        assert change.left_out == (LeftOut("pkg/c.py", "excluded by --exclude c.py"),)
        change = read_patch(
            project.path, diff(project).encode(), "fix.patch", Selection(), ("pkg/c.py",)
        )
        assert [file.path for file in change.files] == ["pkg/c.py"]


class TestFailing:
    def test_one_that_does_not_apply_says_where(self, project: Repository) -> None:
        patch = diff(project)
        project.commit("Go another way", {"pkg/a.py": "def f():\n    return 7\n"})
        with pytest.raises(PatchFailed, match=r"patch failed: pkg/a\.py:1") as caught:
            read(project, patch)
        assert "fix.patch" in caught.value.message
        assert "made for" in caught.value.hint

    def test_one_that_head_has_already_says_so(self, project: Repository) -> None:
        patch = diff(project)
        project.git("checkout", "--quiet", "fixed")
        with pytest.raises(PatchFailed) as caught:
            read(project, patch)
        assert "already" in caught.value.hint

    @pytest.mark.parametrize(
        "data",
        [
            pytest.param("", id="empty"),
            pytest.param(" \n\n", id="blank"),
            pytest.param("Dear all,\nplease find attached nothing.\n", id="prose"),
            pytest.param(b"\x00\xff\xfe\n", id="binary"),
            pytest.param("From: me\nSubject: hi\n\nno diff here\n", id="mail without a diff"),
            pytest.param(
                "--- a/pkg/a.py\n+++ b/pkg/a.py\n@@ -1,2 +1,2 @@\n def f():\n", id="cut off"
            ),
            pytest.param(
                "--- /dev/null\n+++ b/../../out.py\n@@ -0,0 +1 @@\n+x = 1\n", id="leads out"
            ),
            pytest.param(
                "--- a/no.py\n+++ b/no.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n", id="no such file"
            ),
        ],
    )
    def test_anything_else_fails_with_a_hint(self, project: Repository, data: str | bytes) -> None:
        with pytest.raises(PatchFailed, match=r"fix\.patch") as caught:
            read(project, data)
        assert caught.value.hint

    def test_a_repository_without_commits_has_nothing_to_apply_to(
        self, repository: Repository
    ) -> None:
        with pytest.raises(NoCommits):
            read(repository, "whatever")


class TestWords:
    FIRST = Words("patch fix.patch", "Return 2\n\nOne was too small.", WordsKind.PATCH)
    SECOND = Words("patch fix.patch", "Größe: drop b", WordsKind.PATCH)

    @pytest.mark.parametrize(
        "options",
        [
            (),
            ("--subject-prefix=PATCH v2",),
            ("--no-stat",),
            ("--no-signature",),
            ("--base=main",),
            ("--no-encode-email-headers",),
        ],
    )
    def test_each_mail_speaks_for_itself(
        self, project: Repository, options: tuple[str, ...]
    ) -> None:
        assert read(project, mails(project, *options)).intent.words == (self.FIRST, self.SECOND)

    def test_one_mail_without_the_line_of_the_mailbox_will_do(self, project: Repository) -> None:
        mail = project.git("format-patch", "--stdout", "-1", "fixed~1").partition("\n")[2] + "\n"
        change = read(project, mail)
        assert change.intent.words == (self.FIRST,)
        assert [file.path for file in change.files] == ["pkg/a.py"]

    @pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "crlf"])
    def test_a_mail_that_was_encoded_on_its_way_is_decoded(
        self, project: Repository, encoding: str
    ) -> None:
        mail = (project.git("format-patch", "--stdout", "-1", "fixed") + "\n").encode()
        head, _, body = mail.partition(b"\n\n")
        head = head.replace(b"8bit", encoding.encode())
        encode = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes}
        data = head + b"\n\n" + encode.get(encoding, bytes)(body)
        data = data.replace(b"\n", b"\r\n") if encoding == "crlf" else data
        change = read(project, data)
        assert change.intent.words == (self.SECOND,)
        assert change.files == (FileVersions("pkg/c.py", None, NEW),)

    def test_a_cover_letter_comes_along(self, project: Repository) -> None:
        words = read(project, mails(project, "--cover-letter")).intent.words
        assert [each.text.partition("\n")[0] for each in words] == [
            "*** SUBJECT HERE ***",
            "Return 2",
            "Größe: drop b",
        ]

    def test_the_output_of_git_show_is_understood(self, project: Repository) -> None:
        assert read(project, project.git("show", "fixed~1") + "\n").intent.words == (self.FIRST,)

    def test_prose_before_the_diff_is_taken_as_it_stands(self, project: Repository) -> None:
        change = read(project, "Make it two.\n\n" + diff(project))
        assert change.intent.words == (Words("patch fix.patch", "Make it two.", WordsKind.PATCH),)

    def test_a_bare_diff_says_nothing(self, project: Repository) -> None:
        assert read(project, diff(project)).intent.words == ()
