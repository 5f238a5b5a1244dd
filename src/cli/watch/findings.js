// Whatever an author wrote becomes text here, never markup.
const make = (name, kind, ...inside) => {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...inside.filter(part => part !== null));
  return element;
};
// `words` between backticks are things an author has typed.
const prose = text => text.split(/`([^`]+)`/).map((part, i) => i % 2 ? make("code", "", part) : part);
const byId = id => document.getElementById(id);
const count = (n, what) => `${n} ${what}${n === 1 ? "" : what.endsWith("x") ? "es" : "s"}`;
const link = (at, words) => {
  if (!at.link) return null;
  const a = make("a", "", words);
  a.href = at.link;
  return a;
};

function row(number, ...inside) {
  return make("div", "row", make("span", "number", number), ...inside);
}

function piece(part) {
  const all = [];
  if (part.what) all.push(make("p", "what", ...prose(part.what)));
  if (part.at) all.push(where(part.at));
  const box = make("div", "piece");
  for (const line of part.lines) {
    const text = make("span", "text");
    for (const { text: words, mark } of line.parts) text.append(mark ? make("mark", mark, words) : words);
    box.append(row(String(line.number), text));
    for (const note of line.notes) box.append(row("", make("span", `note ${note.mark}`, ...prose(note.text))));
  }
  if (part.lines.length) all.push(box);
  return all;
}

function where(at) {
  return make("div", "where", make("code", "", at.address), link(at, "open"));
}

function finding(found, about) {
  const code = make("span", "tone", `${found.severity} ${found.code}`);
  code.title = `${found.name}: muster explain ${found.code} tells more`;
  const place = where(found);
  place.prepend(code);
  const card = make("article", found.severity, make("h3", "", ...prose(found.message)), place, ...found.excerpts.flatMap(piece));
  if (found.more_related) card.append(make("p", "others", `and ${found.more_related} more places that belong to it`));
  if (found.other_count) {
    const left = found.other_count - found.others.length;
    card.append(make("p", "others", `and ${found.other_count} more like it:`, " ",
      ...found.others.map(at => link(at, at.address) || make("code", "", at.address)), left ? `and ${left} more` : ""));
  }
  if (found.help) card.append(make("p", "help", make("b", "", "help: "), ...prose(found.help)));
  if (about && (about.hex !== null || about.unit !== null)) {
    const button = make("button", "show", "show");
    button.type = "button";
    button.title = "Shows it on the map, or its counter";
    button.onclick = () => desk.point(about);
    place.append(button);
    card.classList.add("points");
    // The whole card shows it, except where a link or a text that is being marked is.
    card.onclick = event => { if (!event.target.closest("a, button") && getSelection().isCollapsed) desk.point(about); };
  }
  return card;
}

let shown = null;
function show(state) {
  const all = [];
  const size = state.size || {};
  const counts = [[state.errors, "error"], [state.warnings, "warning"], [state.hints, "hint"]].filter(([n]) => n);
  const tally = state.problem ? "nothing to check" : counts.map(([n, what]) => count(n, what)).join(", ") || "clean";
  const tone = state.problem || state.errors ? "error" : state.warnings ? "warning" : "clean";
  if (state.problem) {
    all.push(make("p", "state", ...prose(`${state.problem}. Muster watches for it to come back.`)));
  } else {
    byId("game").textContent = state.game;
    const parts = ["unit", "counter", "hex", "scenario", "table"].map(what => [size[what === "hex" ? "hexes" : `${what}s`], what]);
    const about = parts.filter(([n]) => n).map(([n, what]) => count(n, what)).join(", ");
    if (!state.findings.length) all.push(make("p", "state clean", make("span", "tone", "Nothing is wrong. "), about));
  }
  const files = new Map();
  (state.findings || []).forEach((found, n) => {
    if (!files.has(found.file)) files.set(found.file, []);
    files.get(found.file).push({ ...found, about: (state.shows || [])[n] });
  });
  // What must be mended comes first; otherwise the order is that of the report.
  const bad = ([, list]) => list.some(found => found.severity === "error");
  for (const [file, list] of [...files].sort((a, b) => bad(b) - bad(a))) {
    const heading = make("h2", "", file || "the game", make("small", "", count(list.length, "finding")));
    all.push(make("section", "", heading, ...list.map(found => finding(found, found.about))));
  }
  if (state.more) all.push(make("p", "", `and ${count(state.more, "more finding")}, not shown here`));
  if (state.unchecked && state.unchecked.length) {
    const list = state.unchecked.map(({ what, why }) => make("li", "", ...prose(`${what} (${why})`)));
    all.push(make("section", "", make("h2", "", "Not checked"), make("ul", "", ...list)));
  }
  byId("tally").textContent = tally;
  byId("tally").className = `tone ${tone}`;
  byId("about").textContent = `check ${state.build}, ${state.milliseconds} ms`;
  document.title = `${state.problem ? "?" : state.errors || state.warnings || "✓"} ${byId("game").textContent}`;
  // What is said once more stays as it is: who is about to click on it still can.
  const said = JSON.stringify([state.problem, state.findings, state.shows, state.more, state.unchecked, state.size]);
  if (said !== shown) byId("main").replaceChildren(...all);
  shown = said;
  // A page that plays is one file: it opens beside this one, and stays as the game was when it was opened.
  const plays = (state.scenarios || []).map((name, n) => {
    const a = make("a", "", name);
    [a.href, a.target, a.rel] = [`/play/${n}?${state.build}`, "_blank", "noopener"];
    return a;
  });
  byId("play").replaceChildren(...plays.flatMap(a => [" ", a]));
  byId("play").prepend(plays.length ? "Play:" : "");
  byId("play").hidden = !plays.length;
  desk.show(state);
  // In a narrow window a line may have to be moved for its mark to be seen.
  for (const mark of document.querySelectorAll(".piece mark:first-of-type")) {
    const box = mark.closest(".piece");
    const over = mark.getBoundingClientRect().right - box.getBoundingClientRect().right;
    if (over > 0 && !box.scrollLeft) box.scrollLeft = over + box.clientWidth / 3;
  }
}

let asking = false, again = false;
async function ask() {
  if (asking) { again = true; return; }
  asking = true;
  try {
    const answer = await fetch("/state");
    if (answer.ok) { show(await answer.json()); byId("lost").hidden = true; }
  } catch { byId("lost").hidden = false; }
  asking = false;
  if (again) { again = false; ask(); }
}

let events = null;
function listen() {
  events = new EventSource("/events");
  events.onmessage = ask;
  events.onerror = () => {
    byId("lost").hidden = false;
    // A browser gives up on a server that refuses; this page does not.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  };
}
