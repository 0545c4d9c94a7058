"""Is done for real what can be, and made up what is missing?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engines.test_guided_snippet import run, runner_for

from swerve.engines.guided import SnippetRunner


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SnippetRunner]:
    """In a tree that holds nothing, as code that cannot be imported has it."""
    with runner_for(tmp_path_factory.mktemp("tree")) as made:
        yield made


REAL = {
    "a file": (
        """
        with open("a.txt", "w") as file:
            file.write("one")
        with open("a.txt") as file:
            print(file.read())
        """,
        "one",
    ),
    "a file in a folder that may be there": (
        """
        import gzip, os
        with gzip.open("out/deep/a.gz", "wt") as file:
            file.write("x")
        print(gzip.open("out/deep/a.gz", "rt").read(), os.listdir("out"))
        """,
        "x ['deep']",
    ),
    "whether something is there that was written, and removed": (
        """
        import os
        from pathlib import Path
        Path("a").write_text("1")
        print(os.path.exists("a"), Path("a").exists())
        os.remove("a")
        print(os.path.exists("a"), Path("a").exists())
        """,
        "True True\nFalse False",
    ),
    "files that move": (
        """
        import os, shutil
        from pathlib import Path
        Path("a").write_text("1")
        shutil.copy("a", "b")
        os.rename("b", "c")
        print(Path("c").read_text(), os.path.exists("b"), Path("a").replace("d").read_text())
        """,
        "1 False 1",
    ),
    "files by their numbers": (
        """
        import os, tempfile
        number, path = tempfile.mkstemp()
        print(os.write(number, b"abc"))
        os.close(number)
        print(open(path).read())
        """,
        "3\nabc",
    ),
    "temporary folders, which are empty": (
        """
        import os, tempfile
        from pathlib import Path
        with tempfile.TemporaryDirectory() as folder:
            print(os.listdir(folder), os.listdir(tempfile.mkdtemp()))
            (Path(folder) / "x").touch()
            print(os.listdir(folder))
        """,
        "[] []\n['x']",
    ),
    "a database": (
        """
        import sqlite3
        database = sqlite3.connect("shop.db")
        database.execute("create table orders (price)")
        database.execute("insert into orders values (3)")
        print(database.execute("select * from orders").fetchall())
        """,
        "[(3,)]",
    ),
    "a database in a folder that may be there": (
        """
        import sqlite3
        database = sqlite3.connect("data/shop.db")
        print(database.execute("create table orders (price)").fetchall())
        """,
        "[]",
    ),
    "what the run itself has removed, and what is in its way": (
        """
        import os
        open("a", "w").close()
        os.remove("a")
        try:
            open("a").read()
        except FileNotFoundError:
            os.mkdir("a")
        try:
            os.mkdir("a")
        except FileExistsError:
            print("is there")
        """,
        "is there",
    ),
    "threads": (
        """
        import threading
        found = []
        thread = threading.Thread(target=found.append, args=(1,))
        thread.start()
        thread.join()
        print(found)
        """,
        "[1]",
    ),
}


@pytest.mark.parametrize("case", REAL)
def test_it_is_done_for_real(case: str, runner: SnippetRunner) -> None:
    text, expected = REAL[case]
    first = run(runner, text).runs[0]
    assert first.written["stdout"] == f"{expected}\n"
    assert not first.shown, "something was made up"


MADE_UP = {
    "a file": ("print(open('/data/a').read())", "builtins.open('/data/a').read()"),
    "whether a file is there": (
        "import os\nprint(os.path.exists('a'))",
        "os.path.exists('a')",
    ),
    "what is in a folder": ("import os\nprint(os.listdir('.'))", "os.listdir('.')"),
    "a number that is none of its own": (
        "import os\nprint(os.write(number, b'abc'))",
        "os.write(number, b'abc')",
    ),
    "a file beside one that was written": (
        "from pathlib import Path\nPath('a').write_text('x')\nprint(Path('b').read_text())",
        "pathlib.Path.read_text('b')",
    ),
    "a file, whatever it was said to be written in": (
        "from pathlib import Path\nPath('a').write_text('x', encoding='utf-8')\n"
        "print(Path('b').read_text(encoding='utf-8'))",
        "pathlib.Path.read_text('b', encoding='utf-8')",
    ),
}


@pytest.mark.parametrize("case", MADE_UP)
def test_nobody_knows_what_the_run_did_not_touch(case: str, runner: SnippetRunner) -> None:
    text, path = MADE_UP[case]
    done = run(runner, text)
    assert path in done.runs[0].shown
    assert done.executed == done.lines


def test_what_is_missing_is_made_up_and_then_written_for_real(runner: SnippetRunner) -> None:
    text = """
        with open(config.path, "w") as file:
            file.write(config.text)
        print(open(config.path).read() == config.text)
        """
    first = run(runner, text).runs[0]
    assert first.written["stdout"] == "True\n"
    assert set(first.shown) == {"config.path", "config.text"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("import os\nos.remove('a')\nprint('on')", id="a file to remove"),
        pytest.param("open('/proc/a', 'w').write('x')\nprint('on')", id="a folder to write to"),
        pytest.param("import sqlite3\nsqlite3.connect('/proc')\nprint('on')", id="a database"),
        pytest.param("import os\nos.close(1)\nprint('on')", id="a number of somebody else"),
    ],
)
def test_what_cannot_be_done_stops_nothing(text: str, runner: SnippetRunner) -> None:
    assert run(runner, text).runs[0].written["stdout"] == "on\n"


def test_a_run_finds_nothing_of_the_one_before(tmp_path: Path) -> None:
    with runner_for(tmp_path) as runner:
        for _ in range(2):
            done = run(runner, "import os\nos.mkdir('a')\nprint(os.listdir('a'))\n")
            assert done.runs[0].written["stdout"] == "[]\n"
