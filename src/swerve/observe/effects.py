"""What are the effects of a call called, and how is a place in one of them told to a person?

A worker writes them down as roots of a snapshot beside the result and the arguments
(`worker/effects/trace.py`). Most of them are dictionaries by resource, and what did not happen is
not there: so two sides are compared with an empty one where only the other has something.
"""

from __future__ import annotations

import ast
import fnmatch
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from swerve.observe.snapshot import Atom, Entries, Graph, Index, Items

_NO_ENTRIES = Entries("dict", (), 0)
_NO_ITEMS = Items("list", (), 0, ordered=True, mutable=True)


@dataclass(frozen=True, slots=True)
class Effect:
    """One kind of effect, by the name of its root."""

    #: As rules and contracts name it: `effect:file:*.log`.
    kind: str
    #: A place in it for a person, by the keys that lead there and the steps that follow.
    words: Callable[[list[str], list[str]], str]
    #: What is there when nothing happened; None where it is no container.
    empty: Entries | Items | None = _NO_ENTRIES


def _file(keys: list[str], rest: list[str]) -> str:
    if rest[:1] != [".splitlines()"]:
        return " ".join(("file", *keys))
    return f"file {keys[0]}, line {int(rest[1][1:-1]) + 1}"


def _database(keys: list[str], rest: list[str]) -> str:
    """A database, a table, a row, a column."""
    words = [" ".join(("database", *keys[:1]))]
    if keys[1:]:
        words.append(f"table {keys[1]}")
    if keys[2:]:
        words.append(f"row {int(keys[2]) + 1}")
    return ", ".join((*words, *keys[3:]))


def _process(keys: list[str], rest: list[str]) -> str:
    if not keys:
        return "processes"
    part = f", {' '.join(keys[1:])}" if keys[1:] else ""
    return f"process {int(keys[0]) + 1}{part}"


def _left_open(keys: list[str], rest: list[str]) -> str:
    return f"file {keys[0]} left open" if keys else "files left open"


def _thread(keys: list[str], rest: list[str]) -> str:
    return " ".join((f"thread {int(keys[0]) + 1} left running", *keys[1:])) if keys else "threads"


def _log(keys: list[str], rest: list[str]) -> str:
    record = f", record {int(keys[1]) + 1}" if keys[1:] else ""
    return f"{' '.join(('log', *keys[:1]))}{record}"


def _request(keys: list[str], rest: list[str]) -> str:
    """The label, which of several, and the part: "POST https://a/b header Accept"."""
    if not keys:
        return "requests"
    words = [keys[0]]
    if keys[1:] and keys[1] != "0":
        words.append(f"({int(keys[1]) + 1}.)")
    if keys[2:]:
        words.append("header" if keys[2] == "headers" else keys[2])
    return " ".join((*words, *keys[3:]))


def _exit_handler(keys: list[str], rest: list[str]) -> str:
    return f"exit handler {int(keys[0]) + 1}" if keys else "exit handlers"


def _state(keys: list[str], rest: list[str]) -> str:
    return f"state {''.join((*keys, *rest))}"


def _plain(noun: str) -> Callable[[list[str], list[str]], str]:
    return lambda keys, rest: " ".join((noun, *keys))


#: By the root that they are written to.
EFFECTS: Mapping[str, Effect] = {
    "files": Effect("file", _file),
    "databases": Effect("database", _database),
    "modes": Effect("mode", _plain("mode of")),
    "environment": Effect("environment", _plain("environment variable")),
    "working_folder": Effect("working-folder", _plain("working folder"), None),
    "umask": Effect("umask", _plain("umask"), None),
    "locale": Effect("locale", _plain("locale"), None),
    "time_zone": Effect("time-zone", _plain("time zone"), None),
    "processes": Effect("process", _process, _NO_ITEMS),
    "requests": Effect("request", _request),
    "order": Effect("order", _plain("order of requests to")),
    "left_open": Effect("open", _left_open),
    "threads": Effect("thread", _thread, _NO_ITEMS),
    "log": Effect("log", _log),
    "state": Effect("state", _state),
    "interpreter": Effect("interpreter", lambda keys, rest: keys[0] if keys else "interpreter"),
    "exit_handlers": Effect("exit-handler", _exit_handler, _NO_ITEMS),
}
#: As rules name them.
EFFECT_KINDS = tuple(effect.kind for effect in EFFECTS.values())
#: Stands where one side did nothing of a kind that is no container.
UNCHANGED = "unchanged"


def with_empty(graph: Graph, other: Graph) -> Graph:
    """A graph with an empty root for each effect that only the other one has."""
    there = {name for name, _ in graph.roots}
    nodes, roots = [*graph.nodes], [*graph.roots]
    for name, _ in other.roots:
        effect = EFFECTS.get(name)
        if effect is not None and effect.empty is not None and name not in there:
            roots.append((name, len(nodes)))
            nodes.append(effect.empty)
    return (
        graph if len(nodes) == len(graph.nodes) else replace(graph, nodes=nodes, roots=tuple(roots))
    )


def with_all_effects(graph: Graph) -> Graph:
    """A graph with one more root, `effects`: a dictionary of all kinds, each with what there is."""
    nodes, entries = [*graph.nodes], []
    there = dict(graph.roots)
    for name, effect in EFFECTS.items():
        if name not in there:
            if effect.empty is None:
                continue
            there[name] = len(nodes)
            nodes.append(effect.empty)
        entries.append((len(nodes), there[name]))
        nodes.append(Atom(effect.kind))
    nodes.append(Entries("dict", tuple(entries), len(entries)))
    return replace(graph, nodes=tuple(nodes), roots=(*graph.roots, ("effects", len(nodes) - 1)))


def without_state(graph: Graph, names: Iterable[tuple[str, frozenset[str]]]) -> Graph:
    """A graph without the state that only one version has: by module, names of such."""
    names = tuple(names)

    def is_shared(place: str) -> bool:
        around = [each for each in names if place.startswith(f"{each[0]}.")]
        nearest = max((len(module) for module, _ in around), default=0)  # not its package
        name = place.rpartition(".")[2]
        return not any(name in some for module, some in around if len(module) == nearest)

    return _with_entries(graph, "state", is_shared)


def without_effects(graph: Graph, aside: Iterable[tuple[str, str]]) -> Graph:
    """A graph without some effects: each a kind, and a pattern of what they are on."""
    for kind, pattern in aside:
        is_other = partial(_is_other, re.compile(fnmatch.translate(pattern)))
        for root in [name for name, each in EFFECTS.items() if each.kind == kind]:
            if pattern == "*":
                graph = replace(graph, roots=tuple(each for each in graph.roots if each[0] != root))
            else:
                graph = _with_entries(graph, root, is_other)
    return graph


def _is_other(pattern: re.Pattern[str], name: str) -> bool:
    return pattern.match(name) is None


def _with_entries(graph: Graph, root: str, is_kept: Callable[[str], bool]) -> Graph:
    """A graph with some of what there is of an effect.

    That is by the file, the variable, the logger; of processes by the command with spaces, of
    threads by the name. What waits for the end of the process has no name.
    """
    index = dict(graph.roots).get(root)
    if index is None:
        return graph
    nodes = [*graph.nodes]
    node = nodes[index]
    if isinstance(node, Entries):
        entries = tuple(each for each in node.entries if is_kept(_text(graph, each[0])))
        length = node.length - len(node.entries) + len(entries)
        nodes[index] = replace(node, entries=entries, length=length)
    elif isinstance(node, Items):
        items = tuple(each for each in node.items if is_kept(_named(graph, each)))
        length = node.length - len(node.items) + len(items)
        nodes[index] = replace(node, items=items, length=length)
    return replace(graph, nodes=nodes)


def _text(graph: Graph, index: Index) -> str:
    return str(getattr(graph.nodes[index], "value", ""))


def _named(graph: Graph, index: Index) -> str:
    """What one of several is called: a process by its command, a thread by its name."""
    node = graph.nodes[index]
    parts = node.entries if isinstance(node, Entries) else ()
    for key, value in parts:
        if _text(graph, key) in ("command", "name"):
            words = graph.nodes[value]
            each = words.items if isinstance(words, Items) else (value,)
            return " ".join(_text(graph, one) for one in each)
    return ""


def place_words(path: Sequence[str]) -> str:
    """A place in an effect as a person reads it; empty where the path leads to something else."""
    effect = EFFECTS.get(path[0])
    if effect is None:
        return ""
    keys: list[str] = []
    for step in path[1:]:
        try:
            keys.append(str(ast.literal_eval(step[1:-1])))
        except (ValueError, SyntaxError):
            break
        if effect.kind == "state":
            break  # the name, and then what a path says
    return effect.words(keys, [*path[1 + len(keys) :]])
