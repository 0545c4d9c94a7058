/* Which parts of a piece of Python are keywords, strings, comments, numbers?
 *
 * A help for the eye, not a parser: what it does not know it leaves plain.
 */

const KEYWORDS = new Set(
  ("False None True and as assert async await break case class continue def del elif else except " +
    "finally for from global if import in is lambda match nonlocal not or pass raise return try " +
    "while with yield").split(" "),
);

const TOKEN = new RegExp(
  [
    "(#[^\\n]*)",
    "([rRbBuUfF]{0,2}(?:\"\"\"(?:[^\\\\]|\\\\[^])*?(?:\"\"\"|$(?![^]))|'''(?:[^\\\\]|\\\\[^])*?(?:'''|$(?![^]))" +
      "|\"(?:[^\"\\\\\\n]|\\\\[^])*\"?|'(?:[^'\\\\\\n]|\\\\[^])*'?))",
    "((?:\\d[\\d_]*\\.?[\\d_]*(?:[eE][+-]?\\d+)?|\\.\\d+)[jJ]?|0[xXoObB][\\da-fA-F_]+)",
    "(@[\\w.]+)",
    "([\\p{L}_][\\p{L}\\p{N}_]*)",
  ].join("|"),
  "gu",
);
const CLASSES = ["comment", "string", "number", "decorator", "word"];

/** [start, end, class] for each part that has a look of its own, in order. */
function pythonParts(text) {
  const parts = [];
  let before = "";
  for (const found of text.matchAll(TOKEN)) {
    const kind = CLASSES[found.slice(1).findIndex((group) => group !== undefined)];
    const word = found[0];
    let look = kind;
    if (kind === "word") {
      look = before === "def" || before === "class" ? "defined" : KEYWORDS.has(word) ? "keyword" : "";
      before = word;
    }
    if (look) parts.push([found.index, found.index + word.length, look]);
  }
  return parts;
}

/** The same, line by line, with offsets that count from the start of each line. */
function pythonLines(text) {
  const lines = text.split("\n");
  const looks = lines.map(() => []);
  const parts = pythonParts(text);
  let at = 0;
  let next = 0;
  lines.forEach((line, index) => {
    const end = at + line.length;
    for (let part = next; part < parts.length && parts[part][0] < end; part++) {
      const [first, last, look] = parts[part];
      if (last > at) looks[index].push([Math.max(first, at) - at, Math.min(last, end) - at, look]);
      if (last <= end) next = part + 1;
    }
    at = end + 1;
  });
  return lines.map((line, index) => ({ text: line, looks: looks[index] }));
}

/** A line as elements: coloured by `looks`, and marked where `spans` (start, end, start, end) say. */
function codePieces(text, looks, spans) {
  const cuts = new Set([0, text.length]);
  for (const [first, last] of looks) cuts.add(first).add(last);
  for (const offset of spans || []) cuts.add(Math.min(offset, text.length));
  const places = [...cuts].sort((one, other) => one - other);
  const pieces = [];
  for (let index = 0; index + 1 < places.length; index++) {
    const [first, last] = [places[index], places[index + 1]];
    const look = looks.find((each) => each[0] <= first && last <= each[1]);
    const part = text.slice(first, last);
    const coloured = look ? el("span", { class: `py-${look[2]}` }, part) : part;
    pieces.push(isMarked(first, spans) ? el("mark", {}, coloured) : coloured);
  }
  return pieces;
}

function isMarked(offset, spans) {
  for (let index = 0; spans && index < spans.length; index += 2) {
    if (spans[index] <= offset && offset < spans[index + 1]) return true;
  }
  return false;
}

/** A block of Python. */
function codeBlock(text, label) {
  const lines = pythonLines(text);
  const pieces = lines.flatMap((line, index) => [
    ...codePieces(line.text, line.looks, null),
    index + 1 < lines.length ? "\n" : "",
  ]);
  return el("pre", { class: "python", "aria-label": label, tabindex: label ? "0" : "" }, pieces);
}
