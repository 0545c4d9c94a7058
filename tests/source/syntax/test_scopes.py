"""Names resolved as the compiler does, checked against the compiler's own tables."""

from __future__ import annotations

import ast
import symtable
import sys

import pytest

from swerve.source.syntax import FUNCTIONS
from swerve.source.syntax.scopes import Scope

SNIPPETS = {
    "assignment": """
def f(a, *b, c=1, **d):
    x = a
    y, (z, *w) = b
    x += 1
    del y
""",
    "loops": """
def f(n):
    for i in n:
        with n as m, n as (p, q): pass
    while n: t = 1
""",
    "handlers": """
def f():
    try: pass
    except E as error: seen = error
""",
    "imports": """
def f():
    import a.b
    import c.d as e
    from g import h, i as j
""",
    "walrus": """
def f(xs):
    return [y for x in xs if (y := x)] + [(z := 1)]
""",
    "comprehension": """
def f(xs):
    return {k: v for k, v in xs if any(q for q in v)}
""",
    "nested": """
def f():
    def g(h=lambda p: p): return k
    class C: r = 1
    return g
""",
    "globals": """
def f():
    global s
    s = 1
    def g():
        return s
""",
    "nonlocals": """
def f():
    n = 1
    def g():
        nonlocal n
        n = 2
    return g
""",
    "match": """
def f(x):
    match x:
        case [a, *rest]: pass
        case {'k': v, **others}: pass
        case C(p, q=r) as whole: pass
        case _: pass
""",
    "class": """
class C:
    x = 1
    def m(self): return x, self
    y = [x for _ in (x, 2)]
""",
    "annotated": """
def f():
    x: int
    y: int = 1
    z.a: int = 2
    return x
""",
    "async": """
async def f(a):
    async for i in a: await i
    async with a as b: return [c async for c in b]
""",
}


def functions(node: ast.AST, scope: Scope) -> list[tuple[str, Scope]]:
    found = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            inner = Scope(child, scope)
            found += [(child.name, inner), *functions(child, inner)]
        else:
            found += functions(child, scope)
    return found


def tables(table: symtable.SymbolTable) -> list[tuple[str, symtable.SymbolTable]]:
    found = []
    for child in table.get_children():
        if child.get_name() not in ("lambda", "listcomp", "dictcomp", "genexpr", "setcomp"):
            found.append((child.get_name(), child))
        found += tables(child)
    return found


def comprehension_targets(tree: ast.AST) -> set[str]:
    targets = [node.target for node in ast.walk(tree) if isinstance(node, ast.comprehension)]
    return {
        node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)
    }


@pytest.mark.parametrize("name", SNIPPETS)
def test_scopes_agree_with_the_compiler(name: str) -> None:
    text = SNIPPETS[name]
    tree = ast.parse(text)
    mine = functions(tree, Scope(tree, None))
    theirs = tables(symtable.symtable(text, "m.py", "exec"))
    assert [n for n, _ in mine] == [n for n, _ in theirs]
    inlined = comprehension_targets(tree) if sys.version_info >= (3, 12) else set()
    for (_, scope), (_, table) in zip(mine, theirs, strict=True):
        for symbol in table.get_symbols():
            if symbol.get_name() in inlined:
                continue  # the compiler puts them into the function, out of reach of other code
            owner = scope.owner(symbol.get_name())
            if symbol.is_local():
                assert owner is scope, symbol
            elif symbol.is_free():
                assert owner not in (scope, None), symbol
            elif symbol.is_global():
                assert owner is None, symbol
