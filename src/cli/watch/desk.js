// The desk beside the findings. What is shown is kept for this tab of the browser, so that a page that is loaded anew is where
// it was; new checks change only what they have to.
const desk = (() => {
  const SVG = (name, attributes) => {
    const element = document.createElementNS("http:" + "//www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const kept = { tab: "map", scenario: "", turn: 0, hex: null, unit: null, part: 0, views: {}, names: {} };
  try { Object.assign(kept, JSON.parse(sessionStorage.getItem("desk") || "{}")); } catch { /* What was kept is not readable. */ }
  const keep = () => {
    // Numbers mean something else as soon as a row is put in before them: what is chosen is known by its name.
    if (game) kept.names = { unit: named("unit", kept.unit), hex: named("hex", kept.hex), pointed: named("hex", pointed) };
    try { sessionStorage.setItem("desk", JSON.stringify(kept)); } catch { /* Nothing is kept then. */ }
  };

  let build = 0, game = null, told = null, asked = 0, pointed = null, loading = null;
  const all = kind => kind === "unit" ? game.units.map(({ id }) => id) : game.map ? game.map.hexes.map(([number]) => number) : [];
  const named = (kind, n) => n === null ? null : all(kind)[n] ?? null;
  const numberOf = (kind, name) => { const n = name == null ? -1 : all(kind).indexOf(name); return n < 0 ? null : n; };
  const scenarioNumber = () => Math.max(0, game.scenarios.findIndex(scenario => scenario.id === kept.scenario));
  const scenario = () => game.scenarios[scenarioNumber()];
  const get = async path => { const answer = await fetch(`${path}?${build}`); return answer.ok ? answer.json() : null; };

  // ---- Pictures, as points.

  // A map is made of so many lines that a browser takes a second to draw them, and it would draw them anew for every step of a drag
  // and whatever is laid over them. So each picture is drawn as points, once its view has come to rest: the piece that is seen as fine
  // as the screen, and all of it roughly, for what comes into view while it is dragged.
  const REST = 120, LATER = 600, ROUGH = 1600;
  class Plates {
    constructor(sheet) {
      this.plates = [...sheet.querySelectorAll("canvas")].map(canvas => ({ canvas, source: canvas.dataset.of, rough: canvas.className === "rough", drawn: "" }));
      this.later = 0;
    }

    paint(view, box, [width, height]) {
      const fine = view.scale * (window.devicePixelRatio || 1);
      const within = (at, most) => Math.min(Math.max(0, at), most);
      const [left, top] = [Math.floor(within(-view.x / view.scale, width) * fine), Math.floor(within(-view.y / view.scale, height) * fine)];
      const [right, bottom] = [Math.ceil(within((box.clientWidth - view.x) / view.scale, width) * fine), Math.ceil(within((box.clientHeight - view.y) / view.scale, height) * fine)];
      for (const plate of this.plates.filter(({ rough }) => !rough)) this.draw(plate, fine, left, top, right - left, bottom - top, width, height);
      clearTimeout(this.later);
      this.later = setTimeout(() => {
        const scale = ROUGH / Math.max(width, height);
        for (const plate of this.plates.filter(({ rough }) => rough)) this.draw(plate, scale, 0, 0, Math.ceil(width * scale), Math.ceil(height * scale), width, height);
      }, LATER);
    }

    /** A piece of a picture, measured in points of the screen. */
    draw(plate, scale, left, top, across, down, width, height) {
      const { canvas } = plate, image = byId(plate.source);
      const wanted = [image.src, scale, left, top, across, down].join(" ");
      if (!image.complete || !image.naturalWidth || across < 1 || down < 1 || plate.drawn === wanted) return;
      plate.drawn = wanted;
      [canvas.width, canvas.height] = [across, down];
      for (const [name, points] of Object.entries({ left, top, width: across, height: down })) canvas.style[name] = `${points / scale}px`;
      const context = canvas.getContext("2d");
      context.setTransform(scale, 0, 0, scale, -left, -top);
      context.drawImage(image, 0, 0, width, height);
    }
  }

  // ---- Panes that are dragged and enlarged.

  function pane(name, sheetSize) {
    const box = byId(`${name}-pane`), sheet = box.querySelector(".sheet");
    let view = null;
    const own = { box, size: () => sheetSize(), at: null };
    const plates = new Plates(sheet);
    let resting = 0;
    const apply = () => {
      sheet.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
      kept.views[name] = view;
      clearTimeout(resting);
      resting = setTimeout(() => { own.paint(); keep(); }, REST);
    };
    own.paint = () => { if (view && box.clientWidth) plates.paint(view, box, sheetSize()); };
    own.whole = () => {
      const [width, height] = sheetSize();
      const scale = Math.min(box.clientWidth / width, box.clientHeight / height) || 1;
      view = { scale, x: (box.clientWidth - width * scale) / 2, y: (box.clientHeight - height * scale) / 2 };
      apply();
    };
    own.fit = () => {
      const [width, height] = sheetSize();
      sheet.style.width = `${width}px`;
      sheet.style.height = `${height}px`;
      if (!box.clientWidth) return;
      view = kept.views[name] || null;
      if (view && [view.scale, view.x, view.y].every(Number.isFinite)) apply(); else own.whole();
    };
    own.zoom = (by, x = box.clientWidth / 2, y = box.clientHeight / 2) => {
      if (!view) return;
      const scale = Math.min(60, Math.max(.05, view.scale * by));
      view = { scale, x: x - (x - view.x) * scale / view.scale, y: y - (y - view.y) * scale / view.scale };
      apply();
    };
    // So that a point of the sheet is in the middle, and large enough to be read.
    own.centre = (x, y, least) => {
      if (!box.clientWidth) return;
      const scale = Math.max(view ? view.scale : 0, least);
      view = { scale, x: box.clientWidth / 2 - x * scale, y: box.clientHeight / 2 - y * scale };
      apply();
    };
    own.point = event => {
      const rect = box.getBoundingClientRect();
      return [(event.clientX - rect.left - view.x) / view.scale, (event.clientY - rect.top - view.y) / view.scale];
    };
    box.addEventListener("wheel", event => {
      event.preventDefault();
      const rect = box.getBoundingClientRect();
      own.zoom(Math.exp(-event.deltaY / 400), event.clientX - rect.left, event.clientY - rect.top);
    }, { passive: false });
    let from = null;
    box.addEventListener("pointerdown", event => {
      if (event.button || !view) return;
      from = { x: event.clientX, y: event.clientY, view, moved: false };
      box.setPointerCapture(event.pointerId);
    });
    box.addEventListener("pointermove", event => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      from.moved ||= Math.hypot(dx, dy) > 4;
      if (!from.moved) return;
      box.classList.add("grab");
      view = { ...from.view, x: from.view.x + dx, y: from.view.y + dy };
      apply();
    });
    const end = event => {
      const click = from && !from.moved && event.type === "pointerup";
      from = null;
      box.classList.remove("grab");
      if (click && own.at) own.at(...own.point(event));
    };
    box.addEventListener("pointerup", end);
    box.addEventListener("pointercancel", end);
    box.addEventListener("keydown", event => {
      const by = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
      if (by && view) { view = { ...view, x: view.x + by[0], y: view.y + by[1] }; apply(); event.preventDefault(); }
      else if (event.key === "+") own.zoom(1.25);
      else if (event.key === "-") own.zoom(.8);
    });
    return own;
  }
  const panes = {
    map: pane("map", () => game && game.map ? [game.map.width, game.map.height] : [1, 1]),
    counters: pane("counters", () => game ? [game.counters.width, game.counters.height] : [1, 1]),
  };
  window.addEventListener("resize", () => panes[kept.tab] && panes[kept.tab].paint());
  window.addEventListener("pagehide", () => keep());
  byId("larger").onclick = () => panes[kept.tab] && panes[kept.tab].zoom(1.4);
  byId("smaller").onclick = () => panes[kept.tab] && panes[kept.tab].zoom(1 / 1.4);
  byId("whole").onclick = () => panes[kept.tab] && panes[kept.tab].whole();

  // ---- Tabs, scenario, turn.

  const TABS = ["map", "counters", "pages"];
  const has = tab => game && (tab === "map" ? game.map : tab === "counters" ? game.counters.lying.length : game.kit.length);
  function tab(name) {
    kept.tab = has(name) ? name : TABS.find(has) || "map";
    for (const each of TABS) {
      byId(`tab-${each}`).setAttribute("aria-selected", String(each === kept.tab));
      byId(`tab-${each}`).hidden = !has(each);
      byId(each === "pages" ? "pages" : `${each}-pane`).hidden = each !== kept.tab;
    }
    byId("scenario-label").hidden = kept.tab === "pages" || !game.scenarios.length;
    byId("turn-label").hidden = kept.tab !== "map" || !game.scenarios.length || !scenario().turns.length;
    byId("part-label").hidden = kept.tab !== "pages";
    byId("tools").hidden = kept.tab === "pages";
    byId("side").hidden = kept.tab === "pages";
    if (panes[kept.tab]) { panes[kept.tab].fit(); panes[kept.tab].paint(); }
    if (kept.tab === "pages") pages();
    keep();
  }
  for (const name of TABS) byId(`tab-${name}`).onclick = () => tab(name);
  byId("bar").querySelector("[role=tablist]").addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const there = TABS.filter(has);
    tab(there[(there.indexOf(kept.tab) + step + there.length) % there.length]);
    byId(`tab-${kept.tab}`).focus();
  });
  byId("scenario").onchange = () => { kept.scenario = byId("scenario").value; kept.turn = 0; turn(); };
  byId("turn").oninput = () => { kept.turn = Number(byId("turn").value); turn(); };

  function turn() {
    const of = scenario();
    const turns = of ? of.turns : [];
    kept.turn = Math.min(Math.max(0, kept.turn | 0), turns.length);
    byId("turn").max = String(turns.length);
    byId("turn").value = String(kept.turn);
    byId("turn-name").textContent = kept.turn ? turns[kept.turn - 1].name : "setup";
    byId("turn-label").hidden = kept.tab !== "map" || !turns.length;
    if (of && game.map) picture("standing", `/standing/${scenarioNumber()}/${kept.turn}?${build}`, panes.map);
    byId("standing-plate").hidden = !of;
    told = null;
    over();
    choose();
    keep();
  }

  /** The old picture stays until the new one is there. While one is on its way, only the newest of those that follow is asked for. */
  const wanted = {}, coming = {};
  function picture(id, address, pane) {
    wanted[id] = address;
    if (coming[id] || byId(id).getAttribute("src") === address) return;
    const next = new Image();
    coming[id] = next;
    const over = () => { coming[id] = null; if (wanted[id] !== address) picture(id, wanted[id], pane); };
    next.onload = () => {
      [next.id, next.hidden, next.alt] = [id, true, ""];
      byId(id).replaceWith(next);
      pane.paint();
      over();
    };
    next.onerror = over;
    next.setAttribute("src", address);
  }

  /** Who stands in a hex at the chosen turn: those who began there, then those who have come in there since. Who leaves does so at the end of a turn. */
  function standing(hex) {
    const of = scenario();
    if (!of) return [];
    const there = new Set([...of.stands, ...of.boxed].flatMap(([, units]) => units));
    let here = of.stands.filter(([at]) => at === hex).flatMap(([, units]) => units);
    of.turns.slice(0, kept.turn).forEach(({ arrive, leave }, n) => {
      for (const { units, hexes } of arrive) {
        for (const unit of units.filter(unit => hexes.length && !there.has(unit))) {
          there.add(unit);
          if (hexes[0] === hex) here.push(unit);
        }
      }
      const gone = n + 1 < kept.turn ? leave.filter(({ perhaps }) => !perhaps).flatMap(({ units }) => units) : [];
      gone.forEach(unit => there.delete(unit));
      here = here.filter(unit => !gone.includes(unit));
    });
    return here;
  }

  // ---- What lies over the map.

  const corners = n => {
    const [, x, y] = game.map.hexes[n];
    return game.map.outline.map(([dx, dy]) => `${(x + dx).toFixed(2)},${(y + dy).toFixed(2)}`).join(" ");
  };
  const hexes = (list, kind, width) => list.filter(n => game.map.hexes[n]).map(n => SVG("polygon", { points: corners(n), class: kind, "stroke-width": width }));
  function over() {
    const layer = byId("over");
    if (!game || !game.map) { layer.replaceChildren(); return; }
    layer.setAttribute("viewBox", `0 0 ${game.map.width} ${game.map.height}`);
    const of = scenario();
    const all = [];
    if (of && kept.turn) all.push(...hexes([...new Set(of.turns[kept.turn - 1].arrive.flatMap(arrival => arrival.hexes))], "comes", 0));
    if (told && told.hex !== null) {
      all.push(...hexes(told.reach.map(([n]) => n), "reach", 0), ...hexes(told.zones, "zone", 1));
      for (const { way } of told.supply.filter(({ way }) => way.length > 1)) {
        const points = way.map(n => game.map.hexes[n].slice(1).join(",")).join(" ");
        all.push(SVG("polyline", { points, class: "way", "stroke-width": 1.6 }));
      }
      for (const [n, cost] of told.reach) {
        const [, x, y] = game.map.hexes[n];
        const text = SVG("text", { x, y: y + 6.5, class: "cost" });
        text.textContent = cost;
        all.push(text);
      }
    }
    if (kept.hex !== null) all.push(...hexes([kept.hex], "chosen", 1.4));
    if (pointed !== null) all.push(...hexes([pointed], "pointed", 1.4));
    layer.replaceChildren(...all);
  }
  function around() {
    const layer = byId("round");
    layer.setAttribute("viewBox", `0 0 ${game.counters.width} ${game.counters.height}`);
    const own = game.counters.lying.filter(lying => lying.unit !== null && lying.unit === kept.unit);
    layer.replaceChildren(...own.map(({ rect: [x, y, width, height] }) =>
      SVG("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, class: "chosen", "stroke-width": 1 })));
  }

  // ---- What is chosen, and its rows.

  const unitButton = n => {
    const button = make("button", "unit", game.units[n] ? game.units[n].id : "?");
    button.type = "button";
    button.title = game.units[n] ? game.units[n].name : "";
    button.onclick = () => pick({ unit: n });
    return button;
  };
  const list = (title, items) => items.length ? [make("h4", "", title), make("ul", "", ...items.map(item => make("li", "", ...item)))] : [];
  const rows = all => list("Where it is written", all.map(row => [...prose(row.what), ": ", link(row, row.address) || make("code", "", row.address)]));

  function arrivals() {
    const of = scenario();
    if (!of) return [];
    if (!kept.turn) {
      const boxed = of.boxed.map(([box, units]) => [`${game.boxes[box]}: `, ...units.map(unitButton)]);
      const free = of.free.map(([where, units]) => [`${where}: `, ...units.map(unitButton)]);
      return [make("h3", "", of.name), ...list("Beside the map", boxed), ...list("Their owner says where", free)];
    }
    const at = of.turns[kept.turn - 1];
    const come = at.arrive.map(({ units, at: entry, perhaps }) => [...units.map(unitButton), entry ? ` at ${entry}` : "", perhaps ? ", on a condition" : ""]);
    const leave = at.leave.map(({ units, perhaps }) => [...units.map(unitButton), perhaps ? ", on a condition" : ""]);
    return [make("h3", "", `Turn ${at.name}`), ...(at.weather ? [make("p", "", `Weather: ${at.weather}`)] : []), ...list("They arrive", come),
      ...list("They leave", leave), ...(come.length || leave.length ? [] : [make("p", "", "Nobody comes, nobody leaves.")])];
  }

  function pick(what, shown = null) {
    Object.assign(kept, { hex: null, unit: null }, what);
    pointed = shown;
    keep();
    return choose();
  }

  /** Asks about what is chosen; an answer that comes too late is for nobody. */
  async function choose() {
    const mine = ++asked;
    const side = byId("side");
    told = null;
    if (kept.unit !== null && game.units[kept.unit]) {
      const [n, turnNow] = [kept.unit, kept.turn];
      const answer = await get(`/unit/${n}/${scenarioNumber()}/${turnNow}`).catch(() => null);
      if (mine !== asked) return;
      if (answer) {
        told = answer;
        kept.hex = answer.hex;
        const image = make("img", "");
        [image.src, image.alt] = [`/counter/${n}?${build}`, `The counters of ${answer.id}`];
        const where = answer.hex !== null && game.map ? [make("p", "", `In ${game.map.hexes[answer.hex][0]}.`)] : [make("p", "", "Not on the map now.")];
        const moves = answer.hex === null ? [] : answer.cannot_move ? [make("p", "", "It cannot move: ", ...prose(answer.cannot_move), ".")] :
          answer.reach.length ? [make("p", "", `It reaches ${count(answer.reach.length, "hex")}.`)] : [];
        side.replaceChildren(make("h3", "", answer.name), make("p", "", make("code", "", answer.id), answer.side ? `, ${answer.side}` : "", answer.formation ? `, ${answer.formation}` : ""),
          image, ...where, ...moves, ...list("Supply", answer.supply.map(({ trace, words }) => [`${trace}: `, ...prose(words)])), ...rows(answer.rows));
      }
    } else if (kept.hex !== null && game.map && game.map.hexes[kept.hex]) {
      const answer = await get(`/hex/${kept.hex}`).catch(() => null);
      if (mine !== asked) return;
      if (answer) {
        const now = standing(kept.hex);
        const elsewhere = answer.stands.filter(([n]) => n !== scenarioNumber());
        side.replaceChildren(make("h3", "", `Hex ${answer.number}`), ...(answer.terrain ? [make("p", "", answer.terrain)] : []),
          ...(answer.names.length ? [make("p", "", answer.names.join(", "))] : []),
          ...list(kept.turn ? `Here on turn ${scenario().turns[kept.turn - 1].name}` : "Here at the start", now.length ? [now.map(unitButton)] : []),
          ...list("In other scenarios", elsewhere.map(([n, units]) => [`${game.scenarios[n].name}: `, ...units.map(unitButton)])), ...rows(answer.rows));
      }
    } else {
      side.replaceChildren(...(game.scenarios.length ? arrivals() : [make("p", "", "Click on a hex or a counter.")]));
    }
    over();
    around();
    keep();
  }

  panes.map.at = (x, y) => {
    let best = null, least = Infinity;
    game.map.hexes.forEach(([, hx, hy], n) => { const far = Math.hypot(hx - x, hy - y); if (far < least) [best, least] = [n, far]; });
    const inside = Math.max(...game.map.outline.map(([dx, dy]) => Math.hypot(dx, dy)));
    if (best === null || least > inside) { pick({}); return; }
    // A hex with a counter on it tells of its uppermost unit; once more, of the hex.
    const top = standing(best).at(-1) ?? null;
    pick(top !== null && kept.unit !== top ? { unit: top } : { hex: best });
  };
  panes.counters.at = (x, y) => {
    const lying = game.counters.lying.find(({ rect: [left, up, width, height] }) => x >= left && x <= left + width && y >= up && y <= up + height);
    if (!lying) { pick({}); return; }
    if (lying.unit !== null) { pick({ unit: lying.unit }); return; }
    asked++;
    byId("side").replaceChildren(make("h3", "", lying.id), ...(lying.at ? rows([{ what: "the counter", ...lying.at }]) : []));
  };

  // ---- The kit's pages.

  async function pages() {
    const mine = ++asked, box = byId("pages");
    kept.part = Math.min(kept.part | 0, Math.max(0, game.kit.length - 1));
    byId("part").value = String(kept.part);
    box.replaceChildren(make("p", "", "Drawing …"));
    const titles = await get(`/kit/${kept.part}`).catch(() => null);
    if (mine !== asked) return;
    if (!titles || !titles.length) { box.replaceChildren(make("p", "", "There is nothing to print here.")); return; }
    box.replaceChildren(...titles.map((title, n) => {
      const image = make("img", "");
      [image.loading, image.src, image.alt] = ["lazy", `/kit/${kept.part}/${n}?${build}`, title || `Page ${n + 1}`];
      return make("figure", "", make("figcaption", "", `${n + 1} of ${titles.length}${title ? `, ${title}` : ""}`), image);
    }));
  }
  byId("part").onchange = () => { kept.part = Number(byId("part").value); byId("pages").scrollTop = 0; pages(); keep(); };

  const option = (value, words) => { const element = make("option", "", words); element.value = value; return element; };

  return {
    /** Something has been checked anew. */
    show(state) { return loading = this.load(state); },
    async load(state) {
      if (state.problem || !(state.map || state.counters)) { byId("desk").hidden = true; return; }
      const answer = await fetch(`/desk?${state.build}`).catch(() => null);
      if (!answer || !answer.ok || state.build < build) return;
      game = await answer.json();
      build = state.build;
      const { unit, hex, pointed: shown } = kept.names || {};
      [kept.unit, kept.hex, pointed] = [numberOf("unit", unit), numberOf("hex", hex), numberOf("hex", shown)];
      byId("desk").hidden = false;
      document.documentElement.style.setProperty("--head", `${document.querySelector("header").offsetHeight}px`);
      for (const name of ["map", "counters"]) if (state[name]) picture(name, `/${name}.svg?${build}`, panes[name]);
      byId("scenario").replaceChildren(...game.scenarios.map(({ id, name }) => option(id, name)));
      if (game.scenarios.length) { kept.scenario = scenario().id; byId("scenario").value = kept.scenario; }
      byId("part").replaceChildren(...game.kit.map((name, n) => option(String(n), name)));
      tab(kept.tab);
      turn();
    },
    /** Shows what a finding is about: of the game in which it was found, which may still be on its way. */
    async point({ hex, unit, scenarios }) {
      await loading;
      if (!game) return;
      // In a scenario in which it is so.
      if (scenarios.length && !scenarios.includes(scenarioNumber()) && game.scenarios[scenarios[0]]) {
        byId("scenario").value = kept.scenario = game.scenarios[scenarios[0]].id;
        kept.turn = 0;
        turn();
      }
      const onMap = hex !== null && game.map;
      const lying = game.counters.lying.find(lying => lying.unit === unit && unit !== null);
      tab(onMap ? "map" : lying ? "counters" : kept.tab);
      pick(onMap ? { hex } : unit !== null ? { unit } : {}, onMap ? hex : null);
      if (onMap) {
        const [, x, y] = game.map.hexes[hex];
        panes.map.centre(x, y, 4);
      } else if (lying) {
        const [x, y, width, height] = lying.rect;
        panes.counters.centre(x + width / 2, y + height / 2, 4);
      }
      over();
      byId("desk").scrollIntoView({ block: "nearest" });
    },
  };
})();
