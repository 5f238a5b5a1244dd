// The beginning: the page is put together, the engine unpacked, a game opened.

/** A seed from the browser's own chance: 64 bits in hexadecimal. */
function freshSeed() {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return [...words].map(word => word.toString(16).padStart(8, "0")).join("");
}

function buildPage() {
  const app = $("app");
  put(app, buildTop(), el("main", {}, buildMap(), buildSide()), el("div", { id: "ask-autosave", role: "status" }), buildReplay(),
    el("div", { id: "toast", "aria-hidden": "true" }), el("div", { id: "spoken", class: "sr", "aria-live": "assertive" }));
  INFO.sides.forEach((side, n) => document.documentElement.style.setProperty(`--side-${n}`, side.colour || "#888"));
  listenToKeys();
  listenToDrops();
  listenToLeaving();
  // Whoever has looked closer keeps what they see.
  new ResizeObserver(() => { if (!sight.touched) fitMap(); }).observe($("map"));
  $("map").addEventListener("focus", () => { cursor = cursor || firstHex(); if (table.view) showMap(); });
  $("map").addEventListener("blur", () => { if (table.view) showMap(); });
}

/** Opens a game. */
function openGame({ players, curtain, dice, hand, options: chosen, seed }) {
  table.players = players;
  table.curtain = curtain;
  table.typed = dice === "typed";
  table.story = [];
  table.seat = null;
  table.past = null;
  table.here = null;
  table.saved = 0;
  const open = { scenario: INFO.scenario.id, seed: seed || window.muster.seed || freshSeed(), hand, dice };
  if (INFO.options.length) open.options = chosen;
  const answer = change({ open });
  if (!answer.ok) return say(answer.no.why, true);
  afterJump();
}

/** Who can play a side. */
function playerField(side, id, change) {
  const kinds = ["person", "greedy", ...(side.policy ? ["policy"] : []), "random", "idle"];
  return el("select", { id, "aria-label": side.name, onchange: change }, kinds.map(kind => el("option", { value: kind, text: WORDS[kind], selected: playerOf(side.id) === kind })));
}

/** Who plays, and how. */
async function startDialog(first) {
  const kept = first ? autosave.read() : null;
  const settings = await dialog(INFO.scenario ? `${INFO.game.name}: ${INFO.scenario.name}` : INFO.game.name, close => {
    const who = INFO.sides.map(side => [side.id, playerField(side, `player-${side.id}`)]);
    const players = () => Object.fromEntries(who.map(([id, field]) => [id, field.value]));
    const curtain = el("input", { type: "checkbox", id: "curtain" });
    const dice = el("select", { id: "dice-how" }, el("option", { value: "pcg", text: WORDS.dicePcg }), el("option", { value: "typed", text: WORDS.diceTyped }));
    const hand = el("select", { id: "hand-how" }, ["warn", "strict", "free"].map(kind => el("option", { value: kind, text: WORDS[kind] })));
    const rules = INFO.options.map(option => [option.id, el("input", { type: "checkbox", checked: option.on })]);
    const begin = event => {
      event.preventDefault();
      close({ players: players(), curtain: curtain.checked, dice: dice.value, hand: hand.value,
        options: rules.filter(([, field]) => field.checked).map(([id]) => id) });
    };
    const file = el("input", { type: "file", id: "start-file", accept: ".mlog,.json,.txt", "aria-label": WORDS.chooseFile, onchange: async () => { if (file.files[0] && await takeFile(file.files[0], players())) close("loaded"); } });
    return el("form", { id: "start", onsubmit: begin },
      INFO.scenario && INFO.scenario.about ? el("p", { text: INFO.scenario.about }) : null,
      kept ? el("p", { class: "kept" }, button(WORDS.goOn, () => close({ kept }), { class: "first", id: "go-on" }), el("span", { class: "note", text: ` ${WORDS.keptTurn(kept.decisions, kept.when)} ` }), button(WORDS.forget, event => { autosave.forget(); event.target.closest("p").remove(); })) : null,
      el("fieldset", {}, el("legend", { text: WORDS.people }), who.map(([id, field]) => el("label", {}, el("span", {}, shapeOf(id), ` ${sideName(id)}`), field)),
        el("label", { class: "check" }, curtain, WORDS.curtain)),
      el("fieldset", {}, el("legend", { text: WORDS.how }), el("label", {}, WORDS.strictness, hand), el("label", {}, WORDS.diceHow, dice),
        rules.length ? el("p", { class: "note", text: WORDS.optionalRules }) : null,
        rules.map(([id, field]) => { const option = INFO.options.find(it => it.id === id); return el("label", { class: "check" }, field, withRule(option.name || option.id, option.rule)); })),
      el("p", { class: "note", id: "mail-warning" }, el("b", { text: `${WORDS.mail}. ` }), WORDS.mailWarn),
      el("p", { class: "answers" }, el("button", { class: "first", id: "begin", text: WORDS.begin }), first ? null : button(WORDS.cancel, () => close()),
        el("label", { class: "file" }, `${WORDS.load} `, file)));
  }, first ? { "data-stays": true, class: "wide start" } : { class: "wide start" });
  if (!settings || settings === "loaded") return;
  if (settings.kept) return goOn(settings.kept);
  openGame(settings);
}

/** Goes on with what the browser kept. */
function goOn(kept) {
  table.players = kept.players || {};
  table.curtain = Boolean(kept.curtain);
  const answer = change({ load: kept.log });
  if (!answer.ok) { say(WORDS.badFile(answer.no.why), true); return startDialog(false); }
  table.typed = hasTypedDice(kept.log);
  afterJump();
}

async function start() {
  INFO = JSON.parse($("info").textContent);
  buildPage();
  put($("who"), WORDS.loading);
  PICTURES = JSON.parse(new TextDecoder().decode(await unpacked("pictures")));
  paintGround();
  fitMap();
  [table.wasm, table.packed] = await Promise.all([unpacked("engine"), unpacked("packed-game")]);
  table.engine = await Engine.open(table.wasm, table.packed);
  for (const id of ["engine", "packed-game", "pictures", "player"]) $(id).textContent = "";
  $("app").removeAttribute("aria-busy");
  window.muster = { line: text => { const answer = table.engine.line(text); return answer; }, table, decide, refresh, ready: true };
  put($("who"), "");
  if (playScript(location.hash) || await openLink(location.hash)) return;
  startDialog(true);
}

/** A log that stands in the address, packed by gzip: a report of simulated games links to it so. It is shown from its beginning. */
async function openLink(hash) {
  if (!hash.startsWith("#log=")) return false;
  try {
    const letters = atob(hash.slice(5).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0));
    if (!await takeText(await gunzipped(bytes, MOST_FILE))) return false;
  } catch {
    say(WORDS.badFile(WORDS.badLink), true);
    return false;
  }
  replay.to(0);
  return true;
}

/** For tests: `#play=` and a list of lines as JSON. They are answered, shown, and the answers written into the page. */
function playScript(hash) {
  if (!hash.startsWith("#play=")) return false;
  const lines = JSON.parse(decodeURIComponent(hash.slice(6)));
  const answers = lines.map(line => JSON.stringify(line.tell || line.bot ? ask(line) : change(line)));
  if (table.standing) afterJump();
  document.body.append(el("pre", { id: "played", class: "sr", text: answers.join("\n") }));
  return true;
}

if (typeof document !== "undefined") start().catch(why => put($("app"), document.createTextNode(WORDS.failed + why.message)));
