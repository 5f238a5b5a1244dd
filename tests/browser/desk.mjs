// The page of `muster watch` in a real browser: findings that are shown on the map, hexes and counters that tell their rows, the
// scenario turn by turn, the kit's pages; and that it stays where it is when something is saved or the page is loaded anew.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const { MUSTER, ROOT, CHROMIUM } = process.env;
const pictures = process.argv.includes("--pictures") ? process.argv[process.argv.indexOf("--pictures") + 1] : null;
const only = process.argv.slice(2).find(word => !word.startsWith("--") && word !== pictures);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
let shot = 0;

/** A game of its own that is watched, and its page: a module by its name, or another game by its folder. */
async function open(from, { width = 1500, height = 900 } = {}) {
  const folder = join(mkdtempSync(join(tmpdir(), "muster-desk-")), basename(from));
  cpSync(from.includes("/") ? from : join(ROOT, "modules", from), folder, { recursive: true });
  const child = spawn(MUSTER, ["watch", folder, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  let address = null;
  for await (const line of createInterface({ input: child.stdout })) {
    address = line.match(/^live page: (\S+)/)?.[1];
    if (address) break;
  }
  child.stdout.resume();
  const page = await (await browser.newContext({ viewport: { width, height } })).newPage();
  page.wrong = [];
  page.on("pageerror", error => page.wrong.push(`error: ${error.message}`));
  page.on("console", message => { if (["error", "warning"].includes(message.type())) page.wrong.push(`console: ${message.text()} ${message.location().url}`); });
  page.on("response", response => { if (response.status() >= 400) page.wrong.push(`${response.status()} ${response.url()}`); });
  page.on("request", request => { if (!request.url().startsWith(address) && !request.url().startsWith("data:")) page.wrong.push(`asked for ${request.url()}`); });
  page.setDefaultTimeout(90_000);
  await page.goto(address);
  await page.waitForSelector("#desk:not([hidden])");
  await page.waitForFunction(() => document.getElementById("map").naturalWidth > 0);
  // As editors do: never half of a file.
  const edit = (file, change) => {
    const text = change(readFileSync(join(folder, file), "utf8"));
    writeFileSync(`${folder}.saved`, text);
    renameSync(`${folder}.saved`, join(folder, file));
  };
  return { page, edit, address, end: () => child.kill() };
}

async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `desk-${String(++shot).padStart(2, "0")}-${name}.png`) });
}

const overview = page => page.evaluate(async () => (await fetch("/desk?0")).json());
/** Where the centre of a hex is on the screen. */
const onScreen = (page, number) => page.evaluate(async number => {
  const game = await (await fetch("/desk?0")).json();
  const [, x, y] = game.map.hexes.find(([name]) => name === number);
  const rect = document.querySelector("#map-pane .sheet").getBoundingClientRect();
  return [rect.left + x * rect.width / game.map.width, rect.top + y * rect.height / game.map.height];
}, number);
const chosen = page => page.textContent("#side");
const sideHas = (page, words) => page.waitForFunction(words => document.getElementById("side").textContent.includes(words), words);

const tests = {
  async "a finding is shown on the map, and mended it is gone"() {
    const { page, edit, end } = await open("first-steps");
    assert.match(await page.textContent("#tally"), /clean/);
    const before = await page.evaluate(() => document.querySelector("#map-pane .sheet").style.transform);
    // Two enemies in one hex.
    const units = await overview(page);
    const start = units.scenarios[1].stands;
    assert.ok(start.length > 3);
    const [first, second] = [start[0], start.find(([, [unit]]) => units.units[unit].side !== units.units[start[0][1][0]].side)];
    const number = n => units.map.hexes[n][0];
    let [replaced, mend] = [false, null];
    for (const file of ["units.csv", "scenarios/dash.json", "scenarios/crossing.json"]) {
      edit(file, text => {
        if (replaced || !text.includes(number(second[0]))) return text;
        [replaced, mend] = [true, () => edit(file, () => text)];
        return text.replace(number(second[0]), number(first[0]));
      });
    }
    await page.waitForFunction(() => !/clean/.test(document.getElementById("tally").textContent));
    await page.waitForSelector("#main article.points");
    // Nothing has moved by itself.
    assert.equal(await page.evaluate(() => document.querySelector("#map-pane .sheet").style.transform), before);
    await page.click("#main article.points .show");
    await page.waitForSelector("#over .pointed, #round .chosen", { state: "attached" });
    // In a scenario in which it is so.
    const { scenarios } = await page.evaluate(async () => (await (await fetch("/state")).json()).shows[0]);
    const chosenNow = await page.inputValue("#scenario");
    assert.ok(!scenarios.length || scenarios.some(n => units.scenarios[n].id === chosenNow), chosenNow);
    await picture(page, "finding");
    mend();
    await page.waitForFunction(() => /clean/.test(document.getElementById("tally").textContent));
    assert.equal(await page.locator("#main article").count(), 0);
    return { page, end };
  },

  async "who clicks before the game has come sees what the finding is about"() {
    const { page, edit, end } = await open("first-steps");
    let late = 0;
    await page.route(/\/desk\?[1-9]/, async route => { late++; await new Promise(done => setTimeout(done, 1000)); await route.continue(); });
    // A row more before it: the game that is here counts its units otherwise.
    edit("units.csv", text => text.replace(/^a-1-i,.*$/m, row => `${row.replace("a-1-i,", "a-0-i,")}\n${row.replace(",infantry,", ",infntry,")}`));
    await page.click("#main article.points .show");
    await page.waitForSelector("#round .chosen", { state: "attached" });
    await page.waitForTimeout(1500);
    assert.equal(late, 1);
    assert.equal(await page.textContent("#side code"), "a-1-i");
    return { page, end };
  },

  async "a hex tells its rows, a unit its reach, zones and supply"() {
    const { page, end } = await open("first-steps");
    await page.selectOption("#scenario", "The Dash for the Bridge");
    const game = await overview(page);
    const [hex, units] = game.scenarios[1].stands.find(([, units]) => game.units[units[0]].id === "a-1-i") || game.scenarios[1].stands[0];
    await page.mouse.click(...await onScreen(page, game.map.hexes[hex][0]));
    await sideHas(page, game.units[units[units.length - 1]].id);
    await page.waitForSelector("#over .reach", { state: "attached" });
    await page.waitForSelector("#over .way", { state: "attached" });
    assert.match(await chosen(page), /units\.csv:\d+/);
    const row = await page.getAttribute("#side a", "href");
    assert.match(row, /^vscode:\/\/file\/.*units\.csv:\d+:\d+$/);
    await picture(page, "unit");
    // Once more: the hex itself.
    await page.mouse.click(...await onScreen(page, game.map.hexes[hex][0]));
    await sideHas(page, `Hex ${game.map.hexes[hex][0]}`);
    assert.match(await chosen(page), /Where it is written/);
    assert.equal(await page.locator("#over .reach").count(), 0);
    return { page, end };
  },

  async "the scenario turn by turn, with who arrives"() {
    const { page, end } = await open("bastogne-breakout");
    const game = await overview(page);
    const n = game.scenarios.findIndex(scenario => scenario.turns.some(turn => turn.arrive.length));
    await page.selectOption("#scenario", game.scenarios[n].name);
    const turn = game.scenarios[n].turns.findIndex(turn => turn.arrive.some(({ hexes }) => hexes.length)) + 1;
    await page.locator("#turn").evaluate((slider, turn) => { slider.value = String(turn); slider.dispatchEvent(new Event("input")); }, turn);
    await sideHas(page, "They arrive");
    const unit = game.units[game.scenarios[n].turns[turn - 1].arrive[0].units[0]].id;
    assert.ok((await chosen(page)).includes(unit), unit);
    await page.waitForSelector("#over .comes", { state: "attached" });
    await page.waitForFunction(last => document.getElementById("standing").src.endsWith(last), `/standing/${n}/${turn}?1`);
    await picture(page, "arrivals");
    // One who has just come can move from there, and its side has zones.
    await page.click(`#side button.unit:text-is("${unit}")`);
    await page.waitForSelector("#over .reach", { state: "attached" });
    await page.waitForSelector("#over .zone", { state: "attached" });
    await picture(page, "zones");
    // On the map it is clicked as those are who were there from the start; once more, and the hex tells of it.
    const arrival = game.scenarios[n].turns[turn - 1].arrive.find(({ units }) => game.units[units[0]].id === unit);
    const here = game.map.hexes[arrival.hexes[0]][0];
    await page.evaluate(() => document.getElementById("whole").click());
    // In the margin of the map there is nothing to choose.
    const [left, top] = await page.evaluate(() => { const at = document.querySelector("#map-pane .sheet").getBoundingClientRect(); return [at.left, at.top]; });
    await page.mouse.click(left + 2, top + 2);
    await page.waitForFunction(() => !document.querySelector("#side img"));
    await page.mouse.click(...await onScreen(page, here));
    await page.waitForFunction(() => document.querySelector("#side img"));
    const arrived = game.scenarios[n].turns.slice(0, turn).flatMap(({ arrive }) => arrive).filter(({ hexes }) => hexes[0] === arrival.hexes[0]);
    const clicked = await page.textContent("#side code");
    assert.ok(arrived.some(({ units }) => units.some(unit => game.units[unit].id === clicked)), `${clicked} has come in at ${here}`);
    await page.mouse.click(...await onScreen(page, here));
    await page.waitForFunction(() => !document.querySelector("#side img"));
    await sideHas(page, clicked);
    assert.match(await chosen(page), /^Hex /);
    return { page, end };
  },

  async "who leaves for sure is gone on the next turn"() {
    const { page, edit, end } = await open("first-steps");
    const leave = `"withdrawals": [{ "unit": "b-fort", "turn": "2" }, { "unit": "a-1-i", "turn": "2", "if": { "option": ["volunteers"] } }],\n  "control": [`;
    edit("scenarios/crossing.json", text => text.replace('"control": [', leave));
    await page.waitForFunction(() => document.getElementById("about").textContent.startsWith("check 2"));
    await page.waitForFunction(() => document.getElementById("map").src.endsWith("?2"));
    await page.selectOption("#scenario", "The Alder Crossing");
    const turn = n => page.locator("#turn").evaluate((slider, n) => { slider.value = n; slider.dispatchEvent(new Event("input")); }, String(n));
    await turn(2);
    await sideHas(page, "They leave");
    assert.match(await chosen(page), /b-fort\s*a-1-i, on a condition/);
    await page.mouse.click(...await onScreen(page, "0703"));
    await sideHas(page, "In 0703.");
    assert.equal(await page.textContent("#side code"), "b-fort");
    await turn(3);
    await sideHas(page, "Not on the map now.");
    // Nobody stands there who would be told of before the hex.
    await page.mouse.click(...await onScreen(page, "0703"));
    await sideHas(page, "Hex 0703");
    return { page, end };
  },

  async "a picture is drawn when its view rests, not for a click or a step of a drag"() {
    const { page, end } = await open("bastogne-breakout");
    await page.waitForFunction(() => document.getElementById("standing").naturalWidth > 0);
    // Until the rough picture of all is drawn too.
    await page.waitForFunction(() => document.querySelector("#map-pane canvas.rough").style.width);
    await page.evaluate(() => {
      window.drawn = [];
      const draw = CanvasRenderingContext2D.prototype.drawImage;
      CanvasRenderingContext2D.prototype.drawImage = function (image, ...rest) { window.drawn.push(image.id); return draw.call(this, image, ...rest); };
    });
    const drawn = () => page.evaluate(() => window.drawn.splice(0));
    const game = await overview(page);
    const shown = game.scenarios.findIndex(({ id }) => game.scenarios[0].id === id);
    const [hex, units] = game.scenarios[shown].stands[0];
    await page.mouse.click(...await onScreen(page, game.map.hexes[hex][0]));
    await sideHas(page, game.units[units.at(-1)].id);
    await page.waitForSelector("#over .chosen", { state: "attached" });
    assert.deepEqual(await drawn(), []);
    // Another turn draws the counters, and leaves the map alone; of steps that follow each other at once the last is shown.
    await page.locator("#turn").evaluate(slider => { for (const n of ["1", "2", "3"]) { slider.value = n; slider.dispatchEvent(new Event("input")); } });
    await page.waitForFunction(() => document.getElementById("standing").src.includes("/3?"));
    const steps = await drawn();
    assert.ok(steps.length > 0 && steps.length < 3 && steps.every(id => id === "standing"), steps.join());
    const moved = await page.evaluate(() => {
      const pane = document.getElementById("map-pane"), at = (x, more) => ({ clientX: x, clientY: 300, pointerId: 1, button: 0, bubbles: true, ...more });
      pane.setPointerCapture = () => {};
      const before = document.querySelector("#map-pane .sheet").style.transform;
      pane.dispatchEvent(new PointerEvent("pointerdown", at(900)));
      for (let x = 895; x > 800; x -= 5) pane.dispatchEvent(new PointerEvent("pointermove", at(x)));
      pane.dispatchEvent(new PointerEvent("pointerup", at(800)));
      return before !== document.querySelector("#map-pane .sheet").style.transform && window.drawn.length === 0;
    });
    assert.ok(moved, "a drag moves what is drawn already");
    await page.waitForFunction(() => window.drawn.includes("map") && window.drawn.includes("standing"));
    // Enlarged, the piece that is seen is drawn as fine as the screen.
    await drawn();
    await page.click("#larger");
    await page.click("#larger");
    await page.waitForFunction(() => window.drawn.includes("map"));
    const fine = await page.evaluate(() => {
      const canvas = document.querySelector("#map-pane canvas:not(.rough)"), pane = document.getElementById("map-pane");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set();
      for (let n = 0; n < data.length; n += 400) if (data[n + 3] === 255) colours.add(`${data[n]} ${data[n + 1]} ${data[n + 2]}`);
      const scale = new DOMMatrix(document.querySelector("#map-pane .sheet").style.transform).a;
      return { colours: colours.size, points: canvas.width / parseFloat(canvas.style.width) / scale, room: canvas.width <= pane.clientWidth + 2 };
    });
    assert.ok(fine.colours > 20 && Math.abs(fine.points - 1) < .01 && fine.room, JSON.stringify(fine));
    return { page, end };
  },

  async "it stays where it is when it is loaded anew"() {
    const { page, edit, end } = await open("first-steps");
    await page.selectOption("#scenario", "The Dash for the Bridge");
    await page.locator("#turn").evaluate(slider => { slider.value = "2"; slider.dispatchEvent(new Event("input")); });
    await page.click("#larger");
    await page.click("#larger");
    await page.mouse.click(...await onScreen(page, "0504"));
    await page.waitForSelector("#over .chosen", { state: "attached" });
    const now = () => page.evaluate(() => [document.querySelector("#map-pane .sheet").style.transform, document.getElementById("scenario").value,
      document.getElementById("turn").value, document.querySelector("#side h3").textContent]);
    const before = await now();
    await page.reload();
    await page.waitForSelector("#over .chosen", { state: "attached" });
    assert.deepEqual(await now(), before);
    // And when something is saved.
    edit("map.json", text => `${text}// a note\n`);
    await page.waitForFunction(() => document.getElementById("about").textContent.startsWith("check 2"));
    await page.waitForFunction(() => document.getElementById("map").src.endsWith("?2"));
    assert.deepEqual(await now(), before);
    // A unit that is chosen stays chosen when others are put in before it.
    const game = await overview(page);
    const dash = game.scenarios.find(({ name }) => name === "The Dash for the Bridge");
    const [hex, units] = dash.stands.at(-1);
    await page.mouse.click(...await onScreen(page, game.map.hexes[hex][0]));
    const id = game.units[units.at(-1)].id;
    await sideHas(page, id);
    edit("units.csv", text => text.replace(/^a-hq,.*\n/m, row => row.replace("a-hq", "a-0") + row));
    await page.waitForFunction(() => document.querySelector("#side img")?.src.endsWith("?3"));
    assert.equal((await overview(page)).units.length, game.units.length + 1);
    assert.equal(await page.textContent("#side code"), id);
    return { page, end };
  },

  async "counters are clicked, and the kit has pages"() {
    const { page, end } = await open("first-steps");
    await page.click("#tab-counters");
    const at = await page.evaluate(async () => {
      const game = await (await fetch("/desk?0")).json();
      const { rect: [x, y, width, height] } = game.counters.lying[0];
      const sheet = document.querySelector("#counters-pane .sheet").getBoundingClientRect();
      const scale = sheet.width / game.counters.width;
      return [sheet.left + (x + width / 2) * scale, sheet.top + (y + height / 2) * scale, game.counters.lying[0].id];
    });
    await page.mouse.click(at[0], at[1]);
    await sideHas(page, at[2]);
    await page.waitForSelector("#round .chosen", { state: "attached" });
    await picture(page, "counters");
    await page.click("#tab-pages");
    const part = await page.$$eval("#part option", all => all.findIndex(option => option.textContent.startsWith("Counters")));
    await page.selectOption("#part", String(part));
    await page.waitForFunction(() => { const image = document.querySelector("#pages img"); return image && image.complete && image.naturalWidth > 0; });
    await picture(page, "pages");
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    page.wrong.length = 0;
    return { page, end };
  },
};

/** How long a large game lets one wait, from the act to the frame in which it is seen; the middle one of five. */
async function timed(game) {
  const { page, end } = await open(game);
  const desk = await overview(page);
  const middle = async act => {
    const all = [];
    for (let n = 0; n < 5; n++) {
      await page.waitForTimeout(1500);
      const began = Date.now();
      await act(n);
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
      all.push(Date.now() - began);
    }
    return `${all.sort((a, b) => a - b)[2]} ms`;
  };
  const { stands } = desk.scenarios[0];
  const click = await middle(async n => {
    const [hex, units] = stands[Math.floor(n * stands.length / 5)];
    await page.mouse.click(...await onScreen(page, desk.map.hexes[hex][0]));
    await page.waitForFunction(id => document.querySelector("#side code")?.textContent === id, desk.units[units.at(-1)].id, { polling: "raf" });
  });
  const step = await middle(async n => {
    await page.locator("#turn").evaluate((slider, turn) => { slider.value = turn; slider.dispatchEvent(new Event("input")); }, String(n + 1));
    await page.waitForFunction(last => document.getElementById("standing").src.endsWith(last), `/standing/0/${n + 1}?1`, { polling: "raf" });
  });
  const pane = await page.locator("#map-pane").boundingBox();
  const drag = await middle(async () => {
    await page.mouse.move(pane.x + 200, pane.y + 200);
    await page.mouse.down();
    for (let n = 1; n <= 10; n++) await page.mouse.move(pane.x + 200 + 15 * n, pane.y + 200 + 8 * n);
    await page.mouse.up();
  });
  console.log(`the desk of ${basename(game)}: a click ${click}, a step of the slider ${step}, a drag of ten moves ${drag}`);
  await page.context().close();
  end();
}
if (process.env.GAME) await timed(resolve(process.env.GAME));

let failed = 0, ran = 0;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  ran++;
  const began = Date.now();
  let opened = null;
  try {
    opened = await test();
    assert.deepEqual(opened.page.wrong, []);
    console.log(`  ok ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (why) {
    failed++;
    console.log(`  FAILED ${name}: ${why.stack}`);
  }
  if (opened) { await opened.page.context().close(); opened.end(); }
}
await browser.close();
console.log(`browser tests of the desk: ${ran - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
