// Games as files: saved, sent, loaded, compared; and kept in the browser, if people want that.

/** So many letters a file may have: longer ones are no games. */
const MOST_FILE = 16_000_000;

const logText = () => (tell("log") || []).map(line => `${line}\n`).join("");

function fileName() {
  const { turn, decisions } = table.standing;
  return `${INFO.game.id}-${INFO.scenario.id}-${turn ? `turn-${turn}-` : ""}${decisions}.mlog`.replace(/[^\w.-]+/g, "_");
}

async function saveGame() {
  const name = fileName();
  const link = el("a", { href: URL.createObjectURL(new Blob([logText()], { type: "application/x-ndjson" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  table.saved = table.standing.decisions;
  say(WORDS.saved(name));
}

function loadDialog() {
  dialog(WORDS.load, close => {
    const field = el("input", { type: "file", id: "load-file", accept: ".mlog,.json,.txt", "aria-label": WORDS.chooseFile, onchange: async () => { const file = field.files[0]; close(); if (file) await takeFile(file); } });
    return [el("p", { text: WORDS.chooseFile }), field, el("p", { class: "note", text: WORDS.mailWarn }), el("p", { class: "answers" }, button(WORDS.cancel, () => close()))];
  });
}

/** @param {File} file @param {object} [players] who plays, if that is to change */
async function takeFile(file, players) {
  if (file.size > MOST_FILE) return say(WORDS.tooLarge, true);
  return takeText(await file.text(), players);
}

/** Lines of a log that are decisions, and its head. */
function readLog(text) {
  const lines = text.split("\n").filter(line => line.trim());
  const read = line => { try { return JSON.parse(line); } catch { return null; } };
  const all = lines.map(read).filter(it => it && typeof it === "object");
  // Taken-back decisions are taken out, so that two logs can be compared.
  const made = [];
  for (const it of all) {
    if (it.takeback) made.length = Math.max(0, made.length - it.takeback);
    else if ("do" in it) made.push(it);
  }
  return { head: all[0] || {}, made };
}

/** A decision of a log in words; whatever a foreign file says there is only text. */
function whoDid({ by, do: decision }) {
  const who = by === "dice" ? WORDS.dice : sideName(by);
  try { return `${who}: ${decisionWords(decision)}`; } catch { return `${who}: ${JSON.stringify(decision)}`; }
}

/** Whether people type in what the dice show. */
const hasTypedDice = text => readLog(text.slice(0, text.indexOf("\n") + 1)).head.dice === "typed";

/** How two logs stand to each other. */
function compareLogs(mine, theirs) {
  const heads = ["game", "scenario", "seed", "bundle"];
  if (heads.some(key => mine.head[key] !== theirs.head[key])) return { is: "other" };
  const upTo = Math.min(mine.made.length, theirs.made.length);
  for (let n = 0; n < upTo; n++) {
    const [a, b] = [mine.made[n], theirs.made[n]];
    if (!same([a.by, a.do], [b.by, b.do])) return { is: "differs", n: n + 1, mine: whoDid(a), theirs: whoDid(b) };
  }
  const more = theirs.made.length - mine.made.length;
  return more > 0 ? { is: "further", n: more } : more < 0 ? { is: "behind", n: -more } : { is: "same" };
}

/** Takes a game that was handed over, after asking where it is not simply the same game, further on. */
async function takeText(text, players) {
  if (table.standing && table.standing.decisions > 0) {
    const how = compareLogs(readLog(logText()), readLog(text));
    const words = { other: () => WORDS.other, differs: () => WORDS.differs(how.n, how.mine, how.theirs), behind: () => WORDS.behind(how.n), same: () => WORDS.same, further: () => WORDS.further(how.n) }[how.is]();
    if (how.is === "same") return say(words);
    if (how.is !== "further" && !await choose(WORDS.load, words, [[WORDS.keepMine, false], [WORDS.takeFile, true]])) return;
  }
  const answer = change({ load: text });
  if (!answer.ok) return say(WORDS.badFile(answer.no.why), true);
  table.past = null;
  table.typed = hasTypedDice(text);
  table.saved = table.standing.decisions;
  if (players) table.players = players;
  table.seat = null;
  for (const open of document.querySelectorAll("dialog[open]")) open.remove();
  afterJump();
  say([WORDS.loaded(table.standing.decisions), answer.ok.cut ? WORDS.wasCut : ""].filter(Boolean).join(" "));
  return true;
}

/** Whoever leaves with a game that is kept nowhere is asked first. */
function listenToLeaving() {
  addEventListener("beforeunload", event => {
    const { standing, saved } = table;
    if (standing && standing.decisions > saved + 3 && !autosave.allowed) event.preventDefault();
  });
}

function listenToDrops() {
  addEventListener("dragover", event => event.preventDefault());
  addEventListener("drop", event => {
    event.preventDefault();
    const file = event.dataTransfer && event.dataTransfer.files[0];
    if (file) takeFile(file);
  });
}

/** The game is kept in this browser, if somebody said yes. Nothing is kept before. */
const autosave = {
  allowed: null, timer: 0, asking: false,
  key: () => `muster ${INFO.builtFrom}`,
  store() { try { return localStorage; } catch { return null; } },

  read() {
    try {
      const kept = JSON.parse(this.store()?.getItem(this.key()) || "null");
      if (kept) this.allowed = true;
      return kept && kept.log ? kept : null;
    } catch { return null; }
  },

  keep() {
    if (this.allowed === null && !this.asking && this.store() && table.standing.decisions > 2) return this.offer();
    if (!this.allowed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      try { this.store().setItem(this.key(), JSON.stringify({ log: logText(), players: table.players, curtain: table.curtain, decisions: table.standing.decisions, when: new Date().toLocaleString() })); } catch { /* no room: then nothing is kept */ }
    }, 400);
  },

  offer() {
    this.asking = true;
    const bar = $("ask-autosave");
    const answer = yes => { this.allowed = yes; bar.className = ""; put(bar); if (yes) this.keep(); };
    put(bar, el("span", { text: WORDS.autosaveAsk }), button(WORDS.autosaveYes, () => answer(true), { class: "first" }), button(WORDS.autosaveNo, () => answer(false)));
    bar.className = "shown";
  },

  forget() { try { this.store()?.removeItem(this.key()); } catch { /* nothing was kept */ } },
};
