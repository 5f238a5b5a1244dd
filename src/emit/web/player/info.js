// What the page knows of the game without asking: names, pictures and where things lie.

/** Facts that were put into the page when it was built. */
let INFO = null;
/** SVG by kind and id. */
let PICTURES = null;
/** Addresses of pictures that were made so far. */
const addresses = new Map();

function address(key, svg) {
  if (!svg) return null;
  if (!addresses.has(key)) addresses.set(key, URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })));
  return addresses.get(key);
}

/** The unit that a counter is of: `b-fort/2` is one of several like it. */
const unitId = piece => piece in INFO.units ? piece : piece.replace(/\/\d+$/, "");
const unitOf = piece => INFO.units[unitId(piece)] || { name: piece, faces: {} };

function pieceName(piece) {
  const unit = unitOf(piece);
  const nth = piece.match(/\/(\d+)$/);
  return unit.count > 1 && nth ? `${unit.name} (${nth[1]})` : unit.name;
}

/** What a counter shows. */
function faceOf(piece, state) {
  const faces = PICTURES.units[unitId(piece)] || {};
  const key = state in faces ? state : Object.keys(faces)[0];
  return address(`u ${unitId(piece)} ${key}`, faces[key]);
}

const markerFace = id => address(`m ${id}`, PICTURES.markers[id]);
const cardFace = id => address(`c ${id}`, PICTURES.cards[id]);
const sideOf = id => INFO.sides.find(side => side.id === id);
const sideName = id => (sideOf(id) || { name: id }).name;
const sideNo = id => INFO.sides.findIndex(side => side.id === id);
/** Sides are told apart by a shape too. */
const SHAPES = ["▲", "●", "■", "◆", "★", "✚"];
const sideShape = id => SHAPES[sideNo(id)] || "";
/** The sign of a side, in its colour. */
function shapeOf(id) {
  const mark = el("span", { class: "shape", text: sideShape(id), "aria-hidden": "true" });
  mark.style.color = (sideOf(id) || {}).colour || "";
  return mark;
}
const markerName = id => INFO.markers[id] || id;
const cardName = id => (INFO.cards[id] || { name: id }).name;
const stateName = id => INFO.states[id] || id;
const turnOf = id => INFO.turns.find(turn => turn.id === id);
const phaseOf = id => INFO.phases.find(phase => phase.id === id);
/** The side of a phase, where there is one phase of that name only. */
function phaseSide(id) {
  const all = INFO.phases.filter(phase => phase.id === id);
  return all.length === 1 ? all[0].side : null;
}
const phaseName = id => (phaseOf(id) || { name: id }).name;
const hexes = () => (INFO.map ? INFO.map.hexes : {});

/** Places by hex, found once. */
let placesByHex = null;
function placeIn(hex) {
  if (!placesByHex) {
    placesByHex = new Map();
    for (const place of INFO.map ? INFO.map.places : []) for (const at of place.hexes) placesByHex.set(at, place);
  }
  return placesByHex.get(hex);
}

function groundOf(hex) {
  const at = hexes()[hex];
  const ground = at && at[2] !== null ? INFO.map.terrain[at[2]] : null;
  const place = placeIn(hex);
  return [ground, place ? place.name : null].filter(Boolean).join(", ");
}

/** A place of units in words: a hex by its number, a box by its name. */
const placeWords = at => (INFO.map && INFO.map.boxes[at]) || at;

/** A counter in words, with what is printed on it. */
function pieceWords(piece, withPlace = true) {
  const state = piece.face && piece.face !== "full" ? stateName(piece.face) : "";
  const also = (piece.also || []).map(stateName);
  const marked = (piece.markers || []).map(markerName);
  const printed = (unitOf(piece.piece).faces[piece.face] || []).map(([name, value]) => `${name} ${value}`).join(", ");
  const words = WORDS.unitWords(pieceName(piece.piece), sideName(piece.side), [state, ...also, ...marked].filter(Boolean).join(", "), withPlace ? placeWords(piece.at) : "");
  return printed ? `${words}; ${printed}` : words;
}

/** A name that says more than a number on a counter: with its formation, else its type. */
function longName(id) {
  const { formation, type } = unitOf(id);
  const more = formation || type;
  return pieceName(id) + (more && more !== pieceName(id) ? ` (${more})` : "");
}

/** A sentence of the engine with names in place of ids. */
function withNames(text) {
  // What is printed on a card is left as it is printed.
  if (/^card\b/.test(text)) return text;
  return text.split(/(\s+|[,:;.](?=\s|$))/).map(word => {
    if (word.length < 3) return word;
    if (unitId(word) in INFO.units) return longName(word);
    if (word in INFO.markers && / has /.test(text)) return markerName(word);
    return sideOf(word) ? sideName(word) : word;
  }).join("");
}

/** Points as they are printed: 13/2 is 6½. */
function points(cost) {
  const [, above, below] = String(cost).match(/^(\d+)\/(\d+)$/) || [];
  const sign = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾" }[`${above % below}/${below}`];
  if (!sign) return String(cost);
  return `${Math.floor(above / below) || ""}${sign}`;
}

/** A counter in one line: its name, whose it is part of, and where it stands. */
function pieceLine(id) {
  const piece = pieceOf(id);
  return [longName(id), piece ? `${WORDS.inPlace} ${placeWords(piece.at)}` : ""].filter(Boolean).join(" ");
}

/** What ends something, in words: a phase, a move, a list of attackers. */
const endWords = (decision, what) => (WORDS.ends[what] || {})[decision] || WORDS[decision] || decision;

/** A decision in words, where the engine has none for it. */
function decisionWords(decision) {
  if (typeof decision === "string") return endWords(decision, asked() ? asked().what : "");
  const [kind, value] = Object.entries(decision)[0];
  switch (kind) {
    case "piece": case "draw-piece": return pieceName(value);
    case "hex": return [value, groundOf(value)].filter(Boolean).join(", ");
    case "exit": return (INFO.map.exits[value] || {}).name || value;
    case "card": case "draw": return cardName(value);
    case "mode": case "combat": case "action": return INFO.entries[kind][value] || value;
    case "roll": return value.join(" ");
    case "hand": return JSON.stringify(value);
    default: return String(value);
  }
}
