"""Does swerve go on, unharmed and right, whatever the code under test does?

For every attack: the run goes on, the next pairs get their right verdicts, the outcome names what
happened, nothing outside scratch has changed, nothing was told or reached, no process is left, and
the attack has cost at most its limit and a second, or little more than what it costs on a busy
machine to start again.

Should the sandbox fail, the suite does no harm: see `victim.py` for what the attacks aim at.
"""

from __future__ import annotations

import ast
import contextlib
import os
import re
import signal
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path

import pytest
from tests.hostile.expectations import Attack, read_attacks
from tests.hostile.victim import SECRET_VARIABLE, Victim, fingerprint
from tests.run.host.grounds import environment_in

from swerve.model.behaviour import Behaviour, Raised, Returned, Unfinished
from swerve.observe.comparison import Different, Same
from swerve.observe.recipe import CallRecipe, Name, recipe_from_value
from swerve.observe.snapshot import Atom, Object, decode, show
from swerve.run.host import Conduct, Ground, Lane, Sides, Worker
from swerve.run.sandbox import THREATS, Level, Limits, choose_level

MIB = 1 << 20
LIMITS = Limits(
    memory_bytes=200 * MIB,
    address_bytes=1024 * MIB,
    tasks=32,
    open_files=64,
    file_bytes=4 * MIB,
)
#: What an attack may take beyond its limit, on a machine that has little else to do.
SLACK_S = 1.0
#: The same in a cell's time to end and start again, for a machine that has much else to do.
SLACK_RESTARTS = 3
#: What an attack gets that is not about time, and did nothing in its time. So does swerve itself.
MORE_TIME = 10
#: An attack that gets around its limit does so every time.
TRIES = 3
#: It sees the folders that it may write to: what others have left there is not there.
SAME = """
import os


def add(a, b):
    left = [os.listdir(os.environ[name]) for name in ("HOME", "TMPDIR")]
    return [a + b, sorted(os.listdir()), left, os.getcwd() == os.environ["PWD"]]


"""
OLD = "SIDE = 'old'\n" + SAME + "def price(x):\n    return {'net': x, 'gross': x * 2}\n"
NEW = "SIDE = 'new'\n" + SAME + "def price(x):\n    return {'net': x, 'gross': x * 3}\n"

ADD = CallRecipe(Name("benign", "add"), None, (2, 3), ())
PRICE = CallRecipe(Name("benign", "price"), None, (2,), ())

WORKS = choose_level().level
CASES = [
    pytest.param(
        attack,
        level,
        id=f"{attack.name}-{level.value}",
        marks=[
            pytest.mark.skipif(WORKS is not Level.STRICT, reason="needs bubblewrap")
            if level is Level.STRICT
            else pytest.mark.slow
        ],
    )
    for level in (Level.STRICT, Level.PROCESS)
    for attack in read_attacks()
    if attack.holds_at(level)
]


@dataclass(frozen=True, slots=True)
class Scene:
    """Two workers on trees with an attack and a benign module, and a victim."""

    workers: tuple[Worker, Worker]
    trees: Path
    victim: Victim
    #: In the command line of every process that the workers start.
    mark: str

    def lanes(self, *modules: str, limit_s: float, watched: str = "") -> Sides:
        """`watched` is the text of a module whose state is looked at, too."""
        lines = {"hostile.py": tuple(range(1, watched.count("\n") + 1))} if watched else None
        old, new = (
            Lane(worker, modules, limit_s=limit_s, watched=lines) for worker in self.workers
        )
        return Sides(old, new)

    def processes(self) -> list[int]:
        """Every process on the machine that the workers, or the attack, have started."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes()
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if self.mark.encode() in words and state not in "ZX":
                found.append(int(folder.name))
        return found


@pytest.fixture
def scene(attack: Attack, level: Level, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    mark = f"hostile-{uuid.uuid4().hex}"
    with tempfile.TemporaryDirectory(prefix="swerve-hostile-") as folder:
        top = Path(folder).resolve()
        victim = Victim(top / "victim")
        monkeypatch.setenv(SECRET_VARIABLE, victim.secret)
        monkeypatch.setenv("HOME", str(top / "victim/home"))
        interpreter = environment_in(top / mark)
        grounds = []
        for side, benign in (("old", OLD), ("new", NEW)):
            tree = top / "trees" / side
            tree.mkdir(parents=True)
            (tree / "hostile.py").write_text(attack.source)
            (tree / "benign.py").write_text(benign)
            readable = (top / mark, Path(sys.base_prefix))
            grounds.append(Ground(tree, (".",), interpreter, readable))
        conduct = Conduct(import_limit_s=attack.limit_s if attack.is_import else 5, limits=LIMITS)
        old, new = (Worker(ground, level, conduct) for ground in grounds)
        made = Scene((old, new), top / "trees", victim, mark)
        try:
            with old, new:
                yield made
        finally:
            victim.close()
            for (
                process
            ) in made.processes():  # a sandbox that failed is not to cost more than a test
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize(("attack", "level"), CASES)
def test_an_attack_changes_nothing_but_its_own_outcome(
    attack: Attack, level: Level, scene: Scene
) -> None:
    # Everything is warm before the clock starts: an attack pays for itself, not for the start.
    benign = scene.lanes("benign", limit_s=5)
    _check_verdicts(benign)
    before = _state(scene)
    running = len(scene.processes())

    beyond: list[tuple[float, float]] = []
    limit_s = attack.limit_s
    for _ in range(TRIES):
        late_s = _attack(attack, scene, limit_s) - limit_s
        _check_verdicts(benign)
        if late_s <= SLACK_S:
            break
        restart_s = _restart_s(scene, benign)
        if late_s <= SLACK_S + SLACK_RESTARTS * restart_s:
            break
        beyond.append((late_s, restart_s))
        if late_s == inf:
            limit_s = MORE_TIME * attack.limit_s
    assert len(beyond) < TRIES, f"seconds beyond the limit, and of a restart after it: {beyond}"
    assert scene.victim.heard() == []
    assert _state(scene) == before
    assert _eventually(lambda: len(scene.processes()) <= running), "something was left running"
    benign.close()
    for worker in scene.workers:
        worker.close()
    assert _eventually(lambda: scene.processes() == []), "something outlived the worker"


def _attack(attack: Attack, scene: Scene, limit_s: float) -> float:
    """Attack, and return how long it took until swerve could go on.

    Without end, when the time was up for an attack that is not about time.
    """
    others = () if attack.is_import else ("benign",)
    watched = attack.source if attack.differs else ""
    sides = scene.lanes("hostile", *others, limit_s=limit_s, watched=watched)
    try:
        if attack.is_import:
            return _attack_by_import(attack, sides)
        took_s = _attack_by_call(attack, sides, scene)
        _check_verdicts(sides)
        return took_s
    finally:
        sides.close()


def _restart_s(scene: Scene, benign: Sides) -> float:
    """How long it takes now to end the cells, start them again and get answers."""
    started = time.monotonic()
    for worker in scene.workers:
        worker.close()
    _check_verdicts(benign)
    return time.monotonic() - started


def _attack_by_call(attack: Attack, sides: Sides, scene: Scene) -> float:
    assert all(entry.works for lane in (sides.old, sides.new) for entry in lane.imported())
    place = recipe_from_value(scene.victim.place(scene.mark))
    call = CallRecipe(Name("hostile", "attack"), None, (place,), ())
    started = time.monotonic()
    answers = sides.run([call, ADD])
    first = next(answers)
    took_s = time.monotonic() - started
    assert len(list(answers)) == 1, "an answer was lost"
    if any(each.is_late for each in (first.old, first.new)) and "timeout" not in attack.shows:
        return inf
    assert not (attack.differs and isinstance(first.agreement, Same)), "taken for the same"
    for behaviour in (first.old, first.new):
        _check_shown(attack, behaviour)
        assert scene.victim.secret.encode() not in behaviour.snapshot
    return took_s


def _attack_by_import(attack: Attack, sides: Sides) -> float:
    started = time.monotonic()
    found = sides.imported()
    took_s = time.monotonic() - started
    for (entry,) in found:
        shown = "imported" if entry.works else f"import fails: {entry.error} {entry.message}"
        assert any(re.search(words, shown) for words in attack.shows), shown
    return took_s


def _check_shown(attack: Attack, behaviour: Behaviour) -> None:
    """The outcome must name what happened."""
    shown, detail = _shown(behaviour)
    expected = [_with_literal(words) for words in attack.shows]
    assert shown in expected or shown.partition(" ")[0] in expected, (shown, detail)
    assert attack.detail in detail, (shown, detail)


def _shown(behaviour: Behaviour) -> tuple[str, str]:
    """What a behaviour shows, in the words of an expectation, and the words for a person."""
    outcome = behaviour.outcome
    if isinstance(outcome, Unfinished):
        return outcome.reason.value, outcome.detail
    graph = decode(behaviour.snapshot)
    node = graph.nodes[
        dict(graph.roots)["result" if isinstance(outcome, Returned) else "exception"]
    ]
    if isinstance(outcome, Raised):
        name = node.type if isinstance(node, Object) else type(node).__name__
        return f"raised {name.removeprefix('builtins.')}", ""
    return (f"returned {node.value!r}" if isinstance(node, Atom) else "returned"), ""


def _with_literal(words: str) -> str:
    kind, _, literal = words.partition(" ")
    return f"returned {ast.literal_eval(literal)!r}" if kind == "returned" and literal else words


def _check_verdicts(sides: Sides) -> None:
    """One pair that is the same and one that is not, each answered and each right."""
    (same,) = sides.run([ADD])
    assert isinstance(same.agreement, Same), same
    assert isinstance(same.old.outcome, Returned), same
    graph = decode(same.old.snapshot)
    found = {name: show(graph, index) for name, index in graph.roots}
    assert found == {"result": "[5, ['benign.py', 'hostile.py'], [[], []], True]"}
    (changed,) = sides.run([PRICE])
    assert isinstance(changed.agreement, Different), changed
    assert changed.agreement.path == "result['gross']", changed
    assert (changed.agreement.old, changed.agreement.new) == ("4", "6")


def _state(scene: Scene) -> tuple[str, ...]:
    """Everything that an attack could change: files, and what the kernel keeps outside of them."""
    return (
        scene.victim.fingerprint(),
        fingerprint(scene.trees),
        oct(os.stat("/dev/null").st_mode),
        f"the bystander ended with {scene.victim.bystander.poll()}",
        _shared_memory(),
    )


def _shared_memory() -> str:
    """Segments of System V shared memory, without how often they are attached."""
    try:
        lines = Path("/proc/sysvipc/shm").read_text().splitlines()
    except OSError:
        return ""
    return "\n".join(" ".join(line.split()[:4]) for line in lines)


def _eventually(claim: object, within_s: float = 30.0) -> bool:
    assert callable(claim)
    until = time.monotonic() + within_s
    while not claim():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def test_there_are_attacks_of_every_kind() -> None:
    attacks = read_attacks()
    assert len(attacks) >= 40
    assert {attack.threat for attack in attacks} == set(THREATS)


def test_at_strict_everything_holds() -> None:
    assert all(attack.holds_at(Level.STRICT) for attack in read_attacks())
