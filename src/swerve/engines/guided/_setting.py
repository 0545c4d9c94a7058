"""What is each side told: its text, its function, the names it goes by, and the facts of both?"""

from __future__ import annotations

import ast
import errno
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from swerve.facts.arrays import libraries_in
from swerve.facts.effects import analysed
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.model import Function, Pair, is_public
from swerve.predict import PREDICTORS
from swerve.predict.matching import strings_that_match
from swerve.run.host import TREE, Ground
from swerve.run.places import Places
from swerve.run.project import module_name
from swerve.source.syntax import FUNCTIONS, FunctionNode, Unreadable, dotted, node_of, parse
from swerve.source.syntax.conditions import always_imported

from ._facts import facts_of
from ._limits import FAILURE
from .words import names_in

_LIBRARY = sorted(sys.stdlib_module_names)


@dataclass(frozen=True, slots=True)
class Techniques:
    """What the engine does beyond running: each can be left out, to see what it adds."""

    #: The whole file around the function.
    context: bool = True
    #: Calls without effects are left out when calls are compared.
    effects: bool = True
    #: Literals of the code are among the values.
    literals: bool = True
    #: Exceptions that the code around a call expects.
    failures: bool = True
    #: Renamed parameters are joined.
    renames: bool = True
    #: Worlds that were worth it are varied.
    feedback: bool = True
    predictor: str = "types+model+frequency"


@dataclass(frozen=True, slots=True)
class Parameters:
    """How the parameters of one side are called on both, and which are this side's own."""

    renamed: Mapping[str, str]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """What the workers of both sides are told, old and new."""

    orders: tuple[Mapping[str, Any], Mapping[str, Any]]
    parameters: tuple[Parameters, Parameters]


def setting_for(
    pair: Pair,
    places: Places,
    techniques: Techniques,
    real_imports: bool,
    is_alone: bool,
    *,
    hides_arrays: bool = False,
) -> Setting:
    """Read both versions, and say what to run them with.

    Where a file is alone, what is installed under the name of its package is another version of it.
    """
    parameters = parameters_of(pair, joins=techniques.renames)
    versions = [
        _version(function, each, techniques.context)
        for function, each in zip((pair.old, pair.new), parameters, strict=True)
    ]
    facts = facts_of(
        usages_of(versions),
        PREDICTORS[techniques.predictor](),
        _effects(pair) if techniques.context else {},
        uses_literals=techniques.literals,
        failure=FAILURE if techniques.failures else 0.0,
        filters_effects=techniques.effects,
        messages=_messages(pair),
    )
    sentinels = _sentinels(pair, parameters[0].renamed)
    (old_none, old_classes), (new_none, new_classes) = map(_tested, versions)
    facts["guarded"] = sorted((old_none ^ new_none) - sentinels)
    facts["class_guarded"] = sorted(old_classes ^ new_classes)
    facts["sentinels"] = sorted(sentinels)
    facts["errnos"] = _errnos(pair)
    functions, attributes = _one_sided(pair)
    facts["one_sided"] = functions if techniques.context else []
    facts["own_notes"] = [name for name in attributes if not is_public(name)]
    facts["redefined"] = _redefined(pair) if techniques.context else []
    facts["handed_on"], kept = _handed_on(pair, parameters, attributes)
    facts["own_notes"] += kept
    facts["matching"] = _matching(pair)
    facts["hides_arrays"] = hides_arrays
    facts["aliases"], facts["by_name"] = _calls_alike(pair)
    facts["shared"] = sorted(set(names_in(pair.old.source)) & set(names_in(pair.new.source)))
    texts = (set(names_in(side.module.text)) for side in (pair.old, pair.new))
    facts["kept"] = sorted(set.intersection(*texts) - _own_keeping(pair))
    for module in always_imported(pair):
        facts["places"].get(f"import {module}", {}).pop("raises", None)
    if real_imports:
        facts["libraries"] = libraries_in((pair.old.module.text, pair.new.module.text))
    old, new = (
        _order(side, function, ground, facts, techniques.context, real_imports, is_alone)
        for side, (function, ground) in enumerate(((pair.old, places.old), (pair.new, places.new)))
    )
    return Setting((old, new), parameters)


def parameters_of(pair: Pair, *, joins: bool = True) -> tuple[Parameters, Parameters]:
    """Join parameters that were renamed: the same place, and a name that the other side lacks."""
    old, new = node_of(pair.old), node_of(pair.new)
    if old is None or new is None:
        return Parameters({}, ()), Parameters({}, ())
    olds, news = _names(old), _names(new)
    renamed = {}
    if joins:
        for each in pair.renamings:
            if each.old in olds and each.new in news:
                renamed[each.old] = each.new
        for before, after in zip(olds, news, strict=False):
            if before not in news and after not in olds and before not in renamed:
                renamed[before] = after
        for one, other in zip(_collecting(old), _collecting(new), strict=True):
            if one and other and one.arg not in news and other.arg not in olds:
                renamed[one.arg] = other.arg
    known = {renamed.get(name, name) for name in olds}
    own = [name for name in _optional(old) if renamed.get(name, name) not in news]
    others = [name for name in _optional(new) if name not in known]
    for one, other in zip(_collecting(old), _collecting(new), strict=True):
        own += [one.arg] if one and not other else []
        others += [other.arg] if other and not one else []
    return Parameters(renamed, tuple(own)), Parameters({}, tuple(others))


def _version(function: Function, parameters: Parameters, has_context: bool) -> Version:
    if has_context:
        return Version(function.module.text, function.name, function.def_line, parameters.renamed)
    alone = textwrap.dedent(function.source)
    return Version(alone, function.name.rpartition(".")[2], 0, parameters.renamed)


def _own_keeping(pair: Pair) -> set[str]:
    """Names that one version alone mentions, and nothing else does but what binds them: a cache
    that nobody else looks into.
    """
    used = [Counter(names_in(side.source)) for side in (pair.old, pair.new)]
    held = [Counter(names_in(side.module.text)) for side in (pair.old, pair.new)]
    return {
        name
        for name in used[0].keys() ^ used[1].keys()
        if all(whole[name] - own[name] <= 1 for whole, own in zip(held, used, strict=True))
    }


def _order(
    side: int,
    function: Function,
    ground: Ground,
    facts: Mapping[str, Any],
    has_context: bool,
    has_real_imports: bool,
    is_alone: bool,
) -> dict[str, Any]:
    """What a worker needs to run the module of a function."""
    path = function.module.path
    module = module_name(path, ground.roots or ("",)) or "module"
    return {
        "text": function.module.text,
        "file": f"{TREE}/{path}",
        "module": module,
        "package": module if path.endswith("__init__.py") else module.rpartition(".")[0],
        "function": function.name,
        "line": function.def_line,
        "context": has_context,
        "real": has_real_imports,
        "hidden": path.partition("/")[0] if is_alone and "/" in path else "",
        "snippet": False,
        "side": side,
        "library": _LIBRARY,
        "facts": facts,
    }


def _effects(pair: Pair) -> dict[str, bool]:
    """Which functions of the file have an effect, on either side."""
    effects: dict[str, bool] = {}
    words = {*names_in(pair.old.source), *names_in(pair.new.source)}
    for function in (pair.new, pair.old):
        tree = parse(function.module.text)
        if not isinstance(tree, Unreadable):
            for name, has_effect in analysed(tree, words).items():
                effects[name] = effects.get(name, False) or has_effect
    return effects


def _sentinels(pair: Pair, renamed: Mapping[str, str]) -> set[str]:
    """Parameters that are None by default on one side only: `=None` for `={}`.

    Nobody says None there, where that only stands for what the other side has as its default.
    """
    old, new = node_of(pair.old), node_of(pair.new)
    if old is None or new is None:
        return set()
    olds = {renamed.get(name, name): is_none for name, is_none in _none_by_default(old).items()}
    news = _none_by_default(new)
    return {name for name in olds.keys() & news.keys() if olds[name] is not news[name]}


def _none_by_default(node: FunctionNode) -> dict[str, bool]:
    """Parameters that have a default: whether it is None."""
    return {
        name: isinstance(default, ast.Constant) and default.value is None
        for name, default in _defaults(node)
    }


def _tested(version: Version) -> tuple[set[str], set[str]]:
    """What one version holds against None, and against a class.

    The other may not know that it can be that, or of another class.
    """
    paths = usages_of([version]).paths.items()
    none = {path for path, usage in paths if usage.none_tested}
    return none, {path for path, usage in paths if usage.instance_of}


def _one_sided(pair: Pair) -> tuple[list[str], list[str]]:
    """Functions that only one of the files has, and attributes that only one of them names.

    Such a function was taken out of another one, or put in; nobody else reads such an attribute, if
    it is private.
    """
    functions: list[set[str]] = []
    attributes: list[set[str]] = []
    for function in (pair.old, pair.new):
        tree = parse(function.module.text)
        nodes = [] if isinstance(tree, Unreadable) else list(ast.walk(tree))
        functions.append({node.name for node in nodes if isinstance(node, FUNCTIONS)})
        attributes.append({node.attr for node in nodes if isinstance(node, ast.Attribute)})
    return sorted(functions[0] ^ functions[1]), sorted(attributes[0] ^ attributes[1])


def _redefined(pair: Pair) -> list[str]:
    """Parameters of functions of the file whose default is not the same on both sides."""
    sides: list[dict[str, str]] = []
    for function in (pair.old, pair.new):
        tree = parse(function.module.text)
        nodes = [] if isinstance(tree, Unreadable) else ast.walk(tree)
        sides.append(
            {
                f"{node.name}.{name}": ast.dump(default)
                for node in nodes
                if isinstance(node, FUNCTIONS)
                for name, default in _defaults(node)
            }
        )
    old, new = sides
    return sorted(name for name in old.keys() & new.keys() if old[name] != new[name])


def _handed_on(
    pair: Pair, parameters: tuple[Parameters, Parameters], one_sided: list[str]
) -> tuple[dict[str, str], list[str]]:
    """What becomes of optional parameters that one side only has, and that nobody gives.

    Keywords under which they go to others, with their defaults as Python writes them; and
    attributes that nothing else is put into.
    """
    keywords: dict[str, str] = {}
    attributes: list[str] = []
    for function, own in zip((pair.old, pair.new), parameters, strict=True):
        node = node_of(function)
        if node is None or not own.left_out:
            continue
        defaults = {name: default for name, default in _defaults(node) if name in own.left_out}
        for each in ast.walk(node):
            value = getattr(each, "value", None)
            default = defaults.get(value.id) if isinstance(value, ast.Name) else None
            if default is None:
                continue
            if isinstance(each, ast.keyword) and each.arg and isinstance(default, ast.Constant):
                keywords[each.arg] = repr(default.value)
            elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Attribute):
                attributes.append(each.targets[0].attr)
    return keywords, [name for name in attributes if name in one_sided]


def _defaults(node: FunctionNode) -> Iterator[tuple[str, ast.expr]]:
    """Parameters that have a default, and what that is."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    last = positional[len(positional) - len(arguments.defaults) :]
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    for each, default in (*zip(last, arguments.defaults, strict=True), *keywords):
        if default is not None:
            yield each.arg, default


def _calls_alike(pair: Pair) -> tuple[dict[str, str], list[str]]:
    """Functions that both sides call, each in a way of its own.

    By what the new side calls them, what the old side does, where one is imported with its module
    and the other without, or the same words make up both names (`version.parse` for
    `parse_version`, `self._model` for `self.model`); and those that get by name on one side what
    they get by position on the other, or where they are handed on.
    """
    sides: list[dict[str, set[tuple[int, frozenset[str]]]]] = []
    named: list[set[str]] = []
    for node in map(node_of, (pair.old, pair.new)):
        calls: dict[str, set[tuple[int, frozenset[str]]]] = {}
        attributes = () if node is None else ast.walk(node)
        named.append({dotted(each) for each in attributes if isinstance(each, ast.Attribute)})
        for each in () if node is None else ast.walk(node):
            name = dotted(each.func) if isinstance(each, ast.Call) else ""
            if name and isinstance(each, ast.Call):
                keywords = frozenset(keyword.arg or "**" for keyword in each.keywords)
                count = len(each.args) + len(each.keywords)
                calls.setdefault(name, set()).add((count, keywords))
        sides.append(calls)
    old, new = sides
    aliases = {}
    for name in new.keys() - old.keys():
        last = name.rpartition(".")[2]
        same = [
            each
            for each in old.keys() - new.keys()
            if (each.rpartition(".")[2] == last and last in (name, each))
            or _words_of(each) == _words_of(name)
        ]
        if len(same) == 1:
            aliases[name] = same[0]
    by_name = [
        name.rpartition(".")[2]
        for name in old.keys() & new.keys()
        if old[name] != new[name]
        and {count for count, _ in old[name]} == {count for count, _ in new[name]}
        and not any("**" in keywords for _, keywords in (*old[name], *new[name]))
        and any(not keywords for _, keywords in (*old[name], *new[name]))
    ]
    for here, there, others in ((old, new, named[1]), (new, old, named[0])):
        handed_on = (here.keys() - there.keys()) & others
        by_name += [
            name.rpartition(".")[2]
            for name in handed_on
            if any(keywords and "**" not in keywords for _, keywords in here[name])
        ]
    return aliases, sorted(by_name)


def _words_of(name: str) -> frozenset[str]:
    return frozenset(re.split(r"[._]+", name.lower())) - {""}


def _matching(pair: Pair) -> dict[str, str]:
    """By each pattern that the files name, a text that matches it."""
    found: dict[str, str] = {}
    for function in (pair.old, pair.new):
        tree = parse(function.module.text)
        for node in [] if isinstance(tree, Unreadable) else ast.walk(tree):
            if not isinstance(node, ast.Call) or not dotted(node.func).startswith("re."):
                continue
            pattern = node.args[0] if node.args else None
            value = pattern.value if isinstance(pattern, ast.Constant) else None
            if isinstance(value, bytes):
                value = value.decode("latin-1")
            texts = strings_that_match(value) if isinstance(value, str) else ()
            if texts:
                found.setdefault(str(value), texts[0])
    return found


def _messages(pair: Pair) -> list[str]:
    """Texts that handlers of either side compare with something: what exceptions may say."""
    compared = [node for node in _in_handlers(pair) if isinstance(node, ast.Compare)]
    inside = [each for node in compared for each in ast.walk(node)]
    texts = [each.value for each in inside if isinstance(each, ast.Constant)]
    return list(dict.fromkeys(text for text in texts if isinstance(text, str)))


def _errnos(pair: Pair) -> list[int]:
    """Numbers of errors that handlers of either side name."""
    named = [
        getattr(errno, node.attr, None)
        for node in _in_handlers(pair)
        if isinstance(node, ast.Attribute) and dotted(node.value) == "errno"
    ]
    return list(dict.fromkeys(number for number in named if isinstance(number, int)))


def _in_handlers(pair: Pair) -> Iterator[ast.AST]:
    """All nodes in handlers of exceptions, of both sides."""
    for node in map(node_of, (pair.old, pair.new)):
        for inner in () if node is None else ast.walk(node):
            if isinstance(inner, ast.ExceptHandler):
                yield from ast.walk(inner)


def _names(node: FunctionNode) -> list[str]:
    arguments = node.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _collecting(node: FunctionNode) -> tuple[ast.arg | None, ast.arg | None]:
    """The parameters that take all that is left: `*args` and `**kwargs`."""
    return node.args.vararg, node.args.kwarg


def _optional(node: FunctionNode) -> list[str]:
    arguments = node.args
    positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    names = positional[len(positional) - len(arguments.defaults) :] if arguments.defaults else []
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [*names, *(each.arg for each, default in keywords if default is not None)]
