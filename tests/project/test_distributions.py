"""Which distribution has to be installed for an import that fails?"""

from __future__ import annotations

from pathlib import Path

import pytest

from swerve.project import declared_dependencies, distribution_of


@pytest.mark.parametrize(
    ("module", "declared", "distribution"),
    [
        ("yaml", (), "PyYAML"),
        ("yaml.constructor", (), "PyYAML"),
        ("cv2", (), "opencv-python"),
        ("cv2", ("numpy", "opencv-python-headless"), "opencv-python-headless"),
        ("psycopg2", ("psycopg2",), "psycopg2"),
        ("google.protobuf.message", (), "protobuf"),
        ("google.cloud.storage.blob", (), "google-cloud-storage"),
        ("google.cloud.tasks_v2", ("google-cloud-tasks",), "google-cloud-tasks"),
        ("ruamel.yaml", (), "ruamel.yaml"),
        ("zope.interface", (), "zope.interface"),
        ("redis", (), "redis"),
        ("my_thing.part", (), "my-thing"),
        ("my_thing", ("My.Thing",), "My.Thing"),
        ("fancy", ("python-fancy",), "python-fancy"),
        ("_pytest", (), "pytest"),
        ("zope", ("zope.interface",), "zope.interface"),
        ("zope", (), "zope"),
        ("winreg", (), ""),
        ("tomllib", (), ""),
        ("distutils.core", (), "setuptools"),
    ],
)
def test_distribution(module: str, declared: tuple[str, ...], distribution: str) -> None:
    assert distribution_of(module, declared) == distribution


def test_dependencies_are_read_from_all_the_usual_places(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        """
        [project]
        dependencies = ["One>=1; python_version < '4'", "two[extra] @ https://example.org/two.zip"]
        [project.optional-dependencies]
        fast = ["three"]
        [dependency-groups]
        dev = ["four~=1.0", {include-group = "other"}]
        [tool.poetry.dependencies]
        python = "^3.9"
        five = "^1"
        [tool.poetry.group.test.dependencies]
        six = {version = "1"}
        [tool.hatch.envs.default]
        dependencies = ["seven"]
        """
    )
    (tmp_path / "setup.cfg").write_text(
        "[options]\ninstall_requires =\n    eight>2\n    nine\n[options.extras_require]\nx = ten\n"
    )
    (tmp_path / "setup.py").write_text(
        "REQUIRED = ['eleven', compute(), 'ONE']\n"
        "setup(install_requires=REQUIRED, extras_require={'x': ['twelve']})\n"
    )
    (tmp_path / "requirements-dev.txt").write_text(
        "# a comment\n-r other.txt\n--hash=sha256:aa\nthirteen==1  # why\n./local\n"
        "git+https://example.org/x\n"
    )
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "base.txt").write_bytes(b"fourteen\n\xff\n")
    (tmp_path / "Pipfile").write_text('[packages]\nfifteen = "*"\n')
    assert set(declared_dependencies(tmp_path)) == {
        *("One", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        *("eleven", "twelve", "thirteen", "fourteen", "fifteen"),
    }


def test_a_tree_without_build_files_declares_nothing(tmp_path: Path) -> None:
    assert declared_dependencies(tmp_path) == ()
