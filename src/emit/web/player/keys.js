// The keyboard alone plays a whole game.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function listenToKeys() {
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = event.target.closest("input, textarea, select");
    if (typing) return;
    if (event.target.closest("#map") && mapKey(event)) return event.preventDefault();
    if (event.target.closest("[role=tablist]") && tabKey(event)) return event.preventDefault();
    if (listKey(event) || pageKey(event)) event.preventDefault();
  });
}

/** Keys that work everywhere. */
function pageKey(event) {
  const press = id => { const node = $(id); if (node && !node.disabled) node.click(); return true; };
  switch (event.key) {
    case "u": return press("undo");
    case "d": return press("done");
    case "m": $("map").focus(); return true;
    case "o": focusOptions(); return true;
    case "z": return press("show-zones");
    case "s": return press("show-supply");
    case "t": return press("show-targets");
    case "+": case "=": zoomBy(1.3); return true;
    case "-": zoomBy(1 / 1.3); return true;
    case "0": fitMap(true); return true;
    case ",": replay.step(-1); return true;
    case ".": replay.step(1); return true;
    case "/": goToHex(); return true;
    case "?": showKeys(); return true;
    case "Escape": fan.close(); if (table.past) replay.now(); else letGo(); return true;
    default: return false;
  }
}

/** To the first thing that can be done; not to what ends something, which is too easily pressed twice. */
function focusOptions() {
  const first = document.querySelector("#options button:not(.ends)") || document.querySelector("#options button");
  if (first) first.focus();
}

/** Up and down in the list of what can be done. */
function listKey(event) {
  const list = event.target.closest("#options, #fan, #log");
  if (!list || !["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return false;
  const all = [...list.querySelectorAll("button")];
  const at = all.indexOf(event.target);
  const forth = event.key === "ArrowDown" || event.key === "ArrowRight";
  const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (forth ? 1 : -1);
  if (all[to]) all[to].focus();
  return true;
}

/** Keys on the map: from hex to hex. */
function mapKey(event) {
  if (!INFO.map) return false;
  const way = ARROWS[event.key];
  if (way && event.shiftKey) { panBy(-way[0] * 80, -way[1] * 80); return true; }
  if (way) {
    cursor = neighbour(cursor || firstHex(), way);
    reveal(cursor);
    showMap();
    $("spoken").textContent = spokenHex(cursor);
    return true;
  }
  if ((event.key === "Enter" || event.key === " ") && cursor && event.target.id === "map") {
    if (event.key === " " && piecesAt(cursor).length) fan.open(cursor, true); else chooseHex(cursor);
    const can = piecesAt(cursor).filter(piece => optionOf("piece", piece.piece) >= 0);
    if (event.key === "Enter" && can.length > 1 && !table.selected) fan.open(cursor, true);
    return true;
  }
  return false;
}

function spokenHex(hex) {
  const stack = piecesAt(hex);
  const can = optionOf("hex", hex) >= 0 || stack.some(piece => optionOf("piece", piece.piece) >= 0);
  const words = hexWords(hex);
  return [words[0], stack.length ? stack.map(piece => pieceWords(piece, false)).join("; ") : WORDS.empty, ...words.slice(stack.length ? 2 : 1), can ? WORDS.choosable : ""].filter(Boolean).join(". ");
}

/** Where somebody who comes to the map begins: at the first thing that can be chosen. */
function firstHex() {
  const option = options().find(it => it.hex || (it.piece && pieceOf(it.piece)));
  const at = option && (option.hex || pieceOf(option.piece).at);
  return table.here || at || Object.keys(hexes()).sort()[0] || null;
}

/** The next hex in a direction: the nearest one that lies more that way than aside. */
function neighbour(hex, [wx, wy]) {
  const from = spotOf(hex);
  let best = hex, least = Infinity;
  const all = [...Object.entries(hexes()), ...INFO.map.beside.filter(it => it.id).map(it => [it.id, spotOf(it.id)])];
  for (const [name, at] of all) {
    const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
    const along = dx * wx + dy * wy, aside = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (along <= 1 || aside > along * 1.2) continue;
    // Straight on counts more than near; of two that are alike the upper one.
    const far = along + aside * 1.5 + (dy > 0 ? 1 : 0);
    if (far < least) { least = far; best = name; }
  }
  return best;
}

async function goToHex() {
  const hex = await dialog(WORDS.goTo, close => {
    const field = el("input", { id: "go-to", "aria-label": WORDS.goToHow, placeholder: WORDS.goToHow, autocomplete: "off" });
    return el("form", { onsubmit: event => { event.preventDefault(); close(field.value.trim()); } }, field, el("button", { class: "first", text: WORDS.ok }));
  });
  if (!hex) return;
  const found = hexes()[hex] ? hex : Object.keys(hexes()).find(name => (placeIn(name) || { name: "" }).name.toLowerCase() === hex.toLowerCase());
  if (!found) return say(`${hex}?`, true);
  cursor = found;
  $("map").focus();
  reveal(found);
  showMap();
  $("spoken").textContent = spokenHex(found);
}

function showKeys() {
  dialog(WORDS.help, close => [
    el("dl", { class: "keys" }, WORDS.keys.map(([key, what]) => [el("dt", { text: key }), el("dd", { text: what })]).flat()),
    el("p", { class: "answers" }, button(WORDS.close, () => close(), { class: "first" })),
  ]);
}
