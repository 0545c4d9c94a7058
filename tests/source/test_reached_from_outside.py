"""Which functions become pairs because of a statement outside functions, and which do not."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from textwrap import dedent

import pytest
from tests.conftest import Repository

from swerve.model import CauseKind, Change
from swerve.source import FileVersions, RawChange, Selection, pair_up, read_git, read_paths

SHOP = """
import os
import sys
import logging
import unused

LIMIT = 3
HANDLERS = {}
logger = logging.getLogger(__name__)

def _wrapped(f):
    return lambda x: f(x) + 1

def _patch(f):
    f.__code__ = (lambda x: x * 3).__code__

def _install():
    global total
    total = _wrapped(total)

def _register(f):
    HANDLERS[f.__name__] = f
    return f

def total(x):
    return x + x

def counted(x):
    counted.calls = counted.calls + x
    return counted.calls

class Cart:
    size = 1

    def add(self, x):
        return x + self.size

    def drop(self, x):
        return x
"""


def changed(old: dict[str, str], new: dict[str, str]) -> Change:
    paths = sorted({**old, **new})
    files = [FileVersions(p, _data(old.get(p)), _data(new.get(p))) for p in paths]
    return pair_up(RawChange("old", "new", tuple(files)))


def _data(text: str | None) -> bytes | None:
    return None if text is None else dedent(text).encode()


def reached(change: Change) -> set[str]:
    """Functions that are pairs for that reason; others may be for what they read."""
    causes = [(pair.name, cause) for pair in change.pairs for cause in pair.causes]
    found = [
        (name, cause) for name, cause in causes if cause.words.startswith("may be modified by")
    ]
    # Else engines that prove something from the definition would call it preserved.
    assert all(cause.kind is CauseKind.READS and not cause.name for _, cause in found)
    return {name for name, _ in found}


METHODS = {"Cart.add", "Cart.drop"}
ALL = {"_wrapped", "_patch", "_install", "_register", "total", "counted", *METHODS}
REACHING = [
    ("total = lambda x: x * 3", {"total"}),
    ("total = _wrapped(total)", {"total"}),
    ("del total", {"total"}),
    ("def total(x): return x * 3", {"total"}),
    ("class total: pass", {"total"}),
    ("from unused import total", {"total"}),
    ("from unused import other as total", {"total"}),
    ("for total in [len]: pass", {"total"}),
    ("with open(os.devnull) as total: pass", {"total"}),
    ("if (total := len): pass", {"total"}),
    ("try:\n    total = len\nfinally:\n    pass", {"total"}),
    ("if sys.platform:\n    total = len", {"total"}),
    ("if __name__ != '__main__':\n    total = len", {"total"}),
    ("[total := len for _ in 'a']", {"total"}),
    ("(total, other) = (len, len)", {"total"}),
    ("total.__code__ = (lambda x: x * 3).__code__", {"total"}),
    ("total.__defaults__ = (1,)", {"total"}),
    ("counted.calls = 5", {"counted"}),
    ("Cart = dict", METHODS),
    ("Cart.add = lambda self, x: x", {"Cart.add"}),
    ("Cart.add.__code__ = len", {"Cart.add"}),
    ("Cart.size = 2", {"Cart.add"}),
    ("Cart.__getattribute__ = len", METHODS),
    ("Cart.__bases__ = (dict,)", METHODS),
    ("del Cart.add", {"Cart.add"}),
    ("alias = total\nalias.__code__ = len", {"total"}),
    ("for each in [total]: each.__code__ = len", {"total"}),
    ("_patch(total)", {"total", "_patch"}),
    ("_install()", {"total"}),
    ("def later(x=(total := len)): pass", {"total"}),
    ("def later(x: (total := len)): pass", {"total"}),
    ("later: (total := len)", {"total"}),
    ("[0 for total.__code__ in [len]]", {"total"}),
    ("[total][0].__code__ = len", {"total"}),
    ("total.__kwdefaults__['x'] = 3", {"total"}),
    ("list(map(_patch, [total, counted]))", {"total", "counted", "_patch"}),
    ("@(lambda f: globals().update(total=f))\ndef later(): pass", {"total"}),
    ("setattr(Cart, 'add', len)", {"Cart.add"}),
    ("type.__setattr__(Cart, 'add', len)", {"Cart.add"}),
    ("setattr(Cart, 'a' + 'dd', len)", METHODS),
    ("globals()['total'] = len", {"total"}),
    ("globals().update(total=len)", {"total"}),
    ("globals().update({'total': len})", {"total"}),
    ("vars()['total'] = len", {"total"}),
    ("sys.modules[__name__].total = len", {"total"}),
    ("setattr(sys.modules[__name__], 'total', len)", {"total"}),
    ("sys.modules[__name__].__dict__['total'] = len", {"total"}),
    ("globals()['to' + 'tal'] = len", ALL),
    ("names = globals()\nnames['total'] = len", ALL),
    ("exec('total = len')", ALL),
    ("total.__globals__['tot' + 'al'] = len", ALL),
    ("from unused import *", ALL),
    ("sys.modules[__name__] = unused.Lazy()", ALL),
    ("globals().clear()", ALL),
]


@pytest.mark.parametrize(("statement", "expected"), REACHING)
def test_what_a_new_edited_or_removed_statement_reaches_is_a_pair(
    statement: str, expected: set[str]
) -> None:
    with_it = f"{SHOP}\n{statement}\n"
    assert reached(changed({"shop.py": SHOP}, {"shop.py": with_it})) == expected
    assert reached(changed({"shop.py": with_it}, {"shop.py": SHOP})) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "LIMIT_2 = 4",
        "__all__ = ['total', 'Cart']",
        "__version__ = '2'",
        "import json",
        "from json import loads as load",
        "logging.basicConfig(level=logging.INFO)",
        "logger.addHandler(logging.NullHandler())",
        "logger.level = 3",
        "sys.path.insert(0, '.')",
        "os.environ.setdefault('A', 'b')",
        "HANDLERS['total'] = total",
        "HANDLERS.update(total=total)",
        "HANDLERS = {'total': total, 'Cart': Cart}",
        "unused.register(total)",
        "unused.register(Cart, key=Cart.add)",
        "_register(total)",
        "unused.command()(total)",
        "total.short_description = 'Total'",
        "total.__doc__ = 'More.'",
        "Cart.__doc__ = 'More.'",
        "Cart.colour = 'red'",
        "later = _wrapped(total)",
        "double = total",
        "cart = Cart()",
        "cart = Cart()\ncart.colour = 3",
        "print(total(3))",
        "assert total(3) == 6",
        "total: object",
        "if __name__ == '__main__':\n    total = print(total(3))",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from unused import total",
        "NAMES = [name for name in globals() if name.isupper()]",
        "NAMES = [total for total in 'abc']",
        "globals()['LIMIT_2'] = 4",
        "setattr(logger, 'level', 3)",
        "for name in ('a', 'b'):\n    setattr(unused.settings, name, None)",
        "try:\n    import ujson as json\nexcept ImportError:\n    json = None",
        "@_register\ndef later(x): return x",
        "class Basket(Cart):\n    size = 4\n    def add(self, x): return x",
        "class Other:\n    def total(self): return 3\n    total = property(total)",
        "def later():\n    total = 3\n    return total",
    ],
)
def test_ordinary_statements_make_no_pairs(statement: str) -> None:
    with_it = f"{SHOP}\n{statement}\n"
    for old, new in ((SHOP, with_it), (with_it, SHOP)):
        change = changed({"shop.py": old}, {"shop.py": new})
        assert not reached(change)
        assert not change.problems


@pytest.mark.parametrize(
    "statement", ["total = None", "from unused import *", "from unused import total"]
)
def test_what_comes_before_a_definition_does_not_replace_it(statement: str) -> None:
    assert not reached(changed({"shop.py": SHOP}, {"shop.py": f"{statement}\n{SHOP}"}))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("", "    add = drop", {"Cart.add"}, id="bound"),
        pytest.param("", "    add = _wrapped(add)", {"Cart.add"}, id="wrapped"),
        pytest.param("", "    del drop", {"Cart.drop"}, id="deleted"),
        pytest.param("", "    add.__code__ = drop.__code__", {"Cart.add"}, id="code"),
        pytest.param("", "    locals()['add'] = drop", {"Cart.add"}, id="by locals"),
        pytest.param("", "    exec('add = drop')", ALL, id="executed"),
        pytest.param("", "    add.short_description = 'Add'", set(), id="described"),
        pytest.param("", "    total = 3", set(), id="a name of its own"),
        pytest.param("    add = len", "    add = print", {"Cart.add"}, id="edited"),
    ],
)
def test_statements_of_a_class_reach_its_methods(old: str, new: str, expected: set[str]) -> None:
    before, after = f"{SHOP}\n{old}\n", f"{SHOP}\n{new}\n"
    assert reached(changed({"shop.py": before}, {"shop.py": after})) == expected


def test_a_class_decorator_reaches_the_methods() -> None:
    new = SHOP.replace("class Cart", "@_wrapped\nclass Cart")
    assert reached(changed({"shop.py": SHOP}, {"shop.py": new})) == METHODS


@pytest.mark.parametrize(
    ("statement", "old", "new"),
    [
        ("total = _wrapped(total)", "f(x) + 1", "f(x) + 2"),
        ("total = lambda x: x * LIMIT", "LIMIT = 3", "LIMIT = 4"),
        ("_install()", "total = _wrapped(total)", "total = len"),
    ],
)
def test_what_a_statement_uses_counts_with_it(statement: str, old: str, new: str) -> None:
    text = f"{SHOP}\n{statement}\n"
    change = changed({"shop.py": text}, {"shop.py": text.replace(old, new)})
    assert reached(change) == {"total"}


PACKAGE = {
    "app/__init__.py": "",
    "app/shop.py": "def total(x):\n    return x + x\n\ndef other(x):\n    return x\n",
    "app/later.py": "",
    "app/setting.py": """
def install():
    from . import shop
    shop.total = len

def harmless():
    return 1
""",
}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("app/__init__.py", "from . import shop\nshop.total = len", {"total"}),
        ("app/__init__.py", "import app.shop\napp.shop.total.__code__ = len", {"total"}),
        ("app/__init__.py", "from app import shop as s\nsetattr(s, 'total', len)", {"total"}),
        ("app/__init__.py", "from .shop import total\ntotal.__defaults__ = (1,)", {"total"}),
        ("app/__init__.py", "from .shop import total\ntotal = len", {"total"}),
        ("app/__init__.py", "from . import shop\ns = shop\ns.total = len", {"total"}),
        ("app/__init__.py", "import sys\nsys.modules['app.shop'].total = len", {"total"}),
        ("app/__init__.py", "import sys\nsys.modules.get('app.shop').total = len", {"total"}),
        ("app/__init__.py", "from . import shop as self\nself.total = len", {"total"}),
        ("app/__init__.py", "from . import shop\nm = [shop][0]\nm.total = len", {"total"}),
        (
            "app/__init__.py",
            "from . import shop\nclass A:\n    def b(self): self.total = len\nA.b(shop)",
            {"total"},
        ),
        ("app/__init__.py", "from . import shop\nsetattr(shop, 'x' * 2, 1)", {"total", "other"}),
        ("app/__init__.py", "from . import shop\nvars(shop).update(total=1)", {"total"}),
        (
            "app/__init__.py",
            "from . import shop\ndef _set(m): m.total = len\n_set(shop)",
            {"total"},
        ),
        (
            "app/__init__.py",
            "from importlib import import_module\nimport_module('app.shop').total = len",
            {"total"},
        ),
        (
            "app/__init__.py",
            "from unittest.mock import patch\npatch('app.shop.total', len).start()",
            {"total"},
        ),
        ("app/__init__.py", "from .setting import install\ninstall()", {"total"}),
        ("app/__init__.py", "from . import setting as s\ns.install()", {"total"}),
        ("app/__init__.py", "from .setting import harmless\nX = harmless()", set()),
        ("app/__init__.py", "import sys\nsys.modules['app.shop'] = 3", {"total", "other"}),
        ("app/__init__.py", "try:\n    from . import shop\nexcept E:\n    shop = None", set()),
        ("app/__init__.py", "try:\n    import app.shop as s\nexcept E:\n    s = None", set()),
        ("app/__init__.py", "from .shop import total", set()),
        ("app/__init__.py", "from .shop import *\n__all__ = ['total']", set()),
        ("app/__init__.py", "from . import shop\nshop.limit = 3", set()),
        ("app/__init__.py", "import json\njson.total = 3", set()),
        ("app/later.py", "from . import shop\nshop.total = len", {"total"}),
    ],
)
@pytest.mark.parametrize("is_new_file", [False, True])
def test_functions_of_files_that_did_not_change_are_reached(
    path: str, text: str, expected: set[str], is_new_file: bool, tmp_path: Path
) -> None:
    for side, files in (("old", PACKAGE), ("new", {**PACKAGE, path: text})):
        for name, content in files.items():
            if not (is_new_file and side == "old" and name == path):
                file = tmp_path / side / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(content, encoding="utf-8")
    raw = read_paths(tmp_path / "old", tmp_path / "new", Selection())
    change = pair_up(raw)
    assert reached(change) == expected
    for pair in change.pairs:
        assert pair.new.module.path == "app/shop.py"
        certain = path == "app/__init__.py" and text != "from .shop import total\ntotal = len"
        assert pair.reached_from == ("" if certain else path)


def test_they_are_found_in_git(repository: Repository) -> None:
    repository.commit(files={**PACKAGE})
    repository.commit(files={"app/__init__.py": "from . import shop\nshop.total = len"})
    read = partial(read_git, repository.path, staged=False, paths=(), selection=Selection())
    assert reached(pair_up(read(revisions="HEAD"))) == {"total"}
    repository.write("app/__init__.py", "from . import shop\nshop.other = len")
    assert reached(pair_up(read(revisions=None))) == {"total", "other"}


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nsys.modules['ap' + 'p'].total = len",
        "import builtins\nbuiltins.len = print",
        "import builtins, sys\ngetattr(builtins, sys.argv[0])('total = len')",
        "import sys\nmods = sys.modules\nmods['shop'].total = len",
        "from sys import modules as m\nm['shop'].total = len",
        "import typing\ntyping.TYPE_CHECKING = True",
        "__path__ = ['other']",
        "__package__ = 'other'",
        "__spec__ = __name__ = None",
        "import shop\nput = setattr\nput(shop, 'total', len)",
        "import importlib, os\nsetattr(importlib.import_module(os.environ['A']), 'total', len)",
    ],
)
def test_what_cannot_be_told_is_a_problem(text: str) -> None:
    problems = changed({"m.py": ""}, {"m.py": text}).problems
    assert {(each.code, each.file) for each in problems} == {("reaches-unknown", "m.py")}
