// What the page does not watch over, and the moves that players make by hand for it.

/** A field that waits for a click on the map. */
const handPick = {
  wants: null,
  start(kind, field) { this.wants = { kind, field }; document.body.classList.add("picking"); },
  stop() { this.wants = null; document.body.classList.remove("picking"); },
  take(kind, value) {
    if (!this.wants || this.wants.kind !== kind) return false;
    this.wants.field.value = value;
    this.wants.field.focus();
    this.stop();
    return true;
  },
  piece(id) { return this.take("piece", id) || (pieceOf(id) ? this.take("at", pieceOf(id).at) : false); },
  hex(at) { return this.take("at", at); },
};

/** The deeds: what each needs, and how it is sent. */
const DEEDS = {
  put: { needs: ["piece", "at"], send: it => ({ put: [it.piece, it.at] }) },
  take: { needs: ["piece"], send: it => ({ take: it.piece }) },
  lose: { needs: ["piece"], send: it => ({ lose: it.piece }) },
  face: { needs: ["piece", "state"], send: it => ({ face: [it.piece, it.state] }) },
  state: { needs: ["piece", "state"], send: it => ({ state: [it.piece, it.state, true] }) },
  unstate: { needs: ["piece", "state"], send: it => ({ state: [it.piece, it.state, false] }) },
  mark: { needs: ["at", "marker"], send: it => ({ mark: [it.at, it.marker, true] }) },
  unmark: { needs: ["at", "marker"], send: it => ({ mark: [it.at, it.marker, false] }) },
  hold: { needs: ["place", "side"], send: it => ({ hold: [it.place, it.side || null] }) },
  bridge: { needs: ["hexside", "is"], send: it => ({ bridge: [it.hexside, it.is] }) },
  count: { needs: ["name", "n"], send: it => ({ count: [it.name, Number(it.n)] }) },
  flag: { needs: ["name"], send: it => ({ flag: [it.name, true] }) },
  unflag: { needs: ["name"], send: it => ({ flag: [it.name, false] }) },
  end: { needs: [], send: () => "end-phase" },
};

function handParts() {
  const left = INFO.notEnforced;
  const parts = [el("h2", { text: WORDS.notEnforced })];
  parts.push(left.length ? el("p", { text: WORDS.notEnforcedAbout }) : el("p", { text: WORDS.allEnforced }));
  parts.push(el("ul", { id: "not-enforced" }, left.map(it => el("li", {}, it.rule ? el("b", { text: `${it.rule} ` }) : null, it.text))));
  const unruled = Object.entries(shownView().unruled || {}).filter(([, n]) => n);
  if (unruled.length) parts.push(el("p", { class: "note", text: WORDS.unruled(unruled.map(([rule, n]) => `${rule || "–"} × ${n}`).join(", ")) }));
  parts.push(el("h2", { text: WORDS.byHand }));
  parts.push(asked() && asked().hand ? handForm() : el("p", { class: "note", text: WORDS.byHandOff }));
  return parts;
}

function handForm() {
  const kind = el("select", { id: "hand-deed", "aria-label": WORDS.byHand }, Object.keys(DEEDS).map(name => el("option", { value: name, text: WORDS.deeds[name] })));
  const fields = el("div", { class: "fields" });
  const rule = el("input", { id: "hand-rule", maxlength: 64, "aria-label": WORDS.ruleField, placeholder: WORDS.ruleField, list: "hand-rules" });
  const rules = el("datalist", { id: "hand-rules" }, INFO.notEnforced.filter(it => it.rule).map(it => el("option", { value: it.rule })));
  let inputs = {};
  const show = () => {
    inputs = Object.fromEntries(DEEDS[kind.value].needs.map(name => [name, handField(name)]));
    put(fields, Object.entries(inputs).map(([name, input]) => el("label", {}, WORDS.fields[name], input)));
  };
  kind.addEventListener("change", show);
  show();
  const send = event => {
    event.preventDefault();
    const values = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value.trim()]));
    const decision = { hand: DEEDS[kind.value].send(values) };
    if (rule.value.trim()) decision.rule = rule.value.trim();
    decide(decision);
  };
  return el("form", { id: "by-hand", onsubmit: send }, kind, fields, rule, rules, el("button", { class: "first", text: WORDS.doIt }));
}

/** A field of a deed; units and hexes can be clicked on the map too. */
function handField(name) {
  const list = (values, none) => el("select", {}, none ? el("option", { value: "", text: none }) : null, values.map(([id, word]) => el("option", { value: id, text: word })));
  switch (name) {
    case "state": return list(Object.entries(INFO.states));
    case "marker": return list(Object.entries(INFO.markers));
    case "place": return list((INFO.map ? INFO.map.places : []).map(place => [place.id, place.name]));
    case "side": return list(INFO.sides.map(side => [side.id, side.name]), WORDS.fields.nobody);
    case "is": return list(Object.entries(WORDS.bridgeIs));
    case "n": return el("input", { type: "number", value: 0 });
    default: {
      const field = el("input", { autocomplete: "off", "data-field": name });
      if (name === "piece" || name === "at") field.addEventListener("focus", () => handPick.start(name, field));
      return field;
    }
  }
}
