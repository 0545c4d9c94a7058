/* What did many changes come to? Drawings of the figures that pages/_digest.py keeps. */

const VERDICTS = ["changed", "inconclusive", "likely-preserved", "preserved"];
const VERDICT_WORDS = {
  changed: "changed",
  inconclusive: "inconclusive",
  "likely-preserved": "likely preserved",
  preserved: "preserved",
};
const GLYPHS = { changed: "✗", inconclusive: "?", "likely-preserved": "≈", preserved: "✓" };

//: Of a drawing, in its own units; the page scales it.
const WIDE = 320;
const HIGH = 120;

function drawCharts(digest) {
  const place = byId("charts");
  place.hidden = false;
  place.replaceChildren(verdictChart(digest), secondsChart(digest), reachChart(digest));
}

function verdictChart(digest) {
  const columns = digest.columns.map(([first, last, changes, ...counts]) => ({ first, last, changes, counts }));
  const highest = Math.max(1, ...columns.map((column) => sum(column.counts)));
  const width = Math.min(WIDE / Math.max(1, columns.length), 28);
  const bars = columns.flatMap((column, index) => {
    let top = HIGH;
    return column.counts.map((count, verdict) => {
      const height = (count / highest) * HIGH;
      top -= height;
      return (
        count > 0 &&
        svg(
          "rect",
          { x: index * width, y: top, width: Math.max(width - (width > 4 ? 1 : 0), 0.5), height, class: `fill-${VERDICTS[verdict]}` },
          svg("title", {}, `${timeSpan(column)}: ${count} ${VERDICT_WORDS[VERDICTS[verdict]]}`),
        )
      );
    });
  });
  const each = columns.length && columns[0].changes > 1 ? `, ${columns[0].changes} changes per column` : "";
  const told = VERDICTS.map((verdict) => `${digest.totals[verdict]} ${VERDICT_WORDS[verdict]}`).join(", ");
  return chart({
    title: "Verdicts over time",
    note: `Functions of ${counted(digest.changes, "change")}${each}`,
    told,
    bars,
    highest,
    ends: columns.length ? [columns[0].first, columns[columns.length - 1].last] : ["", ""],
  });
}

function timeSpan(column) {
  const when = column.first === column.last ? column.first : `${column.first} to ${column.last}`;
  return when || counted(column.changes, "change");
}

function secondsChart(digest) {
  const { ends, counts } = digest.seconds;
  const labels = [...ends.map((end) => `≤ ${duration(end)}`), `> ${duration(ends[ends.length - 1])}`];
  const words = [...ends.map((end) => `within ${duration(end)}`), `in more than ${duration(ends[ends.length - 1])}`];
  const half = within(counts, words, 0.5);
  const most = within(counts, words, 0.9);
  const told = half === most ? `Nine in ten pairs were done ${most}` : `Half of the pairs were done ${half}, nine in ten ${most}`;
  return histogram({
    title: "Time per pair",
    note: sum(counts) ? told : "No pair yet",
    labels,
    counts,
    ends: [labels[0], labels[labels.length - 1]],
    look: "fill-plain",
  });
}

/** The class by whose end so large a share is through. */
function within(counts, words, share) {
  let seen = 0;
  const index = counts.findIndex((count) => (seen += count) >= share * sum(counts));
  return words[Math.max(index, 0)];
}

function reachChart(digest) {
  const { counts } = digest.reach;
  const labels = ["none", "under 25 %", "25 to 49 %", "50 to 74 %", "75 to 99 %", "all"];
  const total = sum(counts);
  const whole = total ? Math.round((100 * counts[counts.length - 1]) / total) : 0;
  return histogram({
    title: "Reach",
    note: total ? `All changed lines ran in ${whole} % of ${counted(total, "pair")} that ran` : "No pair ran",
    labels,
    counts,
    ends: ["none ran", "all ran"],
    look: "fill-plain",
  });
}

function histogram({ title, note, labels, counts, ends, look }) {
  const highest = Math.max(1, ...counts);
  const width = WIDE / counts.length;
  const bars = counts.map((count, index) => {
    const height = count ? Math.max((count / highest) * HIGH, 1) : 0;
    return svg(
      "rect",
      { x: index * width, y: HIGH - height, width: width - 3, height, class: look },
      svg("title", {}, `${labels[index]}: ${count}`),
    );
  });
  const told = labels.map((label, index) => `${label}: ${counts[index]}`).join(", ");
  return chart({ title, note, told, bars, highest, ends });
}

function chart({ title, note, told, bars, highest, ends }) {
  return el(
    "figure",
    { class: "chart" },
    el("figcaption", {}, el("h3", {}, title), el("p", { class: "facts" }, note)),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${title}. ${shownLine(told)}`, preserveAspectRatio: "none" },
      svg("line", { x1: 0, x2: WIDE, y1: 0.5, y2: 0.5, class: "rule" }),
      svg("line", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, class: "rule" }),
      bars.filter(Boolean),
      svg("line", { x1: 0, x2: WIDE, y1: HIGH - 0.5, y2: HIGH - 0.5, class: "axis" }),
    ),
    el("p", { class: "ends facts" }, el("span", {}, ends[0]), el("span", {}, `highest: ${highest.toLocaleString("en")}`), el("span", {}, ends[1])),
  );
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Verdicts of some functions as a thin bar. */
function verdictBar(counts) {
  const total = Math.max(1, sum(counts));
  let left = 0;
  const parts = counts.map((count, index) => {
    const width = (100 * count) / total;
    left += width;
    return count > 0 && svg("rect", { x: left - width, y: 0, width, height: 6, class: `fill-${VERDICTS[index]}` });
  });
  return svg("svg", { class: "verdict-bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, parts.filter(Boolean));
}
