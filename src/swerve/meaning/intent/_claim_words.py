"""Which words claim something about a change?"""

from __future__ import annotations

from functools import cache

from ._claim import Claim
from ._phrases import Phrases
from ._words import words_in

# --- work that leaves behaviour alone, by what it is done to --------------------------------------

#: What is done to what no program does: "fix typo", "add tests".
_WORK = Phrases(
    "add, fix, improve, improvement, update, correct, clean, remove, drop, extend, simplify, use",
    "complete, rework, =better, =more, move",
)
_DISPOSAL = Phrases("remove, removal, drop, delete, clean, clean up, strip, avoid, simplify")
_GAIN = Phrases("improve, improvement, fix, increase, better, boost, enhance, optimize, optimise")
#: Claim, what is done, and to what.
WORKS = (
    (
        Claim.TYPING,
        _WORK,
        Phrases(
            "type hint|annotation|coverage|stub|checker, type checking $, return annotation",
            "static type, =typing, mypy, pyright, annotation $, stub $",
        ),
    ),
    (
        Claim.DOCS,
        _WORK,
        Phrases(
            "typo, doc, docstring, documentation, readme, changelog, spelling, release note",
            "inline|code|outdated comment, example for|of|to|in",
        ),
    ),
    (
        Claim.TOOLING,
        _WORK,
        Phrases(
            "=tests, unit|regression|missing|failing|flaky|broken test, test case|suite|coverage",
            "=ci, github|ci|release workflow, github action",
            "lint, linter, pre commit, precommit, benchmark",
            "python support|compat|compatibility|version, support for|of python",
        ),
    ),
    (
        Claim.REFACTORING,
        _DISPOSAL,
        Phrases(
            "unused, dead, superfluous, unneeded, redundant|unnecessary|duplicate $",
            "redundant|unnecessary|duplicate|repeated .. _|alias|assignment|assert|branch|call"
            "|cast|check|class|code|condition|copy|else|file|function|helper|if|implementation"
            "|import|lambda|line|list|logic|loop|method|module|pass|statement|variable|wrapper",
        ),
    ),
    (
        Claim.SPEED,
        _GAIN,
        Phrases(
            "performance, =speed, efficiency, throughput",
            "memory use|usage|footprint|consumption|efficiency",
        ),
    ),
)
#: The work, where it is named after its object: "typing improvements".
WORK_ON_IT = Phrases(
    "improvement, fix, update, change, cleanup, clean up, addition, tweak, correction, enhancement",
    "maintenance",
)
#: What follows the object of a work that is about code after all: "fix docstring parsing".
OF_CODE = Phrases(
    "client, collection, collector, database, detection, discovery, evaluation, extraction",
    "formatting, generation, generator, handling, handler, inference, lookup, node, parser",
    "parsing, processing, processor, rendering, resolution, runner, server, statistic, token",
    "visitor, wrapping",
)
#: Words that part a work from what is not its object: "fix crash on docstring".
APART = words_in(
    "after as at before bug by crash due error for from of on that to when where while with"
)

# --- claims --------------------------------------------------------------------------------------

#: Words that leave no doubt.
_FIRM = {
    Claim.REFACTORING: Phrases(
        "refactor, cleanup, clean up, clean .. up, simplify, simplification, restructure",
        "reorganize, reorganise, reorganisation, modernize, modernise",
        "rewrite, rewrote, rewritten, deduplicate, consolidate, pythonize, cythonize, reformat",
        "tidy, port ... to, translate ... to, reimplement, migrate ... to, migrate from",
        "remove|drop|replace .. use|usage of deprecated, =deprecated since|in|as|by",
        "silence|avoid|suppress|address .. =warning|=warnings, fix python .. =warning|=warnings",
        "fix deprecation|syntax|future|resource =warning|=warnings",
        "fix|silence|avoid|suppress|address .. =deprecationwarning|=deprecationwarnings",
        "fix|silence|avoid|suppress|address .. =syntaxwarning|=futurewarning|=resourcewarning",
        # Promises, as firm as their names.
        "no|not|without|never|don't|doesn't|didn't .. functional|behaviour|behavior|behavioural"
        "|behavioral|semantic change",
        "no|not|without|never|don't|doesn't|didn't .. change .. behaviour|behavior"
        "|functionality|semantics",
    ),
    Claim.DOCS: Phrases("add|fix|update|improve|clarify comment $, explain"),
    Claim.SPEED: Phrases(
        "add|introduce|use fast|=faster path",
        "perf, performance, performant, speed up, speed .. up, sped up, speedup, =faster, =fast",
        "optimize, optimise, optimisation, efficient, accelerate, overhead, vectorize, vectorise",
        "vectorisation, memory use|usage|footprint|consumption",
        "reduce|lower|cut .. execution|run time|runtime|latency",
        "quadratic|exponential time|complexity|cost|cpu|runtime|behaviour|behavior|blowup",
    ),
    Claim.TOOLING: Phrases(
        "add|fix|update|extend|improve test $, add|fix|update|extend|improve test for|of|that|to",
        "add|fix|update|extend|improve a|the|another|simple|more test",
        "bump, pre commit, precommit, autoupdate, flaky, flakiness, lint, linter",
        "update|upgrade|pin .. dependency, update .. requirement from, lock file maintenance",
        "enforce .. ruff|flake8|lint|linter|style|rule|mypy|pep",
        "apply|run|adopt|fix|satisfy .. black|isort|ruff|flake8|pylint|pyupgrade|pyflakes|pep8",
    ),
    Claim.FIX: Phrases(
        "fix, bug, bugfix, incorrect, wrong, repair, crash, broken, regression, mishandle",
        "correct, no longer, memory leak",
    ),
    Claim.CHANGE: Phrases(
        "precision, accurate, accuracy, inaccurate, change, inconsistent, inconsistency, =now",
        "raise, validate, reject, disallow, forbid, forbidden, enforce, stricter, revert, robust",
        "bump .. timeout|limit|default|maximum|size|threshold",
    ),
    Claim.REMOVAL: Phrases(
        "deprecate, remove|drop|delete .. =deprecated",
        "add|raise|emit|issue .. deprecation warning",
    ),
    Claim.ADDITION: Phrases(
        "new option|parameter|argument|keyword|method|function|feature, allow, introduce"
    ),
}
#: Words that say so more often than not.
_LOOSE = {
    Claim.REFACTORING: Phrases(
        "extract, reuse, move, inline, vendor, rename, rework, replace, switch, split, merge, unify"
    ),
    Claim.SPEED: Phrases(
        "=lazily, make .. lazy, lazy load|import|evaluate|initialize|compile, precompute",
        "cache, shortcut",
        "avoid copy, avoid .. copy",
    ),
    Claim.FIX: Phrases(
        "handle, avoid, prevent, should, shouldn't, fail, failure, issue, unexpected, properly",
        "instead of",
    ),
    Claim.CHANGE: Phrases(
        "default, consistent, preserve, round, always, never, return, stop, format, respect",
        "ensure, prefer, honour, honor, ignore, skip, disable, treat",
    ),
    Claim.REMOVAL: Phrases("remove, removal, drop, delete, no more, get rid"),
    Claim.ADDITION: Phrases(
        "add, support, enable, implement, accept, provide, expose, extend, include"
    ),
}
#: What looks like a claim, and is none.
_NO_CLAIMS = Phrases(
    # How long something holds, and what is done without.
    "for|until|till|right|just|by =now, stop use|import|rely|test, stop .. from use",
    # Names of things.
    "cache key|control|header|entry|size, =cached property, merge sort|conflict|base|request",
    "cleanup handler|hook|callback|function|action|task|step|phase|routine|policy|interval"
    "|thread|job|script|timeout",
    "refactoring|rewrite|optimization|optimisation tool|rule|problem|level|engine|pass",
    "return type|value|code, split line|point|ratio, inline table|style|comment|script",
    "moving average|window|mean, round trip|robin, switch statement, support vector, bug report",
    "linear|logistic|ridge|quantile|poisson|kernel|process|lasso|isotonic regression",
    "fail =fast, =fast forward|fourier, deprecation warning, move constructor, test client",
)
#: Claim, its words, and whether they leave no doubt.
ALL_CLAIMS: tuple[tuple[Claim | None, Phrases, bool], ...] = (
    *((claim, phrases, True) for claim, phrases in _FIRM.items()),
    *((claim, phrases, False) for claim, phrases in _LOOSE.items()),
    (None, _NO_CLAIMS, False),
)
#: Words that say that something changes, and not what; they only count where no other does.
VAGUE = Phrases("improve, enhance, =better, update, adjust, tweak, make, made")
#: How titles of rewrites start: with the code that is used from now on ("_" is what names became).
MADE_OF = Phrases("use _, use the|a _")
#: What takes back the tag of a clean-up: what was announced is often cleaned up so.
NO_CLEANING = {
    *words_in("deprecate allow disallow forbid forbidden stricter preserve stop enforce"),
    "no longer",
}


@cache
def known_stems() -> frozenset[str]:
    """Stems of words that a sentence in English may consist of."""
    lists = [*(phrases for _, phrases, _ in ALL_CLAIMS), VAGUE, WORK_ON_IT]
    lists += [each for _, work, objects in WORKS for each in (work, objects)]
    return frozenset().union(*(phrases.firsts for phrases in lists))
