"""What does code say about a path?"""

from __future__ import annotations

from tests.predict.reading_code import read

from swerve.facts.classes import CoarseClass
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Usage


def usage(body: str, path: str = "x", parameters: str = "x, y, z") -> Usage:
    code = f"def f({parameters}):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    return read(code).paths[path]


def test_members() -> None:
    found = usage("x.go(x.size)\nx.label = 'a'")
    assert found.methods == {"go"}
    assert found.attributes == {"size", "label"}


def test_operators_with_the_class_of_the_other_operand() -> None:
    found = usage("return x + 'a'")
    assert found.operators == {"+"}
    assert found.operand_classes == {CoarseClass.STRING}
    assert usage("n = 3\nreturn x < n").operand_classes == {CoarseClass.INTEGER}
    assert usage("return 'a %s' % x").operators == set()


def test_literals_it_is_compared_with() -> None:
    assert usage("return x == 'a' or x in ('b', 'c')").literals == ["a", "b", "c"]
    assert usage("return x.startswith(('p', 'q'))").literals == ["p", "q"]
    assert usage("return {'u': 1, 'v': 2}[x]").literals == ["u", "v"]
    assert usage("match x:\n    case 'm' | 4: pass").literals == ["m", 4]
    assert usage("if -1 < x < 10: pass").literals == [-1, 10]


def test_literals_an_annotation_allows() -> None:
    assert usage("pass", parameters="x: Literal['a', 'b'] | None").literals == ["a", "b"]


def test_literals_from_a_constant_of_the_file() -> None:
    usages = read("KINDS = ('a', 'b')\ndef f(x):\n    return x in KINDS\n")
    assert usages.paths["x"].literals == ["a", "b"]
    assert usages.paths["KINDS"].defaults == [("a", "b")]
    assert usages.pool[CoarseClass.STRING] == ["a", "b"]


def test_keys_and_whether_the_code_asks_for_them() -> None:
    found = usage("x['a']\nx.get('b')\nif 'c' in x: x['c']\nx.pop('d')\nx.pop('e', 1)")
    assert found.keys == {"a": False, "b": True, "c": True, "d": False, "e": True}
    assert usage("try:\n    x['a']\nexcept KeyError:\n    pass").keys == {"a": True}


def test_attributes_the_code_asks_for() -> None:
    body = "hasattr(x, 'a')\ngetattr(x, 'b', 1)\ngetattr(x, 'c')"
    assert usage(body).asked_attributes == {"a", "b"}
    assert usage("try:\n    x.d\nexcept AttributeError:\n    pass").asked_attributes == {"d"}


def test_protocols() -> None:
    found = usage("for a, b in x: pass\np, q, r = x\nx[0]")
    assert found.iterated
    assert found.unpacked == {3}
    assert found.indexed_by_int
    assert usage("x()").called
    assert usage("with x: pass").entered
    assert usage("raise x").raised
    assert usage("try:\n    y()\nexcept x:\n    pass").caught
    assert usage("for a, b in x: pass", "x[]").unpacked == {2}


def test_a_copy_is_not_the_thing_but_has_its_items() -> None:
    usages = read("def f(x):\n    t = set(x)\n    t.add(1)\n    return {e.name for e in t}\n")
    assert usages.paths["x"].methods == set()
    assert "name" in usages.paths["x[]"].attributes


def test_awaited() -> None:
    usages = read("async def f(x):\n    await x.load()\n")
    assert usages.paths["x.load()"].awaited
    assert usages.paths["x.load()"].is_statement


def test_none_is_asked_of_the_path_or_only_of_a_local() -> None:
    assert usage("if x.a is None: pass", "x.a").none_tested
    assert usage("t = x.a\nif t is not None: pass", "x.a").none_tested
    body = "t = None\nif y: t = x.a\nif t is None: pass"
    assert not usage(body, "x.a").none_tested


def test_classes_it_is_held_against() -> None:
    body = "isinstance(x, (str, m.Node))\ntype(x) is Other\nmatch x:\n    case Point(): pass"
    usages = read("def f(x):\n" + "".join(f"    {line}\n" for line in body.split("\n")))
    assert usages.paths["x"].instance_of == ["str", "m.Node", "Other", "Point"]
    assert usages.instance_classes == ["str", "m.Node", "Other", "Point"]


def test_functions_it_is_handed_to() -> None:
    code = """
    import re
    from os.path import join
    def f(x, y):
        return len(x), re.match('a+', y), join('a', x), sorted(x, key=y), unknown(x)
    """
    usages = read(code)
    assert usages.paths["x"].passed_to == {"len", "os.path.join:1", "sorted"}
    assert usages.paths["y"].passed_to == {"re.match:1", "sorted:key"}
    assert usages.patterns == ["a+"]


def test_annotations_reach_elements_results_and_members() -> None:
    code = """
    from dataclasses import dataclass
    Names = list[str]
    @dataclass
    class Order:
        total: int
        def lines(self) -> list['Line']: ...
    class Line:
        @property
        def price(self) -> float: ...
    def load(n: int) -> Order: ...
    def f(orders: dict[str, Order], names: Names, n):
        for k, order in orders.items():
            for line in order.lines():
                line.price
            order.total
        load(n).total
        names[0]
    """
    known = {path: found.annotations for path, found in read(code).paths.items()}
    assert known["orders{}"] == ["str"]
    assert known["orders[]"] == ["Order"]
    assert known["orders[].total"] == ["int"]
    assert known["orders[].lines()[].price"] == ["float"]
    assert known["load().total"] == ["int"]
    assert known["names[]"] == ["str"]
    assert known["n"] == ["int"]


def test_what_the_class_says_about_its_members() -> None:
    code = """
    class A:
        limit = 10
        def __init__(self, name: str, size=0):
            self.name = name
            self.rows: list[int] = []
            self.cache = {}
            self.parent = None
        def g(self) -> bool: ...
        def f(self):
            return self.name, self.rows, self.cache, self.parent, self.limit, self.g()
    """
    known = read(code, "A.f").paths
    assert known["self.name"].annotations == ["str"]
    assert known["self.rows"].annotations == ["list[int]"]
    assert known["self.cache"].defaults == [{}]
    assert known["self.parent"].defaults == [None]
    assert known["self.limit"].defaults == [10]
    assert known["self.g()"].annotations == ["bool"]


def test_defaults_of_parameters_and_what_stands_in() -> None:
    assert usage("pass", parameters="x=3").defaults == [3]
    assert usage("pass", parameters="*, x=None").defaults == [None]
    assert usage("x = x or []").defaults == [[]]
    assert usage("if x is None:\n    x = 'a'").defaults == ["a"]
    assert usage("y.get('k', 0)", "y['k']").defaults == [0]


def test_docstrings() -> None:
    code = '''
    def f(a, b, c, d):
        """Do it.

        :param int a: first
        :param b: second
        :type b: list of str

        Args:
            c (dict, optional): third

        Parameters
        ----------
        d : float

        >>> f(3, ['x'], d=2.5, c=None)
        4
        """
    '''
    known = read(code).paths
    assert [known[name].documented for name in "abcd"] == [
        "int",
        "list of str",
        "dict, optional",
        "float",
    ]
    assert [known[name].examples for name in "abcd"] == [[3], [["x"]], [None], [2.5]]


def test_exceptions_that_are_expected_of_a_call() -> None:
    body = "try:\n    y.go()\nexcept (KeyError, m.Bad):\n    pass\nexcept:\n    pass"
    assert usage(body, "y.go()").raises == ["KeyError", "m.Bad", "Exception"]


def test_truth_values_that_lead_out() -> None:
    assert usage("if not x: return").exits_when == {False}
    assert usage("if x.a and not y: raise E", "x.a").exits_when == {True}
    assert usage("if y and not x.ok(): return", "x.ok()").exits_when == {False}
    assert usage("if x:\n    pass\nelse:\n    raise E").exits_when == {False}
    assert usage("assert x").exits_when == {False}
    assert usage("if len(x): return").exits_when == {True}
    found = usage("if x: y()")
    assert found.truth_tested
    assert found.exits_when == set()


def test_the_pool_has_the_literals_of_both_versions() -> None:
    old = Version("def f(x):\n    'Doc.'\n    return x == 3 or f'{x} items' or b'raw'\n", "f")
    new = Version("def f(x):\n    return x == -1 or {'key': 2.5}\n", "f")
    pool = usages_of([old, new]).pool
    assert set(map(repr, pool[CoarseClass.STRING])) == {"'key'", "' items'", "b'raw'"}
    assert set(map(repr, pool[CoarseClass.INTEGER])) == {"1", "-1", "3"}
    assert pool[CoarseClass.FLOAT] == [2.5]
