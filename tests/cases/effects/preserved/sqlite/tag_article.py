# Named parameters take the place of question marks, and the schema is made by executescript.
# function: tag_article
# calls: tag_article("blog.db", "hello-world", ["python", "news", "python"])
# calls: tag_article("blog.db", "empty", [])

import sqlite3


def tag_article(path: str, slug: str, tags: list[str]) -> list[str]:
    """Give an article its tags, each of them once."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE IF NOT EXISTS articles (slug TEXT UNIQUE)")
    db.execute("CREATE TABLE IF NOT EXISTS tags (slug TEXT, tag TEXT, UNIQUE (slug, tag))")
    db.execute("INSERT OR IGNORE INTO articles VALUES (?)", (slug,))
    for tag in tags:
        db.execute("INSERT OR IGNORE INTO tags VALUES (?, ?)", (slug, tag))
    db.commit()
    rows = db.execute("SELECT tag FROM tags WHERE slug = ? ORDER BY tag", (slug,)).fetchall()
    db.close()
    return [tag for (tag,) in rows]
# --- new ---
import sqlite3

SCHEMA = """
CREATE TABLE IF NOT EXISTS articles (slug TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS tags (slug TEXT, tag TEXT, UNIQUE (slug, tag));
"""


def tag_article(path: str, slug: str, tags: list[str]) -> list[str]:
    """Give an article its tags, each of them once."""
    db = sqlite3.connect(path)
    db.executescript(SCHEMA)
    with db:
        db.execute("INSERT OR IGNORE INTO articles VALUES (:slug)", {"slug": slug})
        for tag in tags:
            values = {"slug": slug, "tag": tag}
            db.execute("INSERT OR IGNORE INTO tags VALUES (:slug, :tag)", values)
    query = "SELECT tag FROM tags WHERE slug = :slug ORDER BY tag"
    found = [tag for (tag,) in db.execute(query, {"slug": slug})]
    db.close()
    return found
