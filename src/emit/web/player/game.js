// The game that is played: what was sent to the engine, how it stands, and who decides next.

const table = {
  /** @type {Engine} */ engine: null,
  /** How the game stands, as the engine told it last. */
  standing: null,
  /** Who is where. */
  view: null,
  /** Lines that changed the game, for the worker that thinks along. */
  lines: [],
  /** What happened, in words: `{n, by, turn, phase, text}`. */
  story: [],
  /** Who plays each side: person, greedy, policy, random, idle. */
  players: {},
  curtain: false,
  typed: false,
  /** The counter that was clicked, with its reach: `{piece, mode, reach, modes}`. */
  selected: null,
  /** The hex that is looked at. */
  here: null,
  /** The moment that is shown, if it is not now. */
  past: null,
  /** The side whose cards may be seen. */
  seat: null,
  combat: null,
  /** After which decisions something was done by hand, or against the rules. */
  unruled: new Set(),
  /** How many decisions there were when it was last saved. */
  saved: 0,
  /** How many decisions were made before each choice of the person here. */
  marks: [],
};

/** What is asked when the dice of a combat have fallen. */
const AFTER_DICE = ["lose", "retreat", "advance"];

/** Sends a line and reads the answer. @param {object} line */
function ask(line) {
  return answerOf(table.engine.line(JSON.stringify(line)));
}

/** An answer of the engine. What choices and offers do stands in the page; the engine only says which they are. */
const answerOf = text => JSON.parse(text.replace(/⟦([^⟧"]*)⟧/g, (_, key) => JSON.stringify(INFO.choices[key] || "…").slice(1, -1)));

/** Asks a question: the answer, or nothing. */
function tell(what, more = {}) {
  const answer = ask({ tell: what, ...more });
  return answer.ok === undefined ? null : answer.ok;
}

/** Sends a line that changes the game. */
function change(line) {
  const text = JSON.stringify({ ...line, words: true });
  const answer = answerOf(table.engine.line(text));
  if (answer.ok) {
    if (line.open || line.load) table.lines = [];
    table.lines.push(text);
    thinker.mirror(text, Boolean(line.open || line.load));
    table.standing = answer.ok;
  }
  return answer;
}

const asked = () => (table.past ? null : table.standing && table.standing.ask) || null;
const options = () => (asked() ? asked().options : []);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
/** The place of an option among all, or -1. */
const optionOf = (kind, value) => options().findIndex(option => option[kind] === value && !option.force);
const playerOf = side => table.players[side] || "person";
const isPerson = side => side === "dice" || playerOf(side) === "person";
const piecesAt = at => shownView().pieces.filter(piece => piece.at === at);
const pieceOf = id => shownView().pieces.find(piece => piece.piece === id);
const shownView = () => (table.past ? table.past.view : table.view) || { pieces: [], markers: {}, held: {} };

/** The words of an option. */
function optionWords(n) {
  const { words, options: all } = asked();
  const option = all[n];
  if (typeof option === "string" || option.mode || option.combat || option.card || option.exit) return decisionWords(option);
  if (option.piece) return pieceLine(option.piece);
  if (option.side) return `${WORDS.hexside} ${option.side}`;
  // The engine sets columns apart by blanks.
  return words && words[n] ? withNames(words[n].replace(/\s{2,}/g, ", ")) : decisionWords(option);
}

/** Decides, one decision or several; whether all were made. */
function decide(decisions) {
  const before = { n: table.standing.decisions, by: asked() ? asked().by : null, what: asked() ? asked().what : "", turn: table.standing.turn, phase: table.standing.phase };
  const list = Array.isArray(decisions) ? decisions : [decisions];
  const told = list.length === 1 && asked() ? options().findIndex(option => same(option, list[0])) : -1;
  const fallback = told >= 0 ? optionWords(told) : list.map(decisionWords).join(", ");
  const answer = change({ do: decisions });
  if (!answer.ok) {
    say(WORDS.refused(answer.no.why), true);
    return false;
  }
  if (list.some(it => it.hand || it.force)) table.unruled.add(answer.ok.decisions);
  note(before, answer.ok, fallback);
  table.marks.push(before.n);
  // A move that the rules have ended needs no end of its own.
  if (answer.ok.refused && list[answer.ok.refused.at] !== "done") say(WORDS.refused(answer.ok.refused.why), true);
  letGo(false);
  seeDice(before.n + (answer.ok.made || 1));
  refresh();
  autosave.keep();
  return true;
}

/** Writes down what happened. */
function note(before, ok, fallback) {
  const said = ok.said && ok.said.length ? ok.said : ok.said ? [] : [fallback];
  for (const it of said) {
    const text = typeof it === "string" ? it : it.text;
    if (text) table.story.push({ n: ok.decisions, by: before.by, turn: before.turn, phase: before.phase, text, secret: before.what === "take" ? before.by : null });
  }
}

/** What the dice showed since a decision. */
function seeDice(from) {
  if (table.standing.decisions <= from || table.typed) return;
  const log = tell("log") || [];
  const rolls = [];
  for (const line of log.slice(-12)) {
    const { n, by, do: decision } = JSON.parse(line);
    if (by === "dice" && decision && n > from - 1 && decision.roll) rolls.push(decision.roll);
  }
  if (rolls.length) showDice(rolls.flat());
}

/** Takes the last thing back that was chosen: a whole move if it was chosen at once. */
function undo() {
  while (table.marks.length && table.marks.at(-1) >= table.standing.decisions) table.marks.pop();
  const to = table.marks.length ? table.marks.pop() : table.standing.decisions - 1;
  let answer = change({ undo: true });
  if (!answer.ok) return say(answer.no.why, true);
  while (answer.ok && table.standing.decisions > to && asked() && asked().undo) answer = change({ undo: true });
  table.story = table.story.filter(it => it.n <= table.standing.decisions);
  logged = Infinity;
  afterJump(false);
}

/** After the game jumped: everything is asked anew. */
function afterJump(anew = true) {
  if (anew) {
    table.story = tell("said") || [];
    table.unruled = new Set((tell("log") || []).map(line => JSON.parse(line)).filter(it => it.against || (it.do && (it.do.hand || it.do.force))).map(it => it.n));
    table.marks = [];
    logged = Infinity;
  }
  letGo(false);
  refresh();
  autosave.keep();
}

async function takeBack() {
  const n = await dialog(WORDS.takeBack, close => {
    const field = el("input", { type: "number", min: 1, max: table.standing.decisions, value: 1, "aria-label": WORDS.takeBackHow });
    return [el("p", { text: WORDS.takeBackHow }), el("p", {}, field),
      el("p", { class: "answers" }, button(WORDS.ok, () => close(Number(field.value)), { class: "first" }), button(WORDS.cancel, () => close()))];
  });
  if (!n) return;
  const answer = change({ takeback: n });
  if (!answer.ok) return say(answer.no.why, true);
  afterJump();
}

/** Lets go of what is selected. */
function letGo(show = true) {
  table.selected = null;
  handPick.stop();
  if (show) showAll();
}

/** Asks how everybody stands, and shows it. */
function refresh() {
  table.view = tell("view") || table.view;
  // Once the dice have fallen the odds stay as they were: who is lost or gone no longer counts.
  if (!asked() || !AFTER_DICE.includes(asked().what)) table.combat = asked() ? tell("odds") : null;
  const by = asked() ? asked().by : null;
  const person = by && by !== "dice" && isPerson(by);
  if (person && by !== table.seat) {
    const before = table.seat;
    table.seat = by;
    // What was taken into a hand is told to its own side only.
    logged = Infinity;
    if (table.curtain && before) lowerCurtain(by);
  }
  fan.close();
  showAll();
  thinker.wake();
}

/** Shows everything. */
function showAll() {
  showTop();
  showMap();
  showPrompt();
  showTabs();
  showReplay();
}

/** Selects a counter and shows where it can go; whether it can. */
function select(piece) {
  const names = [null, ...Object.keys(INFO.entries.mode)];
  const inMode = mode => {
    const reach = tell("reach", mode ? { piece, mode } : { piece });
    return reach && Object.keys(reach).length && canBegin(piece, reach, mode) ? { mode, reach } : null;
  };
  let first = null;
  while (names.length && !first) first = inMode(names.shift());
  if (!first) return false;
  const selected = table.selected = { piece, modes: [first], ...first };
  table.here = (pieceOf(piece) || {}).at || table.here;
  showAll();
  // Other ways to move are looked for once this one is seen.
  setTimeout(() => {
    const more = table.selected === selected ? names.map(inMode).filter(Boolean) : [];
    selected.modes.push(...more);
    if (more.length) showPrompt();
  });
  return true;
}

/** Whether the engine knows a way to one of these hexes: else this is no move that could be made now. */
function canBegin(piece, reach, mode) {
  const ends = Object.entries(reach).filter(([, there]) => there.end).sort((a, b) => asNumber(a[1].cost) - asNumber(b[1].cost)).slice(0, 3);
  return ends.some(([hex]) => wayTo(piece, hex, mode).do);
}

function wayTo(piece, hex, mode) {
  const answer = ask({ tell: "way", piece, hex, ...(mode ? { mode } : {}) });
  return answer.ok || { why: answer.no.why };
}

/** Sends the selected counter to a hex. */
function goThere(hex) {
  const { piece, mode } = table.selected;
  const way = wayTo(piece, hex, mode);
  if (!way.do) return say(WORDS.refused(way.why), true);
  decide(way.do);
}

/** A counter was chosen, on the map or in a list. */
function choosePiece(id) {
  const piece = pieceOf(id);
  if (handPick.piece(id)) return;
  const n = optionOf("piece", id);
  table.here = piece ? piece.at : table.here;
  if (n >= 0 && isPerson(asked().by)) {
    if (asked().what === "act" && piece && piece.side === asked().by && !(table.selected && table.selected.piece === id) && select(id)) return;
    return decide(options()[n]);
  }
  if (piece) return chooseHex(piece.at, true);
}

/** A hex was chosen. */
function chooseHex(hex, plain = false) {
  if (handPick.hex(hex)) return;
  table.here = hex;
  const mine = asked() && isPerson(asked().by);
  if (mine && table.selected) {
    const there = table.selected.reach[hex];
    if (there) return goThere(hex);
    if (!plain || !piecesAt(hex).some(it => optionOf("piece", it.piece) >= 0)) {
      const way = wayTo(table.selected.piece, hex, table.selected.mode);
      table.selected = null;
      showAll();
      if (way.why) say(`${hex}: ${way.why}`);
      return;
    }
  }
  if (mine && optionOf("hex", hex) >= 0) return decide(options()[optionOf("hex", hex)]);
  const can = mine ? piecesAt(hex).filter(piece => optionOf("piece", piece.piece) >= 0) : [];
  if (!plain && can.length === 1) return choosePiece(can[0].piece);
  if (mine && asked().what === "step" && asked().hand && hexes()[hex] && !plain) offerForce(hex);
  if (piecesAt(hex).length > 1) fan.open(hex);
  showAll();
}

/** A step against the rules: told why not, and done if so wanted. */
async function offerForce(hex) {
  const decision = { hex, force: true };
  const why = (tell("why", { decision: { hex } }) || {}).why || "";
  if (!(tell("why", { decision }) || {}).allowed) return say(`${hex}: ${why}`);
  if (await choose(hex, why, [[WORDS.cancel, false], [WORDS.against, true]])) decide(decision);
}

/** The computer, which thinks in a worker of its own and sees the same lines. */
const thinker = {
  worker: null, n: 0, busy: false, waiting: new Map(),

  start() {
    if (this.worker) return;
    this.worker = new Worker(scriptAddress);
    this.worker.onmessage = ({ data }) => {
      const done = this.waiting.get(data.n);
      this.waiting.delete(data.n);
      if (done) done(data);
    };
    this.worker.onerror = event => { for (const done of this.waiting.values()) done({ failed: event.message }); this.waiting.clear(); };
    this.worker.postMessage({ wasm: table.wasm, packed: table.packed, lines: table.lines });
  },

  mirror(line, anew) {
    if (!this.worker) return;
    this.worker.postMessage({ lines: [line] });
    if (anew) this.busy = false;
  },

  think(kind) {
    this.start();
    const n = ++this.n;
    return new Promise(done => {
      this.waiting.set(n, done);
      this.worker.postMessage({ ask: JSON.stringify({ bot: kind }), n });
    });
  },

  /** Lets the computer decide if it is asked. */
  async wake() {
    const by = asked() && asked().by;
    if (this.busy || !by || by === "dice" || isPerson(by) || table.past) return;
    this.busy = true;
    const before = table.standing;
    const data = await this.think(playerOf(by));
    if (!this.busy || table.standing !== before) { this.busy = false; return this.wake(); }
    const answer = data.failed ? { no: { why: data.failed } } : answerOf(data.answer);
    if (!answer.ok) {
      this.busy = false;
      table.players[by] = "person";
      say(WORDS.botFailed(answer.no.why), true);
      return refresh();
    }
    const made = decide(answer.ok.decision);
    if (made && !still() && !document.hidden) await pause(botPause());
    this.busy = false;
    if (made) this.wake();
  },
};

/** A move of the computer should be seen, as fast as the game is played again; choices within one need not be. */
function botPause() {
  const seen = (table.standing.events || []).some(event => "put" in event || "lose" in event || "show" in event);
  return seen ? replay.speed / 4 : 0;
}
