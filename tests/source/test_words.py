"""Which words about a change are found, beside the messages of its commits?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from swerve.model import Intent, Words, WordsKind, intent_from
from swerve.source import RawChange, Selection, pair_up, read_git, read_patch
from swerve.source._added_words import is_changelog

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = 'def f():\n    """Return one."""\n    return 1\n'
NEW = OLD.replace("one", "two").replace("return 1", "return 2")


def read(
    repository: Repository,
    revisions: str | None = None,
    *,
    staged: bool = False,
    paths: tuple[str, ...] = (),
) -> RawChange:
    selection = Selection()
    return read_git(
        repository.path, revisions=revisions, staged=staged, paths=paths, selection=selection
    )


def entries(change: RawChange) -> list[tuple[str, str]]:
    words = change.intent.words
    return [(each.source, each.text) for each in words if each.kind is WordsKind.CHANGELOG]


@pytest.mark.parametrize(
    "path",
    [
        *(
            "CHANGES",
            "CHANGES.rst",
            "docs/changelog.md",
            "HISTORY.txt",
            "News.md",
            "debian/changelog",
        ),
        *("changelog.d/12.added.md", "changelog.d/+words.fixed.md", "newsfragments/12.bugfix"),
        *("newsfragments/12.feature.1", "doc/source/whatsnew/v2.1.0.rst", "RELEASE_NOTES.md"),
        *("doc/release/upcoming_changes/12.change.rst", "changelog.d/sub/12.md"),
    ],
)
def test_a_changelog_is_known_by_its_path(path: str) -> None:
    assert is_changelog(path)


@pytest.mark.parametrize(
    "path",
    [
        *(
            "changes.py",
            "news/__init__.py",
            "README.md",
            "changelog.d/README.md",
            "shop/history.json",
        ),
        *("changelog.d/template.md", "newsfragments/.gitignore", "changelog.d/config.toml"),
        *("mychanges.md", "news/logo.png", "newsfragments/12.py"),
    ],
)
def test_other_files_are_no_changelog(path: str) -> None:
    assert not is_changelog(path)


def test_lines_that_a_range_adds_to_a_changelog_are_words(repository: Repository) -> None:
    log = "Changes\n=======\n\n1.0\n---\n\n- First.\n"
    repository.commit("start", {"a.py": OLD, "CHANGES.rst": log})
    repository.commit(
        "Return two",
        {
            "a.py": NEW,
            "CHANGES.rst": log.replace("1.0\n", "1.1\n---\n\n- `f` returns two.\n\n1.0\n"),
            "changelog.d/7.fixed.md": "Return two.\n",
        },
    )
    change = read(repository, "HEAD")
    assert [words.kind for words in change.intent.words] == [
        *(WordsKind.COMMIT, WordsKind.CHANGELOG, WordsKind.CHANGELOG)
    ]
    assert entries(change) == [
        ("CHANGES.rst", "1.1\n---\n\n- `f` returns two."),
        ("changelog.d/7.fixed.md", "Return two."),
    ]
    assert entries(read(repository, "HEAD", paths=("a.py",))) == entries(change)


def test_what_is_not_committed_yet_has_a_changelog_too(repository: Repository) -> None:
    repository.commit("start", {"a.py": OLD, "CHANGES": "First\n"})
    repository.write("a.py", NEW)
    repository.write("CHANGES", "Second\nFirst\n")
    repository.git("add", "--all")
    repository.write("changelog.d/7.fixed.md", "Third\n")
    both = [("CHANGES", "Second"), ("changelog.d/7.fixed.md", "Third")]
    assert entries(read(repository, staged=True)) == both[:1]
    assert entries(read(repository)) == both
    assert entries(read(repository, paths=("a.py",))) == both


def test_a_patch_has_a_changelog_too(repository: Repository) -> None:
    repository.commit("start", {"a.py": OLD, "CHANGES": "First\n"})
    repository.write("a.py", NEW)
    repository.write("CHANGES", "Second\nFirst\n")
    patch = repository.git("diff").encode() + b"\n"
    repository.git("checkout", "--quiet", ".")
    change = read_patch(repository.path, b"Make it two.\n" + patch, "fix.patch", Selection())
    assert [(words.kind, words.text) for words in change.intent.words] == [
        (WordsKind.PATCH, "Make it two."),
        (WordsKind.CHANGELOG, "Second"),
    ]


def test_a_changelog_that_cannot_be_read_says_nothing(repository: Repository) -> None:
    repository.commit("start", {"a.py": OLD})
    (repository.path / "CHANGES").symlink_to("a.py")
    repository.commit("next", {"NEWS": b"\0\1\2", "HISTORY": "x" * 3_000_000, "NEWS.md": "\n \n"})
    assert entries(read(repository, "HEAD")) == []


def test_a_changelog_that_is_new_as_a_whole_is_cut(repository: Repository) -> None:
    repository.commit("start", {"a.py": OLD})
    lines = "".join(f"- entry {number}\n" for number in range(5000))
    repository.commit("next", {"CHANGES": lines})
    _, words = read(repository, "HEAD").intent.words
    assert len(words.text) < 20_100
    assert words.text.endswith("\n...")


def test_lines_that_a_change_adds_to_tests_are_no_words_but_expectations(
    repository: Repository,
) -> None:
    before = "def test_f():\n    assert f() == 1\n"
    repository.commit("start", {"a.py": OLD, "tests/test_a.py": before, "tests/data.txt": "1"})
    after = before.replace("1", "2") + "\n\ndef test_g():\n    assert g()\n"
    files: dict[str, str | bytes] = {"a.py": NEW, "tests/test_a.py": after, "tests/data.txt": "2"}
    repository.commit("next", files)
    for intent in (read(repository, "HEAD").intent, pair_up(read(repository, "HEAD")).intent):
        assert WordsKind.TEST not in {each.kind for each in intent.words}
        (words,) = intent.tests
        assert words.source == "tests/test_a.py"
        assert words.text.split() == [
            "assert",
            "f()",
            "==",
            "2",
            "def",
            "test_g():",
            "assert",
            "g()",
        ]


def test_docstrings_of_changed_functions_are_words_where_they_differ(
    repository: Repository,
) -> None:
    same = '\ndef g():\n    """Stay."""\n    return {}\n'
    method = "\nclass C:\n    def m(self):\n        {}return 1\n"
    repository.commit("start", {"a.py": OLD + same.format(1) + method.format("")})
    doc = '"""Be\n\n        one.\n        """\n        '
    repository.commit("next", {"a.py": NEW + same.format(2) + method.format(doc)})
    words = pair_up(read(repository, "HEAD")).intent.words
    assert [(each.source, each.text) for each in words if each.kind is WordsKind.DOCSTRING] == [
        ("docstring of a.py::f, before", "Return one."),
        ("docstring of a.py::f, after", "Return two."),
        ("docstring of a.py::C.m, after", "Be\n\none."),
    ]


def test_what_weighs_most_comes_first_and_is_the_subject() -> None:
    intent = intent_from(
        Words("comment", "Nice", WordsKind.DISCUSSION),
        Words("docstring of f", "Return", WordsKind.DOCSTRING),
        Words("commit 1", "\nFirst\n\nAt length"),
        Words("commit 2", "Second"),
        Words("pull request #1", " ", WordsKind.TITLE),
    )
    assert [words.text for words in intent.words] == [
        *(" ", "\nFirst\n\nAt length", "Second", "Return", "Nice")
    ]
    assert intent.subject == "First"
    assert len(intent.summing_up) == 2
    assert Intent(intent.words[-2:]).subject == ""
