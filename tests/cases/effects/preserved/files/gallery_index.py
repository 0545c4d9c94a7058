# The functions of os.path and the methods of Path name the same files.
# function: write_gallery
# calls: write_gallery(Path("gallery"), ["Red Fox", "owl"])
# calls: write_gallery(Path("public/gallery"), [])

import os
from pathlib import Path


def write_gallery(folder: Path, pictures: list[str]) -> list[str]:
    """Write a page for each picture and an index of them."""
    if not os.path.isdir(folder):
        os.makedirs(folder)
    pages = []
    for picture in pictures:
        page = picture.lower().replace(" ", "-") + ".html"
        with open(os.path.join(folder, page), "w", encoding="utf-8") as stream:
            stream.write('<img src="%s.jpg">\n' % picture)
        pages.append(page)
    with open(os.path.join(folder, "index.html"), "w", encoding="utf-8") as stream:
        for page in pages:
            stream.write('<a href="%s">%s</a>\n' % (page, page))
    return pages
# --- new ---
from pathlib import Path


def write_gallery(folder: Path, pictures: list[str]) -> list[str]:
    """Write a page for each picture and an index of them."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for picture in pictures:
        page = picture.lower().replace(" ", "-") + ".html"
        (folder / page).write_text(f'<img src="{picture}.jpg">\n', encoding="utf-8")
        pages.append(page)
    links = "".join(f'<a href="{page}">{page}</a>\n' for page in pages)
    (folder / "index.html").write_text(links, encoding="utf-8")
    return pages
