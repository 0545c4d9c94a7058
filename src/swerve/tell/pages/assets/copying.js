/* How does a command or a call get from the page to a terminal or a file?
 *
 * What is copied is what can be seen: an escape sequence in a hostile value arrives spelled out, and
 * a command arrives on one line, so that pasting it runs nothing by itself.
 */

function copyButton(label, text, isCommand) {
  const button = el("button", { type: "button", class: "copy", title: shownLine(text) }, label);
  button.addEventListener("click", async () => {
    const done = await copied(isCommand ? shownLine(text) : shown(text));
    button.classList.add("done");
    button.textContent = done ? "Copied" : "Not copied";
    say(done ? `${label}: copied` : "The browser did not let the page copy");
    setTimeout(() => {
      button.classList.remove("done");
      button.textContent = label;
    }, 1200);
  });
  return button;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text); // pages served over plain http have no clipboard of their own
  }
}

function copiedBySelection(text) {
  const field = el("textarea", { class: "said", "aria-hidden": "true" });
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

/** Tell those who listen to the page. */
function say(text) {
  byId("said").textContent = shown(text);
}
