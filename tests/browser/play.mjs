// The pages in a real browser: played by mouse and by keyboard alone, saved, sent and loaded, against hostile names and files.
// Each test opens a page of its own; nothing may be fetched, and nothing may be written to the console.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const { MUSTER, ROOT, CHROMIUM } = process.env;
const pictures = process.argv.includes("--pictures") ? process.argv[process.argv.indexOf("--pictures") + 1] : null;
const only = process.argv.slice(2).find(word => !word.startsWith("--") && word !== pictures);
const work = mkdtempSync(join(tmpdir(), "muster-browser-"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

function build(game, name) {
  const out = join(work, name);
  execFileSync(MUSTER, ["build", game, "-o", out, "--emit", "html"], { stdio: "pipe" });
  return out;
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
let shot = 0;

/** A page of its own; whatever goes wrong in it fails the test. */
async function open(file, { width = 1366, height = 768, touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.wrong = [];
  page.on("pageerror", error => page.wrong.push(`error: ${error.message}`));
  page.on("console", message => { if (["error", "warning"].includes(message.type())) page.wrong.push(`console: ${message.text()}`); });
  page.on("request", request => { if (!/^(file|blob|data):/.test(request.url())) page.wrong.push(`asked for ${request.url()}`); });
  page.setDefaultTimeout(20_000);
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.muster && window.muster.ready);
  return page;
}

async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${String(++shot).padStart(2, "0")}-${name}.png`) });
}

/** Begins a game: who plays what. */
async function begin(page, { players = {}, seed = "7", hand = "strict" } = {}) {
  for (const [side, kind] of Object.entries(players)) await page.selectOption(`#player-${side}`, kind);
  await page.selectOption("#hand-how", hand);
  // A test has to find the same game again.
  await page.evaluate(seed => { window.muster.seed = seed; }, seed);
  await page.click("#begin");
  await page.waitForFunction(() => window.muster.table.standing);
}

const line = (page, sent) => page.evaluate(sent => JSON.parse(window.muster.line(JSON.stringify(sent))), sent);
const ok = async (page, sent) => (await line(page, sent)).ok;
const standing = page => page.evaluate(() => window.muster.table.standing);
/** The same lots for the same test. */
function lots(seed) {
  let state = seed >>> 0;
  return most => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 2 ** 32) * most); };
}

/** Ends the phase where that is possible and likely, else chooses by lot: a game then ends in some hundred clicks. */
function pick(options, lot) {
  const ends = options.findIndex(option => typeof option === "string");
  return ends >= 0 && lot(3) < 2 ? ends : lot(options.length);
}

/** Plays to the end; `choose` makes one choice in the page. */
async function playOn(page, choose, most = 4000) {
  for (let n = 0; n < most; n++) {
    const stands = await standing(page);
    if (stands.over) return stands.over;
    await choose(stands);
  }
  assert.fail("the game does not end");
}

const tests = {
  async "First Steps is played from set-up to its end by mouse"() {
    const page = await open(join(firstSteps, "dash.html"));
    await picture(page, "start");
    await begin(page);
    await picture(page, "set-up");
    const lot = lots(1);
    let clicks = 0;
    const over = await playOn(page, async stands => {
      const before = stands.decisions;
      const selected = await page.$$eval("#options button", all => all.length);
      assert.ok(selected > 0, `nothing can be clicked: ${JSON.stringify(stands)}`);
      const buttons = await page.$$("#options button[data-n]");
      if (buttons.length) await page.click(`#options button[data-n="${pick(stands.ask.options, lot)}"]`);
      // A unit was chosen and shows where it can go: by lot, or hex by hex.
      else { const all = await page.$$("#options button"); await all[lot(all.length)].click(); }
      clicks++;
      assert.ok(before <= (await standing(page)).decisions);
    });
    assert.ok(over.how, "it says how it ended");
    assert.match(await page.textContent("#prompt"), /win/i);
    assert.ok(clicks > 30);
    await picture(page, "over");
    return page;
  },

  async "a counter is clicked on the map, shows its reach, and goes there"() {
    const page = await open(join(firstSteps, "dash.html"));
    await begin(page);
    await ok(page, { do: [{ piece: "a-recon" }, { hex: "0604" }] });
    await page.evaluate(() => { window.muster.table.standing = JSON.parse(window.muster.line('{"tell":"options","words":true}')).ok; window.muster.refresh(); });
    while ((await standing(page)).phase !== "move" || (await standing(page)).ask.by !== "aster") {
      const { ask } = await standing(page);
      const pass = ask.options.indexOf("pass");
      await page.click(`#options button[data-n="${pass >= 0 ? pass : 0}"]`);
    }
    const counter = page.locator('#counters [data-piece="a-1-i"]');
    await counter.click();
    const reach = await ok(page, { tell: "reach", piece: "a-1-i" });
    const to = Object.keys(reach).find(hex => reach[hex].end && hex !== "0503");
    await page.waitForSelector(`#marks [data-hex="${to}"]`, { state: "attached" });
    await picture(page, "reach");
    // How fast it answers is asked below, inside the page: here the driver's own waiting would be measured.
    await page.locator(`#marks [data-hex="${to}"]`).first().click({ force: true });
    await page.waitForFunction(to => window.muster.table.view.pieces.some(piece => piece.piece === "a-1-i" && piece.at === to), to);
    for (const overlay of ["zones", "supply", "targets"]) await page.click(`#show-${overlay}`);
    await picture(page, "overlays");
    // It was a mistake.
    await page.click("#undo");
    const at = await page.evaluate(() => window.muster.table.view.pieces.find(piece => piece.piece === "a-1-i").at);
    assert.equal(at, "0503");
    return page;
  },

  async "who chooses from far down the list sees what is asked next"() {
    const page = await open(join(firstSteps, "dash.html"));
    await begin(page);
    await page.click('#options button[data-n="0"]');
    await page.locator("#options button").last().click();
    await page.waitForFunction(() => window.muster.table.standing.phase === "move");
    const top = selector => page.evaluate(selector => document.querySelector(selector).getBoundingClientRect().top, selector);
    assert.ok(await top("#prompt") >= await top("#question"), "the question is out of sight");
    return page;
  },

  async "the keyboard alone plays a whole game"() {
    const page = await open(join(firstSteps, "dash.html"));
    // From the dialog to `Begin` by Tab and Enter alone.
    for (let n = 0; n < 40; n++) {
      if (await page.evaluate(() => document.activeElement.id) === "begin") break;
      await page.keyboard.press("Tab");
    }
    assert.equal(await page.evaluate(() => document.activeElement.id), "begin");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.muster.table.standing);
    const lot = lots(5);
    await playOn(page, async stands => {
      const ends = stands.ask.options.some(option => typeof option === "string");
      if (ends && lot(3) < 2) return page.keyboard.press("d");
      await page.keyboard.press("o");
      const many = await page.$$eval("#options button", all => all.length);
      for (let n = lot(Math.min(many, 12)); n > 0; n--) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    });
    return page;
  },

  async "a combat goes from odds to losses, retreats and advances, and a card is seen"() {
    const page = await open(join(firstSteps, "crossing.html"));
    await begin(page, { seed: "21" });
    const wanted = new Set(["gather", "support", "lose", "retreat", "advance"]);
    for (let state = 1; wanted.size && state < 200; state++) {
      // What leads to a fight is decided by lot, without the page; what a fight asks is clicked.
      const what = await page.evaluate(([wanted, state]) => {
        const ask = sent => JSON.parse(window.muster.line(JSON.stringify({ ...sent, words: true }))).ok;
        const lot = most => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 2 ** 32) * most); };
        let stands = ask({ tell: "options" });
        for (let n = 0; n < 40000; n++) {
          if (stands.over) stands = ask({ open: { scenario: "crossing", seed: state.toString(16), hand: "strict" } });
          const { what, options } = stands.ask;
          if (wanted.includes(what) && (what !== "gather" || options.includes("done"))) break;
          stands = ask({ do: options[lot(options.length)] });
        }
        window.muster.table.standing = stands;
        window.muster.refresh();
        return stands.ask.what;
      }, [[...wanted], state]);
      if (!wanted.delete(what)) break;
      if (what === "gather") {
        assert.ok(await page.locator("#combat").isVisible(), "the odds stand there before the dice fall");
        assert.match(await page.textContent("#combat"), /\d+ of \d+/);
      }
      await picture(page, what);
      const before = (await standing(page)).decisions;
      await page.locator("#options button").first().click();
      assert.ok((await standing(page)).decisions > before, `a click on ${what} decides`);
    }
    assert.deepEqual([...wanted], [], "all of it was asked");
    await page.click('[role=tab]:has-text("Cards")');
    assert.match(await page.textContent("#side"), /left/);
    await picture(page, "cards");
    return page;
  },

  async "a game is saved, kept, sent and loaded, and differing files are told apart"() {
    const page = await open(join(firstSteps, "crossing.html"));
    await begin(page, { seed: "21" });
    const lot = lots(3);
    const play = async times => {
      for (let n = 0; n < times; n++) {
        const stands = await standing(page);
        const buttons = await page.$$("#options button[data-n]");
        if (buttons.length) await page.click(`#options button[data-n="${pick(stands.ask.options, lot)}"]`);
        else await page.locator("#options button").first().click();
      }
    };
    await play(12);
    await page.locator("#ask-autosave button").first().click();
    const save = async () => { const [file] = await Promise.all([page.waitForEvent("download"), page.click("#save")]); return file.path(); };
    const early = readFileSync(await save(), "utf8");
    await play(12);
    const late = readFileSync(await save(), "utf8");
    const digest = await ok(page, { tell: "digest" });
    await page.waitForTimeout(700);
    // What the browser kept is there after a reload.
    await page.reload();
    await page.waitForFunction(() => window.muster && window.muster.ready);
    await page.click("#go-on");
    await page.waitForFunction(() => window.muster.table.standing);
    assert.equal(await ok(page, { tell: "digest" }), digest);
    // Somebody else takes the earlier file, then the later one.
    const other = await open(join(firstSteps, "crossing.html"));
    const hand = (to, selector, text, name = "game.mlog") => to.setInputFiles(selector, { name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await hand(other, "#start-file", early);
    await other.waitForFunction(() => window.muster.table.standing && window.muster.table.standing.decisions > 0);
    await other.click("#load");
    await hand(other, "#load-file", late);
    await other.waitForFunction(n => window.muster.table.standing.decisions === n, (await standing(page)).decisions);
    assert.equal(await ok(other, { tell: "digest" }), digest);
    // Files that are none, of another game, or damaged leave the game as it is.
    const spoiled = [
      "no game at all", "", "{}\n{}\n", "<img src=x onerror=alert(1)>\n",
      late.replace("first-steps", "second-steps"), late.replace(/"hex":"0\d/, '"hex":"99'), late.replace(/"digest":"./, '"digest":"-'),
    ];
    for (const text of spoiled) {
      await other.click("#load");
      await hand(other, "#load-file", text);
      const take = other.locator("dialog[open] button").last();
      await other.waitForTimeout(100);
      if (await take.count()) await take.click();
      await other.waitForTimeout(100);
      assert.equal(await ok(other, { tell: "digest" }), digest, text.slice(0, 60));
      for (const left of await other.$$("dialog[open] button")) await left.click().catch(() => {});
    }
    assert.deepEqual(other.wrong, []);
    await other.context().close();
    return page;
  },

  async "a file that is dropped is taken over, a picture is not"() {
    const page = await open(join(firstSteps, "crossing.html"));
    await begin(page, { seed: "21" });
    const before = await standing(page);
    const log = await page.evaluate(() => {
      window.muster.decide(window.muster.table.standing.ask.options[0]);
      return JSON.parse(window.muster.line('{"tell":"log"}')).ok.map(line => `${line}\n`).join("");
    });
    const drop = (to, text, name) => to.evaluate(([text, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      const over = new DragEvent("dragover", { dataTransfer: data, cancelable: true, bubbles: true });
      document.body.dispatchEvent(over);
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true, bubbles: true }));
      return over.defaultPrevented;
    }, [text, name]);
    const other = await open(join(firstSteps, "crossing.html"));
    await begin(other, { seed: "3" });
    assert.ok(await drop(other, "\x89PNG\r\n", "map.png"), "the browser does not open it instead");
    await other.waitForSelector("#toast.shown");
    assert.equal((await standing(other)).decisions, before.decisions);
    await drop(other, log, "game.mlog");
    const take = other.locator("dialog[open] button").last();
    await other.waitForTimeout(200);
    if (await take.count()) await take.click();
    await other.waitForFunction(n => window.muster.table.standing.decisions > n, before.decisions);
    assert.equal(await ok(other, { tell: "digest" }), await ok(page, { tell: "digest" }));
    assert.deepEqual(other.wrong, []);
    await other.context().close();
    return page;
  },

  async "two fingers zoom and pan the map, one taps a stack open"() {
    const page = await open(join(bastogne, "breakout.html"), { width: 1024, height: 768, touch: true });
    await begin(page);
    const fingers = await page.context().newCDPSession(page);
    const touch = (type, ...points) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const wide = async () => (await page.locator("#ground").boundingBox()).width;
    const before = await wide();
    await touch("touchStart", [300, 380], [420, 380]);
    for (let n = 1; n <= 6; n++) await touch("touchMove", [300 - 15 * n, 380], [420 + 15 * n, 380]);
    await touch("touchEnd");
    await page.waitForTimeout(300);
    const after = await wide();
    assert.ok(after > before * 1.8, `${before} became ${after}`);
    const left = (await page.locator("#ground").boundingBox()).x;
    await touch("touchStart", [300, 380]);
    for (let n = 1; n <= 6; n++) await touch("touchMove", [300 + 10 * n, 380]);
    await touch("touchEnd");
    await page.waitForTimeout(300);
    const moved = (await page.locator("#ground").boundingBox()).x - left;
    assert.ok(Math.abs(moved - 60) < 12, `moved by ${moved}`);
    assert.ok(Math.abs((await wide()) - after) < 2, "one finger does not zoom");
    await picture(page, "touched");
    return page;
  },

  async "a screen reader hears the question, its answers and the log"() {
    const page = await open(join(firstSteps, "crossing.html"));
    await begin(page, { seed: "21" });
    const reader = await page.context().newCDPSession(page);
    const heard = async () => {
      const { nodes } = await reader.send("Accessibility.getFullAXTree");
      return nodes.filter(node => !node.ignored).map(node => ({ role: node.role.value, name: (node.name || {}).value || "", live: ((node.properties || []).find(it => it.name === "live") || { value: {} }).value.value }));
    };
    const first = await heard();
    const { ask } = await standing(page);
    const prompt = (await page.textContent("#prompt")).trim();
    assert.ok(prompt.length > 5 && first.some(node => node.name.includes(prompt)), prompt);
    // Every answer is a button with a name of its own.
    const answers = await page.$$eval("#options button", all => all.map(button => (button.getAttribute("aria-label") || button.textContent).trim()));
    assert.ok(answers.length >= ask.options.length && answers.every(name => name.length > 1));
    for (const name of answers) assert.ok(first.some(node => node.role === "button" && node.name.replace(/\s+/g, " ").includes(name.replace(/\s+/g, " ").slice(0, 12))), name);
    // The question is spoken when it changes, the log when it grows.
    assert.ok(await page.$eval("#prompt", prompt => prompt.getAttribute("aria-live") === "polite"), "the question is live");
    assert.ok(first.some(node => node.role === "log" && node.live === "polite"));
    await page.locator("#options button").first().click();
    await page.locator("#options button").first().click();
    const lines = await page.$$eval("#log li[data-n]", all => all.map(line => line.textContent.trim()));
    assert.ok(lines.length > 0 && lines.every(text => text.length > 3));
    // The tree that a reader walks follows the page when the browser has a moment for it.
    const last = lines.at(-1).replace(/^\S\s*/, "");
    const told = async () => (await heard()).some(node => node.name.includes(last));
    for (let n = 0; n < 100 && !(await told()); n++) await page.waitForTimeout(100);
    assert.ok(await told(), lines.at(-1));
    return page;
  },

  async "every moment of the log can be seen again"() {
    const page = await open(join(firstSteps, "dash.html"));
    await begin(page, { players: { aster: "random", brenn: "policy" } });
    await page.waitForFunction(() => window.muster.table.standing.over, null, { timeout: 120_000 });
    const end = (await standing(page)).decisions;
    await page.locator("#log li[data-n] button").nth(3).click();
    assert.match(await page.textContent("#prompt"), /After decision \d+ of \d+/);
    await page.click("#replay-forth");
    await page.click("#replay-back");
    await picture(page, "looking-back");
    await page.click("#replay-now");
    assert.equal((await standing(page)).decisions, end);
    return page;
  },

  async "500 decisions by lot give the same digest as the terminal"() {
    for (const [folder, scenario, game] of [[firstSteps, "crossing", "modules/first-steps"], [bastogne, "breakout", "modules/bastogne-breakout"]]) {
      const page = await open(join(folder, `${scenario}.html`));
      const inPage = await page.evaluate(scenario => {
        const ask = sent => JSON.parse(window.muster.line(JSON.stringify(sent)));
        let state = 9, made = [];
        const lot = most => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 2 ** 32) * most); };
        let stands = ask({ open: { scenario, seed: "77", hand: "strict" } }).ok;
        for (let n = 0; n < 500 && !stands.over; n++) {
          const decision = stands.ask.options[lot(stands.ask.options.length)];
          made.push(decision);
          stands = ask({ do: decision }).ok;
        }
        return { made, digest: ask({ tell: "digest" }).ok, view: ask({ tell: "view" }).ok };
      }, scenario);
      const child = spawn(MUSTER, ["play", join(ROOT, game), "--json"]);
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const say = async sent => { child.stdin.write(`${JSON.stringify(sent)}\n`); return JSON.parse((await answers.next()).value).ok; };
      await say({ open: { scenario, seed: "77", hand: "strict" } });
      for (const decision of inPage.made) assert.ok(await say({ do: decision }), JSON.stringify(decision));
      assert.equal(inPage.digest, await say({ tell: "digest" }));
      assert.deepEqual(inPage.view, await say({ tell: "view" }));
      child.stdin.end();
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    }
  },

  async "a click is answered at once"() {
    // GAME names the folder of another game, for a figure of it.
    const pages = [["Bastogne Breakout", join(bastogne, "breakout.html")]];
    if (process.env.GAME) {
      const out = build(process.env.GAME, "another");
      pages.push([process.env.GAME, join(out, readdirSync(out).find(name => name.endsWith(".html")))]);
    }
    for (const [name, file] of pages) {
      const page = await open(file);
      const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
      await begin(page);
      if (name === "Bastogne Breakout") await picture(page, "bastogne");
      const lot = lots(2);
      const times = [];
      for (let n = 0; n < 60 && !(await standing(page)).over; n++) {
        const { ask } = await standing(page);
        times.push(await page.evaluate(n => {
          const button = document.querySelector(`#options button[data-n="${n}"]`) || document.querySelector("#options button");
          const began = performance.now();
          button.click();
          return performance.now() - began;
        }, pick(ask.options, lot)));
      }
      times.sort((a, b) => a - b);
      console.log(`    ${name}: first paint ${Math.round(paint)} ms; a click: median ${Math.round(times[times.length >> 1])} ms, slowest ${Math.round(times.at(-1))} ms`);
      assert.ok(paint < 5000);
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    }
  },

  async "hostile names show as text and harm nothing"() {
    const folder = join(work, "hostile-game");
    cpSync(join(ROOT, "modules/first-steps"), folder, { recursive: true });
    const evil = `</script><script>window.harmed = 1</script>"'><img src=x onerror='window.harmed=1'>`;
    const change = (file, from, to) => {
      const path = join(folder, file), text = readFileSync(path, "utf8");
      assert.ok(text.includes(from), `${file}: ${from}`);
      writeFileSync(path, text.replaceAll(from, to.replaceAll("\\", "\\\\").replaceAll('"', '\\"')));
    };
    change("module.json", "First Steps", evil);
    change("scenarios/crossing.json", "The Alder Crossing", evil);
    change("units.csv", "Group Reiss", "</script><b>Reiss</b>");
    change("cards.json", "A rumour of tanks", evil);
    const page = await open(join(build(folder, "hostile"), "crossing.html"));
    await begin(page);
    for (const name of ["Arrivals", "Cards", "Charts", "By hand", "About"]) await page.click(`[role=tab]:has-text("${name}")`);
    assert.equal(await page.evaluate(() => window.harmed), undefined);
    assert.ok((await page.textContent("#title")).includes("</script>"), "it is shown as it is written");
    return page;
  },

  async "an offer and a choice say what they do, as the scenario has it and as in the terminal"() {
    const folder = join(work, "offer-game");
    cpSync(join(ROOT, "modules/first-steps"), folder, { recursive: true });
    const change = (file, from, to) => {
      const path = join(folder, file), text = readFileSync(path, "utf8");
      assert.ok(text.includes(from), `${file}: ${from}`);
      writeFileSync(path, text.replace(from, to));
    };
    const flags = id => `[{ "kind": "choose", "by": "owner", "choices": [[{ "kind": "flag", "id": "${id}" }], []] }]`;
    change("rules.json", '"triggers": [', `"triggers": [
      { "id": "alarm", "on": "phase-start", "phase": ["move"], "may": "owner", "do": ${flags("bells")}, "rule": "12.1" },`);
    // One scenario has it otherwise.
    change("scenarios/crossing.json", '"changes": [', `"changes": [{ "entry": "triggers/alarm", "set": { "do": ${flags("drums")} } },`);
    change("scenarios/dash.json", '"changes": ["stacking.limits/units"]', '"changes": ["stacking.limits/units", "triggers/alarm"]');
    const out = build(folder, "offer");
    for (const [scenario, word, other] of [["crossing", "drums", "bells"], ["dash", "bells", "drums"]]) {
      const child = spawn(MUSTER, ["play", folder, "--json"]);
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const say = async sent => { child.stdin.write(`${JSON.stringify(sent)}\n`); return JSON.parse((await answers.next()).value).ok; };
      await say({ open: { scenario, seed: "7", hand: "strict" } });
      const page = await open(join(out, `${scenario}.html`));
      await begin(page);
      for (let n = 0; (await standing(page)).ask.what !== "offer"; n++) {
        assert.ok(n < 200, "nothing is offered");
        const { ask } = await standing(page);
        const pass = Math.max(ask.options.indexOf("pass"), ask.options.indexOf("done"), 0);
        await say({ do: ask.options[pass] });
        await page.evaluate(pass => window.muster.decide(window.muster.table.standing.ask.options[pass]), pass);
      }
      const asked = await say({ tell: "options", words: true });
      const prompt = await page.textContent("#prompt");
      assert.ok(prompt.includes(asked.ask.prompt.split(". `")[0]), `${prompt} / ${asked.ask.prompt}`);
      assert.ok(prompt.includes(word) && !prompt.includes(other), prompt);
      // What only has to be remembered in this phase stands below the question.
      assert.match(await page.textContent("#remember"), /^10\.2: /);
      const after = await say({ do: "done" });
      assert.equal(after.ask.what, "choose");
      await page.evaluate(() => window.muster.decide("done"));
      const words = (await say({ tell: "options", words: true })).ask.words;
      const buttons = await page.$$eval("#options button", all => all.map(button => button.textContent.trim()));
      assert.ok(words.some(text => text.includes(word)), words.join("; "));
      for (const text of words) assert.ok(buttons.some(button => button.includes(text)), `${text} / ${buttons.join("; ")}`);
      child.stdin.end();
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    }
  },

  async "axe finds nothing"() {
    const page = await open(join(firstSteps, "crossing.html"));
    const check = async where => {
      await page.addScriptTag({ content: axe }).catch(() => {});
      const found = await page.evaluate(axe => { if (!window.axe) new Function(axe)(); return window.axe.run(document, { resultTypes: ["violations"] }); }, axe);
      const told = found.violations.map(it => `${it.id}: ${it.help} (${it.nodes.slice(0, 3).map(node => node.target).join("; ")})`);
      assert.deepEqual(told, [], where);
    };
    await check("start");
    await begin(page);
    await check("set-up");
    await ok(page, { do: "done" });
    for (const theme of ["day", "dark"]) {
      await page.click("#theme");
      await check(theme);
      for (const name of ["Here", "Arrivals", "Cards", "Charts", "By hand", "About"]) {
        await page.click(`[role=tab]:has-text("${name}")`);
        await check(`${theme}, ${name}`);
      }
    }
    // axe itself is put in against the page's policy.
    page.wrong.length = 0;
    return page;
  },

  async "a tablet shows it all, with counters that a finger can touch"() {
    const page = await open(join(firstSteps, "dash.html"), { width: 820, height: 1180, touch: true });
    await begin(page);
    const counter = page.locator("#counters [data-piece]").first();
    const box = await counter.boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, "nothing stands out to the side");
    await picture(page, "tablet");
    return page;
  },
};

const firstSteps = build(join(ROOT, "modules/first-steps"), "first-steps");
const bastogne = build(join(ROOT, "modules/bastogne-breakout"), "bastogne");
let failed = 0, ran = 0;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  ran++;
  const began = Date.now();
  try {
    const page = await test();
    if (page) {
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    }
    console.log(`  ok ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (why) {
    failed++;
    console.log(`  FAILED ${name}: ${why.stack}`);
  }
}
await browser.close();
console.log(`browser tests: ${ran - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
