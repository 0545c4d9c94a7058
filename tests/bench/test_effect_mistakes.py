import ast
import textwrap
from pathlib import Path

import bench.own_suite
import pytest
from bench.effect_mistakes import effect_mistakes_of
from bench.source import Source


def _mutated(code: str) -> set[tuple[str, str]]:
    """Kinds of mistakes in the function `f`, each with the module as Python writes it."""
    source = Source(textwrap.dedent(code))
    name = next(name for name in source.functions if name.rpartition(".")[2] == "f")
    return {
        (each.kind, ast.unparse(ast.parse(source.edited(each.edit))))
        for each in effect_mistakes_of(source, source.functions[name])
    }


def _body(code: str) -> str:
    lines = textwrap.indent(textwrap.dedent(code), "    ")
    return f"import os, signals\nREG = {{}}\ndef f(self, a, b):\n{lines}\n"


def _kinds(code: str) -> set[str]:
    return {kind for kind, _ in _mutated(_body(code))}


@pytest.mark.parametrize(
    ("kind", "code", "mutated"),
    [
        ("write dropped", "a.write(b)", "pass"),
        ("write dropped", "json.dump(a, b)", "pass"),
        ("write dropped", "self.save()", "pass"),
        ("print dropped", "print(a)", "pass"),
        ("writes swapped", "a.write(1)\na.write(b)", "a.write(b)\na.write(1)"),
        ("file operation dropped", "os.remove(a)", "pass"),
        ("file operation dropped", "a.mkdir(parents=True)", "pass"),
        ("flush or close dropped", "await a.aclose()", "pass"),
        ("commit or rollback dropped", "a.rollback()", "pass"),
        ("commit becomes rollback", "a.commit(b)", "a.rollback(b)"),
        ("write mode", "x = open(a, 'w')", "x = open(a, 'a')"),
        ("write mode", "with a.open(mode='ab') as x: b(x)", "with a.open(mode='wb') as x: b(x)"),
        ("left open", "with open(a) as x:\n    b(x)", "x = open(a)\nb(x)"),
        ("finally dropped", "try:\n    a()\n    b()\nfinally:\n    b()", "a()\nb()"),
        (
            "finally dropped",
            "try:\n    a()\nexcept OSError:\n    raise\nfinally:\n    b()",
            "try:\n    a()\nexcept OSError:\n    raise",
        ),
        ("header dropped", "a.headers['X'] = b", "pass"),
        ("header dropped", "a.headers.setdefault('X', b)", "pass"),
        ("header dropped", "a.b(headers={'X': a, **b})", "a.b(headers={**b})"),
        ("header altered", "a.b(headers={'X': a})", "a.b(headers={'X-X': a})"),
        ("header altered", "x = {'headers': {'X': 'a/b'}}", "x = {'headers': {'X': 'text/plain'}}"),
        ("HTTP method", "x = a.request('GET', b)", "x = a.request('POST', b)"),
        ("HTTP method", "x = requests.post(a)", "x = requests.put(a)"),
        ("HTTP method", "a(b, method='DELETE')", "a(b, method='GET')"),
        ("URL", "x = a.fetch(b + '/api/one')", "x = a.fetch(b + '/apix/one')"),
        ("URL", "url = 'https://%s'\na.fetch(url % b)", "url = 'http://%s'\na.fetch(url % b)"),
        ("stale cache", "self.cache.pop(a)", "pass"),
        ("stale cache", "del REG[a]", "pass"),
        ("store dropped", "REG[a] = b", "pass"),
        ("store dropped", "self._cache[a] = b", "pass"),
        ("global state not set", "signals.ready = a", "pass"),
        ("global state not set", "type(self).ready = a", "pass"),
        ("surroundings not changed", "os.environ['X'] = a", "pass"),
        ("surroundings not changed", "os.chdir(a)", "pass"),
        ("log dropped", "self.logger.error(a)", "pass"),
        ("log level lowered", "log.warning(a)", "log.debug(a)"),
        ("warning dropped", "warnings.warn(a)", "pass"),
        ("process argument dropped", "Popen(['a', '-b', a])", "Popen(['a', a])"),
        ("process argument dropped", "x = Popen(a, env=b)", "x = Popen(a)"),
        ("process argument dropped", "x = [a]\nx += [b]\nPopen(x)", "x = [a]\npass\nPopen(x)"),
        ("dispatch dropped", "signals.done.send(a)", "pass"),
        ("dispatch dropped", "self.trigger_event(a)", "pass"),
        ("start or join dropped", "a.join()", "pass"),
    ],
)
def test_a_mistake_is_in_one_effect(kind: str, code: str, mutated: str) -> None:
    body = _body(code).replace("def f", "async def f")
    expected = _body(mutated).replace("def f", "async def f")
    assert (kind, ast.unparse(ast.parse(expected))) in _mutated(body)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("return self.request('GET', headers={'X': a})", id="in a return"),
        pytest.param("yield a.fetch('/x')", id="in a yield"),
        pytest.param("x = io()\nx.write(a)\nreturn x.getvalue()", id="what is written to"),
        pytest.param("x = io()\ny = gz(x)\ny.write(a)\nreturn x.getvalue()", id="by a wrapper"),
        pytest.param("headers = {'X': a}\nheaders['Y'] = b\nreturn headers", id="headers"),
        pytest.param("x = Request(a, headers={'X': b})\nreturn x", id="a request with headers"),
        pytest.param("REG[a] = b\nreturn REG[a]", id="what is stored"),
        pytest.param("self._cache[a] = b\nreturn self._cache.get(a)", id="what is cached"),
        pytest.param("def g():\n    a.write(b)", id="a function inside"),
    ],
)
def test_what_is_returned_stays_as_it_is(code: str) -> None:
    assert _kinds(code) == set()


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("x = {}\nx[a] = b\nx.update(a)", id="a dict of its own"),
        pytest.param("', '.join(a)\nx = a.replace(b, '')", id="texts"),
        pytest.param("x = [1]\nx.remove(a)\nx.insert(0, b)", id="a list of its own"),
        pytest.param("logger.info(a)\nmath.log(a)", id="quiet logs"),
        pytest.param("self.a = b\na.b = self", id="objects that were passed"),
    ],
)
def test_what_the_world_does_not_see_is_left_alone(code: str) -> None:
    assert _kinds(code) == set()


def test_an_answer_may_be_returned_whatever_was_asked() -> None:
    assert "header dropped" in _kinds("x = a.request(b, headers={'X': b})\nreturn x")


def test_a_text_over_lines_is_not_moved() -> None:
    """It would say something else."""
    code = 'with open(a) as x:\n    x.write("""\n    b\n    """)'
    assert _kinds(code) == {"write dropped"}


def test_state_of_a_class_outlives_the_call() -> None:
    code = (
        "class C:\n    seen = set()\n    mine: list\n    def f(self):\n        self.seen.add(1)\n"
    )
    assert {kind for kind, _ in _mutated(code)} == {"store dropped"}


def test_a_name_that_an_inner_function_shares_is_not_the_modules() -> None:
    code = (
        "done = 0\ndef f():\n    done = 1\n    def g():\n        nonlocal done\n        done = 2\n"
    )
    assert _mutated(code) == set()


def test_every_mistake_in_real_code_can_be_parsed_and_keeps_what_is_returned() -> None:
    folder = Path(bench.own_suite.__file__).parent
    count = 0
    for file in folder.glob("*.py"):
        source = Source(file.read_text("utf-8"))
        for name, node in source.functions.items():
            for each in effect_mistakes_of(source, node):
                other = Source(source.edited(each.edit))
                assert _returns(other.functions[name]) == _returns(node), each
                count += 1
    assert count > 100


def _returns(function: ast.AST) -> list[str]:
    nodes = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    return sorted(ast.dump(node) for node in nodes)
