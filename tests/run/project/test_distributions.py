"""Which distribution has to be installed for an import that fails?"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from swerve.run.project import (
    Install,
    NotInstallable,
    declared_dependencies,
    distribution_of,
    imported_name,
)


@pytest.mark.parametrize(
    ("module", "declared", "distribution"),
    [
        ("yaml", (), "PyYAML"),
        ("yaml.constructor", (), "PyYAML"),
        ("cv2", (), "opencv-python"),
        ("cv2", ("numpy", "opencv-python-headless"), "opencv-python-headless"),
        ("psycopg2", ("psycopg2",), "psycopg2"),
        ("google.protobuf.message", (), "protobuf"),
        ("google.oauth2.service_account", (), "google-auth"),
        ("google.cloud.storage.blob", (), "google-cloud-storage"),
        ("google.cloud.tasks_v2", ("google-cloud-tasks",), "google-cloud-tasks"),
        ("google.cloud.pubsub_v1.types", (), "google-cloud-pubsub"),
        ("azure.storage.blob.aio", (), "azure-storage-blob"),
        ("azure.identity", (), "azure-identity"),
        ("backports.zoneinfo", (), "backports.zoneinfo"),
        ("ruamel.yaml", (), "ruamel.yaml"),
        ("ruamel.yaml.YAML", (), "ruamel.yaml"),
        ("zope.interface", (), "zope.interface"),
        ("zope.component", (), "zope.component"),
        ("opentelemetry.sdk.trace", (), "opentelemetry-sdk"),
        ("airflow.providers.amazon", (), "apache-airflow-providers-amazon"),
        ("redis", (), "redis"),
        ("numpy.linalg", (), "numpy"),
        ("my_thing", ("My.Thing",), "My.Thing"),
        ("fancy", ("python-fancy",), "python-fancy"),
        ("_pytest", (), "pytest"),
        ("distutils.core", (), "setuptools"),
    ],
)
def test_distribution(module: str, declared: tuple[str, ...], distribution: str) -> None:
    assert distribution_of(module, declared) == Install(distribution, is_sure=True)


@pytest.mark.parametrize(
    ("module", "declared", "distribution"),
    [
        ("my_thing.part", (), "my-thing"),
        ("internal_tools", ("numpy",), "internal-tools"),
        ("zope", ("zope.interface",), "zope.interface"),
    ],
)
def test_a_guess_is_called_one(module: str, declared: tuple[str, ...], distribution: str) -> None:
    assert distribution_of(module, declared) == Install(distribution, is_sure=False)


@pytest.mark.parametrize(
    ("module", "declared", "why"),
    [
        ("winreg", (), "Windows"),
        ("win32com.client", ("pywin32",), "Windows"),
        ("_winreg", (), "Windows"),
        ("tomllib", (), "standard library"),
        ("_tkinter", (), "standard library"),
        ("imp", (), "standard library"),
        ("urllib2", (), "Python 2.*`urllib.request`"),
        ("ConfigParser", ("configparser",), "Python 2.*`configparser`"),
        ("StringIO", (), "Python 2.*`io`"),
        ("cPickle", (), "Python 2.*`pickle`"),
        ("google", (), "many distributions"),
        ("google.cloud", (), "many distributions"),
        ("zope", (), "many distributions"),
        ("", (), ""),
    ],
)
def test_what_nothing_brings(module: str, declared: tuple[str, ...], why: str) -> None:
    found = distribution_of(module, declared)
    assert isinstance(found, NotInstallable)
    assert re.search(why, found.why)


@pytest.mark.parametrize("module", ["AppKit", "objc", "Foundation.NSObject"])
def test_what_only_macos_has(module: str) -> None:
    if sys.platform == "darwin":
        pytest.skip("it is macOS")
    assert "macOS" in repr(distribution_of(module))


@pytest.mark.parametrize(
    ("source", "line", "missing", "name"),
    [
        ("import google.cloud.storage\n", 1, "google", "google.cloud.storage"),
        ("import a, google.cloud.storage as s\n", 1, "google", "google.cloud.storage"),
        ("from google.cloud import storage\n", 1, "google", "google.cloud.storage"),
        ("from google.cloud import (\n  storage,\n)\n", 2, "google.cloud", "google.cloud.storage"),
        ("from google.cloud.storage import *\n", 1, "google", "google.cloud.storage"),
        ("def f():\n  if 1:\n    import zope.component\n", 3, "zope", "zope.component"),
        ("x = import_module('azure.storage.blob')\n", 1, "azure", "azure.storage.blob"),
        ("import other\n", 1, "google", "google"),
        ("import googleplus.x\n", 1, "google", "google"),
        ("from .google import x\n", 1, "google", "google"),
        ("import google.cloud\n", 2, "google", "google"),
        ("import google.cloud\n", 0, "google", "google"),
        ("print 'python 2'; import google.cloud\n", 1, "google", "google"),
        ("import google.cloud\n" + "(" * 5000, 1, "google", "google"),
    ],
)
def test_the_statement_has_the_whole_name(
    tmp_path: Path, source: str, line: int, missing: str, name: str
) -> None:
    (tmp_path / "a.py").write_text(source)
    assert imported_name(tmp_path, "a.py", line, missing) == name


@pytest.mark.parametrize("file", ["", "gone.py", "../a.py", "/etc/passwd", "link.py", "x\0", "."])
def test_only_files_of_the_tree_are_looked_at(tmp_path: Path, file: str) -> None:
    (tmp_path / "a.py").write_text("import google.cloud\n")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "link.py").symlink_to("../a.py")
    assert imported_name(tree, file, 1, "google") == "google"


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
