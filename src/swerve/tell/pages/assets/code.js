/* How do the two versions of a function stand side by side?
 *
 * Rows come aligned (pages/_code.py says how they are written down). On a wide page a row has two
 * cells beside each other; on a narrow one the old line stands above the new one, and lines that are
 * the same are shown once.
 */

//: Runs of same lines longer than this are folded, but for a few at each end.
const FOLDED = 9;
const AROUND = 3;

const STATES = { r: "ran", m: "missed", "-": "idle" };
const STATE_WORDS = { ran: "ran", missed: "did not run", idle: "" };

function sideBySide(code, names) {
  const old = pythonLines(code.old);
  const fresh = pythonLines(code.new);
  const body = el("div", { class: "code", role: "table", "aria-label": "Old and new code" });
  body.append(
    el(
      "div",
      { class: "code-row code-head", role: "row" },
      el("div", { class: "side old", role: "columnheader" }, "old", el("span", { class: "facts" }, names.old)),
      el("div", { class: "side new", role: "columnheader" }, "new", el("span", { class: "facts" }, names.new)),
    ),
  );
  const draw = { old, fresh, first: code.first };
  for (const row of code.rows) {
    if (typeof row[2] === "number") body.append(...sameRows(draw, row));
    else body.append(codeRow(draw, row));
  }
  const more = Math.max(...code.cut);
  if (more > 0) body.append(el("p", { class: "facts cut" }, `${counted(more, "more line")} not shown.`));
  return body;
}

function sameRows(draw, [old, fresh, count]) {
  const one = (offset) => codeRow(draw, [old + offset, fresh + offset, null]);
  const range = (first, end) => Array.from({ length: end - first }, (_, index) => one(first + index));
  if (count <= FOLDED) return range(0, count);
  const rest = count - 2 * AROUND;
  const fold = el("button", { type: "button", class: "fold" }, counted(rest, "unchanged line"));
  fold.addEventListener("click", () => fold.replaceWith(...range(AROUND, count - AROUND)));
  return [...range(0, AROUND), fold, ...range(count - AROUND, count)];
}

function codeRow(draw, [old, fresh, states, oldSpans, newSpans]) {
  const isSame = states === null;
  return el(
    "div",
    { class: isSame ? "code-row same" : "code-row", role: "row" },
    codeCell("old", draw.old[old], draw.first[0] + old, isSame ? "" : states[0], oldSpans),
    codeCell("new", draw.fresh[fresh], draw.first[1] + fresh, isSame ? "" : states[1], newSpans),
  );
}

function codeCell(side, line, number, state, spans) {
  if (line === undefined) return el("div", { class: `side ${side} empty`, role: "cell" });
  const look = state ? STATES[state] : "same";
  const words = state && [side === "old" ? "old line" : "new line", STATE_WORDS[look]].filter(Boolean);
  return el(
    "div",
    { class: `side ${side} ${look}`, role: "cell" },
    el("span", { class: "number" }, number),
    el("span", { class: "sign", "aria-hidden": "true" }, state ? (side === "old" ? "−" : "+") : " "),
    el(
      "code",
      {},
      words ? el("span", { class: "said" }, `${words.join(", ")}: `) : "",
      codePieces(line.text, line.looks, spans),
    ),
  );
}

/** What the shades mean; only where something ran. */
function legend(reach) {
  if (!reach[1]) return el("p", { class: "legend" }, "The changed lines contain no code that can run.");
  const sample = (look, words) =>
    el("span", {}, el("i", { class: `swatch old ${look}` }), el("i", { class: `swatch new ${look}` }), words);
  return el(
    "p",
    { class: "legend" },
    sample("ran", "changed and ran"),
    sample("missed", "changed, did not run"),
    sample("idle", "changed, nothing to run"),
    el("span", { class: "facts" }, `${reach[0]} of ${counted(reach[1], "changed line")} of code ran`),
  );
}
