/* How does the page start, and how does it follow a campaign that is still running? */

const POLL_MS = 1500;
//: So many changes are taken in by themselves; more when the reader asks for them.
const MOST_CHANGES = 5000;

let newest = 0;
let allowed = MOST_CHANGES;
//: Functions that came in while something was open, and are not in the list yet.
let waiting = 0;

function drawHeader(title, facts) {
  byId("title").replaceChildren(...prose(title));
  byId("sides").replaceChildren(...facts.filter(Boolean).flatMap((fact, index) => (index ? [" · ", fact] : [fact])).map((fact) => (fact instanceof Node ? fact : shown(fact))));
}

function drawSummary(digest) {
  const tile = (verdict) =>
    el(
      "button",
      {
        type: "button",
        class: `tile ${verdict}`,
        "data-verdict-filter": verdict,
        "aria-pressed": String(wanted.verdicts.has(verdict)),
        on: { click: () => toggleVerdict(verdict) },
      },
      el("b", {}, digest.totals[verdict].toLocaleString("en")),
      el("span", {}, el("i", { "aria-hidden": "true" }, GLYPHS[verdict]), VERDICT_WORDS[verdict]),
    );
  const notes = [
    digest.unintended > 0 && badge(`${digest.unintended.toLocaleString("en")} unintended`, "bad"),
    digest.breaking > 0 && badge(`${digest.breaking.toLocaleString("en")} breaking`, "bad"),
  ].filter(Boolean);
  const bar = verdictBar(VERDICTS.map((verdict) => digest.totals[verdict]));
  const focused = document.activeElement?.dataset?.verdictFilter;
  byId("summary").replaceChildren(el("div", { class: "tiles" }, VERDICTS.map(tile)), bar, ...(notes.length ? [el("p", { class: "marks" }, notes)] : []));
  if (focused) document.querySelector(`[data-verdict-filter="${focused}"]`).focus();
}

function startSaved() {
  given.changes.forEach(takeChange);
  const [only] = changes;
  if (changes.length === 1) {
    const sides = el("code", {}, shownLine(`${only.old}..${only.new}`));
    drawHeader(only.title, [sides, counted(functions.length, "function"), counted(only.files, "file"), duration(only.seconds), only.when]);
    byId("notes").append(...changeNotes(only));
    byId("about").append(...changeAbout(only));
  } else {
    const seconds = sum(changes.map((change) => change.seconds));
    drawHeader(counted(changes.length, "change"), [counted(functions.length, "function"), changes.length > 0 && duration(seconds)]);
    drawCharts(given.digest);
    drawChanges();
  }
  drawSummary(given.digest);
  drawAll();
  openAddressed();
}

function drawAll() {
  drawChoices();
  drawFunctions();
}

async function follow() {
  try {
    const answer = await asked(`changes?after=${newest}`);
    byId("progress").classList.remove("lost");
    takeSlice(answer);
    const more = answer.more && changes.length < allowed;
    setTimeout(follow, more ? 0 : document.hidden ? 4 * POLL_MS : POLL_MS);
  } catch (error) {
    byId("progress").hidden = false;
    byId("progress").classList.add("lost");
    byId("progress").replaceChildren(shown(`Not up to date: ${error.message}. Trying again.`));
    setTimeout(follow, 2 * POLL_MS);
  }
}

function takeSlice(answer) {
  drawProgress(answer.status);
  drawHeader(live.title, [counted(answer.digest.changes, "change"), answer.status.seconds > 0 && duration(answer.status.seconds)]);
  drawSummary(answer.digest);
  drawCharts(answer.digest);
  if (changes.length >= allowed) return offerMore(answer);
  byId("fresh").hidden = true;
  if (!answer.changes.length) return waiting ? offerWaiting() : undefined;
  const before = functions.length;
  answer.changes.forEach(takeChange);
  newest = answer.last;
  drawChanges();
  waiting += functions.length - before;
  const isReading = functions.some(isOpened) || document.activeElement?.closest("#function-list");
  if (isReading) offerWaiting();
  else showWaiting();
}

function showWaiting() {
  waiting = 0;
  byId("fresh").hidden = true;
  drawAll();
  openAddressed();
}

/** Lines do not move under the eyes of somebody who reads one. */
function offerWaiting() {
  byId("fresh").hidden = false;
  byId("fresh").textContent = `Show ${counted(waiting, "new function")}`;
  byId("fresh").onclick = showWaiting;
}

function offerMore(answer) {
  if (!answer.more) return;
  byId("fresh").hidden = false;
  byId("fresh").textContent = `${changes.length.toLocaleString("en")} changes are shown. Load more`;
  byId("fresh").onclick = () => {
    allowed += MOST_CHANGES;
    byId("fresh").hidden = true;
  };
}

function drawProgress(status) {
  const place = byId("progress");
  place.hidden = false;
  const { done, total } = status;
  const meter = el("progress", { max: Math.max(total, 1), value: done, "aria-label": "Completed changes" });
  const states = status.states.map(([name, count]) => `${count.toLocaleString("en")} ${name}`).join(", ");
  place.classList.toggle("running", done < total);
  place.replaceChildren(meter, shown(`${done.toLocaleString("en")} of ${counted(total, "change")}${states ? ` · ${states}` : ""}`));
}

function startTheme() {
  try {
    applyTheme(localStorage.getItem("swerve-theme"));
  } catch {
    applyTheme(null);
  }
  byId("theme").addEventListener("click", toggleTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", labelTheme);
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function toggleTheme() {
  const theme = isDark() ? "light" : "dark";
  applyTheme(theme);
  try {
    localStorage.setItem("swerve-theme", theme);
  } catch {
    // it lasts as long as the page, then
  }
}

function applyTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  labelTheme();
}

function labelTheme() {
  byId("theme").textContent = isDark() ? "Light" : "Dark";
}

startTheme();
startFilters();
startFunctions();
startChanges();
startKeys();
if (live) {
  byId("home").setAttribute("href", "/");
  drawHeader(live.title, []);
  follow();
} else startSaved();
performance.mark("swerve-drawn");
