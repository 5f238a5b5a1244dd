// Elements, made by hand: texts are always texts, never markup.

const SVG = "http://www.w3.org/2000/svg";
const $ = id => document.getElementById(id);

/** Makes an element. `props`: `class`, `text`, `on…` listeners, everything else an attribute; false and null leave it out.
 * @param {string} tag @param {object} [props] @param {...(Node|string|null)} children */
function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
function draw(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/** Puts other children into an element. */
function put(node, ...children) {
  node.replaceChildren(...children.flat().filter(child => child !== null && child !== undefined));
}

/** A button. */
function button(text, press, props = {}) {
  return el("button", { type: "button", text, onclick: press, ...props });
}

/** Whether somebody wishes that nothing moves. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = ms => new Promise(done => setTimeout(done, ms));

/** Says something to those who listen, and shows it for a while. */
function say(text, bad = false) {
  $("spoken").textContent = text;
  const toast = $("toast");
  toast.textContent = text;
  toast.className = bad ? "shown bad" : "shown";
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { toast.className = ""; }, bad ? 7000 : 4000);
}

/** A dialog; whoever closes it gets `undefined`. `parts` gets a function that closes with an answer. */
function dialog(title, parts, props = {}) {
  return new Promise(answer => {
    const box = el("dialog", { "aria-labelledby": "dialog-title", ...props });
    const close = value => { box.remove(); answer(value); };
    const inner = parts(close);
    box.append(el("h2", { id: "dialog-title", text: title }), ...[inner].flat());
    box.addEventListener("cancel", event => { event.preventDefault(); if (!props["data-stays"]) close(undefined); });
    document.body.append(box);
    box.showModal();
  });
}

/** Asks between buttons. */
function choose(title, text, answers) {
  return dialog(title, close => [
    el("p", { text }),
    el("p", { class: "answers" }, answers.map(([word, value], n) => button(word, () => close(value), { class: n === 0 ? "first" : null }))),
  ]);
}
