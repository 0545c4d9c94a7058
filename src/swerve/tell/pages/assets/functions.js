/* How is the list of functions drawn, and kept quick when there are thousands?
 *
 * Lines are made when they come near the window, and what a function has to show when it is opened.
 */

const CHUNK = 60;
let listed = [];
let drawn = 0;

function drawFunctions() {
  listed = wantedFunctions();
  drawn = 0;
  byId("function-list").replaceChildren();
  drawMoreFunctions();
  byId("none").hidden = listed.length > 0 || functions.length === 0;
  const of = listed.length === functions.length ? "" : ` of ${functions.length.toLocaleString("en")}`;
  const where = wanted.change ? ` in ${shownLine(wanted.change.title)}` : "";
  byId("count").textContent = `${listed.length.toLocaleString("en")}${of}${where}`;
}

function drawMoreFunctions() {
  const next = listed.slice(drawn, drawn + CHUNK);
  byId("function-list").append(...next.map(functionNode));
  drawn += next.length;
  const more = byId("more-functions");
  more.hidden = drawn >= listed.length;
  more.textContent = `${counted(listed.length - drawn, "more function")}`;
}

function functionNode(fn) {
  if (fn.node) return fn.node;
  const { brief } = fn;
  const id = `d${fn.change.index}-${fn.index}`;
  const button = el(
    "button",
    { type: "button", class: "row", "aria-expanded": "false", "aria-controls": id, id: `b${id}` },
    el("span", { class: `verdict ${brief.verdict}` }, el("i", { "aria-hidden": "true" }, GLYPHS[brief.verdict]), VERDICT_WORDS[brief.verdict]),
    el("span", { class: "name" }, shownLine(brief.name)),
    el(
      "span",
      { class: "badges" },
      brief.judgements.filter((each) => each !== "not judged").map((each) => badge(each, judgementClass(each))),
      brief.breaking && badge("breaking", "bad"),
    ),
    el("span", { class: "place" }, shownLine(`${brief.file}:${brief.line}`)),
    gist(brief),
  );
  const region = el("div", { class: "detail", id, role: "region", "aria-labelledby": `b${id}`, hidden: true });
  button.addEventListener("click", () => toggleFunction(fn));
  fn.node = el("li", { class: `item ${brief.verdict}` }, el("h3", {}, button), region);
  fn.node.swerve = fn;
  return fn.node;
}

function gist(brief) {
  if (!brief.gist.length) return el("span", { class: "gist" }, prose(brief.reason));
  const [old, fresh] = brief.gist;
  return el(
    "span",
    { class: "gist" },
    el("span", { class: "said" }, "old "),
    el("code", { class: "old" }, shownLine(old)),
    el("span", { "aria-hidden": "true" }, " → "),
    el("span", { class: "said" }, ", new "),
    el("code", { class: "new" }, shownLine(fresh)),
  );
}

function toggleFunction(fn, isOpen = !isOpened(fn)) {
  const [button, region] = [fn.node.querySelector(".row"), fn.node.querySelector(".detail")];
  button.setAttribute("aria-expanded", String(isOpen));
  fn.node.classList.toggle("open", isOpen);
  region.hidden = !isOpen;
  if (isOpen && !region.hasChildNodes()) fillDetail(fn, region);
  remember(isOpen ? `#${addressOf(fn)}` : "");
}

/** How an address names a function; what no address can carry is left out. */
function addressOf(fn) {
  return `f=${fn.change.index}/${encodeURIComponent(fn.brief.id.replace(/\p{Cs}/gu, ""))}`;
}

function isOpened(fn) {
  return Boolean(fn.node) && fn.node.classList.contains("open");
}

function fillDetail(fn, region) {
  if (fn.brief.detail) {
    region.append(...functionDetail(fn, fn.brief.detail));
    return;
  }
  region.append(el("p", { class: "facts" }, "Loading…"));
  wholeChange(fn.change).then(
    (whole) => region.replaceChildren(...functionDetail(fn, whole.functions[fn.index].detail)),
    (error) => {
      region.replaceChildren();
      toggleFunction(fn, false);
      say(`Could not be loaded: ${error.message}`);
    },
  );
}

/** Keep what is open in the address, so that it can be passed on. */
function remember(hash) {
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch {
    // some browsers do not allow it for files
  }
}

//: What the address names, until it is there and open.
let addressed = location.hash;

/** Open what the address names: a function, or a witness by its id. */
function openAddressed() {
  if (!addressed || location.hash !== addressed) return;
  const address = addressed.slice(1);
  const isNamed = address.startsWith("f=");
  const ids = ({ brief }) => (brief.detail ? brief.detail.witnesses.map((each) => each.id) : brief.words.split(" "));
  const fn = functions.find(isNamed ? (each) => addressOf(each) === address : (each) => ids(each).includes(address));
  if (!fn) return;
  addressed = "";
  while (!fn.node && drawn < listed.length) drawMoreFunctions();
  toggleFunction(fn, true);
  (isNamed ? fn.node : byId(address) || fn.node).scrollIntoView({ block: "start" });
  fn.node.querySelector(".row").focus({ preventScroll: true });
}

/** Move to the next line, or the one before. */
function moveFocus(step) {
  const current = document.activeElement?.closest(".item");
  const list = byId("function-list");
  if (!current || current.parentNode !== list) return focusFirst();
  if (step > 0 && !current.nextElementSibling) drawMoreFunctions();
  focusItem(step > 0 ? current.nextElementSibling : current.previousElementSibling);
}

function focusFirst() {
  focusItem(byId("function-list").firstElementChild);
}

function focusItem(item) {
  if (!item) return;
  const button = item.querySelector(".row");
  button.focus({ preventScroll: true });
  button.scrollIntoView({ block: "nearest" });
}

function startFunctions() {
  const more = byId("more-functions");
  more.addEventListener("click", drawMoreFunctions);
  new IntersectionObserver(
    (seen) => seen.some((each) => each.isIntersecting) && drawMoreFunctions(),
    { rootMargin: "800px" },
  ).observe(more);
  addEventListener("beforeprint", () => {
    while (drawn < listed.length) drawMoreFunctions();
  });
}
