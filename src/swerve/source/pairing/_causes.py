"""What did a function read that changed under it?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from swerve.model import Cause, CauseKind, Renaming
from swerve.source.syntax import (
    CALLED,
    ITSELF,
    Binding,
    BindingKind,
    Definition,
    Difference,
    ModuleFacts,
    Reads,
    Sameness,
    TopName,
    Trees,
    bindings_at,
    closure,
    file_of_module,
    followed,
    imported_file,
    last_name,
    names_of_guard,
    normal_surroundings,
    readers_at_import,
    reads_of,
    words_in,
)
from swerve.source.syntax.introspection import SEES_MEMBERS

from ._altered import Aspect, aspects_seen, differing_bindings
from ._matching import Match

_IDENTIFIER = re.compile(r"[^\W\d]\w*")
#: What a call of a class runs.
_CONSTRUCTION = ("__init__", "__new__", "__post_init__", "__call__")


class Dependencies:
    """Finds what functions read that is not the same on both sides."""

    def __init__(self, trees: Trees) -> None:
        self._trees = trees
        self._sameness = Sameness(trees)
        self._suspects: dict[str, frozenset[str]] = {}

    def causes(self, match: Match) -> tuple[list[Cause], list[Renaming]]:
        """Causes that lie outside the function, and module-level names that only were renamed."""
        if self._surely_reads_nothing_changed(match):
            return [], []
        reads = reads_of(match.new.definition)
        found: list[Cause] = []
        renamings: list[Renaming] = []
        for old_name, new_name in _corresponding_names(match):
            old = TopName(match.old.path, None, old_name)
            new = TopName(match.new.path, None, new_name)
            if old_name == match.old.definition.name and new_name == match.new.definition.name:
                if old_name != new_name:  # it calls itself
                    renamings.append(Renaming(old_name, new_name))
                continue
            difference = self._sameness.of_names(old, new)
            if old_name != new_name and difference is Difference.NONE:
                # A function that is handed on, not called, would show its name.
                called = reads.names.get(new_name) == frozenset({CALLED})
                kinds = {binding.kind for binding in self._bindings(new, new_side=True)}
                if called or kinds == {BindingKind.CODE}:
                    renamings.append(Renaming(old_name, new_name))
            else:
                found.extend(self._name_causes(old, new, difference, reads, match.new.definition))
        if match.old.definition.class_node and match.new.definition.class_node:
            found.extend(self._class_causes(match, reads))
        return list(dict.fromkeys(found)), renamings

    def same_names(self, match: Match) -> set[str]:
        """Module-level names that stand for the same thing, though it is found elsewhere now."""
        found: set[str] = set()
        for old_name, new_name in _corresponding_names(match):
            old = TopName(match.old.path, None, old_name)
            new = TopName(match.new.path, None, new_name)
            moved = followed(self._trees.old, old) != followed(self._trees.new, new)
            if moved and self._sameness.of_names(old, new) is Difference.NONE:
                found |= {old_name, new_name}
        return found

    # --- a cheap look before the thorough one ---

    def _surely_reads_nothing_changed(self, match: Match) -> bool:
        if match.old.path != match.new.path or match.old.text != match.new.text:
            return False
        path = match.new.path
        if path not in self._suspects:
            self._suspects[path] = frozenset(self._find_suspects(path))
        suspects = self._suspects[path]
        if "*" in suspects or _class_name(match.new.definition) in suspects:
            return False
        if not suspects.isdisjoint(_deciding(match.new.definition)):
            return False
        return suspects.isdisjoint(_IDENTIFIER.findall(_normalised(match.new.text)))

    def _find_suspects(self, path: str) -> set[str]:
        """Names, members and classes of a file that may differ, judged by their text."""
        old, new = self._trees.old[path], self._trees.new[path]
        found = {*_differing(old, old.names, new, new.names)}
        for name, bindings in new.names.items():
            if any(self._imports_known_file(binding) for binding in bindings):
                found.add(name)
        if old.docstring != new.docstring:
            found.add("__doc__")
        for name in old.classes.keys() & new.classes.keys():
            before, after = old.classes[name], new.classes[name]
            found.update(_differing(old, before.members, new, after.members))
            if not before.has_header_of(after):
                found.add(name)
        found |= {f"__{name.partition('__')[2]}" for name in found if "__" in name[1:]}  # private
        return closure(found, [readers_at_import(new)])

    def _imports_known_file(self, binding: Binding) -> bool:
        if binding.kind is not BindingKind.IMPORT:
            return False
        tree = self._trees.new
        return bool(imported_file(tree, binding) or file_of_module(tree, binding.imports[0]))

    # --- names of the module ---

    def _name_causes(
        self,
        old: TopName,
        new: TopName,
        difference: Difference,
        reads: Reads,
        reader: Definition,
    ) -> Iterator[Cause]:
        uses = reads.names.get(new.name, frozenset())
        inside = self._module_causes(new, uses)
        if inside:
            yield from inside
            return
        if difference is Difference.NONE:
            for aspect in aspects_seen(words_in(reader.node)):
                if aspect is not Aspect.MEANING and self._differ(old, new, aspect):
                    yield _reads(f"inspects `{new.name}`, whose {aspect.value} changed")
            return
        if difference is Difference.INDIRECT:
            if old.path != new.path:
                yield _reaches(f"reaches something that changed through `{new.name}`")
            return
        origin = followed(self._trees.new, new)
        place = "" if origin.path == new.path else f" of {origin.path}"
        kinds = {binding.kind for binding in self._bindings(new, new_side=True)}
        if kinds == {BindingKind.CLASS} == {b.kind for b in self._bindings(old, new_side=False)}:
            yield from self._uses_of_class(old, new, uses, words_in(reader.node))
        elif any(last_name(decorator) == new.name for decorator in reader.node.decorator_list):
            yield _reads(f"is decorated with `{new.name}`{place}, which changed")
        elif BindingKind.IMPORT in kinds:
            yield _reads(f"uses `{new.name}`, which is imported differently")
        else:
            verb = "calls" if CALLED in uses else "reads"
            if old.name != new.name:
                yield _reads(f"uses `{new.name}` in place of `{old.name}`")
            else:
                what = "which changed" if kinds else "which is gone"
                yield _reads(f"{verb} `{new.name}`{place}, {what}", new.name, _id_of(origin))

    def _module_causes(self, new: TopName, uses: frozenset[str]) -> list[Cause]:
        """Attributes read from an imported module that is part of the change."""
        causes = []
        for binding in self._bindings(new, new_side=True):
            if binding.kind is not BindingKind.IMPORT:
                continue
            path = imported_file(self._trees.new, binding)
            if path is None or path not in self._trees.old:
                continue
            for attribute in sorted(uses):
                place = TopName(path, None, attribute)
                if self._sameness.of_names(place, place) is Difference.DIRECT:
                    origin = followed(self._trees.new, place)
                    words = f"uses `{new.name}.{attribute}`, which changed"
                    causes.append(_reads(words, uses=_id_of(origin)))
        return causes

    def _uses_of_class(
        self, old: TopName, new: TopName, uses: frozenset[str], words: frozenset[str]
    ) -> Iterator[Cause]:
        """Of a class that changed somewhere, only what is used counts as read."""
        name = new.name
        before, after = followed(self._trees.old, old), followed(self._trees.new, new)
        members = sorted(uses - {CALLED, ""}) + list(_CONSTRUCTION if CALLED in uses else ())
        differing = [
            member
            for member in members
            if self._sameness.of_names(
                TopName(before.path, before.name, member), TopName(after.path, after.name, member)
            )
            is Difference.DIRECT
        ]
        old_class = self._trees.old[before.path].classes.get(before.name)
        new_class = self._trees.new[after.path].classes.get(after.name)
        if differing:
            said = f"uses `{name}.{differing[0]}`, which changed"
            place = followed(self._trees.new, TopName(after.path, after.name, differing[0]))
            is_all = (
                len(differing) == 1
                and old_class is not None
                and new_class is not None
                and old_class.has_header_of(new_class)
                and self._sameness.of_fields(old, new) is not Difference.DIRECT
            )
            yield _reads(said, uses=_id_of(place) if is_all else "")
            return
        if old_class and new_class and not old_class.has_header_of(new_class):
            yield _reads(f"uses `{name}`, whose bases or decorators changed")
        elif uses & {CALLED, ITSELF} and self._sameness.of_fields(old, new) is Difference.DIRECT:
            yield _reads(f"uses `{name}`, whose fields changed")
        elif old_class and new_class and words & SEES_MEMBERS and uses & {ITSELF, "__dict__"}:
            if list(old_class.members) != list(new_class.members):
                yield _reads(f"inspects `{name}`, whose members changed")
        elif old.path != new.path:
            yield _reaches(f"reaches something that changed through `{name}`")

    # --- members of the class ---

    def _class_causes(self, match: Match, reads: Reads) -> Iterator[Cause]:
        old_class, new_class = _class_name(match.old.definition), _class_name(match.new.definition)
        for member in sorted(reads.members - {match.new.definition.bare_name}):
            place = TopName(match.new.path, new_class, member)
            difference = self._sameness.of_names(TopName(match.old.path, old_class, member), place)
            if difference is Difference.DIRECT:
                origin = followed(self._trees.new, place)
                yield _reads(f"uses `self.{member}`, which changed", uses=_id_of(origin))
        before = match.old.facts.classes.get(old_class)
        after = match.new.facts.classes.get(new_class)
        if before and after and not before.has_header_of(after):
            words = f"its class `{new_class}` has different bases or decorators"
            if any(m not in after.members for m in reads.members) or "super" in words_in(
                match.new.definition.node
            ):
                yield _reads(words)

    def _bindings(self, place: TopName, *, new_side: bool) -> Sequence[Binding]:
        tree = self._trees.new if new_side else self._trees.old
        origin = followed(tree, place)
        facts = tree.get(origin.path)
        return bindings_at(facts, origin) if facts else ()

    def _differ(self, old: TopName, new: TopName, aspect: Aspect) -> bool:
        """The statements behind two names differ in something that only a close look shows."""
        before, after = followed(self._trees.old, old), followed(self._trees.new, new)
        old_facts, new_facts = self._trees.old.get(before.path), self._trees.new.get(after.path)
        if old_facts is None or new_facts is None:
            return False
        bound = {"": bindings_at(old_facts, before)}, {"": bindings_at(new_facts, after)}
        return bool(
            list(differing_bindings(old_facts, bound[0], new_facts, bound[1], aspect=aspect))
        )


def _normalised(text: str) -> str:
    """Identifiers as the compiler sees them: `ﬁ` and `fi` are one name."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _reads(words: str, name: str = "", uses: str = "") -> Cause:
    return Cause(CauseKind.READS, words, name, uses)


def _id_of(place: TopName) -> str:
    """The id of the pair that stands at a place, if a function does."""
    owner = f"{place.class_name}." if place.class_name else ""
    return f"{place.path}::{owner}{place.name}"


def _reaches(words: str) -> Cause:
    return Cause(CauseKind.REACHES, words)


def _class_name(definition: Definition) -> str:
    return definition.name.rpartition(".")[0]


def _corresponding_names(match: Match) -> list[tuple[str, str]]:
    """Names that both versions read, each with what it is called in the other."""
    old, new = match.old.definition, match.new.definition
    pairs: dict[tuple[str, str], None] = {}
    for before, after in (
        (old.body, new.body),
        (normal_surroundings(old), normal_surroundings(new)),
    ):
        if before.tokens == after.tokens:
            pairs.update(dict.fromkeys(zip(before.globals, after.globals, strict=True)))
        else:
            common = set(before.globals) & set(after.globals)
            pairs.update(dict.fromkeys((name, name) for name in sorted(common)))
    common = _deciding(old) & _deciding(new)
    pairs.update(dict.fromkeys((name, name) for name in sorted(common)))
    return list(pairs)


def _deciding(definition: Definition) -> set[str]:
    """Names in the conditions around a function."""
    return set[str]().union(*map(names_of_guard, definition.guards))


def _differing(
    old_facts: ModuleFacts,
    old: Mapping[str, list[Binding]],
    new_facts: ModuleFacts,
    new: Mapping[str, list[Binding]],
) -> Iterator[str]:
    """Names whose statements are not written the same on both sides."""
    for name in {**old, **new}:
        before = [_written(old_facts, binding) for binding in old.get(name, ())]
        after = [_written(new_facts, binding) for binding in new.get(name, ())]
        if before != after:
            yield name


def _written(facts: ModuleFacts, binding: Binding) -> tuple[str, list[str]]:
    return facts.segment(binding.node), [guard.words for guard in binding.guards]
