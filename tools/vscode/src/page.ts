// The script of the page beside the text. It makes elements, never markup of texts: pictures come in as images, in which
// nothing runs.

import type { Counters, Drawn, FromPage, Pointed, ToPage } from "./messages";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const code = acquireVsCodeApi();
const SVG = "http://www.w3.org/2000/svg";

let drawn: Drawn | null = null;
let pointed: Pointed | null = null;
let marks: SVGSVGElement | undefined;
const pictures: string[] = [];

function by<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`the page has no ${id}`);
  }
  return found as T;
}

const map = by<HTMLDivElement>("map");
const counters = by<HTMLDivElement>("counters");
const scenario = by<HTMLSelectElement>("scenario");
const size = by<HTMLInputElement>("size");
const said = by<HTMLSpanElement>("said");

function picture(svg: string): HTMLImageElement {
  const image = document.createElement("img");
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  pictures.push(image.src);
  return image;
}

function showMap(next: Drawn | null): void {
  const [left, top] = [map.scrollLeft, map.scrollTop];
  drawn = next;
  map.replaceChildren();
  said.textContent = next ? "" : "This file belongs to no game.";
  if (!next) {
    return;
  }
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  marks = document.createElementNS(SVG, "svg");
  marks.id = "marks";
  marks.setAttribute("viewBox", `0 0 ${next.width} ${next.height}`);
  sheet.append(picture(next.svg), marks);
  map.append(sheet);
  scenario.replaceChildren(
    ...next.scenarios.map((one) => {
      const option = document.createElement("option");
      option.value = one.id;
      option.textContent = one.name;
      option.selected = one.id === next.scenario;
      return option;
    }),
  );
  resize();
  point();
  map.scrollTo(left, top);
}

function resize(): void {
  const image = map.querySelector("img");
  if (image && drawn) {
    image.style.width = `${drawn.width * Number(size.value)}px`;
    image.style.height = `${drawn.height * Number(size.value)}px`;
  }
}

function showCounters(next: Counters | null): void {
  const units = (next?.units ?? []).map((unit) => {
    const holder = document.createElement("div");
    holder.className = "unit";
    holder.dataset["id"] = unit.id;
    holder.title = unit.name ? `${unit.id}: ${unit.name}` : unit.id;
    holder.append(...unit.sides.map(picture));
    return holder;
  });
  counters.replaceChildren(...units);
  point();
}

function point(): void {
  if (marks && drawn) {
    const rings: SVGCircleElement[] = [];
    for (const hex of pointed?.hexes ?? []) {
      const centre = drawn.centres[hex];
      if (!centre) {
        continue;
      }
      const ring = document.createElementNS(SVG, "circle");
      ring.setAttribute("cx", String(centre[0]));
      ring.setAttribute("cy", String(centre[1]));
      ring.setAttribute("r", String(drawn.across * 0.55));
      ring.setAttribute("fill", "none");
      ring.setAttribute("stroke", "#e00080");
      ring.setAttribute("stroke-width", String(drawn.across * 0.08));
      rings.push(ring);
    }
    marks.replaceChildren(...rings);
    rings[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  let first: Element | undefined;
  for (const unit of counters.children) {
    const here = pointed?.units.includes((unit as HTMLElement).dataset["id"] ?? "") ?? false;
    unit.classList.toggle("here", here);
    first ??= here ? unit : undefined;
  }
  first?.scrollIntoView({ block: "nearest" });
}

window.addEventListener("message", (event: MessageEvent<ToPage>) => {
  const message = event.data;
  switch (message.kind) {
    case "map":
      // The old pictures are gone from the page.
      pictures.splice(0).forEach((address) => URL.revokeObjectURL(address));
      showMap(message.map);
      break;
    case "counters":
      showCounters(message.counters);
      break;
    case "point":
      pointed = message.at;
      point();
      break;
    case "failed":
      said.textContent = message.why;
      break;
  }
});
scenario.addEventListener("change", () => code.postMessage({ kind: "scenario", id: scenario.value }));
size.addEventListener("input", resize);
code.postMessage({ kind: "ready" });
