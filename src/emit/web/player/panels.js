// What stands above and beside the map: turn and phase, the question, the combat, the dice.

function buildTop() {
  return el("header", { id: "top" },
    el("div", { id: "title" }, el("b", { text: INFO.game.name }), el("span", { text: INFO.scenario ? INFO.scenario.name : "" })),
    el("ol", { id: "turns", "aria-label": WORDS.turn }),
    el("div", { id: "clock" }, el("span", { id: "phase" }), el("span", { id: "sky" })),
    el("div", { id: "tools", role: "toolbar" },
      button(`↶ ${WORDS.undo}`, undo, { id: "undo", title: WORDS.undoTip }),
      button(WORDS.save, saveGame, { id: "save" }),
      button(WORDS.load, () => loadDialog(), { id: "load" }),
      button(WORDS.newGame, () => startDialog(false), { id: "new" }),
      button("◐", changeTheme, { id: "theme", "aria-label": WORDS.theme, title: WORDS.theme }),
      button("?", showKeys, { id: "help", "aria-label": WORDS.help, title: WORDS.help })));
}

function changeTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "day" : "dark";
}

/** Turn track, phase and weather. */
function showTop() {
  const { standing } = table;
  const moment = table.past ? table.past.view : standing;
  const turns = INFO.turns.map((turn, n) => {
    const now = moment && turn.id === moment.turn;
    return el("li", { class: now ? "now" : null, "aria-current": now ? "step" : null, title: [turn.date, turn.weather, turn.ground].filter(Boolean).join(", "),
      text: turn.id.length > 6 ? String(n + 1) : turn.id });
  });
  // Only a new turn is brought into sight: to ask where something lies takes time.
  if (moment && showTop.turn !== moment.turn) {
    showTop.turn = moment.turn;
    put($("turns"), turns);
    const current = $("turns").querySelector(".now");
    if (current) $("turns").scrollLeft = current.offsetLeft - 60;
  }
  const turn = moment && turnOf(moment.turn);
  const phase = moment && moment.phase;
  const whose = phase && (moment.side || phaseSide(phase));
  $("phase").textContent = [turn ? `${WORDS.turn} ${turn.id}${turn.date ? ` (${turn.date})` : ""}` : "", phase ? phaseName(phase) + (whose ? `, ${sideName(whose)}` : "") : standing && standing.over ? WORDS.over : WORDS.setUp].filter(Boolean).join(": ");
  const view = shownView();
  const points = Object.entries(view.points || {}).map(([side, n]) => `${sideName(side)} ${n}`).join(", ");
  const level = view.level ? `${WORDS.level}: ${[view.level.name, view.level.side ? sideName(view.level.side) : ""].filter(Boolean).join(", ")}` : "";
  $("sky").textContent = [view.weather || (turn && turn.weather), view.ground || (turn && turn.ground), points, level].filter(Boolean).join(" · ");
  $("undo").disabled = !(asked() && asked().undo);
}

function buildSide() {
  return el("aside", { id: "side" },
    el("section", { id: "question", "aria-label": WORDS.optionsTitle },
      el("div", { id: "who" }),
      el("h1", { id: "prompt", "aria-live": "polite", "aria-atomic": "true" }),
      el("ul", { id: "remember", "aria-label": WORDS.remember }),
      el("div", { id: "dice", "aria-live": "polite" }),
      el("div", { id: "typed" }),
      el("ul", { id: "options", "aria-label": WORDS.optionsTitle }),
      el("div", { id: "combat" })),
    buildTabs());
}

/** The question, and all that can be answered. Whoever was in the list with the keyboard stays there. */
function showPrompt() {
  const within = $("options").contains(document.activeElement);
  showQuestion();
  if (within) focusOptions();
}

function showQuestion() {
  const { standing } = table;
  const ask = asked();
  $("app").dataset.asked = ask ? ask.by : "";
  showCombat();
  put($("typed"));
  const remember = (!table.past && standing && standing.remember) || [];
  put($("remember"), remember.map(it => el("li", { text: it.rule ? `${it.rule}: ${it.text}` : it.text })));
  if (table.past) {
    put($("who"), WORDS.replay);
    setText($("prompt"), WORDS.moment(table.past.n, standing.decisions));
    return put($("options"), item(button(WORDS.now, () => replay.now(), { class: "first" })));
  }
  if (!ask) {
    const over = standing && standing.over;
    put($("who"), WORDS.over);
    setText($("prompt"), over ? `${over.side ? WORDS.wins(sideName(over.side)) : WORDS.nobodyWins}${over.how ? `: ${over.how}` : ""}` : "");
    return put($("options"), el("li", { class: "note", text: WORDS.noOptions }));
  }
  const person = isPerson(ask.by);
  const side = sideOf(ask.by);
  const mark = el("span", { class: "shape", text: side ? sideShape(ask.by) : "⚄" });
  if (side) mark.style.color = side.colour;
  put($("who"), mark, ` ${side ? (person ? WORDS.decides(side.name) : WORDS.thinks(side.name)) : WORDS.dice}`);
  const selected = table.selected;
  const question = selected ? WORDS.selected(longName(selected.piece)) : ask.prompt;
  // Who chose from far down the list sees what is asked next.
  if ($("prompt").textContent !== question) $("question").scrollTop = 0;
  setText($("prompt"), question);
  if (!person) return put($("options"));
  if (ask.by === "dice" && ask.what === "roll") return showTypedDice();
  if (ask.by === "dice" && ask.options.length === 0) return put($("options"), drawItems());
  put($("options"), selected ? selectedItems() : optionItems());
}

const item = node => el("li", {}, node);
/** A live region speaks when its text changes, so it is only changed then. */
function setText(node, text) { if (node.textContent !== text) node.textContent = text; }

const MOST_LISTED = 250;

function optionItems() {
  const { options: all } = asked();
  const order = all.map((_, n) => n);
  // What ends something stands first: it is always at the same place.
  order.sort((a, b) => (typeof all[b] === "string") - (typeof all[a] === "string") || a - b);
  const listed = order.slice(0, MOST_LISTED).map(n => item(optionButton(all[n], n)));
  if (order.length > MOST_LISTED) listed.push(el("li", { class: "note", text: WORDS.more(order.length - MOST_LISTED) }));
  return listed;
}

function optionButton(option, n) {
  const ends = option === "done" || option === "pass";
  const id = option.piece || option["draw-piece"];
  const piece = id && pieceOf(id);
  const icon = id ? el("img", { class: "mini", alt: "", src: faceOf(id, piece ? piece.face : "full") }) : option.card || option.draw ? el("img", { class: "mini card", alt: "", src: cardFace(option.card || option.draw) }) : null;
  const node = el("button", {
    type: "button", "data-n": n, id: ends ? "done" : null, class: ends ? "ends" : null, "data-hex": option.hex, "data-piece": id,
    onclick: () => (option.piece ? choosePiece(option.piece) : decide(option)),
    onpointerenter: () => point(option), onpointerleave: () => point(null), onfocus: () => point(option), onblur: () => point(null),
  }, icon, el("span", { text: optionWords(n) }));
  return node;
}

/** Shows on the map what an option is about. */
function point(option) {
  for (const node of document.querySelectorAll(".pointed")) node.remove();
  document.querySelectorAll(".counter.pointed-at").forEach(node => node.classList.remove("pointed-at"));
  if (!option || !INFO.map) return;
  if (option.hex) { const mark = hexMark(option.hex, "pointed"); if (mark) $("over").append(mark); }
  if (option.side) { const mark = sideMark(option.side, "pointed option-side", null); if (mark) $("over").append(mark); }
  if (option.exit && INFO.map.exits[option.exit]) INFO.map.exits[option.exit].hexes.forEach(hex => { const mark = hexMark(hex, "pointed"); if (mark) $("over").append(mark); });
  if (option.piece && counterNodes.has(option.piece)) counterNodes.get(option.piece).classList.add("pointed-at");
}

/** Where a selected counter can go. */
function selectedItems() {
  const { piece, mode, modes, reach } = table.selected;
  const items = [item(button(WORDS.cancel, () => letGo(), { class: "ends" }))];
  if (modes.length > 1) {
    items.push(el("li", { class: "modes", role: "radiogroup", "aria-label": WORDS.modes }, modes.map(it =>
      button(it.mode ? INFO.entries.mode[it.mode] : WORDS.usualMode, () => { table.selected = { piece, modes, ...it }; showAll(); }, { role: "radio", "aria-checked": String(it.mode === mode) }))));
  }
  items.push(item(button(WORDS.stepByStep, () => decide({ piece }), { "data-steps": piece })));
  const list = Object.entries(reach).filter(([, there]) => there.end).sort((a, b) => asNumber(a[1].cost) - asNumber(b[1].cost) || (a[0] < b[0] ? -1 : 1));
  for (const [hex, there] of list.slice(0, MOST_LISTED)) {
    const words = WORDS.reach(hex, WORDS.points(points(there.cost)), groundOf(hex)) + (there.stop ? `, ${WORDS.mustStop}` : "");
    items.push(item(button(words, () => goThere(hex), { "data-hex": hex, onpointerenter: () => point({ hex }), onpointerleave: () => point(null), onfocus: () => point({ hex }), onblur: () => point(null) })));
  }
  if (list.length === 0) items.push(el("li", { class: "note", text: WORDS.reachNone }));
  return items;
}

/** Dice that people roll themselves. */
function showTypedDice() {
  const field = el("input", { id: "typed-dice", inputmode: "numeric", autocomplete: "off", "aria-label": WORDS.typeDice, placeholder: WORDS.typeDiceHow });
  const send = event => {
    event.preventDefault();
    const roll = field.value.trim().split(/[\s,;]+/).map(Number);
    if (!roll.length || roll.some(n => !Number.isInteger(n) || n < 0)) return say(WORDS.badDice, true);
    if (decide({ roll })) showDice(roll);
  };
  put($("typed"), el("form", { onsubmit: send }, el("p", { text: WORDS.typeDice }), field, el("button", { class: "first", text: WORDS.enterDice })));
  put($("options"), asked().options.length && asked().options.length <= 40 ? optionItems() : []);
  field.focus();
}

/** What can be drawn: the engine is asked of each card, else of each counter. */
function drawItems() {
  const allowed = (kind, ids) => ids.filter(id => (tell("why", { decision: { [kind]: id } }) || {}).allowed).map(id => ({ [kind]: id }));
  const cards = allowed("draw", Object.keys(INFO.cards));
  const counters = Object.entries(INFO.units).flatMap(([id, unit]) => (unit.count > 1 ? Array.from({ length: unit.count }, (_, n) => `${id}/${n + 1}`) : [id]));
  const found = cards.length ? cards : allowed("draw-piece", counters);
  const lots = found.flatMap(it => Array.from({ length: (INFO.cards[it.draw] || {}).count || 1 }, () => it));
  const byLot = button(WORDS.byLot, () => decide(lots[crypto.getRandomValues(new Uint32Array(1))[0] % lots.length]), { class: "ends", id: "by-lot" });
  return [found.length ? item(byLot) : null, ...found.map(it => item(button(decisionWords(it), () => decide(it))))];
}

/** The combat that is under way: everybody's strength, every shift, the column and the chances. */
function showCombat() {
  const { combat } = table;
  document.body.classList.toggle("fighting", Boolean(combat && !table.past));
  if (!combat || table.past) return put($("combat"));
  const more = (combat.added || {});
  const who = (title, list, sum, added) => el("div", { class: "force" }, el("h3", { text: title }), el("ul", {}, (list || []).map(it => el("li", {},
    el("img", { class: "mini", alt: "", src: faceOf(it.piece, (pieceOf(it.piece) || {}).face) }), el("span", { text: pieceName(it.piece) }), el("b", { text: it.strength }),
    (it.changes || []).map(change => el("small", { text: withRule(change.text || change.id, change.rule) })))),
    (added || []).map(it => el("li", {}, el("span", {}), el("span", { text: withRule(it.text || it.id, it.rule) }), el("b", { text: signed(it.add) })))),
    el("p", {}, `${WORDS.sum}: `, el("b", { text: sum })));
  const counted = list => (list || []).map(it => el("li", {}, el("b", { text: signed(it.add) }), " ", withRule(it.text || it.id, it.rule)));
  const column = typeof combat.column === "string" ? combat.column : combat.column && combat.column.result ? combat.column.result : "–";
  put($("combat"),
    el("h2", { text: WORDS.combat }),
    el("div", { class: "forces" }, who(WORDS.attackers, combat.attackers, combat.attack, more.attack), who(WORDS.defenders, combat.defenders, combat.defense, more.defense)),
    combat.column && combat.column.forbidden ? el("p", { class: "bad", text: WORDS.forbidden }) : null,
    el("p", { class: "column" }, combat.before && combat.before !== column && !(combat.column && combat.column.forbidden) ? `${combat.before} → ` : "", el("b", { text: column })),
    (combat.shifts || []).length ? el("ul", { class: "shifts", "aria-label": WORDS.shifts }, counted(combat.shifts)) : null,
    (combat.rolls || []).length ? el("ul", { class: "shifts", "aria-label": WORDS.rollMods }, counted(combat.rolls)) : null,
    chancesTable(combat));
}

const asNumber = cost => { const [a, b] = String(cost).split("/").map(Number); return b ? a / b : a; };
const signed = add => (/^[-+−]/.test(add) ? add : `+${add}`);
const withRule = (text, rule) => (rule ? `${text} (${rule})` : text);

function chancesTable({ chances, throws }) {
  if (!chances || !chances.length) return null;
  const all = Number(throws) || chances.reduce((sum, [, ways]) => sum + Number(ways), 0);
  return el("table", { class: "chances", "aria-label": WORDS.chances }, el("tbody", {}, chances.map(([code, ways]) => {
    const bar = el("i", {});
    bar.style.width = `${100 * ways / all}%`;
    return el("tr", {}, el("th", { text: code, scope: "row" }), el("td", { class: "bar" }, bar), el("td", { text: WORDS.outOf(ways, all) }));
  })));
}

/** Shows what fell. */
function showDice(faces) {
  const many = faces.slice(-8);
  put($("dice"), el("span", { class: "sr", text: `${WORDS.rolled}: ${many.join(", ")}` }), many.map(face => el("span", { class: still() ? "die" : "die rolls", "aria-hidden": "true" }, pips(face))));
  clearTimeout(showDice.timer);
  showDice.timer = setTimeout(() => put($("dice")), 12000);
}

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
function pips(face) {
  if (!PIPS[face]) return el("b", { text: face });
  return draw("svg", { viewBox: "0 0 30 30" }, PIPS[face].map(n => draw("circle", { cx: 7 + ((n - 1) % 3) * 8, cy: 7 + Math.floor((n - 1) / 3) * 8, r: 3 })));
}

/** Nobody looks while the screen changes hands. */
function lowerCurtain(side) {
  document.body.classList.add("curtained");
  dialog(WORDS.curtainUp(sideName(side)), close => [el("p", { text: WORDS.curtainText }),
    el("p", { class: "answers" }, button(WORDS.curtainGo(sideName(side)), () => close(true), { class: "first", id: "curtain-up" }))], { "data-stays": true, class: "curtain" })
    .then(() => { document.body.classList.remove("curtained"); focusOptions(); });
}
