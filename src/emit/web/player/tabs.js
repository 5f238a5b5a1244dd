// Tabs below the question: log, what is here, arrivals, cards, charts, by hand, about.

const TABS = ["log", "here", "arrivals", "cards", "charts", "hand", "about"];
let openTab = "log";

function buildTabs() {
  const has = name => (name !== "cards" || Object.keys(INFO.cards).length > 0) && (name !== "charts" || true);
  return el("section", { id: "tabs" },
    el("div", { role: "tablist" }, TABS.filter(has).map(name => button(WORDS[name], () => showTab(name), { role: "tab", id: `tab-${name}`, "aria-controls": "tab-panel" }))),
    el("div", { id: "tab-panel", role: "tabpanel", tabindex: 0 }));
}

function tabKey(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return false;
  const all = [...document.querySelectorAll("[role=tab]")];
  const to = all[(all.indexOf(event.target) + step + all.length) % all.length];
  to.focus();
  to.click();
  return true;
}

function showTab(name) {
  openTab = name;
  showTabs(true);
}

function showTabs(anew = false) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const open = tab.id === `tab-${openTab}`;
    tab.setAttribute("aria-selected", String(open));
    tab.tabIndex = open ? 0 : -1;
  }
  const panel = $("tab-panel");
  panel.setAttribute("aria-labelledby", `tab-${openTab}`);
  if (anew) panel.scrollTop = 0;
  if (openTab === "log") return showLog(panel, anew);
  if (openTab === "here") return put(panel, hereParts());
  if (openTab === "arrivals") return put(panel, arrivalParts());
  if (openTab === "cards") return put(panel, cardParts());
  // These do not change while a game is played; forms must not be emptied.
  if (openTab === "charts" && anew) return put(panel, chartParts());
  if (openTab === "hand" && (anew || !$("by-hand") === Boolean(asked() && asked().hand))) return put(panel, handParts());
  if (openTab === "about" && anew) return put(panel, aboutParts());
}

/** How many lines of the story are in the log; more than there are if it is to be written anew. */
let logged = 0, lastHead = "";

/** The log, in words. Only what is new is added, so that a screen reader hears it once. */
function showLog(panel, anew) {
  let list = $("log");
  if (!list || anew || logged > table.story.length) {
    list = el("ol", { id: "log" });
    put(panel, el("div", { role: "log", "aria-live": "polite", "aria-label": WORDS.log }, list));
    logged = 0;
    lastHead = "";
  }
  if (table.story.length === 0) return put(list, el("li", { class: "note", text: WORDS.logEmpty }));
  if (logged === 0) put(list);
  const fresh = table.story.slice(Math.max(logged, table.story.length - 1500));
  for (const it of fresh) {
    const head = [it.turn ? `${WORDS.turn} ${it.turn}` : "", it.phase ? phaseName(it.phase) : WORDS.setUp].filter(Boolean).join(", ");
    if (head !== lastHead) list.append(el("li", { class: "head", text: head }));
    lastHead = head;
    const mark = sideOf(it.by) ? el("span", { class: "shape", text: sideShape(it.by), "aria-label": sideName(it.by) }) : el("span", { class: "shape", text: it.by === "dice" ? "⚄" : "·", "aria-hidden": "true" });
    if (sideOf(it.by)) mark.style.color = sideOf(it.by).colour;
    list.append(el("li", { "data-n": it.n, class: table.past && table.past.n === it.n ? "now" : null },
      el("button", { type: "button", title: WORDS.showMoment, onclick: () => replay.to(it.n) }, mark, table.unruled.has(it.n) ? el("span", { class: "by-hand", text: ` ✋ ${WORDS.byHand}:` }) : null, ` ${it.secret && it.secret !== table.seat && isPerson(it.secret) ? WORDS.tookCard : withNames(it.text)}`)));
  }
  // With the next picture: asking for the height now would lay out the page twice.
  if (fresh.length) requestAnimationFrame(() => { panel.scrollTop = panel.scrollHeight; });
  logged = table.story.length;
}

/** Who stands in the hex that was clicked, and what it is. */
function hereParts() {
  const { here } = table;
  if (!here) return [el("p", { class: "note", text: WORDS.nowhere })];
  const stack = piecesAt(here).slice().reverse();
  const parts = [el("h2", { text: hexes()[here] ? [here, groundOf(here)].filter(Boolean).join(", ") : placeWords(here) })];
  const marked = (shownView().markers || {})[here] || [];
  if (marked.length) parts.push(el("p", { text: marked.map(markerName).join(", ") }));
  if (!table.past && hexes()[here]) {
    const zones = INFO.sides.filter(side => (tell("zones", { side: side.id }) || []).includes(here)).map(side => WORDS.zoneOf(side.name));
    if (zones.length) parts.push(el("p", { text: zones.join(", ") }));
  }
  if (stack.length === 0) parts.push(el("p", { class: "note", text: WORDS.empty }));
  parts.push(el("ul", { class: "stack" }, stack.map(piece => el("li", {}, counterButton(piece, 54), pieceCard(piece)))));
  return parts;
}

function pieceCard(piece) {
  const unit = unitOf(piece.piece);
  const printed = (unit.faces[piece.face] || []).map(([name, value]) => `${name} ${value}`).join(", ");
  const state = [piece.face !== "full" ? stateName(piece.face) : "", ...(piece.also || []).map(stateName), ...(piece.markers || []).map(markerName)].filter(Boolean).join(", ");
  const did = (piece.did || []).length ? `${WORDS.did} ${piece.did.join(", ")}` : "";
  const supply = table.past ? [] : (tell("supply", { piece: piece.piece }) || []);
  return el("div", {}, el("b", { text: pieceName(piece.piece) }), el("span", { text: [sideName(piece.side), unit.type, unit.formation].filter(Boolean).join(", ") }),
    printed ? el("span", { text: printed }) : null, state ? el("span", { text: state }) : null, did ? el("span", { text: did }) : null,
    supply.map(trace => el("small", { class: trace.is ? "good" : "ill", text: `${INFO.entries.trace[trace.trace] || trace.trace}: ${trace.why || (trace.is ? WORDS.supplied : WORDS.notSupplied)}` })));
}

/** Who is still to come, turn by turn; who is lost or has left. */
function arrivalParts() {
  const { due, lost, exited } = shownView();
  const list = Array.isArray(due) ? due.map(piece => [piece, {}]) : Object.entries(due || {});
  const by = new Map();
  for (const [piece, it] of list) {
    const key = [it.turn ? WORDS.comes(it.turn) : WORDS.mayCome, (it.entries || []).length ? `${WORDS.at} ${it.entries.map(id => ((INFO.map || {}).entries || {})[id]?.name || id).join(", ")}` : ""].filter(Boolean).join(", ");
    by.set(key, [...(by.get(key) || []), piece]);
  }
  const tray = pieces => el("div", { class: "tray" }, pieces.map(id => counterButton(pieceOf(id) || { piece: id, face: "full", side: unitOf(id).side, at: "" }, 48)));
  for (const it of shownView().later || []) {
    const key = [WORDS.comes(it.turn), (it.entries || []).length ? `${WORDS.at} ${it.entries.map(id => ((INFO.map || {}).entries || {})[id]?.name || id).join(", ")}` : "", it.if ? WORDS.perhaps : ""].filter(Boolean).join(", ");
    by.set(key, [...(by.get(key) || []), ...it.units]);
  }
  const when = key => INFO.turns.findIndex(turn => key.startsWith(WORDS.comes(turn.id)) && !/^\w/.test(key.slice(WORDS.comes(turn.id).length)));
  const parts = [...by].sort(([a], [b]) => when(a) - when(b)).map(([key, pieces]) => el("section", {}, el("h2", { text: key }), tray(pieces)));
  if (!parts.length) parts.push(el("p", { class: "note", text: WORDS.noArrivals }));
  const boxes = Object.keys((INFO.map || {}).boxes || {}).filter(id => !boxOf(id) && piecesAt(id).length);
  for (const id of boxes) parts.push(el("section", {}, el("h2", { text: placeWords(id) }), tray(piecesAt(id).map(piece => piece.piece))));
  if ((lost || []).length) parts.push(el("section", {}, el("h2", { text: WORDS.lost }), tray(lost)));
  if ((exited || []).length) parts.push(el("section", {}, el("h2", { text: WORDS.exited }), tray(exited)));
  return parts;
}

/** Hands and decks. A hand is seen by its side only. */
function cardParts() {
  const { hands, decks, counters, flags } = shownView();
  const parts = [];
  const card = id => el("button", { type: "button", class: optionOf("card", id) >= 0 ? "card can" : "card", title: (INFO.cards[id] || {}).text || cardName(id), "aria-label": `${cardName(id)}. ${(INFO.cards[id] || {}).text || ""}`,
    onclick: () => { const n = optionOf("card", id); if (n >= 0 && isPerson(asked().by)) decide(options()[n]); else largePicture(cardName(id), cardFace(id)); } }, el("img", { src: cardFace(id), alt: "" }));
  for (const [side, list] of Object.entries(hands || {})) {
    const seen = side === table.seat || INFO.sides.filter(it => isPerson(it.id)).length < 2 && isPerson(side);
    parts.push(el("section", {}, el("h2", { text: WORDS.handOf(sideName(side)) }), seen ? el("div", { class: "tray" }, list.map(card)) : el("p", { class: "note", text: WORDS.hiddenHand(list.length) })));
  }
  for (const [deck, it] of Object.entries(decks || {})) {
    parts.push(el("section", {}, el("h2", { text: WORDS.deck(INFO.entries.deck[deck] || deck, it.left) }),
      (it.discarded || []).length ? el("div", { class: "tray" }, el("span", { class: "note", text: WORDS.discarded }), it.discarded.slice().reverse().map(card)) : null));
  }
  if (!parts.length) parts.push(el("p", { class: "note", text: WORDS.noCards }));
  const isTold = id => INFO.entries.kept[id]?.told !== false;
  const called = id => INFO.entries.kept[id]?.name || id;
  const counted = Object.entries(counters || {}).filter(([id]) => isTold(id));
  const noted = (flags || []).filter(isTold);
  if (counted.length) parts.push(el("section", {}, el("h2", { text: WORDS.counters }), el("ul", {}, counted.map(([id, n]) => el("li", { text: `${called(id)}: ${n}` })))));
  if (noted.length) parts.push(el("section", {}, el("h2", { text: WORDS.flags }), el("p", { text: noted.map(called).join(", ") })));
  return parts;
}

function chartParts() {
  const charts = PICTURES.charts || [];
  if (!charts.length) return [el("p", { class: "note", text: WORDS.noCharts })];
  return charts.map((chart, n) => el("button", { type: "button", class: "chart", "aria-label": chart.title, onclick: () => largePicture(chart.title, address(`chart ${n}`, chart.svg)) },
    el("img", { src: address(`chart ${n}`, chart.svg), alt: chart.title, loading: "lazy" })));
}

function largePicture(title, src) {
  dialog(title, close => [el("div", { class: "large" }, el("img", { src, alt: title })), el("p", { class: "answers" }, button(WORDS.close, () => close(), { class: "first" }))], { class: "wide" });
}

function aboutParts() {
  const { game, scenario } = INFO;
  const line = (word, text) => (text ? el("p", {}, el("b", { text: `${word}: ` }), text) : null);
  return [el("h2", { text: `${game.name}${game.version ? ` ${game.version}` : ""}` }), game.about ? el("p", { text: game.about }) : null,
    scenario && scenario.about ? el("p", {}, el("b", { text: `${scenario.name}: ` }), scenario.about) : null,
    INFO.levels.length ? el("section", {}, el("h3", { text: WORDS.victory }), el("ul", {}, INFO.levels.map(level => el("li", { text: level.name + (level.side ? ` (${sideName(level.side)})` : "") })))) : null,
    line(WORDS.by, game.authors.join(", ")), game.credits.length ? el("p", { text: game.credits.join("; ") }) : null, line(WORDS.license, game.license),
    el("section", {}, el("h3", { text: WORDS.people }), INFO.sides.map(side => el("label", { class: "seat" }, el("span", {}, shapeOf(side.id), ` ${side.name}`),
      playerField(side, `seat-${side.id}`, event => { table.players[side.id] = event.target.value; refresh(); })))),
    el("p", { class: "note", text: WORDS.noNetwork }), el("p", { class: "note" }, `${WORDS.builtFrom} `, el("code", { text: INFO.builtFrom.slice(0, 23) })),
    el("output", { id: "digest", class: "note", text: tell("digest") || "" }), el("p", {}, button(WORDS.takeBack, takeBack))];
}
