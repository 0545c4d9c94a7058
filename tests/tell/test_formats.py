"""Reports for programs: code scanning, test results, comments, annotations and agents."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from markdown_it import MarkdownIt
from tests.tell.builders import effect, found, function, named, pair, report, witness
from tests.tell.example import full_report
from tests.tell.hostile import hostile_reports

from swerve.model import (
    Brought,
    BroughtKind,
    FailOn,
    InterfaceDifference,
    Listed,
    Outside,
    Problem,
    Report,
    Side,
    Verdict,
    Witness,
)
from swerve.tell import exit_status
from swerve.tell.agent import MARKER as AGENT_MARKER
from swerve.tell.agent import agent_files
from swerve.tell.exit import is_objected_to, objections
from swerve.tell.formats import FOLDER, FORMATS, write_report_as
from swerve.tell.github import render_github
from swerve.tell.junit import render_junit
from swerve.tell.markdown import MARKER, render_markdown
from swerve.tell.printable import fenced
from swerve.tell.sarif import render_sarif
from swerve.witness.ids import witness_id

_LEVELS = st.sampled_from(FailOn)
_VILE = (
    "<script>alert(1)</script>",
    "```\n# out\n@somebody",
    "`|a|` ](javascript:x) #12",
    "\x1b[31m\x00\u202e\udcff",
    "]]></failure><!--",
    "::error::x\n::set-output name=a::b",
    "%0A::error::%",
)


def vile_report() -> Report:
    """Everything that the target chooses is meant to break out."""
    functions = []
    for text in _VILE:
        shown = replace(
            witness("unintended", text, f"{text}!"), call=text, because=text, why=text, test=text
        )
        of = pair(function(text, f"def f():\n    {text}", f"{text}.py"))
        breaks = (InterfaceDifference(text, True, text),)
        functions.append(found(Verdict.CHANGED, of, text, breaks, (shown,)))
    removed = tuple(Listed(text, text, 1, True) for text in _VILE)
    return report(*functions, removed=removed)


def many(count: int, of: Witness | None = None) -> Report:
    shown = of or witness("unintended", "x" * 3000, "y" * 3000)
    return report(
        *(
            found(Verdict.CHANGED, pair(function(f"f{number}")), witnesses=(shown,))
            for number in range(count)
        )
    )


# --- SARIF --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sarif_schema() -> Draft7Validator:
    file = Path(__file__).with_name("sarif-2.1.0.schema.json")
    return Draft7Validator(json.loads(file.read_text("utf-8")))


def sarif_run(made: Report, fail_on: FailOn = FailOn.CHANGED) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(render_sarif(made, fail_on))["runs"][0]
    return run


@pytest.mark.parametrize("made", [full_report(), vile_report(), report()], ids=["full", "vile", ""])
def test_sarif_is_valid(made: Report, sarif_schema: Draft7Validator) -> None:
    sarif_schema.validate(json.loads(render_sarif(made, FailOn.CHANGED)))


@settings(max_examples=30)
@given(made=hostile_reports(), fail_on=_LEVELS)
def test_sarif_is_valid_whatever_the_code_holds(
    sarif_schema: Draft7Validator, made: Report, fail_on: FailOn
) -> None:
    text = render_sarif(made, fail_on)
    sarif_schema.validate(json.loads(text))
    for result in json.loads(text)["runs"][0]["results"]:
        location = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert re.fullmatch(r"[\w%./~()!*'-]+", location["uri"], re.ASCII), location
        assert not location["uri"].startswith("/")
        assert "](" not in result["message"]["text"]


def test_each_witness_and_each_break_is_a_result() -> None:
    run = sarif_run(full_report())
    told = [(each["ruleId"], each["level"]) for each in run["results"]]
    assert told == [
        ("behaviour/return", "error"),
        ("behaviour/default", "warning"),
        ("interface/breaking", "warning"),
        ("interface/removed", "warning"),
    ]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in run["results"])
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)


def test_an_effect_is_a_result_of_its_own_rule() -> None:
    run = sarif_run(report(found(Verdict.CHANGED, witnesses=(effect("a\nb\n", "a\nB\n"),))))
    (result,) = run["results"]
    assert result["ruleId"] == "behaviour/effect"
    assert "differs at: file out.csv, line 2." in result["message"]["text"]


def test_a_comment_shows_a_small_diff() -> None:
    made = report(found(Verdict.CHANGED, witnesses=(effect("a\nb\n", "a\nB\n"),)))
    assert "\n  a\n- b\n+ B\n# differs at" in render_markdown(made, FailOn.CHANGED)


def test_a_result_stands_on_a_changed_line_that_ran() -> None:
    """A review shows only what stands on lines of its change."""
    place = sarif_run(full_report())["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"]["startLine"] == 84
    assert place["artifactLocation"] == {
        "uri": "scrapy/downloadermiddlewares/retry.py",
        "uriBaseId": "%SRCROOT%",
    }


def test_fingerprints_stay_when_values_change_and_differ_within_a_function() -> None:
    def prints(*witnesses: Witness) -> list[str]:
        run = sarif_run(report(found(Verdict.CHANGED, witnesses=witnesses)))
        return [each["partialFingerprints"]["primaryLocationLineHash"] for each in run["results"]]

    one, other = prints(witness(new="2"), witness(new="3"))
    assert one != other
    assert prints(witness(new="4")) == [one]


def test_code_scanning_gets_no_more_than_it_takes() -> None:
    run = sarif_run(many(5_001, witness()))
    assert len(run["results"]) == 5_000
    assert (
        "1 more result" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    )
    (result,) = sarif_run(many(1))["results"]
    assert len(result["message"]["text"]) < 4_000


def test_what_was_not_decided_is_no_result() -> None:
    run = sarif_run(report(named("f", Verdict.INCONCLUSIVE)))
    assert run["results"] == []
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert (note["level"], "inconclusive" in note["message"]["text"]) == ("note", True)


# --- JUnit --------------------------------------------------------------------------------------


def junit(made: Report, fail_on: FailOn = FailOn.CHANGED) -> ElementTree.Element:
    return ElementTree.fromstring(render_junit(made, fail_on))  # noqa: S314 - ours


@settings(max_examples=30)
@given(made=hostile_reports() | st.just(full_report()), fail_on=_LEVELS)
def test_a_case_fails_where_the_run_does(made: Report, fail_on: FailOn) -> None:
    suites = junit(made, fail_on)
    failed = len(suites.findall(".//failure")) + len(suites.findall(".//error"))
    assert bool(failed) == bool(exit_status(made, fail_on))
    (suite,) = suites
    assert int(suite.attrib["tests"]) == len(suite)
    assert int(suite.attrib["failures"]) == len(suite.findall(".//failure"))
    assert int(suite.attrib["skipped"]) == len(suite.findall(".//skipped"))


@settings(max_examples=30)
@given(hostile_reports(), _LEVELS)
def test_objections_come_from_functions(made: Report, fail_on: FailOn) -> None:
    """What is said of one function, and what is counted over all, are the same."""
    alone = replace(made, change=replace(made.change, problems=(), removed=(), outside=()))
    any_function = any(is_objected_to(each, fail_on) for each in made.functions)
    assert any_function == bool(objections(alone, fail_on))


def test_a_function_is_a_test_case() -> None:
    cases = {case.attrib["name"]: case for case in junit(full_report()).iter("testcase")}
    failed = cases["RetryMiddleware._retry"]
    assert failed.attrib["classname"] == "scrapy.downloadermiddlewares.retry"
    failure = failed.find("failure")
    assert failure is not None
    assert failure.attrib["type"] == "unintended"
    assert "max_retry_times" in (failure.text or "")
    assert cases["Order.total"].find("skipped") is not None
    assert list(cases["RetryMiddleware.from_crawler"]) == []


def test_markup_and_control_characters_are_text_in_xml() -> None:
    text = render_junit(vile_report(), FailOn.CHANGED)
    assert text.isascii()
    names = [case.attrib["name"] for case in junit(vile_report()).iter("testcase")]
    assert "<script>alert(1)</script>" in names
    assert r"\x1b[31m\x00\u202e\udcff" in names


# --- Markdown -----------------------------------------------------------------------------------


def blocks(text: str) -> list[tuple[str, str]]:
    """What GitHub's flavour of Markdown makes of it: kinds of blocks with their contents."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    return [(token.type, token.content) for token in tokens if token.content]


@settings(max_examples=30)
@given(made=hostile_reports() | st.just(vile_report()), fail_on=_LEVELS)
def test_a_comment_holds_nothing_but_its_own_blocks(made: Report, fail_on: FailOn) -> None:
    """Text of the target stands in code only: no HTML, no mention, no link comes of it."""
    text = render_markdown(made, fail_on)
    assert text.startswith(f"{MARKER}\n")
    for kind, content in blocks(text):
        assert kind in ("html_block", "fence", "inline")
        if kind == "inline":
            assert re.fullmatch(
                r"\d+ more (calls? differs?\.|sections? did not fit here.*)|<sub>.*</sub>",
                content,
            )
        if kind == "html_block":
            bare = re.sub(r"<code>[^<]*</code>", "", content)
            tags = set(re.findall(r"<[^>]*>", bare))
            assert tags <= {
                *(MARKER, "<h3>", "</h3>", "<p>", "</p>", "<b>", "</b>"),
                *("<details>", "<details open>", "</details>", "<summary>", "</summary>"),
            }
            assert "@" not in bare
    markup = "".join(content for kind, content in blocks(text) if kind == "html_block")
    assert markup.count("<details") == markup.count("</details>")


def test_a_comment_is_short_enough() -> None:
    text = render_markdown(many(400, witness("unintended", "ü" * 3000, "@" * 3000)), FailOn.CHANGED)
    assert len(text) < 65_536
    assert "more sections did not fit here" in text


def test_a_large_function_hides_no_other_in_a_comment() -> None:
    """A value may be made to fill the comment: what cannot be seen is spelled out."""
    large = replace(witness("unintended"), call="\U000e0001" * 4000)
    functions = [
        found(Verdict.CHANGED, pair(function("large")), witnesses=(large,) * 3),
        found(Verdict.CHANGED, pair(function("small")), witnesses=(witness(),)),
    ]
    text = render_markdown(report(*functions), FailOn.CHANGED)
    assert "<code>small</code>" in text
    assert "1 more section did not fit here" in text


@given(st.text())
def test_nothing_leaves_its_block_of_code(text: str) -> None:
    (block,) = blocks(fenced(text))
    assert block[0] == "fence"


# --- GitHub -------------------------------------------------------------------------------------


def command(line: str) -> tuple[str, dict[str, str], str]:
    """Read a workflow command as the runner does."""
    parsed = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line)
    assert parsed is not None, line
    level, properties, message = parsed.groups()
    split = (each.partition("=") for each in properties.split(","))
    read = {name: _unescaped(value) for name, _, value in split}
    return level, read, _unescaped(message)


def _unescaped(text: str) -> str:
    for code, character in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, character)
    return text


@settings(max_examples=30)
@given(made=hostile_reports() | st.just(vile_report()), fail_on=_LEVELS)
def test_only_swerve_writes_commands(made: Report, fail_on: FailOn) -> None:
    *lines, last = render_github(made, fail_on).splitlines()
    assert last.startswith("swerve: ")
    for line in lines:
        level, properties, _ = command(line)
        assert level in ("error", "warning", "notice")
        assert set(properties) == {"file", "line", "title"}
    errors = [line for line in lines if line.startswith("::error ")]
    if not made.interrupted:
        assert bool(errors) == bool(objections(made, fail_on))


def test_annotations_come_worst_first_and_read_back() -> None:
    told = [
        command(line) for line in render_github(full_report(), FailOn.CHANGED).splitlines()[:-1]
    ]
    assert [level for level, _, _ in told] == ["error"] * 4 + ["warning", "notice"]
    _, properties, message = told[0]
    assert properties["title"] == "unintended change: RetryMiddleware._retry"
    assert (properties["line"], message.splitlines()[1]) == ("84", "  old: None")


# --- agents -------------------------------------------------------------------------------------


def test_an_agent_gets_an_index_and_a_small_file_a_witness() -> None:
    made = full_report()
    index, *files = agent_files(made, FailOn.CHANGED)
    names = [
        f"{witness_id(each.pair, shown)}.md" for each in made.functions for shown in each.witnesses
    ]
    assert sorted(file.name for file in files) == sorted(names)
    assert all(name in index.text for name in names)
    assert all(len(file.text) < 4_000 for file in (index, *files))
    assert "breaking  shapes.py:3 area" in index.text
    assert "inconclusive  shop/order.py:31 Order.total" in index.text


@settings(max_examples=30)
@given(hostile_reports() | st.just(vile_report()))
def test_what_agents_read_of_the_target_is_code(made: Report) -> None:
    for file in agent_files(made, FailOn.CHANGED):
        assert file.text.startswith(AGENT_MARKER)
        for kind, content in blocks(file.text):
            assert kind != "html_block" or content.strip() == AGENT_MARKER
            assert kind != "inline" or "script" not in content


def test_the_index_stays_small() -> None:
    index, *files = agent_files(many(300), FailOn.CHANGED)
    assert len(files) == 300
    assert len(index.text) < 25_000
    assert "and 200 more" in index.text


# --- all of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("format", sorted(set(FORMATS.own) - {"text", "html", FOLDER}))
def test_a_terminal_without_the_characters_is_no_obstacle(format: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    write_report_as(format, vile_report(), FailOn.CHANGED, stream)


def test_formats_are_loaded_when_they_are_used() -> None:
    names = ["sarif", "junit", "markdown", "github", "agent"]
    code = (
        "import sys, swerve.apps.cli._commands; "
        f"print([n for n in {names} if f'swerve.tell.{{n}}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert set(FORMATS.own) >= set(names)


def test_the_page_lists_every_format() -> None:
    page = Path(__file__).parents[2] / "docs" / "reports.md"
    table = page.read_text("utf-8").partition("| `--format` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == set(FORMATS.own)


@pytest.mark.parametrize("format", FORMATS.own)
def test_every_format_tells_what_a_change_brings(format: str) -> None:
    brought = (
        Brought(BroughtKind.SETTINGS, "pyproject.toml", "this change edits [tool.swerve]", "hint"),
        Brought(BroughtKind.CONTRACT, "contracts/a.py", "a contract that excuses nothing", "hint"),
    )
    claimed = replace(witness(), claim="intended, as the contract says")
    whole = report(found(Verdict.CHANGED, witnesses=(claimed,)), brought=brought)
    if format == FOLDER:
        said = "".join(file.text for file in agent_files(whole, FailOn.CHANGED))
    else:
        stream = io.StringIO()
        write_report_as(format, whole, FailOn.CHANGED, stream)
        said = stream.getvalue()
    for each in brought:
        assert each.file in said
        assert each.message in said
    assert claimed.claim in said


@pytest.mark.parametrize("format", sorted({*FORMATS.own} - {"gitlab"}))  # has no place for doubts
def test_every_format_tells_what_differs_outside_functions(format: str) -> None:
    whole = report(outside=(Outside("shop/tax.py", 4, "TAX = 0.19", "TAX = 0.20"),))
    if format == FOLDER:
        said = "".join(file.text for file in agent_files(whole, FailOn.CHANGED))
    else:
        stream = io.StringIO()
        write_report_as(format, whole, FailOn.CHANGED, stream)
        said = stream.getvalue()
    assert "shop/tax.py" in said
    assert "TAX = 0.19" in said
    assert "TAX = 0.20" in said


def test_what_differs_outside_functions_is_objected_to_in_every_format() -> None:
    whole = report(outside=(Outside("shop/tax.py", 4, "TAX = 0.19", "TAX = 0.20"),))
    for level in (FailOn.NEVER, FailOn.UNINTENDED, FailOn.CHANGED, FailOn.INCONCLUSIVE):
        objects = level is FailOn.INCONCLUSIVE
        assert exit_status(whole, level) == objects
        assert ("<failure " in render_junit(whole, level)) == objects
        assert ("::error " in render_github(whole, level)) == objects


def test_a_claim_excuses_nothing() -> None:
    claimed = replace(witness(), claim="intended, as the contract says")
    assert exit_status(report(found(Verdict.CHANGED, witnesses=(claimed,))), FailOn.CHANGED) == 1


@pytest.mark.parametrize(
    ("code", "level"),
    [
        ("outdated-contract", FailOn.UNINTENDED),
        ("no-longer-checked", FailOn.CHANGED),
        ("undecodable-file", FailOn.CHANGED),
        ("moved-out-of-sight", FailOn.INCONCLUSIVE),
    ],
)
def test_a_problem_is_objected_to_from_a_level_on(code: str, level: FailOn) -> None:
    whole = report(problems=(Problem(code, "a.py", Side.NEW, "message", "hint"),))
    levels = (FailOn.NEVER, FailOn.UNINTENDED, FailOn.CHANGED, FailOn.INCONCLUSIVE)
    for each in levels:
        objects = levels.index(each) >= levels.index(level)
        assert exit_status(whole, each) == objects
        assert ("<error " in render_junit(whole, each)) == objects
        assert ("::error " in render_github(whole, each)) == objects
