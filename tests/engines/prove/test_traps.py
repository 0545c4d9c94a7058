"""Which pairs look alike and are not? None of them may be proved.

Each trap is about one thing that a proof could forget: order, aliasing, identity, scope, laziness,
who sees a variable, what else changed in the module.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import z3
from tests.engines.prove.contracts import REFUTED
from tests.pairs import proof_pairs

from swerve.engines.prove.solver import Proved, Question, prove
from swerve.engines.prove.solver._path import Path

_TRAPS = (
    (
        """\
def f(a,b):
    return a + b
""",
        """\
def f(a,b):
    return b + a
""",
    ),
    (
        """\
def f(a):
    a += [1]
    return a
""",
        """\
def f(a):
    a = a + [1]
    return a
""",
    ),
    (
        """\
def f(a):
    return not a == 1
""",
        """\
def f(a):
    return a != 1
""",
    ),
    (
        """\
def f(a,b):
    x = g(a)
    y = h(b)
    return x, y
def g(x): pass
def h(x): pass
""",
        """\
def f(a,b):
    y = h(b)
    x = g(a)
    return x, y
def g(x): pass
def h(x): pass
""",
    ),
    (
        """\
def f(xs: list[int]):
    return xs
""",
        """\
def f(xs: list[int]):
    return list(xs)
""",
    ),
    (
        """\
def f(xs: list[int]):
    return xs
""",
        """\
def f(xs: list[int]):
    return xs[:]
""",
    ),
    (
        """\
def f(xs: list[int], ys: list[int]):
    xs.append(1)
    return len(ys)
""",
        """\
def f(xs: list[int], ys: list[int]):
    n = len(ys)
    xs.append(1)
    return n
""",
    ),
    (
        """\
def f(xs: list[int]):
    for x in xs:
        xs.append(x)
        if len(xs) > 10: break
    return xs
""",
        """\
def f(xs: list[int]):
    for i in range(len(xs)):
        xs.append(xs[i])
        if len(xs) > 10: break
    return xs
""",
    ),
    (
        """\
def f(a):
    fs = []
    for i in range(3):
        fs.append(lambda: i)
    return [g() for g in fs]
""",
        """\
def f(a):
    fs = []
    for i in range(3):
        fs.append(lambda: 2-i)
    return [g() for g in fs]
""",
    ),
    (
        """\
def f(a):
    try:
        return a()
    except StopIteration:
        return 1
""",
        """\
def f(a):
    try:
        return a()
    except Exception:
        return 1
""",
    ),
    (
        """\
def f(it):
    for x in it:
        pass
    for y in it:
        return y
""",
        """\
def f(it):
    for x in it:
        pass
    return None
""",
    ),
    (
        """\
def f(s: str):
    return s.upper().lower()
""",
        """\
def f(s: str):
    return s.lower()
""",
    ),
    (
        """\
def f(s: str):
    return len(s.upper())
""",
        """\
def f(s: str):
    return len(s)
""",
    ),
    (
        """\
def f(x: float):
    return x - x
""",
        """\
def f(x: float):
    return 0.0
""",
    ),
    (
        """\
def f(x: float):
    return x == x
""",
        """\
def f(x: float):
    return True
""",
    ),
    (
        """\
def f(x: float, y: float):
    return x > y
""",
        """\
def f(x: float, y: float):
    return not x <= y
""",
    ),
    (
        """\
def f(x: int):
    return x == 1
""",
        """\
def f(x: int):
    return x is 1
""",
    ),
    (
        """\
def f(x: bool):
    return x
""",
        """\
def f(x: bool):
    return int(x)
""",
    ),
    (
        """\
def f(x: bool):
    return x + 0
""",
        """\
def f(x: bool):
    return x
""",
    ),
    (
        """\
def f(x: int):
    return x
""",
        """\
def f(x: int):
    return float(x)
""",
    ),
    (
        """\
def f(x):
    e = ValueError('a')
    e2 = ValueError('a')
    e.x = 1
    raise e2
""",
        """\
def f(x):
    e = ValueError('a')
    e.x = 1
    raise e
""",
    ),
    (
        """\
def f(x):
    raise ValueError('a')
""",
        """\
def f(x):
    raise ValueError('a') from None
""",
    ),
    (
        """\
def f(x):
    try:
        g()
    except ValueError as e:
        raise TypeError('a') from e
def g(): raise ValueError
""",
        """\
def f(x):
    try:
        g()
    except ValueError as e:
        raise TypeError('a')
def g(): raise ValueError
""",
    ),
    (
        """\
def f(d: dict[str, int]):
    d['a'] = 1
    d['b'] = 2
""",
        """\
def f(d: dict[str, int]):
    d['b'] = 2
    d['a'] = 1
""",
    ),
    (
        """\
def f():
    d = {}
    d['a'] = 1
    d['b'] = 2
    d['a'] = 3
    return d
""",
        """\
def f():
    d = {}
    d['b'] = 2
    d['a'] = 3
    return d
""",
    ),
    (
        """\
def f(xs):
    return any(xs)
""",
        """\
def f(xs):
    for x in xs:
        if x:
            return x
    return False
""",
    ),
    (
        """\
def f(xs):
    return sum(xs)
""",
        """\
def f(xs):
    t = 0
    for x in xs:
        t += x
    return t
""",
    ),
    (
        """\
def f(xs: list[float]):
    return sum(xs)
""",
        """\
def f(xs: list[float]):
    t = 0
    for x in xs:
        t += x
    return t
""",
    ),
    (
        """\
X = [1]
def f():
    return X
""",
        """\
X = [1]
def f():
    return [1]
""",
    ),
    (
        """\
X = 1
def g():
    global X
    X += 1
def f():
    a = X
    g()
    return a
""",
        """\
X = 1
def g():
    global X
    X += 1
def f():
    g()
    return X - 1
""",
    ),
    (
        """\
def f(n: int):
    while n != 0:
        n -= 1
    return n
""",
        """\
def f(n: int):
    return 0
""",
    ),
    (
        """\
def f(n: int):
    i = 0
    while i != n:
        i += 1
    return i
""",
        """\
def f(n: int):
    i = 0
    while i < n:
        i += 1
    return i
""",
    ),
    (
        """\
def f(n: int):
    for i in range(n): pass
    return i
""",
        """\
def f(n: int):
    i = 0
    for i in range(n): pass
    return i
""",
    ),
    (
        """\
def f(n: int):
    i = 0
    while i < n: i += 1
    return i
""",
        """\
def f(n: int):
    for i in range(n): pass
    return n
""",
    ),
    (
        """\
def f(xs):
    r = []
    for x in xs:
        r.append(r)
    return r
""",
        """\
def f(xs):
    r = []
    for x in xs:
        r.append([])
    return r
""",
    ),
    (
        """\
def f(xs):
    row = []
    r = []
    for x in xs:
        r.append(row)
    return r
""",
        """\
def f(xs):
    r = []
    for x in xs:
        r.append([])
    return r
""",
    ),
    (
        """\
def f(n: int):
    r = []
    row = []
    for x in range(n):
        r.append(row)
    return r
""",
        """\
def f(n: int):
    r = []
    for x in range(n):
        row = []
        r.append(row)
    return r
""",
    ),
    (
        """\
def f(a):
    x = yield a
    return x
""",
        """\
def f(a):
    yield a
    return None
""",
    ),
    (
        """\
def f(a):
    yield a
""",
        """\
def f(a):
    return iter([a])
""",
    ),
    (
        """\
def f(a):
    return a.b.c
""",
        """\
def f(a):
    return getattr(a, 'b').c
""",
    ),
    (
        """\
def f(a, k):
    return a.get(k)
""",
        """\
def f(a, k):
    return a[k] if k in a else None
""",
    ),
    (
        """\
def f(d: dict[str, int], k: int):
    return d.get(k)
""",
        """\
def f(d: dict[str, int], k: int):
    return None
""",
    ),
    (
        """\
def f(s: str, i: int):
    return s[i]
""",
        """\
def f(s: str, i: int):
    return s[i:i+1]
""",
    ),
    (
        """\
def f(xs: list[int], i: int):
    return xs[i:]
""",
        """\
def f(xs: list[int], i: int):
    return [xs[k] for k in range(i, len(xs))]
""",
    ),
    (
        """\
def f(a: int, b: int):
    return a // b
""",
        """\
def f(a: int, b: int):
    return int(a / b)
""",
    ),
    (
        """\
def f(a: int):
    return a % -3
""",
        """\
def f(a: int):
    return -(a % 3)
""",
    ),
    (
        """\
def f(x):
    try:
        return g(x)
    finally:
        h()
def g(x): return x
def h(): print()
""",
        """\
def f(x):
    r = g(x)
    h()
    return r
def g(x): return x
def h(): print()
""",
    ),
    (
        """\
def f(x):
    with x as y:
        y.a()
    return 2
""",
        """\
def f(x):
    y = x.__enter__()
    try:
        y.a()
    finally:
        x.__exit__(None,None,None)
    return 2
""",
    ),
    (
        """\
class A:
    def f(self):
        return self.h()
    def h(self): return 1
""",
        """\
class A:
    def f(self):
        x = self.h()
        return x
    def h(self): return 2
""",
    ),
    (
        """\
class A:
    def __len__(self): return 1
    def f(self):
        return len(self)
""",
        """\
class A:
    def __len__(self): return 2
    def f(self):
        x = len(self)
        return x
""",
    ),
    (
        """\
class A:
    def f(self):
        return B()
class B:
    def __init__(self): self.x = 1
""",
        """\
class A:
    def f(self):
        x = B()
        return x
class B:
    def __init__(self): self.x = 2
""",
    ),
    (
        """\
from m import a
def f(): return a()
""",
        """\
from n import a
def f(): return a()
""",
    ),
    (
        """\
def f(x=[]):
    return x
""",
        """\
def f(x=()):
    return x
""",
    ),
    (
        """\
def f(*, a, b): return a
""",
        """\
def f(*, b, a): return a
""",
    ),
    (
        """\
def f(x: int = None):
    return x is None
""",
        """\
def f(x: int = None):
    return False
""",
    ),
    (
        """\
def f(a):
    def g(): return a
    a = 2
    return g()
""",
        """\
def f(a):
    def g(): return a
    return g()
""",
    ),
    (
        """\
def f(a):
    x = [y for y in a]
    return y
""",
        """\
def f(a):
    for y in a: pass
    return y
""",
    ),
    (
        """\
y = 1
def f(a):
    x = [y for y in a]
    return y
""",
        """\
y = 1
def f(a):
    return y
""",
    ),
    (
        """\
def f(a):
    print('x', end='')
    return a
""",
        """\
def f(a):
    return a
""",
    ),
    (
        """\
import time
def f():
    return time.time() - time.time()
""",
        """\
import time
def f():
    t = time.time()
    return t - t
""",
    ),
    (
        """\
def f(a, i):
    a[i] = i
    i += 1
""",
        """\
def f(a, i):
    i += 1
    a[i] = i
""",
    ),
    (
        """\
def f(a: tuple[int, int]):
    x, y = a
    return x
""",
        """\
def f(a: tuple[int, int]):
    return a[1]
""",
    ),
    (
        """\
def f(s: str):
    return s.split(',')[0]
""",
        """\
def f(s: str):
    return s.split(',', 1)[1]
""",
    ),
    (
        """\
def f(s: str, t: str):
    return s < t
""",
        """\
def f(s: str, t: str):
    return not t < s
""",
    ),
    (
        """\
def f(x):
    if x == 1: return 'a'
    if x == 2: return 'b'
""",
        """\
def f(x):
    if x == 2: return 'b'
    if x == 1: return 'a'
""",
    ),
    (
        """\
def f(xs: list[int]):
    t = 0
    for x in xs:
        t += x
        if t > 5: return t
    return 0
""",
        """\
def f(xs: list[int]):
    t = 0
    for x in xs:
        t += x
    return t if t > 5 else 0
""",
    ),
    (
        """\
def f(n: int):
    a = 0
    b = 0
    for i in range(n):
        a += 1
        b += 2
    return b
""",
        """\
def f(n: int):
    a = 0
    b = 0
    for i in range(n):
        a += 1
        b += 2
    return 2*a + (1 if n > 1000 else 0)
""",
    ),
    (
        """\
def f(x):
    try:
        a = g(x)
        return h(a)
    except ValueError:
        return 0
def g(x): return x
def h(x): raise ValueError
""",
        """\
def f(x):
    try:
        a = g(x)
    except ValueError:
        return 0
    return h(a)
def g(x): return x
def h(x): raise ValueError
""",
    ),
    (
        """\
async def f(x):
    await x
    return 1
""",
        """\
async def f(x):
    return 1
""",
    ),
    (
        """\
def f(a, b):
    if a is b: return 1
    return 2
""",
        """\
def f(a, b):
    if a == b: return 1
    return 2
""",
    ),
    (
        """\
def f(a: str):
    return f'{a!r}'
""",
        """\
def f(a: str):
    return f"'{a}'"
""",
    ),
    (
        """\
def f(a: int):
    return f'{a:03}'
""",
        """\
def f(a: int):
    return f'{a}'
""",
    ),
    (
        """\
def f(a):
    return f'{a!s}'
""",
        """\
def f(a):
    return f'{a}'
""",
    ),
    (
        """\
def f(a):
    return str(a)
""",
        """\
def f(a):
    return f'{a}'
""",
    ),
    (
        """\
def f(a):
    return '%s' % a
""",
        """\
def f(a):
    return f'{a}'
""",
    ),
    (
        """\
def f(a):
    return {1: a, True: 2}
""",
        """\
def f(a):
    return {1: 2}
""",
    ),
    (
        """\
def f(a):
    return {1, 2}
""",
        """\
def f(a):
    return {2, 1}
""",
    ),
    (
        """\
def f(n: int):
    d = {}
    d[n] = 1
    d[0] = 2
    return d[n]
""",
        """\
def f(n: int):
    return 1
""",
    ),
    (
        """\
def f(n: int):
    r = 1
    for i in range(n): r *= 2
    return r
""",
        """\
def f(n: int):
    return 2 ** n
""",
    ),
    (
        """\
X = 1
def f(a):
    if a:
        X = 2
    g()
    return X
def g(): pass
""",
        """\
X = 1
def f(a):
    if a:
        pass
    g()
    return X
def g(): pass
""",
    ),
    (
        """\
def f(a):
    g()
    return a
def g(): pass
""",
        """\
def f(a):
    g()
    return a
    yield
def g(): pass
""",
    ),
    (
        """\
def f(a):
    x = 0
    def cb(): return x
    x = 1
    a(cb)
    x = 2
    return 1
""",
        """\
def f(a):
    x = 0
    def cb(): return x
    x = 2
    a(cb)
    return 1
""",
    ),
    (
        """\
def f(a):
    x = 0
    try:
        x = 1
        a()
        x = 2
    except ValueError:
        pass
    return x
""",
        """\
def f(a):
    x = 0
    try:
        a()
        x = 2
    except ValueError:
        pass
    return x
""",
    ),
    (
        """\
def f(a, m):
    x = 0
    with m:
        x = 1
        a()
        x = 2
    return x
""",
        """\
def f(a, m):
    x = 0
    with m:
        a()
        x = 2
    return x
""",
    ),
    (
        """\
def f(xs):
    last = None
    out = []
    for x in xs:
        out.append(last)
        last = x
    return out
""",
        """\
def f(xs):
    last = None
    out = []
    for x in xs:
        out.append(last)
        last = None
    return out
""",
    ),
    (
        """\
def f(xs):
    for x in xs:
        if x:
            break
    return 1
""",
        """\
def f(xs):
    for x in xs:
        if x:
            continue
    return 1
""",
    ),
    (
        """\
def f(xs):
    for x in xs:
        if x:
            continue
        g(x)
    return 1
def g(x): pass
""",
        """\
def f(xs):
    for x in xs:
        if not x:
            continue
        g(x)
    return 1
def g(x): pass
""",
    ),
    (
        """\
def f(a):
    while a.x:
        a.go()
    return 1
""",
        """\
def f(a):
    while not a.x:
        a.go()
    return 1
""",
    ),
    (
        """\
def f(a):
    while (n := a()) > 1:
        print(n)
    return n
""",
        """\
def f(a):
    while (m := a()) > 1:
        print(n)
    return n
""",
    ),
    (
        """\
def f(a):
    b = h(a)
    if b:
        return 1
    return 2
def h(a): return a
""",
        """\
def f(a):
    b = h(a)
    if not b:
        return 2
    return 1
def h(a): return not a
""",
    ),
    (
        """\
def f(a):
    x = 1
    a()
    del x
    return x
""",
        """\
def f(a):
    x = 1
    a()
    return x
""",
    ),
    (
        """\
def f(a):
    try:
        a()
    except ValueError as e:
        print(e)
        raise
    return 1
""",
        """\
def f(a):
    try:
        a()
    except ValueError as e:
        print(e)
    return 1
""",
    ),
    (
        """\
def f(a):
    try:
        a()
    except ValueError as e:
        raise KeyError(e)
    return 1
""",
        """\
def f(a):
    try:
        a()
    except ValueError as e:
        raise KeyError(e) from e
    return 1
""",
    ),
    (
        """\
def f(a):
    try:
        return a()
    finally:
        print(1)
""",
        """\
def f(a):
    try:
        return a()
    finally:
        print(2)
""",
    ),
    (
        """\
def f(a):
    global Z
    Z = 1
    a()
    return Z
""",
        """\
def f(a):
    global Z
    Z = 1
    a()
    return 1
""",
    ),
    (
        """\
class A:
    def f(self):
        x = self.k
        return getattr(self, 'h')()
    def h(self): return 1
""",
        """\
class A:
    def f(self):
        y = self.k
        return getattr(self, 'h')()
    def h(self): return 2
""",
    ),
    (
        """\
def f(n: int, xs: list[int]):
    xs.append('a')
    g(xs)
    t = 0
    for x in xs:
        t = t + x
    return t
def g(x): pass
""",
        """\
def f(n: int, xs: list[int]):
    xs.append('a')
    g(xs)
    t = 0
    for x in xs:
        t = x + t
    return t
def g(x): pass
""",
    ),
    (
        """\
def f(n: int):
    n = str(n)
    g()
    return n + 'a'
def g(): pass
""",
        """\
def f(n: int):
    n = str(n)
    g()
    return 'a' + n
def g(): pass
""",
    ),
    (
        """\
def f(xs):
    for x in xs:
        y = x
    else:
        y = 1
    return y
""",
        """\
def f(xs):
    for x in xs:
        y = x
        break
    else:
        y = 1
    return y
""",
    ),
    (
        """\
def f(a, *args, **kw):
    g(a)
    return args
def g(x): pass
""",
        """\
def f(a, *args, **kw):
    g(a)
    return list(args)
def g(x): pass
""",
    ),
    (
        """\
def f(a):
    g(a, x=1, y=2)
def g(a, **kw): print(kw)
""",
        """\
def f(a):
    g(a, y=2, x=1)
def g(a, **kw): print(kw)
""",
    ),
    (
        """\
def f(a):
    try:
        x = 1
        return x
    finally:
        x = a()
        print(x)
""",
        """\
def f(a):
    try:
        x = 1
        return x
    finally:
        x = a()
        print(x, x)
""",
    ),
    (
        """\
def f(a: int):
    if a > 0:
        x = 1
    return x
""",
        """\
def f(a: int):
    x = 1
    return x
""",
    ),
    (
        """\
def f(a):
    x: int = g(a)
    return x
def g(a): return a
g = print
""",
        """\
def f(a):
    return g(a)
def g(a): return a
g = len
""",
    ),
    (
        """\
x = 3
def f(a):
    (x): int
    y = x + a
    return y
""",
        """\
x = 3
def f(a):
    x: int
    return x + a
""",
    ),
    (
        """\
def f(x):
    g = None
    try:
        x()
    except ValueError as e:
        m = e
        g = lambda: m
    return g
""",
        """\
def f(x):
    g = None
    try:
        x()
    except ValueError as e:
        g = lambda: e
    return g
""",
    ),
    (
        """\
import os
LIMIT = 987654
match os.environ:
    case {'APP_LIMIT': LIMIT}:
        pass
def f(x: int):
    return x + 987654
""",
        """\
import os
LIMIT = 987654
match os.environ:
    case {'APP_LIMIT': LIMIT}:
        pass
def f(x: int):
    return x + LIMIT
""",
    ),
    (
        """\
N = 10
try:
    raise ValueError
except ValueError as N:
    pass
def f(x: int):
    return x + 10
""",
        """\
N = 10
try:
    raise ValueError
except ValueError as N:
    pass
def f(x: int):
    return x + N
""",
    ),
    (
        """\
def f(x: int, y: list):
    def g(a): return y.pop
    if x == 918273645: return g
    return None
""",
        """\
def f(x: int, y: list):
    def g(a) -> y.pop: return y.pop
    if x == 918273645: return g
    return None
""",
    ),
    (
        """\
def f(user: str) -> bool:
    return user == "admin"
""",
        """\
def f(user: str) -> bool:
    return user == "admin" or user[:1] > "\U0002ffff"
""",
    ),
    (
        """\
DEBUG = False
def f(x: int):
    return -x if DEBUG else x
if __name__ == "__main__":
    DEBUG = True
    print(f(3))
""",
        """\
DEBUG = False
def f(x: int):
    return x
if __name__ == "__main__":
    DEBUG = True
    print(f(3))
""",
    ),
    (
        """\
__name__ = "__main__"
N = 1
if __name__ == "__main__":
    N = 2
def f(x: int):
    return x + N
""",
        """\
__name__ = "__main__"
N = 1
if __name__ == "__main__":
    N = 2
def f(x: int):
    return x + 1
""",
    ),
    (
        """\
K = 1
def g(a=(K := 2)): pass
def f(x: int):
    return x + K
""",
        """\
K = 1
def g(a=(K := 2)): pass
def f(x: int):
    return x + 1
""",
    ),
    (
        """\
import m
K = 1
m.K = 2
def f(x: int):
    return x + K
""",
        """\
import m
K = 1
m.K = 2
def f(x: int):
    return x + 1
""",
    ),
    (
        """\
from lib import int
def f(x: int):
    return x - x
""",
        """\
from lib import int
def f(x: int):
    return 0
""",
    ),
)


@pytest.mark.parametrize(("old", "new"), _TRAPS)
def test_what_only_looks_alike_is_not_proved(old: str, new: str) -> None:
    name = "A.f" if "class A" in old else "f"
    answer = prove(Question(old, new, name, name, 5.0))
    assert not isinstance(answer, Proved) or answer.bound is not None


@pytest.fixture
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver has no time to show values, as beside other work."""
    check = Path._check

    def checked(path: Path, condition: Any, *, keep: bool = False) -> Any:
        answer = check(path, condition, keep=keep)
        return z3.unknown if keep and answer == z3.sat else answer

    monkeypatch.setattr(Path, "_check", checked)


@pytest.mark.slow
@pytest.mark.usefixtures("_hurry")
def test_a_difference_that_the_solver_has_no_time_to_show_is_no_proof() -> None:
    pairs = [pair for pair in proof_pairs() if pair.is_changed]
    assert len(pairs) > 20
    old, new = (f"def f(s: str, t: str):\n    return {each}\n" for each in ("s < t", "not t < s"))
    texts = [(old, new), *((pair.old, pair.new) for pair in pairs)]
    answers = [prove(Question(*each, "f", "f", 2.0)) for each in texts]
    assert not [each for each in answers if isinstance(each, Proved) and each.bound is None]


@pytest.mark.usefixtures("_hurry")
def test_a_violation_that_the_solver_has_no_time_to_show_is_no_proof() -> None:
    answers = [prove(replace(sworn.question, seconds=2.0)) for sworn in REFUTED]
    assert not [each for each in answers if isinstance(each, Proved) and each.bound is None]
