"""A whole program runs as the main module, in every Python that a project may use."""

from __future__ import annotations

import pytest
from tests.worker.pythons import pythons, run_in

_CODE = """
from injected.recipes.building import NotBuilt
from injected.core._observing import compiled, run_program
import sys
before = sys.modules["__main__"]
found = []
sys.modules["collecting"] = types.SimpleNamespace(found=found)
run_program(compiled(b'''
import collecting, pickle, sys
class A: pass
collecting.found += [__name__, pickle.loads(pickle.dumps(A())).__class__ is A]
collecting.found += [__builtins__.len is len, sys.modules["__main__"].A is A]
'''))
try:
    compiled(b"def f(:")
except NotBuilt as error:
    found.append(error.doing)
try:
    run_program(compiled(b"raise SystemExit(3)"))
except SystemExit as error:
    found.append(error.code)
found.append(sys.modules["__main__"] is before)
print(json.dumps(found))
"""


@pytest.mark.parametrize("python", pythons())
def test_a_program_is_the_main_module(python: str) -> None:
    assert run_in(python, _CODE) == ["__main__", True, True, True, "compiling it", 3, True]
