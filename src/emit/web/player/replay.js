// Looking back: any moment of the game, step by step or as a film.

const replay = {
  playing: 0, speed: 700,

  /** Shows the position after a decision. */
  to(n) {
    const last = table.standing.decisions;
    const at = Math.max(0, Math.min(n, last));
    if (at >= last && !this.playing) return this.now();
    const answer = ask({ tell: "view", at });
    if (!answer.ok) return say(answer.no.why, true);
    table.past = { n: at, view: answer.ok };
    table.selected = null;
    showAll();
    markLog(at);
  },

  step(by) {
    const from = table.past ? table.past.n : table.standing.decisions;
    this.to(from + by);
  },

  now() {
    this.stop();
    table.past = null;
    showAll();
    markLog(null);
    thinker.wake();
  },

  stop() { clearInterval(this.playing); this.playing = 0; },

  toggle() {
    if (this.playing) { this.stop(); return showReplay(); }
    if (!table.past) this.to(0);
    this.playing = setInterval(() => {
      if (!table.past || table.past.n >= table.standing.decisions) return this.now();
      this.step(1);
    }, this.speed);
    showReplay();
  },
};

function markLog(n) {
  for (const line of document.querySelectorAll("#log li[data-n]")) line.classList.toggle("now", n !== null && Number(line.dataset.n) === n);
  const line = document.querySelector("#log li.now");
  if (line) line.scrollIntoView({ block: "nearest" });
}

function buildReplay() {
  const slide = el("input", { id: "moment", type: "range", min: 0, value: 0, "aria-label": WORDS.replay, oninput: event => { replay.stop(); replay.to(Number(event.target.value)); } });
  const speed = el("select", { id: "speed", "aria-label": WORDS.speed, onchange: event => { replay.speed = Number(event.target.value); if (replay.playing) { replay.stop(); replay.toggle(); } } },
    [[1400, "½×"], [700, "1×"], [300, "2×"], [100, "6×"]].map(([ms, word]) => el("option", { value: ms, text: word, selected: ms === 700 })));
  return el("footer", { id: "replay", "aria-label": WORDS.replay },
    button("|◀", () => { replay.stop(); replay.to(0); }, { "aria-label": WORDS.first, title: WORDS.first, id: "replay-first" }),
    button("◀", () => { replay.stop(); replay.step(-1); }, { "aria-label": WORDS.back, title: WORDS.back, id: "replay-back" }),
    button("▶", () => replay.toggle(), { "aria-label": WORDS.play, title: WORDS.play, id: "replay-play" }),
    button("▶|", () => { replay.stop(); replay.step(1); }, { "aria-label": WORDS.forth, title: WORDS.forth, id: "replay-forth" }),
    slide, speed, button(WORDS.now, () => replay.now(), { id: "replay-now" }));
}

function showReplay() {
  const { past, standing } = table;
  const slide = $("moment");
  slide.max = standing ? standing.decisions : 0;
  slide.value = past ? past.n : slide.max;
  slide.setAttribute("aria-valuetext", WORDS.moment(slide.value, slide.max));
  $("replay-now").disabled = !past;
  const play = $("replay-play");
  play.textContent = replay.playing ? "❚❚" : "▶";
  play.setAttribute("aria-label", replay.playing ? WORDS.pause : WORDS.play);
  document.body.classList.toggle("looking-back", Boolean(past));
}
