/* What can be done without a pointer? Buttons and fields take the usual keys; these are the others. */

const KEYS = [
  { keys: ["j"], words: "next function", act: () => moveFocus(1) },
  { keys: ["k"], words: "previous function", act: () => moveFocus(-1) },
  { keys: ["Enter"], words: "open or close it", act: null },
  { keys: ["Escape"], words: "close it; leave the search", act: null },
  { keys: ["/"], words: "find", act: () => byId("find").select() || byId("find").focus() },
  { keys: ["1", "2", "3", "4"], words: "changed, inconclusive, likely preserved, preserved", act: (key) => toggleVerdict(VERDICTS[Number(key) - 1]) },
  { keys: ["i"], words: "next judgement (intent)", act: () => cycleChoice("judgement") },
  { keys: ["r"], words: "next realism", act: () => cycleChoice("realism") },
  { keys: ["e"], words: "next engine", act: () => cycleChoice("engine") },
  { keys: ["f"], words: "next file", act: () => cycleChoice("file") },
  { keys: ["o"], words: "next order", act: () => cycleChoice("order") },
  { keys: ["x"], words: "clear the filters", act: clearFilters },
  { keys: ["t"], words: "light or dark", act: () => toggleTheme() },
  { keys: ["?"], words: "this help", act: () => showHelp() },
];

function startKeys() {
  byId("help-keys").append(
    ...KEYS.flatMap(({ keys, words }) => [el("dt", {}, keys.map((key) => el("kbd", {}, key))), el("dd", {}, words)]),
  );
  byId("keys").addEventListener("click", showHelp);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") return leave(event);
    if (byId("help").open || event.target.closest("input, select, textarea")) return;
    const known = KEYS.find(({ keys, act }) => act && keys.includes(event.key));
    if (!known) return;
    event.preventDefault();
    known.act(event.key);
  });
}

/** Escape: out of the search, else out of the function that the focus is in. */
function leave(event) {
  if (byId("help").open) return;
  const find = byId("find");
  if (event.target === find) {
    if (find.value) {
      find.value = wanted.find = "";
      filterChanged();
    } else focusFirst();
    event.preventDefault();
    return;
  }
  const item = event.target.closest(".item.open");
  if (!item) return;
  if (item.swerve) toggleFunction(item.swerve, false);
  else item.querySelector(".row").click();
  focusItem(item);
}

function showHelp() {
  byId("help").showModal();
}
