/* Which changes and functions does the page know, and where does it get the rest?
 *
 * A page that was saved holds everything. A page of `swerve serve` starts empty, takes in brief
 * changes slice by slice, and asks for the whole of one when somebody opens it.
 */

const given = JSON.parse(byId("data").textContent);
const live = given.live || null;
const changes = [];
const functions = [];

//: Whole changes that were asked for, most recent last; older ones are forgotten.
const wholes = new Map();
const MOST_WHOLES = 40;

function takeChange(change) {
  change.index = changes.length;
  changes.push(change);
  change.counts = VERDICTS.map((verdict) => change.functions.filter((each) => each.verdict === verdict).length);
  change.functions.forEach((brief, index) => {
    functions.push({
      brief,
      index,
      change,
      rank: rankOf(brief),
      words: null,
      node: null,
    });
  });
}

/** Worst first, as reports in a terminal are told. */
function rankOf(brief) {
  if (brief.verdict === "changed") return brief.judgements.includes("unintended") ? 0 : 1;
  return (brief.breaking ? 2 : 3) * 10 + VERDICTS.indexOf(brief.verdict);
}

/** What free text is looked for in. */
function wordsOf(fn) {
  if (fn.words === null) {
    const { brief } = fn;
    const witnesses = brief.detail ? brief.detail.witnesses : [];
    const said = witnesses.flatMap((each) => [each.id, each.call, each.old, each.new, each.because, each.why]);
    const parts = [brief.name, brief.file, VERDICT_WORDS[brief.verdict], brief.reason, brief.words, fn.change.title, ...said];
    fn.words = parts.filter(Boolean).join("\n").toLowerCase();
  }
  return fn.words;
}

async function wholeChange(change) {
  if (!live) return change;
  const known = wholes.get(change.number);
  if (known) return known;
  const whole = await asked(`changes/${change.number}`);
  wholes.set(change.number, whole);
  if (wholes.size > MOST_WHOLES) wholes.delete(wholes.keys().next().value);
  return whole;
}

async function asked(path) {
  const answer = await fetch(`${live.api}/${path}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.status === 401 ? "the server asks for a token again" : `the server returned status ${answer.status}`);
  return answer.json();
}
