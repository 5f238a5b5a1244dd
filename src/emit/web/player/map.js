// The map: a picture that is drawn once, highlights above it, counters on top.

/** Pixels of the world for a unit of the drawing, at scale 1: four pixels a millimetre. */
const PX = 0.04;
const sight = { x: 0, y: 0, scale: 1, least: 0.1, most: 4, touched: false };
/** What is shown on demand. */
const shownOn = { zones: false, supply: false, targets: false };
/** Counters on the map by their name. */
const counterNodes = new Map();
let cursor = null;

function buildMap() {
  const tools = el("div", { id: "map-tools", role: "toolbar", "aria-label": WORDS.overlays },
    button("+", () => zoomBy(1.3), { "aria-label": WORDS.zoomIn, title: WORDS.zoomIn }),
    button("−", () => zoomBy(1 / 1.3), { "aria-label": WORDS.zoomOut, title: WORDS.zoomOut }),
    button("⤢", () => fitMap(true), { "aria-label": WORDS.zoomFit, title: WORDS.zoomFit }),
    toggle("zones", WORDS.showZones), toggle("supply", WORDS.showSupply), toggle("targets", WORDS.showTargets));
  const [width, height] = INFO.map ? INFO.map.size : [1, 1];
  const world = el("div", { id: "world" },
    el("img", { id: "ground", alt: "", draggable: "false" }),
    draw("svg", { id: "marks", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      draw("g", { id: "under" }), draw("g", { id: "over" })),
    el("div", { id: "counters" }));
  world.style.width = `${width * PX}px`;
  world.style.height = `${height * PX}px`;
  const view = el("div", { id: "map", tabindex: 0, role: "application", "aria-label": WORDS.mapHelp }, world);
  const all = el("section", { id: "map-side", "aria-label": WORDS.map }, view, tools, el("div", { id: "tip", "aria-hidden": "true" }), el("div", { id: "fan" }));
  listenToPointer(view);
  return all;
}

function toggle(name, word) {
  return button(word, () => { shownOn[name] = !shownOn[name]; showAll(); }, { id: `show-${name}`, "aria-pressed": "false" });
}

/** Puts the drawing in, once it is unpacked. */
function paintGround() {
  const at = address("map", PICTURES.map);
  if (at) $("ground").src = at;
}

function applySight() {
  const { x, y, scale } = sight;
  const world = $("world");
  world.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  // While it moves, the picture that is there is stretched; it is painted anew once it rests.
  world.classList.add("moving");
  clearTimeout(applySight.timer);
  applySight.timer = setTimeout(() => world.classList.remove("moving"), 200);
  fan.close();
}

/** The hexes in sight; if they are already and somebody asks again, the whole sheet with all that lies beside them. */
function fitMap(again = false) {
  if (!INFO.map) return;
  const { clientWidth, clientHeight } = $("map");
  const scaleOf = ([, , width, height]) => Math.min(clientWidth / (width * PX), clientHeight / (height * PX));
  const sheet = [0, 0, ...INFO.map.size];
  sight.least = scaleOf(sheet) * 0.6;
  sight.most = Math.max(4, scaleOf(sheet) * 8);
  const [left, top, width, height] = again && Math.abs(sight.scale - scaleOf(hexRect())) < 0.001 ? sheet : hexRect();
  sight.scale = scaleOf([left, top, width, height]);
  sight.x = (clientWidth - width * PX * sight.scale) / 2 - left * PX * sight.scale;
  sight.y = (clientHeight - height * PX * sight.scale) / 2 - top * PX * sight.scale;
  sight.touched = false;
  applySight();
}

/** The rectangle around all hexes, with a little room; the whole sheet if there are none. */
function hexRect() {
  const all = Object.values(hexes());
  if (!all.length) return [0, 0, ...INFO.map.size];
  const across = INFO.map.across;
  const [xs, ys] = [all.map(at => at[0]), all.map(at => at[1])];
  const least = list => list.reduce((a, b) => Math.min(a, b)) - across * 0.8, most = list => list.reduce((a, b) => Math.max(a, b)) + across * 0.8;
  return [least(xs), least(ys), most(xs) - least(xs), most(ys) - least(ys)];
}

/** Closer to a point of the window. */
function zoomBy(factor, at) {
  const box = $("map").getBoundingClientRect();
  const [px, py] = at || [box.width / 2, box.height / 2];
  const scale = Math.min(sight.most, Math.max(sight.least, sight.scale * factor));
  const by = scale / sight.scale;
  sight.x = px - (px - sight.x) * by;
  sight.y = py - (py - sight.y) * by;
  sight.scale = scale;
  sight.touched = true;
  applySight();
}

function panBy(x, y) {
  sight.touched = true;
  sight.x += x;
  sight.y += y;
  applySight();
}

/** Where the middle of a hex lies in the window of the map. */
function onScreen(hex) {
  const at = spotOf(hex);
  return at && [at[0] * PX * sight.scale + sight.x, at[1] * PX * sight.scale + sight.y];
}

/** Brings a hex into sight. */
function reveal(hex) {
  const at = onScreen(hex);
  if (!at) return;
  const { clientWidth: width, clientHeight: height } = $("map");
  const margin = 70;
  const dx = at[0] < margin ? margin - at[0] : at[0] > width - margin ? width - margin - at[0] : 0;
  const dy = at[1] < margin ? margin - at[1] : at[1] > height - margin ? height - margin - at[1] : 0;
  if (dx || dy) panBy(dx, dy);
}

/** The middle of a hex or of a box, in units of the drawing. */
function spotOf(at) {
  const hex = hexes()[at];
  if (hex) return hex;
  const beside = boxOf(at);
  return beside ? [beside.inside[0] + beside.inside[2] / 2, beside.inside[1] + beside.inside[3] / 2] : null;
}

const boxOf = at => (INFO.map ? INFO.map.beside.find(it => it.id === at) : null);

/** The hex or box under a point of the window. */
function placeUnder(clientX, clientY) {
  if (!INFO.map) return null;
  const box = $("map").getBoundingClientRect();
  const x = (clientX - box.left - sight.x) / sight.scale / PX;
  const y = (clientY - box.top - sight.y) / sight.scale / PX;
  let best = null, least = (INFO.map.across * 0.58) ** 2;
  for (const [name, at] of Object.entries(INFO.map.hexes)) {
    const far = (at[0] - x) ** 2 + (at[1] - y) ** 2;
    if (far < least) { least = far; best = name; }
  }
  if (best) return best;
  const inside = ([left, top, width, height]) => x >= left && x <= left + width && y >= top && y <= top + height;
  const found = INFO.map.beside.find(it => it.id && inside(it.inside));
  return found ? found.id : null;
}

function listenToPointer(view) {
  const held = new Map();
  let moved = 0, pressed = null;
  view.addEventListener("pointerdown", event => {
    if (event.button > 1) return;
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (held.size === 1) { moved = 0; pressed = event.target.closest("[data-piece],[data-side]"); }
  });
  view.addEventListener("pointermove", event => {
    const before = held.get(event.pointerId);
    if (!before) return hover(event);
    const [x, y] = [event.clientX, event.clientY];
    moved += Math.hypot(x - before[0], y - before[1]);
    if (held.size === 2) {
      const [other] = [...held].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const box = view.getBoundingClientRect();
      const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
      const is = Math.hypot(x - other[0], y - other[1]);
      if (was > 0) zoomBy(is / was, [(x + other[0]) / 2 - box.left, (y + other[1]) / 2 - box.top]);
    } else if (moved > 6) {
      if (!view.hasPointerCapture(event.pointerId)) view.setPointerCapture(event.pointerId);
      view.classList.add("grabbed");
      panBy(x - before[0], y - before[1]);
    }
    held.set(event.pointerId, [x, y]);
  });
  const end = event => {
    const was = held.delete(event.pointerId);
    view.classList.remove("grabbed");
    if (was && held.size === 0 && moved <= 6 && event.type === "pointerup") pressedAt(event, pressed);
  };
  view.addEventListener("pointerup", end);
  view.addEventListener("pointercancel", end);
  view.addEventListener("pointerleave", () => { $("tip").className = ""; });
  view.addEventListener("wheel", event => {
    event.preventDefault();
    const box = view.getBoundingClientRect();
    if (event.shiftKey) return panBy(-event.deltaY, -event.deltaX);
    zoomBy(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) * 0.006), [event.clientX - box.left, event.clientY - box.top]);
  }, { passive: false });
}

/** Something on the map was clicked or tapped. */
function pressedAt(event, pressed) {
  if (pressed && pressed.dataset.side && optionOf("side", pressed.dataset.side) >= 0) return decide(options()[optionOf("side", pressed.dataset.side)]);
  const at = placeUnder(event.clientX, event.clientY);
  if (!at) { if (table.selected) letGo(); return; }
  // What is too small for a finger is brought closer first.
  const hexPx = INFO.map.across * PX * sight.scale;
  if (event.pointerType === "touch" && hexPx < 40) {
    const box = $("map").getBoundingClientRect();
    return zoomBy(60 / hexPx, [event.clientX - box.left, event.clientY - box.top]);
  }
  cursor = at;
  const stack = piecesAt(at);
  if (handPick.wants && handPick.wants.kind === "piece") {
    if (stack.length > 1 && !(pressed && pressed.dataset.piece && event.pointerType === "mouse")) return fan.open(at);
    const id = pressed && pressed.dataset.piece ? pressed.dataset.piece : stack.length ? stack[0].piece : null;
    if (id) handPick.piece(id);
    return;
  }
  // A finger does not hit one of several: it opens the stack first, unless the hex itself is what can be chosen.
  const hexWanted = optionOf("hex", at) >= 0 || (table.selected && table.selected.reach[at]) || handPick.wants;
  if (!hexWanted && pressed && pressed.dataset.piece && (stack.length === 1 || event.pointerType === "mouse")) return choosePiece(pressed.dataset.piece);
  chooseHex(at);
}

let hovered = null;
function hover(event) {
  if (event.pointerType !== "mouse") return;
  const at = placeUnder(event.clientX, event.clientY);
  const box = $("map-side").getBoundingClientRect();
  const tip = $("tip");
  if (at !== hovered) {
    hovered = at;
    const lines = at ? hexWords(at) : [];
    put(tip, lines.map((line, n) => el(n ? "div" : "b", { text: line })));
    tip.className = lines.length ? "shown" : "";
    if (at && piecesAt(at).length > 1) fan.soon(at); else fan.leave();
  }
  const right = event.clientX - box.left > box.width - 260;
  tip.style.left = `${event.clientX - box.left + (right ? -250 : 18)}px`;
  tip.style.top = `${Math.min(event.clientY - box.top + 18, box.height - 110)}px`;
}

/** A hex in words: what is there, and what it means now. */
function hexWords(at) {
  const lines = [hexes()[at] ? [at, groundOf(at)].filter(Boolean).join(", ") : placeWords(at)];
  const stack = piecesAt(at);
  if (stack.length) lines.push(stack.map(piece => pieceName(piece.piece) + (piece.face !== "full" ? ` (${stateName(piece.face)})` : "")).join(", "));
  const marked = (shownView().markers || {})[at];
  if (marked && marked.length) lines.push(marked.map(markerName).join(", "));
  const there = table.selected && table.selected.reach[at];
  if (there) {
    lines.push(WORDS.canGo(WORDS.points(points(there.cost))) + (there.stop ? `; ${WORDS.mustStop}` : ""));
    if (!there.end) lines.push(`${WORDS.cannotEnd}: ${there.why || ""}`);
  } else if (table.selected && hexes()[at] && at !== (pieceOf(table.selected.piece) || {}).at) {
    const way = wayTo(table.selected.piece, at, table.selected.mode);
    if (way.why) lines.push(way.why);
  }
  if (optionOf("hex", at) >= 0) lines.push(optionWords(optionOf("hex", at)));
  return lines;
}

/** The counters of a stack side by side, large enough for a finger. */
const fan = {
  at: null, timer: 0,
  soon(hex) { clearTimeout(this.timer); this.timer = setTimeout(() => this.open(hex), 350); },
  leave() { clearTimeout(this.timer); this.timer = setTimeout(() => this.close(), 450); },
  close() { clearTimeout(this.timer); if (this.at) { this.at = null; put($("fan")); } },
  open(hex, focus = false) {
    clearTimeout(this.timer);
    const spot = onScreen(hex);
    if (!spot) return;
    this.at = hex;
    const box = $("fan");
    put(box, piecesAt(hex).slice().reverse().map(piece => counterButton(piece, 54)));
    const side = $("map-side").getBoundingClientRect();
    box.style.left = `${Math.max(4, Math.min(spot[0] - box.offsetWidth / 2, side.width - box.offsetWidth - 4))}px`;
    const above = spot[1] - INFO.map.across * PX * sight.scale * 0.55 - box.offsetHeight;
    box.style.top = `${above > 4 ? above : spot[1] + INFO.map.across * PX * sight.scale * 0.55}px`;
    box.onpointerenter = () => clearTimeout(this.timer);
    box.onpointerleave = () => this.leave();
    if (focus && box.firstElementChild) box.firstElementChild.focus();
  },
};

/** A counter that can be clicked, anywhere but on the map. */
function counterButton(piece, size, press) {
  const can = optionOf("piece", piece.piece) >= 0;
  const node = el("button", {
    type: "button", class: counterClass(piece, can), "data-piece": piece.piece, "aria-label": pieceWords(piece), title: pieceWords(piece),
    onclick: press || (() => { fan.close(); choosePiece(piece.piece); }),
  }, el("img", { src: faceOf(piece.piece, piece.face), alt: "", width: size, height: size }), badges(piece));
  node.style.setProperty("--size", `${size}px`);
  return node;
}

function counterClass(piece, can) {
  const marks = ["counter", `side-${sideNo(piece.side)}`];
  if (can) marks.push("can");
  if (table.selected && table.selected.piece === piece.piece) marks.push("selected");
  if ((piece.did || []).includes("moved")) marks.push("spent");
  if (inCombat(piece.piece)) marks.push("fights");
  return marks.join(" ");
}

function inCombat(id) {
  const { combat } = table;
  return Boolean(combat && [...(combat.attackers || []), ...(combat.defenders || [])].some(it => it.piece === id));
}

/** Small marks on a counter: markers that lie on it, states, supply. */
function badges(piece) {
  const all = (piece.markers || []).map(id => el("img", { class: "badge", src: markerFace(id), alt: "", title: markerName(id) }));
  for (const state of piece.also || []) all.push(el("span", { class: "badge word", text: stateName(state).slice(0, 3), title: stateName(state) }));
  if (shownOn.supply && suppliedNow) {
    const traces = suppliedNow[piece.piece];
    if (traces && traces.length) {
      const good = traces.every(trace => trace.is);
      all.push(el("span", { class: `badge ${good ? "good" : "ill"}`, text: good ? "✓" : "✗", title: traces.map(trace => trace.why).join("\n") }));
    }
  }
  return all.length ? el("span", { class: "badges" }, all) : null;
}

let suppliedNow = null;

/** Highlights and counters, as the game stands. */
function showMap() {
  if (!INFO.map) return;
  suppliedNow = shownOn.supply && !table.past ? supplyOfAll() : null;
  for (const name of Object.keys(shownOn)) $(`show-${name}`).setAttribute("aria-pressed", String(shownOn[name]));
  const marks = [];
  showHeld(marks);
  if (shownOn.zones && !table.past) INFO.sides.forEach((side, n) => (tell("zones", { side: side.id }) || []).forEach(hex => marks.push(hexMark(hex, `zone zone-${n % 2}`))));
  if (shownOn.targets && !table.past) Object.keys(tell("targets") || {}).forEach(hex => marks.push(hexMark(hex, "target")));
  const mine = asked() && isPerson(asked().by);
  if (table.selected) marks.push(...reachMarks(table.selected.reach));
  else if (mine) for (const option of options()) if (option.hex && !option.force) marks.push(hexMark(option.hex, "option"));
  put($("under"), marks);
  const above = bridgeMarks();
  if (mine) for (const option of options()) if (option.side) above.push(sideMark(option.side, "option-side", option.side));
  if (table.here && hexes()[table.here]) above.push(hexMark(table.here, "here"));
  if (cursor && document.activeElement === $("map")) above.push(cursorMark());
  put($("over"), above);
  showCounters(mine);
}

function supplyOfAll() {
  const all = {};
  for (const side of INFO.sides) {
    const told = tell("supply", { side: side.id });
    if (!told) break;
    Object.assign(all, told);
  }
  if (Object.keys(all).length) return all;
  for (const piece of table.view.pieces) { const told = tell("supply", { piece: piece.piece }); if (told) all[piece.piece] = told; }
  return all;
}

function hexMark(hex, className) {
  const at = hexes()[hex];
  if (!at) return null;
  return draw("polygon", { class: className, "data-hex": hex, points: INFO.map.corners.map(([x, y]) => `${at[0] + x},${at[1] + y}`).join(" ") });
}

function cursorMark() {
  const mark = hexMark(cursor, "cursor");
  if (mark) return mark;
  const box = boxOf(cursor);
  return box ? draw("rect", { class: "cursor", x: box.inside[0], y: box.inside[1], width: box.inside[2], height: box.inside[3] }) : null;
}

/** Reach in colour, each hex with its cost; where a move must stop, or cannot end, has a sign. */
function reachMarks(reach) {
  return Object.entries(reach).flatMap(([hex, there]) => {
    const at = hexes()[hex];
    if (!at) return [];
    const low = INFO.map.across * 0.34;
    const words = `${points(there.cost)}${there.end ? (there.stop ? " ■" : "") : " ✕"}`;
    return [hexMark(hex, there.end ? (there.stop ? "reach stop" : "reach") : "reach through"),
      draw("text", { class: "cost", x: at[0], y: at[1] + low, "font-size": INFO.map.across * 0.2, text: words })];
  });
}

/** Who holds which place: a pennant in the colour and with the shape of the side. */
function showHeld(marks) {
  for (const [id, side] of Object.entries(shownView().held || {})) {
    const place = INFO.map.places.find(place => place.id === id);
    const at = place && hexes()[place.hexes[0]];
    if (!at) continue;
    const size = INFO.map.across * 0.22;
    const text = draw("text", { class: "held", x: at[0] - INFO.map.across * 0.36, y: at[1] + INFO.map.across * 0.42, "font-size": size, text: sideShape(side) });
    text.style.fill = (sideOf(side) || {}).colour || "#000";
    marks.push(text);
  }
}

/** The two ends of a hexside. */
function sideEnds(name) {
  const [a, b] = name.split("/").map(hex => hexes()[hex]);
  if (!a || !b) return null;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const long = Math.hypot(dx, dy) || 1;
  const half = INFO.map.across / Math.sqrt(3) / 2;
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return [mx - dy / long * half, my + dx / long * half, mx + dy / long * half, my - dx / long * half, mx, my];
}

function sideMark(name, className, data) {
  const ends = sideEnds(name);
  return ends && draw("line", { class: className, "data-side": data, x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3] });
}

/** Bridges that are no longer as they are printed, and markers on hexsides. */
function bridgeMarks() {
  const marks = [];
  const view = shownView();
  for (const [side, is] of Object.entries(view.bridges || {})) {
    const ends = sideEnds(side);
    if (ends && is !== "intact") marks.push(draw("text", { class: "bridge", x: ends[4], y: ends[5], "font-size": INFO.map.across * 0.34, text: is === "blown" ? "✖" : "⚒" }));
  }
  for (const [side, list] of Object.entries(view["side-markers"] || {})) {
    const ends = sideEnds(side), size = INFO.map.across * 0.36;
    if (ends) list.forEach((id, n) => marks.push(draw("image", { href: markerFace(id), x: ends[4] - size / 2 + n * size * 0.3, y: ends[5] - size / 2, width: size, height: size })));
  }
  return marks;
}

/** Counters where they stand. Those that moved glide, unless nobody wants that. */
function showCounters(mine) {
  const size = INFO.map.across * 0.64 * PX;
  const seen = new Set();
  const byPlace = Map.groupBy ? Map.groupBy(shownView().pieces, piece => piece.at) : grouped(shownView().pieces);
  for (const [at, stack] of byPlace) {
    const box = hexes()[at] ? null : boxOf(at);
    const spot = spotOf(at);
    if (!spot) continue;
    stack.forEach((piece, n) => {
      seen.add(piece.piece);
      const [x, y] = box ? inBox(box, n, stack.length, size / PX) : inStack(spot, n, stack.length, size / PX);
      placeCounter(piece, x * PX, y * PX, size, n, mine);
    });
  }
  showMarkers(size, seen);
  for (const [id, node] of counterNodes) if (!seen.has(id)) { node.remove(); counterNodes.delete(id); }
}

function grouped(pieces) {
  const all = new Map();
  for (const piece of pieces) all.set(piece.at, [...(all.get(piece.at) || []), piece]);
  return all;
}

/** Each a little higher and further to the right than the one beneath. */
function inStack([x, y], n, all, size) {
  const step = size * Math.min(0.13, 0.4 / all);
  return [x + (n - (all - 1) / 2) * step, y - (n - (all - 1) / 2) * step];
}

function inBox({ inside: [left, top, width, height] }, n, all, size) {
  const across = Math.max(1, Math.floor(width / (size * 1.08)));
  const rows = Math.ceil(all / across);
  const down = Math.min(size * 1.08, rows > 1 ? (height - size) / (rows - 1) : size);
  return [left + size * (0.54 + (n % across) * 1.08), top + size * 0.54 + Math.floor(n / across) * down];
}

function placeCounter(piece, x, y, size, n, mine) {
  let node = counterNodes.get(piece.piece);
  if (!node) {
    node = el("button", { type: "button", tabindex: -1, "data-piece": piece.piece }, el("img", { alt: "", draggable: "false" }));
    counterNodes.set(piece.piece, node);
    $("counters").append(node);
  }
  const can = mine && !table.selected && optionOf("piece", piece.piece) >= 0;
  node.className = counterClass(piece, can);
  const face = faceOf(piece.piece, piece.face);
  if (node.firstChild.src !== face) node.firstChild.src = face;
  node.setAttribute("aria-label", pieceWords(piece));
  if (node.childNodes[1]) node.childNodes[1].remove();
  const marks = badges(piece);
  if (marks) node.append(marks);
  node.style.setProperty("--size", `${size}px`);
  node.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px)`;
  node.style.zIndex = String(n + 2 + (table.selected && table.selected.piece === piece.piece ? 50 : 0));
}

/** Markers in hexes lie beneath the counters, a little lower. */
function showMarkers(size, seen) {
  for (const [at, list] of Object.entries(shownView().markers || {})) {
    const spot = spotOf(at);
    if (!spot) continue;
    list.forEach((id, n) => {
      const key = `marker ${at} ${id} ${n}`;
      seen.add(key);
      let node = counterNodes.get(key);
      if (!node) {
        node = el("span", { class: "marker", title: markerName(id) }, el("img", { src: markerFace(id), alt: "", draggable: "false" }));
        counterNodes.set(key, node);
        $("counters").append(node);
      }
      const small = size * 0.62;
      node.style.setProperty("--size", `${small}px`);
      node.style.transform = `translate(${spot[0] * PX - size * 0.62 + n * small * 0.3}px, ${spot[1] * PX + size * 0.02}px)`;
    });
  }
}
