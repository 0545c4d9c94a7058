"""Does the code of a file tell which of its functions have an effect?"""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from swerve.facts.effects import analysed

FREE = {
    "a list of its own": "out = []\nfor x in a:\n    out.append(x)\nreturn out",
    "a copy": "b = dict(a)\nb['k'] = 1\nb.update(k=2)\nreturn b",
    "the parameter itself is copied": "a = list(a)\na.sort()\nreturn a",
    "groups": "g = defaultdict(list)\nfor x in a:\n    g[x].append(x)\nreturn g",
    "two at once": "x, y = [], {}\nx.append(1)\ny['k'] = 2\nreturn x, y",
    "keyword arguments": "kwargs.setdefault('k', 1)\nkwargs['j'] = 2\nreturn kwargs",
    "an alias of its own": "x = []\ny = x\ny.append(1)\nreturn x",
    "a branch": "x = {} if a else {'k': 1}\nx['j'] = 2\nreturn x",
    "a builder of its own": "p = ArgumentParser()\np.add_argument('x')\nreturn p",
    "a buffer of its own": "s = StringIO()\ns.write('x')\nreturn s.getvalue()",
    "a function that is only given back": "def inner():\n    print(a)\nreturn inner",
    "a function inside that reads": "def inner(x):\n    return x + 1\nreturn inner(a)",
    "a number counted": "n = 0\nfor x in a:\n    n += 1\nreturn n",
    "a parameter that is a number": "a += 1\nreturn a",
    "an error": "if not a:\n    raise ValueError(a)\nreturn a",
    "a generator": "for x in a:\n    yield x.strip()",
    "reading the world": "return os.path.exists(a)",
    "an iterator of its own": "i = iter([1])\nreturn [x for x in i]",
    "an import": "import json\nreturn json.loads(a)",
    "a match": "return re.match('x', a).group(1)",
    "reading a global": "return CACHE.get(a)",
    "a heap of its own": "h = []\nheapq.heappush(h, a)\nreturn h",
    "text": "return ', '.join(str(x) for x in a).format(a)",
    "another function": "return free(a)",
    "itself": "return f(a[1:]) if a else 0",
    "its own list changed by another": "x = []\nfill(x)\nreturn x",
    "an object of the file": "return Thing(a)",
}
WITH_EFFECT = {
    "an argument changed": "a.append(1)",
    "an item of an argument": "a['k'] = 1",
    "an attribute of an argument": "a.x = 1",
    "an item deleted": "del a[0]",
    "an alias of an argument": "b = a\nb.append(1)",
    "a part of an argument": "for x in a:\n    x.done = True",
    "a global": "global N\nN = a",
    "an item of a global": "CACHE[a] = 1",
    "a global changed": "CACHE.clear()",
    "a list grown in place": "a += [1]",
    "printing": "print(a)",
    "opening": "return open(a).read()",
    "a process": "return sp.check_output(a)",
    "an imported name": "unlink_it(a)",
    "a log": "logger.warning(a)\nreturn a",
    "the network": "return requests.get(a)",
    "an iterator advanced": "return next(a)",
    "an attribute by name": "setattr(a, 'x', 1)",
    "a function inside that is called": "def inner():\n    print(a)\ninner()",
    "a function inside that is handed on": "def g(x):\n    print(x)\nreturn list(map(g, a))",
    "another function that prints": "return busy(a)",
    "an argument changed by another": "fill(a)",
    "a global changed by another": "fill(CACHE)",
    "a loop into an attribute": "for a.x in range(3):\n    pass",
    "with into an item": "with ctx() as a['k']:\n    pass",
    "unpacking into an attribute": "a.x, b = 1, 2",
    "something thrown away": "a.connect_all()",
    "a lambda that prints": "return list(map(lambda x: print(x), a))",
    "an await": "await a.save()",
}
_FILE = """
import heapq, os, re, subprocess as sp
from collections import defaultdict
from os import unlink as unlink_it
CACHE = {{}}

def free(x):
    return x + 1

def busy(x):
    return busier(x)

def busier(x):
    print(x)

def fill(x):
    x.append(1)

class Thing:
    def __init__(self, x):
        self.x = x

async def f(a, *args, **kwargs):
{body}
"""


def _found(body: str) -> bool:
    lines = "\n".join("    " + line for line in body.splitlines())
    return analysed(ast.parse(_FILE.format(body=lines)))["f"]


@pytest.mark.parametrize("what", FREE)
def test_code_without_effect(what: str) -> None:
    assert _found(FREE[what]) is False


@pytest.mark.parametrize("what", WITH_EFFECT)
def test_code_with_effect(what: str) -> None:
    assert _found(WITH_EFFECT[what]) is True


_CLASSES = """
class Base:
    def inherited(self):
        print(self)
    def label(self):
        raise NotImplementedError
    def empty(self):
        '''Replaced below.'''

class Child(Base):
    kind = 1
    def __init__(self, items):
        super().__init__()
        self.items = []
        self.items.append(1)
        self._prepare()
    def _prepare(self):
        self.ready = True
    def look(self):
        return self.items[0]
    def lazy(self):
        if self._it is None:
            self._it = self.look()
        return self._it
    def calls_inherited(self):
        return self.inherited()
    def calls_super(self):
        return super().inherited()
    def calls_label(self):
        return self.label()
    def __post_init__(self):
        self.total = 1
    class Inner:
        def name(self):
            return 'x'

class Shared:
    def __init__(self, items):
        self.items = items
        self.items.append(1)

class Busy:
    def __init__(self):
        print('x')

def makes_child():
    return Child([])

def makes_busy():
    return Busy()

if True:
    def below():
        return 1
"""


def test_methods() -> None:
    assert analysed(ast.parse(_CLASSES)) == {
        "Base.inherited": True,
        "Child.__init__": False,
        "Child._prepare": True,
        "Child.look": False,
        "Child.lazy": True,
        "Child.calls_inherited": True,
        "Child.calls_super": True,
        "Child.calls_label": False,
        "Child.__post_init__": False,
        "Child.Inner.name": False,
        "Shared.__init__": True,
        "Busy.__init__": True,
        "makes_child": False,
        "makes_busy": True,
        "below": False,
    }


def test_functions_that_call_each_other_are_judged_together() -> None:
    file = dedent(
        """
        def even(n): return n == 0 or odd(n - 1)
        def odd(n): return n != 0 and even(n - 1)
        def ping(n): return pong(n)
        def pong(n): log.warning(n); return ping(n)
        """
    )
    found = analysed(ast.parse(file))
    assert found == {"even": False, "odd": False, "ping": True, "pong": True}
