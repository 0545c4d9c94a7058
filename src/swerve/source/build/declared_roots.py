"""Which folders do the build files of a project name as the places of its packages?"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping

from ._setup_py import FoundIn
from .files import BuildFiles, lines, strings


def declared_roots(files: BuildFiles) -> list[str]:
    """The folders, relative to the project and in the order of their importance.

    Empty when the build files leave it to the tool to look for packages.
    """
    found = [
        *_setuptools(files),
        *_hatch(files),
        *_poetry(files),
        *_pdm(files),
        *_others(files),
        # Not packages, but said by someone who had to make imports work.
        *strings(files.table("tool.pytest.ini_options").get("pythonpath")),
    ]
    return list(dict.fromkeys(posixpath.normpath(root or ".") for root in found))


def _setuptools(files: BuildFiles) -> Iterator[str]:
    table = files.table("tool.setuptools")
    yield from _package_dirs(table.get("package-dir"))
    pairs = (line.partition("=") for line in lines(files.cfg("options", "package_dir")))
    yield from _package_dirs({name.strip(): folder.strip() for name, _, folder in pairs if folder})
    yield from _package_dirs(files.setup.get("package_dir"))
    find = files.table("tool.setuptools.packages.find")
    yield from strings(find.get("where"))
    yield from lines(files.cfg("options.packages.find", "where"))
    packages = files.setup.get("packages")
    if isinstance(packages, FoundIn):
        yield packages.folder
    elif _has_names(packages) or _has_names(files.setup.get("py_modules")):
        yield ""
    if _has_names(table.get("packages")) or _has_names(table.get("py-modules")):
        yield ""


def _package_dirs(mapping: object) -> Iterator[str]:
    """Roots from `{"": "src"}` or `{"app": "lib/app"}`."""
    for package, folder in mapping.items() if isinstance(mapping, Mapping) else ():
        if isinstance(package, str) and isinstance(folder, str):
            yield from _root_of_package(package.replace(".", "/"), folder)


def _root_of_package(package: str, folder: str) -> Iterator[str]:
    """The root for a package in a folder; none where it would have another name."""
    path = posixpath.normpath(folder)
    if package in ("", "."):
        yield path
    elif path == package:
        yield ""
    elif path.endswith(f"/{package}"):
        yield path.removesuffix(f"/{package}")


def _hatch(files: BuildFiles) -> Iterator[str]:
    for name in ("tool.hatch.build.targets.wheel", "tool.hatch.build"):
        table = files.table(name)
        for package in strings(table.get("packages")):
            yield posixpath.dirname(posixpath.normpath(package))
        sources = table.get("sources")
        yield from strings(sources)
        for folder, package in sources.items() if isinstance(sources, Mapping) else ():
            if isinstance(package, str):
                yield from _root_of_package(package, folder)
        yield from strings(table.get("dev-mode-dirs"))


def _poetry(files: BuildFiles) -> Iterator[str]:
    packages = files.table("tool.poetry").get("packages")
    for package in packages if isinstance(packages, list) else ():
        if isinstance(package, Mapping) and isinstance(package.get("include"), str):
            folder = package.get("from", "")
            yield folder if isinstance(folder, str) else ""


def _pdm(files: BuildFiles) -> Iterator[str]:
    for name in ("tool.pdm.build", "tool.pdm"):
        yield from strings(files.table(name).get("package-dir"))


def _others(files: BuildFiles) -> Iterator[str]:
    yield from strings(files.table("tool.uv.build-backend").get("module-root"))
    yield from strings(files.table("tool.maturin").get("python-source"))
    packages = files.table("tool.scikit-build.wheel").get("packages")
    for package in packages.values() if isinstance(packages, Mapping) else strings(packages):
        yield posixpath.dirname(posixpath.normpath(str(package)))


def _has_names(value: object) -> bool:
    return bool(strings(value))
