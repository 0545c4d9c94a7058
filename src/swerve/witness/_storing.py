"""What is kept of a witness that was just found?"""

from __future__ import annotations

import sys
from pathlib import Path

from swerve.model import ModuleImports, Pair, Runtime, Wishes, Witness
from swerve.observe.recipe import decode_call, encode_call
from swerve.observe.written_anew import written_anew
from swerve.run.project import module_name
from swerve.source import FileVersions, RawChange, SingleFile
from swerve.witness._stored import StoredWitness, Told


def modules_of(pair: Pair, runtime: Runtime | None) -> tuple[str, str] | None:
    """The modules that hold a pair, old and new, where both can be imported."""
    for each in runtime.modules if runtime else ():
        if each.file == pair.new.module.path and each.works and each.old and each.new:
            return each.old, each.new
    return None


def stored_alone(pair: Pair, witness: Witness, wishes: Wishes) -> StoredWitness | None:
    """The same for a pair of a file that stands alone, in no project."""
    sides = (pair.old, pair.new)
    names = [module_name(side.module.path, ("",)) for side in sides]
    texts = [side.module.text.encode("utf-8", "surrogatepass") for side in sides]
    old, new = (SingleFile(side.module.path, text) for side, text in zip(sides, texts, strict=True))
    file = FileVersions(pair.new.module.path, texts[0], texts[1])
    raw = RawChange(old.name, new.name, (file,), trees=(old, new))
    modules = ModuleImports(pair.new.module.path, names[0], names[1])
    python = wishes.python or sys.executable
    runtime = Runtime(python, "", "", wishes.sandbox, modules=(modules,))
    return stored_witness(pair, witness, raw, wishes, runtime)


def stored_witness(
    pair: Pair, witness: Witness, raw: RawChange, wishes: Wishes, runtime: Runtime | None
) -> StoredWitness | None:
    """All that it takes to show a witness again; None where it has no call that could travel."""
    modules = modules_of(pair, runtime)
    if not witness.recipe or modules is None or raw.trees is None or runtime is None:
        return None
    call = decode_call(witness.recipe.encode("utf-8", "surrogatepass"))
    as_new = written_anew(pair, *modules)
    new = encode_call(call if as_new is None else as_new(call)).decode("utf-8", "surrogatepass")
    return StoredWitness(
        told=Told(
            function=pair.id,
            engine=witness.engine,
            realism=witness.realism.value,
            kind=witness.kind.value,
            call=witness.call,
            python=witness.python,
            old=witness.old,
            new=witness.new,
            because=witness.because,
            test=witness.test,
        ),
        calls=(witness.recipe, new),
        modules=modules,
        trees=raw.trees,
        names=(raw.old, raw.new),
        files=tuple(file.path for file in raw.files),
        folder=str(wishes.folder or Path.cwd()),
        interpreter=runtime.python,
        setup=wishes.setup,
        seed=wishes.seed,
        ignore=wishes.ignore,
        tolerance=wishes.tolerance,
    )
