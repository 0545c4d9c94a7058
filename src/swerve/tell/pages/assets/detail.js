/* What is there to see about one function, once it is opened, and about one change? */

function functionDetail(fn, detail) {
  const { brief } = fn;
  const total = detail.witnesses.length;
  return [
    !isSaid(brief.reason, detail.witnesses) && el("p", { class: "reason" }, prose(brief.reason)),
    detail.advice && el("p", { class: "reason" }, prose(detail.advice)),
    facts(fn, detail),
    detail.witnesses.map((witness, index) => witnessElement(witness, detail, index + 1, total)),
    detail.interface.length > 0 && interfaceSection(detail),
    detail.code ? codeSection(brief, detail) : el("p", { class: "facts" }, "The report was stored without code."),
    detail.evidence.length > 0 && evidenceSection(detail.evidence),
  ].flat().filter(Boolean);
}

/** Whether a witness below says it again. */
function isSaid(reason, witnesses) {
  return !reason || witnesses.some((each) => each.words === reason);
}

function facts(fn, detail) {
  const said = [
    (live || changes.length > 1) && ["change", fn.change.title],
    detail.was && ["was", detail.was],
    detail.causes.length > 0 && ["checked because", detail.causes.map((words) => words || "").join("; ")],
    detail.renamings.length > 0 &&
      ["renamed", detail.renamings.map((each) => `${each.old} → ${each.new}`).join(", ")],
    ["took", duration(fn.brief.seconds)],
  ].filter(Boolean);
  return el(
    "dl",
    { class: "about" },
    said.map(([label, words]) => el("div", {}, el("dt", {}, label), el("dd", {}, prose(words)))),
  );
}

function interfaceSection(detail) {
  const kind = (each) => (each.breaking ? `breaking${detail.isPublic ? "" : " (private)"}` : "compatible");
  return el(
    "section",
    {},
    el("h4", {}, "Interface"),
    el(
      "ul",
      { class: "plain-list" },
      detail.interface.map((each) =>
        el(
          "li",
          {},
          badge(kind(each), each.breaking ? "bad" : "good"),
          " ",
          prose(each.what),
          each.call && [each.breaking ? "; breaks " : "; allows ", el("code", {}, each.call)],
        ),
      ),
    ),
  );
}

function codeSection(brief, detail) {
  const [old, fresh] = detail.code.first;
  const names = { old: `from line ${old}`, new: `${brief.file}:${fresh}` };
  return el("section", {}, el("h4", {}, "Code"), legend(brief.reach), sideBySide(detail.code, names));
}

function evidenceSection(evidence) {
  const reached = ([ran, could]) => (could ? `${ran} of ${could}` : "–");
  return el(
    "section",
    {},
    el("h4", {}, "Evidence"),
    el(
      "table",
      { class: "evidence" },
      el(
        "thead",
        {},
        el("tr", {}, ["Engine", "Runs", "Old lines", "New lines", "Note"].map((title) => el("th", { scope: "col" }, title))),
      ),
      el(
        "tbody",
        {},
        evidence.map((each) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, each.engine),
            el("td", { class: "figure" }, each.runs.toLocaleString("en")),
            el("td", { class: "figure" }, reached(each.reach[0])),
            el("td", { class: "figure" }, reached(each.reach[1])),
            el("td", {}, prose(each.note)),
          ),
        ),
      ),
    ),
  );
}

/** What concerns a change as a whole: problems first, since they say what was not looked into. */
function changeNotes(change) {
  return [
    change.interrupted && el("p", { class: "notice" }, "Interrupted: these are the results up to then."),
    change.brought.map((brought) =>
      el(
        "section",
        { class: "notice problem" },
        el("h3", {}, "Comes with the change: ", brought.kind),
        el("p", {}, el("code", {}, brought.file), " ", prose(`${brought.message}.`)),
        brought.hint && el("p", { class: "facts" }, prose(brought.hint)),
      ),
    ),
    change.problems.map((problem) =>
      el(
        "section",
        { class: "notice problem" },
        el("h3", {}, "Problem: ", problem.code),
        el("p", {}, el("code", {}, place(problem)), " ", prose(problem.message)),
        problem.hint && el("p", { class: "facts" }, prose(problem.hint)),
      ),
    ),
    change.setAside.map((aside) => el("p", { class: "notice" }, `Set aside: ${aside.why}.`)),
  ].flat().filter(Boolean);
}

function place(problem) {
  const line = problem.line ? `:${problem.line}` : "";
  return `${problem.file}${line}${problem.side ? ` (${problem.side})` : ""}`;
}

/** The rest of it, folded. */
function changeAbout(change) {
  const listed = (each) => [el("code", {}, each.name), ` ${each.file}:${each.line}${each.public ? "" : " (private)"}`];
  const runtime = change.runtime;
  return [
    folded("Description and discussion", change.words, (words) => [
      el("p", { class: "facts" }, `${words.kind} · ${words.source}`),
      el("pre", { class: "words" }, words.text),
    ]),
    folded("Added functions", change.added, listed),
    folded("Removed functions", change.removed, listed),
    folded("Outside functions", change.outside, (each) => [
      el("p", { class: "facts" }, `${each.file}:${each.line}`),
      each.old && el("pre", { class: "python line old" }, `− ${each.old}`),
      each.new && el("pre", { class: "python line new" }, `+ ${each.new}`),
    ]),
    folded("Left out", change.leftOut, (each) => [el("code", {}, each.file), ` ${each.why}`]),
    runtime && folded("Interpreter and sandbox", [runtime], () => runtimeFacts(runtime)),
  ].filter(Boolean);
}

function runtimeFacts(runtime) {
  const failing = runtime.modules.filter((each) => !each.works);
  return [
    el("p", {}, `Python ${runtime.version} (`, el("code", {}, runtime.python), `), sandbox ${runtime.sandbox}`),
    runtime.missing.map((each) => el("p", {}, `${each.what}. ${each.hint}`)),
    runtime.notes.map((note) => el("p", {}, note)),
    failing.map((each) => el("p", {}, el("code", {}, each.file), ` cannot be imported: ${each.why}`)),
  ].flat();
}

function folded(title, items, draw) {
  if (!items.length) return null;
  return el(
    "details",
    { class: "folded" },
    el("summary", {}, title, items.length > 1 && el("span", { class: "facts" }, ` ${items.length}`)),
    el("ul", { class: "plain-list" }, items.map((item) => el("li", {}, draw(item).flat().filter(Boolean)))),
  );
}
