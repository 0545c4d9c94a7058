/* How are the changes of a campaign listed? */

const CHANGE_CHUNK = 20;
let changesWanted = CHANGE_CHUNK;

/** As they were given; the newest first where they come in. */
function drawChanges() {
  byId("changes").hidden = false;
  byId("changes-count").textContent = changes.length.toLocaleString("en");
  const first = live ? changes.slice(-changesWanted).reverse() : changes.slice(0, changesWanted);
  const focused = document.activeElement;
  const list = byId("change-list");
  const isInside = list.contains(focused);
  list.replaceChildren(...first.map(changeNode));
  if (isInside) focused.focus({ preventScroll: true });
  const left = changes.length - first.length;
  byId("more-changes").hidden = left <= 0;
  byId("more-changes").textContent = counted(left, "more change");
}

function changeNode(change) {
  if (change.node) return change.node;
  const id = `c${change.index}`;
  const region = el("div", { class: "detail", id, role: "region", "aria-labelledby": `b${id}`, hidden: true });
  const button = el(
    "button",
    { type: "button", class: "row change-row", "aria-expanded": "false", "aria-controls": id, id: `b${id}` },
    el("span", { class: "name" }, prose(change.title)),
    change.functions.length > 0 && verdictBar(change.counts),
    el("span", { class: "place" }, shownLine([change.when, `${change.old}..${change.new}`].filter(Boolean).join(" · "))),
    el("span", { class: "gist" }, changeGist(change)),
  );
  const node = (change.node = el("li", { class: "item" }, el("h3", {}, button), region));
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(isOpen));
    node.classList.toggle("open", isOpen);
    region.hidden = !isOpen;
    if (isOpen && !region.hasChildNodes()) fillChange(change, region);
  });
  return node;
}

function changeGist(change) {
  const told = change.counts.map((count, index) => count > 0 && `${count} ${VERDICT_WORDS[VERDICTS[index]]}`);
  const problems = typeof change.problems === "number" ? change.problems : change.problems.length;
  if (problems) told.push(counted(problems, "problem"));
  return `${told.filter(Boolean).join(", ") || "no functions"} · ${duration(change.seconds)}`;
}

function fillChange(change, region) {
  const only = el("button", { type: "button", class: "only" }, `Show only its ${counted(change.functions.length, "function")}`);
  only.addEventListener("click", () => {
    wanted.change = change;
    filterChanged();
    byId("functions").scrollIntoView();
    focusFirst();
  });
  region.append(change.functions.length ? only : "");
  wholeChange(change).then(
    (whole) => region.append(...changeNotes(whole), ...changeAbout(whole)),
    (error) => region.append(el("p", { class: "facts" }, error.message)),
  );
}

function startChanges() {
  byId("more-changes").addEventListener("click", () => {
    changesWanted += CHANGE_CHUNK;
    drawChanges();
  });
}
