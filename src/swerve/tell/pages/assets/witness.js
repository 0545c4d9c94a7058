/* How is a witness told: the call, what each version made of it, where that differs, was it meant? */

function witnessElement(witness, detail, number, total) {
  const heading = total > 1 ? `Witness ${number} of ${total}` : "Witness";
  return el(
    "section",
    { class: witness.rule ? "witness aside" : "witness", id: /^w-[0-9a-f]+$/.test(witness.id) && witness.id },
    el(
      "div",
      { class: "witness-head" },
      el("h4", {}, heading),
      witness.judgement && badge(witness.judged, `judgement ${judgementClass(witness.judgement)}`),
      el("span", { class: "facts" }, [witness.engine, `${witness.realism} input`, witness.id].filter(Boolean).join(" · ")),
    ),
    witness.rule && el("p", { class: "why" }, `Set aside by ${witness.rule}.`),
    witness.why && el("p", { class: "why" }, prose(witness.why)),
    witness.claim && el("p", { class: "why" }, "Claim: ", prose(witness.claim)),
    labelled(witness.isCall ? "call" : "at", codeBlock(witness.call, "The call")),
    witness.test && labelled("seen in", el("code", {}, witness.test)),
    witness.given.length > 0 && labelled("given", givenList(witness.given)),
    values(witness),
    witness.effects.length > 0 && labelled("effects", witness.effects.map(effectElement)),
    witness.because && labelled("because", el("span", {}, prose(witness.because))),
    copies(witness, detail),
  );
}

function values(witness) {
  const where = witness.where || witness.kind;
  const words =
    witness.old === witness.new
      ? "Both versions do the same here, but a contract requires a difference."
      : ["differs at ", el("code", { class: "path" }, where)];
  return bothSides(witness, words, "values");
}

/** What both versions did to one file, table or logger: all of them are shown, in order. */
function effectElement(effect) {
  const look = effect.old === effect.new ? "alike" : effect.isFirst ? "first" : "differs";
  const words = [el("code", {}, effect.place), effect.isFirst && " differs first"];
  return bothSides(effect, words, `values effect ${look}`);
}

function bothSides(told, words, look) {
  const one = (side, text, spans) =>
    el(
      "div",
      { class: `value ${side}` },
      el("h5", {}, side),
      el("pre", { tabindex: "0", "aria-label": `${side} value` }, codePieces(text, [], spans)),
    );
  return el(
    "div",
    { class: look },
    el("p", { class: "where" }, words),
    one("old", told.old, told.spans[0]),
    one("new", told.new, told.spans[1]),
  );
}

function givenList(given) {
  return el(
    "dl",
    { class: "given" },
    given.map((each) => [el("dt", {}, el("code", {}, each.path)), el("dd", {}, el("code", {}, each.value))]),
  );
}

function copies(witness, detail) {
  const buttons = [
    witness.replay && copyButton("Copy replay", witness.replay, true),
    witness.python && copyButton("Copy call as Python", witness.python, false),
    witness.isCall && witness.python && detail.writeTest && copyButton("Copy test command", detail.writeTest, true),
  ].filter(Boolean);
  if (!buttons.length) return false;
  return el("div", { class: "copies" }, buttons);
}

const JUDGEMENTS = { intended: "good", unintended: "bad", unclear: "open" };

function judgementClass(judgement) {
  return Object.hasOwn(JUDGEMENTS, judgement) ? JUDGEMENTS[judgement] : "open";
}

function badge(words, look) {
  return el("span", { class: `badge ${look}` }, words);
}

function labelled(label, content) {
  return el("div", { class: "labelled" }, el("span", { class: "label" }, label), el("div", {}, content));
}
