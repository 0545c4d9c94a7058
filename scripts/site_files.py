"""Which files from outside of docs/ does the site need? A hook of mkdocs.

Pages link to files of the repository, as they do where the repository is read. On the site such a
file is a page or a download below `repository/`, and the links lead there.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
#: What the navigation names, beside what pages link to.
_NAMED = ("CONTRIBUTING.md", "CHANGELOG.md")
_LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)#\s]+)")
_BELOW = "repository"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files of the repository that pages link to, and those that these link to."""
    wanted = [*_NAMED]
    for file in files.documentation_pages():
        wanted += _outside(f"docs/{file.src_uri}", file.content_string)
    seen: set[str] = set()
    while wanted:
        path = wanted.pop()
        if path in seen or not (ROOT / path).is_file():
            continue  # a link that leads nowhere stays one, and mkdocs tells
        seen.add(path)
        made = File.generated(config, f"{_BELOW}/{path}", abs_src_path=str(ROOT / path))
        files.append(made)
        if path.endswith(".md"):
            wanted += _outside(path, made.content_string)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links between docs/ and the rest of the repository to where the site has the files."""
    here = _in_repository(page.file.src_uri)

    def led(link: re.Match[str]) -> str:
        target = _resolved(here, link[1])
        place = target[len("docs/") :] if target.startswith("docs/") else f"{_BELOW}/{target}"
        if files.get_file_from_path(place) is None:
            return link[1]
        return posixpath.relpath(place, posixpath.dirname(page.file.src_uri) or ".")

    return _LINK.sub(led, markdown)


def _outside(page: str, text: str) -> list[str]:
    """What a page of the repository links to outside of docs/."""
    targets = [_resolved(page, link) for link in _LINK.findall(text)]
    return [target for target in targets if not target.startswith(("docs/", "../"))]


def _resolved(page: str, link: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), link))


def _in_repository(src_uri: str) -> str:
    below = f"{_BELOW}/"
    return src_uri[len(below) :] if src_uri.startswith(below) else f"docs/{src_uri}"
