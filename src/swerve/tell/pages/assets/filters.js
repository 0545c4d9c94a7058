/* Which functions does the reader want to see, and in which order? */

const wanted = { find: "", verdicts: new Set(), judgement: "", realism: "", engine: "", file: "", change: null, order: "worst" };

const CHOICES = [
  { name: "judgement", all: "any judgement", of: (brief) => brief.judgements },
  { name: "realism", all: "any realism", of: (brief) => brief.realisms },
  { name: "engine", all: "any engine", of: (brief) => brief.engines },
  { name: "file", all: "any file", of: (brief) => [brief.file] },
];

const ORDERS = {
  worst: ["worst first", (one, other) => one.rank - other.rank],
  file: ["by file", (one, other) => compareText(one.brief.file, other.brief.file) || one.brief.line - other.brief.line],
  slow: ["slowest first", (one, other) => other.brief.seconds - one.brief.seconds],
};

function compareText(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

function isWanted(fn, words) {
  const { brief } = fn;
  return (
    (wanted.verdicts.size === 0 || wanted.verdicts.has(brief.verdict)) &&
    (wanted.change === null || wanted.change === fn.change) &&
    CHOICES.every((choice) => !wanted[choice.name] || choice.of(brief).includes(wanted[choice.name])) &&
    words.every((word) => wordsOf(fn).includes(word))
  );
}

function wantedFunctions() {
  const words = wanted.find.toLowerCase().split(/\s+/).filter(Boolean);
  // Sorting is stable: what ranks alike stays in the order of the report.
  return functions.filter((fn) => isWanted(fn, words)).sort(ORDERS[wanted.order][1]);
}

function isFiltering() {
  return Boolean(wanted.find || wanted.verdicts.size || wanted.change || CHOICES.some((choice) => wanted[choice.name]));
}

/** The choices there are, in the order of their first appearance, or of their names for files. */
function drawChoices() {
  const place = byId("choices");
  const selects = CHOICES.map((choice) => {
    const values = new Set(functions.flatMap((fn) => choice.of(fn.brief)));
    if (wanted[choice.name]) values.add(wanted[choice.name]);
    if (values.size < 2 && !wanted[choice.name]) return null;
    const sorted = choice.name === "file" ? [...values].sort(compareText) : [...values];
    return select(choice.name, choice.name, choice.all, sorted.map((value) => [value, value]));
  });
  const orders = Object.entries(ORDERS).map(([value, [words]]) => [value, words]);
  place.replaceChildren(...selects.filter(Boolean), select("order", "order", null, orders));
}

function select(name, label, all, options) {
  const element = el(
    "select",
    { id: `by-${name}`, "aria-label": label },
    all && option("", all),
    options.map(([value, words]) => option(value, words)),
  );
  element.value = wanted[name];
  element.classList.toggle("set", name !== "order" && Boolean(wanted[name]));
  element.addEventListener("change", () => {
    wanted[name] = element.value;
    element.classList.toggle("set", name !== "order" && Boolean(element.value));
    filterChanged();
  });
  return element;
}

function option(value, words) {
  const element = el("option", {}, shownLine(words));
  element.value = value;
  return element;
}

/** Go to the next value of a choice; after the last one comes none. */
function cycleChoice(name) {
  const element = byId(`by-${name}`);
  if (!element) return;
  element.selectedIndex = (element.selectedIndex + 1) % element.options.length;
  element.dispatchEvent(new Event("change"));
  say(`${name}: ${element.options[element.selectedIndex].textContent}`);
}

function toggleVerdict(verdict) {
  if (!wanted.verdicts.delete(verdict)) wanted.verdicts.add(verdict);
  filterChanged();
}

function clearFilters() {
  Object.assign(wanted, { find: "", judgement: "", realism: "", engine: "", file: "", change: null });
  wanted.verdicts.clear();
  byId("find").value = "";
  drawChoices();
  filterChanged();
}

function filterChanged() {
  drawFunctions();
  for (const tile of document.querySelectorAll("[data-verdict-filter]")) {
    tile.setAttribute("aria-pressed", String(wanted.verdicts.has(tile.dataset.verdictFilter)));
  }
  byId("clear").hidden = !isFiltering();
}

function startFilters() {
  const find = byId("find");
  find.addEventListener("input", () => {
    wanted.find = find.value;
    filterChanged();
  });
  byId("filters").addEventListener("submit", (event) => {
    event.preventDefault();
    focusFirst();
  });
  byId("clear").addEventListener("click", clearFilters);
}
