/* How is text that nobody vouched for put on the page?
 *
 * Names, values, code and words come from programs under test. They become text nodes and nothing
 * else: no markup is parsed here, and no attribute that acts (a link, a style, a handler) is ever
 * made of them. What a reader could not see, or what would turn the text around, is spelled out.
 */

const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu;

/** Text with characters that cannot be seen written as escapes; lines stay lines. */
function shown(text) {
  return String(text).replace(UNSEEN, (character) => {
    if (character === "\n" || character === "\t") return character;
    const code = character.codePointAt(0).toString(16);
    if (code.length <= 2) return "\\x" + code.padStart(2, "0");
    return code.length <= 4 ? "\\u" + code.padStart(4, "0") : "\\U" + code.padStart(8, "0");
  });
}

/** The same on one line. */
function shownLine(text) {
  return shown(text).replace(/[\n\t]/g, (character) => (character === "\n" ? "\\n" : " "));
}

/** An element: `properties` are attributes by name, or `on` with listeners; falsy ones are left out. */
function el(tag, properties, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same in a drawing. */
function svg(tag, properties, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (value !== false && value !== null && value !== undefined && value !== "") {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  put(element, children);
  return element;
}

/** Add children: elements as they are, everything else as text that can be seen. */
function put(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false && child !== "") {
      element.append(shown(child));
    }
  }
}

/** A sentence with `code` in backquotes, as people and reports write it. */
function prose(text) {
  return shownLine(text)
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 ? el("code", {}, part) : part));
}

function byId(id) {
  return document.getElementById(id);
}

/** "1 function", "2,000 functions". */
function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** A duration at the precision a person cares for. */
function duration(seconds) {
  if (seconds < 0.095) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 60) return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
