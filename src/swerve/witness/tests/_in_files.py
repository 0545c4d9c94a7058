"""Which tests could show what a call left in files and databases?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from swerve.observe.comparison import Different
from swerve.observe.recipe import Name
from swerve.observe.snapshot import Atom, Cut, Entries, Index, Items, Named, Node

from ._body import INDENT, Body, Draft, local_path, written
from ._effect import ClaimWriter, Effect
from ._values import expression_of

#: A text of a file that is longer is not written as a whole, nor are so many rows.
_LONG = 600
#: With fewer lines it stands on one.
_FEW_LINES = 2
#: Where it stands how tables were made, and how it is asked for.
_MASTER = "sqlite_master"
_SCHEMA = f"select sql from {_MASTER} where name not like 'sqlite_%'"  # noqa: S608
_LINK = "a link to "
#: What stands before the path below the folder where calls are made.
_WORK = "/work/"


def _files(effect: Effect) -> Iterator[Draft]:
    node = effect.node(1)
    if node is None or (isinstance(node, Named) and node.kind == "file"):
        is_full = any(each.startswith(f"{effect.key()}/") for each in written(effect.graph))
        before, after = ("any(", ".iterdir())") if is_full else ("not ", ".exists()")
        yield from effect.claimed(lambda body: f"{before}{_path(body, effect.key())}{after}")
        return
    yield from effect.claimed(
        *_content_claims(effect, node), lambda body: f"{_path(body, effect.key())}.exists()"
    )


def _content_claims(effect: Effect, node: Node) -> Iterator[ClaimWriter]:
    name = effect.key()
    if isinstance(node, Named) and node.kind == "folder":
        yield lambda body: f"not any({_path(body, name)}.iterdir())"  # others go by what is there
    elif isinstance(node, Named) and node.kind == "link":
        target = node.name.removeprefix(_LINK)
        yield lambda body: f"str({_path(body, name)}.readlink()) == {target!r}"
    elif isinstance(node, Atom) and isinstance(node.value, str | bytes):
        yield from _text_claims(name, node.value, _line(effect.subject.different.path))
    elif isinstance(node, Cut):
        yield lambda body: f"{_path(body, name)}.stat().st_size == {node.length}"


def _line(path: str) -> int | None:
    """The line of a file in which the sides differ, counted from 0."""
    _, found, rest = path.rpartition(".splitlines()[")
    return int(rest[:-1]) if found and rest[:-1].isdigit() else None


def _text_claims(name: str, content: str | bytes, line: int | None) -> Iterator[ClaimWriter]:
    if isinstance(content, str) and "\r" in content:  # which reading as text would take away
        content = content.encode("utf-8", "surrogatepass")
    read = ".read_bytes()" if isinstance(content, bytes) else ".read_text()"
    if isinstance(content, str) and not content.isascii():
        read = '.read_text("utf-8")'
    lines = content.splitlines()
    wanted: list[tuple[str, str, object]] = []
    if len(content) <= _LONG:
        wanted.append(("", "", content))
    elif line is not None and line < len(lines) and len(lines[line]) <= _LONG:
        wanted.append(("", f".splitlines()[{line}]", lines[line]))
    wanted.append(("len", "", len(content)))

    def claim(body: Body, before: str, after: str, expected: Any) -> str:
        text = f"{_path(body, name)}{read}{after}"
        return f"{f'{before}({text})' if before else text} == {_in_lines(body, expected)}"

    for before, after, expected in wanted:
        yield partial(claim, before=before, after=after, expected=expected)


def _in_lines(body: Body, value: Any) -> str:
    """A text as Python writes it, of several lines each on its own."""
    lines = value.splitlines(keepends=True) if isinstance(value, str | bytes) else ()
    if len(lines) < _FEW_LINES:
        return body.script.expression(value)
    inside = [f"{INDENT}{body.script.expression(line)}" for line in lines]
    return "\n".join(("(", *inside, ")"))


def _path(body: Body, shown: str) -> str:
    return f"({body.fixture('tmp_path')} / {body.script.expression(local_path(shown))})"


def _modes(effect: Effect) -> Iterator[Draft]:
    mode, sign = effect.text(1), "=="
    if mode is None:  # the usual one, which depends on the umask
        both = effect.subject.different.old, effect.subject.different.new
        mode, sign = next((each.strip("'") for each in both if each.startswith("'0o")), None), "!="
    if mode is not None:
        about = f".stat().st_mode & 0o777 {sign} {mode}"
        yield from effect.claimed(lambda body: f"{_path(body, effect.key())}{about}")


def _left_open(effect: Effect) -> Iterator[Draft]:
    """Where the system tells which files are open."""
    node = effect.node(0)
    there = [effect.graph.nodes[each] for each in node.items] if isinstance(node, Items) else []
    names = [str(each.value) for each in there if isinstance(each, Atom)]
    word = "in" if names else "not in"
    names = names or _texts_in(effect.subject.different)  # the other side tells which
    if names:
        body = effect.body()
        body.make_call()
        realpath, opened = f"{body.module('os')}.path.realpath", body.script.variable("opened")
        folder = f'{body.script.expression(Name("pathlib", "Path"))}("/proc/self/fd")'
        body.lines += [
            f"{opened} = [{realpath}(each) for each in {folder}.iterdir()]",
            f"assert str{_path(body, names[0])} {word} {opened}",
        ]
        yield body.finished()


def _texts_in(different: Different) -> list[str]:
    """The texts of a list that one side shows and the other has nothing of."""
    for shown in (different.old, different.new):
        try:
            found = ast.literal_eval(shown)
        except (ValueError, SyntaxError):
            continue
        if isinstance(found, list) and found:
            return [str(each) for each in found]
    return []


def _working_folder(effect: Effect) -> Iterator[Draft]:
    folder = effect.text(0)
    below = (folder or "").partition(_WORK)[2]
    sign = "==" if folder is None or below else "!="
    at = f"/ {below!r}" if below else ""

    def claim(body: Body) -> str:
        cwd = f"{body.script.expression(Name('pathlib', 'Path'))}.cwd()"
        return f"{cwd} {sign} {body.fixture('tmp_path')} {at}".rstrip()

    yield from effect.claimed(claim)


# --- databases -----------------------------------------------------------------------------------


def _databases(effect: Effect) -> Iterator[Draft]:
    if effect.node(1) is None:
        yield from effect.claimed(lambda body: f"not {_path(body, effect.key())}.exists()")
    elif len(effect.steps) > 1:
        table, rows = effect.key(1), effect.node(2)
        if isinstance(rows, Items):
            name = table if table.isidentifier() else '"' + table.replace('"', '""') + '"'
            for claim in (_all_rows, _one_row, lambda *_: f"len({{}}) == {rows.length}"):
                query = f"select * from {name}"  # noqa: S608 - quoted
                query = _SCHEMA if table == _MASTER else query
                yield from _queried(effect, query, partial(claim, effect, rows))
        else:
            absent = f"({table!r},) not in {{}}"
            yield from _queried(effect, "select name from sqlite_master", lambda _: absent)


def _queried(effect: Effect, query: str, claim: ClaimWriter) -> Iterator[Draft]:
    """A test that asks a database; `{}` in the claim stands for what it answers."""
    body = effect.body()
    body.make_call()
    closing = body.script.expression(Name("contextlib", "closing"))
    connect = f"{body.module('sqlite3')}.connect({_path(body, effect.key())[1:-1]})"
    connection, found = body.script.variable("connection"), body.script.variable("rows")
    body.lines += [
        f"with {closing}({connect}) as {connection}:",
        f"{INDENT}{found} = {connection}.execute({body.script.expression(query)}).fetchall()",
    ]
    text = claim(body)
    if text is not None:
        body.lines.append(f"assert {text.replace('{}', found, 1)}")
        yield body.finished()


def _all_rows(effect: Effect, rows: Items, body: Body) -> str | None:
    texts = [_row(effect, index, body) for index in rows.items]
    known = [each for each in texts if each is not None]
    text = f"{{}} == [{', '.join(known)}]"
    return text if len(known) == rows.length and len(text) <= _LONG else None


def _one_row(effect: Effect, rows: Items, body: Body) -> str | None:
    """The first row that differs, where the sides have as many."""
    at = effect.steps[2].key if len(effect.steps) > 2 else None
    if not isinstance(at, int) or at >= len(rows.items):
        return None
    text = _row(effect, rows.items[at], body)
    return None if text is None else f"{{}}[{at}] == {text}"


def _row(effect: Effect, index: Index, body: Body) -> str | None:
    node = effect.graph.nodes[index]
    # How a table was made is a text, and everything else a row of columns.
    values = [value for _, value in node.entries] if isinstance(node, Entries) else [index]
    items = Items("tuple", tuple(values), len(values), ordered=True, mutable=False)
    graph = replace(effect.graph, nodes=(*effect.graph.nodes, items))
    return expression_of(body.script, graph, len(effect.graph.nodes))


IN_FILES: Mapping[str, Callable[[Effect], Iterator[Draft]]] = {
    "files": _files,
    "modes": _modes,
    "databases": _databases,
    "working_folder": _working_folder,
    "left_open": _left_open,
}
