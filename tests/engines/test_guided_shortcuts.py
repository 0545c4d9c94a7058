"""What keeps simulated runs from changed code is passed over, where both versions share it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from swerve.engines import Budget
from swerve.engines.guided import Guided, bare_places
from swerve.engines.guided._investigation import is_comparable
from swerve.engines.guided._runs import Guidance
from swerve.model import Findings, Pair, Verdict
from swerve.model.behaviour import Behaviour, Raised, Returned
from swerve.run.sandbox import choose_level
from swerve.source import pair_in
from swerve.source.syntax.conditions import outcomes_not_seen, places_not_run
from swerve.worker.core.conditions import line_of, truth_of


@pytest.fixture(scope="module")
def guided(tmp_path_factory: pytest.TempPathFactory) -> Guided:
    """The engine, with an empty folder to run in."""
    folder = tmp_path_factory.mktemp("bare")
    folder.chmod(0o755)
    return Guided(bare_places(folder, choose_level("auto").level))


def found(guided: Guided, old: str, new: str) -> Findings:
    """What the engine says about the function `f` of two files."""
    pair = pair_in("shop/cart.py", old, new, "f")
    assert isinstance(pair, Pair)
    return guided.investigate(pair, Budget(float("inf")))


#: The text before, what is replaced in it, and by what.
BEHIND = {
    "a test of what is known": (
        "FORMATS = ['csv']\n"
        "def f(rows):\n"
        "    if len(FORMATS) > 3:\n"
        "        return [row.name for row in rows]\n"
        "    return []\n",
        "row.name",
        "row.key",
    ),
    "an early return for what is known": (
        "LEVEL = 0\n"
        "def f(order):\n"
        "    if LEVEL < 2:\n"
        "        return None\n"
        "    order.lines.append('gift')\n"
        "    return order\n",
        "'gift'",
        "'wrapped gift'",
    ),
    "a handler of what nothing made up raises": (
        "LEVELS = {'debug': 10}\n"
        "def f(order):\n"
        "    try:\n"
        "        order.level = LEVELS.get('debug')\n"
        "    except KeyError:\n"
        "        order.lines.append('unknown level')\n"
        "    return order\n",
        "'unknown level'",
        "'no level'",
    ),
    "the second handler": (
        "LEVELS = {'debug': 10}\n"
        "def f(order):\n"
        "    try:\n"
        "        level = int(LEVELS.get('debug'))\n"
        "    except (TypeError, ValueError):\n"
        "        return None\n"
        "    except OverflowError as error:\n"
        "        order.lines.append(str(error))\n"
        "        level = 0\n"
        "    return order, level\n",
        "level = 0",
        "level = 1",
    ),
    "a statement that cannot deal with what is made up": (
        "import zlib, struct\n"
        "def f(packet):\n"
        "    size, kind = struct.unpack('<IB', zlib.decompress(packet.body)[:5])\n"
        "    log = packet.log\n"
        "    log.write('a')\n"
        "    return packet.owner\n",
        "'a'",
        "'b'",
    ),
    "a block whose handler leaves": (
        "import marshal\n"
        "class Damaged(Exception):\n"
        "    pass\n"
        "def f(stored, index):\n"
        "    try:\n"
        "        table = marshal.loads(stored.data)\n"
        "    except Exception:\n"
        "        raise Damaged('unreadable')\n"
        "    index.add(stored.name)\n",
        "stored.name",
        "stored.title",
    ),
    "a loop over what is empty": (
        "def f(event):\n"
        "    for level in [each for each in (1, 2) if each > 3]:\n"
        "        event.send(level, 1)\n"
        "    return event.id\n",
        "level, 1",
        "level, 2",
    ),
}


@pytest.mark.parametrize("case", BEHIND)
def test_what_is_in_the_way_is_passed_over(case: str, guided: Guided) -> None:
    old, before, after = BEHIND[case]
    findings = found(guided, old, old.replace(before, after))
    assert findings.verdict is Verdict.CHANGED, findings.reason


@pytest.mark.parametrize("case", BEHIND)
def test_passing_over_it_shows_no_difference_where_there_is_none(case: str, guided: Guided) -> None:
    old = BEHIND[case][0]
    *head, last = old.rstrip().splitlines()
    shifted = "\n".join([*head, last.replace("return ", "return (") + ")"])
    new = shifted if last.lstrip().startswith("return ") else f"{old}    return None\n"
    findings = found(guided, old, new)
    assert findings.verdict is not Verdict.CHANGED, findings.reason


def test_a_witness_says_what_was_assumed_and_runs_again(guided: Guided, tmp_path: Path) -> None:
    old, before, after = BEHIND["a test of what is known"]
    (witness,) = found(guided, old, old.replace(before, after)).witnesses
    assert ("len(FORMATS) > 3", "True (assumed)") in {
        (each.path, each.value) for each in witness.given
    }
    script = tmp_path / "again.py"
    script.write_text(witness.script, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_equal_results_behind_a_shortcut_prove_nothing(guided: Guided) -> None:
    old = BEHIND["a test of what is known"][0]
    findings = found(guided, old, old.replace("[row.name for row in rows]", "[*rows][:0]"))
    twice = found(guided, old, old.replace("row.name for", "(row.name) and row.name for"))
    assert findings.verdict is Verdict.CHANGED, findings.reason
    assert twice.verdict is not Verdict.LIKELY_PRESERVED, twice.reason


HANDLED = {
    "an exception that only the new version takes": (
        "import ipaddress\n"
        "def f(server, host: str):\n"
        "    server.family = ipaddress.ip_address(host).version\n",
        "import ipaddress\n"
        "def f(server, host: str):\n"
        "    try:\n"
        "        server.family = ipaddress.ip_address(host).version\n"
        "    except Exception:\n"
        "        pass\n",
    ),
    "a text that a function of the library reads": (
        "import ipaddress\ndef f(host: str):\n    return 'http://' + host\n",
        "import ipaddress\n"
        "def f(host: str):\n"
        "    try:\n"
        "        ipaddress.IPv6Address(host)\n"
        "        host = '[' + host + ']'\n"
        "    except ipaddress.AddressValueError:\n"
        "        pass\n"
        "    return 'http://' + host\n",
    ),
    "a number that only the new version passes by": (
        "def f(start: float, stop: float, num: int = 50, endpoint: bool = True):\n"
        "    if endpoint:\n"
        "        stop += (stop - start) / (num - 1)\n"
        "    return start, stop\n",
        "def f(start: float, stop: float, num: int = 50, endpoint: bool = True):\n"
        "    if endpoint and num != 1:\n"
        "        stop += (stop - start) / (num - 1)\n"
        "    return start, stop\n",
    ),
    "a line that the old version never gets past": (
        "def f(rows, name):\n"
        "    found = [row.name for row in rows]\n"
        "    return found.indexof(name)\n",
        "def f(rows, name):\n"
        "    found = [row.name for row in rows]\n"
        "    return found.count(name)\n",
    ),
    "a part of a condition that is seldom false": (
        "def f(line, kind):\n"
        "    if line.strip().lower().startswith('#') and line.count('!') > 4:\n"
        "        return 1\n"
        "    return 2\n",
        "def f(line, kind):\n"
        "    if line.strip().lower().startswith('#') and line.count('!') > 4:\n"
        "        return 1 if kind.level != 77123 else 3\n"
        "    return 2\n",
    ),
}


@pytest.mark.parametrize("case", HANDLED)
def test_what_one_version_is_prepared_for_counts(case: str, guided: Guided) -> None:
    findings = found(guided, *HANDLED[case])
    assert findings.verdict is Verdict.CHANGED, findings.reason


def test_an_exception_counts_only_if_the_other_side_did_not_stop_either() -> None:
    """Both may stop, each by what is made up: then one handler says nothing about the other."""
    stopped = Guidance(Behaviour(Raised()), stopped="ValueError: no number")
    whole = Guidance(Behaviour(Returned()), handled=frozenset(["ValueError: no number"]))
    lost = replace(whole, behaviour=Behaviour(Raised()), stopped="TypeError: no text")
    assert is_comparable(stopped, whole)
    assert is_comparable(whole, stopped)
    assert not is_comparable(stopped, lost)
    assert not is_comparable(stopped, replace(whole, handled=frozenset()))


def test_conditions_that_went_one_way_only_are_named() -> None:
    old = "def f(a, b):\n    if a:\n        return 1\n    return 2\n"
    new = "def f(a, b):\n    if a and not b:\n        return 1\n    return 2\n"
    pair = pair_in("shop/cart.py", old, new, "f")
    assert isinstance(pair, Pair)
    open_ = [
        (side, line_of(number), truth_of(number), leaf.node.id)
        for side, number, leaf in outcomes_not_seen(pair, frozenset())
    ]
    assert open_ == [(1, 2, False, "b"), (1, 2, True, "b")]
    was_false = frozenset([next((s, n) for s, n, _ in outcomes_not_seen(pair, frozenset()))])
    assert len(list(outcomes_not_seen(pair, was_false))) == 1
    assert "`b` (new line 2) was always false" in places_not_run(pair, was_false)


def test_a_condition_that_was_always_true_is_among_what_did_not_run(guided: Guided) -> None:
    old = "def f(order):\n    return order.total\n"
    new = "def f(order):\n    return order.total if order is not None else 0\n"
    new = new.replace("order is not None", "len(str(order.id)) < 100000")
    findings = found(guided, old, new)
    assert findings.verdict is Verdict.LIKELY_PRESERVED
    pair = pair_in("shop/cart.py", old, new, "f")
    assert isinstance(pair, Pair)
    assert list(places_not_run(pair, findings.learned.ran)) == [
        "`0` (new line 2) never ran",
        "`len(str(order.id)) < 100000` (new line 2) was always true",
    ]
