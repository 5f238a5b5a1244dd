"use strict";
// Unpacks what the page brings along: gzip, written in letters. It stands in the page as it is; everything else is packed.

// Two letters hold 13 bits. `<`, `&` and the backslash are no letters of it, so that nothing can end the element.
const LETTERS = new Uint8Array(128);
for (let code = 33, n = 0; code < 127; code++) if (code !== 60 && code !== 38 && code !== 92) LETTERS[code] = n++;

/** Bytes from letters; the number of bytes stands before them. @param {string} text @returns {Uint8Array} */
function fromLetters(text) {
  const colon = text.indexOf(":");
  const bytes = new Uint8Array(Number(text.slice(0, colon)));
  let held = 0, bits = 0, n = 0;
  for (let at = colon + 1; at + 1 < text.length && n < bytes.length; at += 2) {
    held = (held << 13) | (LETTERS[text.charCodeAt(at)] * 91 + LETTERS[text.charCodeAt(at + 1)]);
    bits += 13;
    while (bits >= 8 && n < bytes.length) {
      bits -= 8;
      bytes[n++] = held >> bits;
    }
    held &= (1 << bits) - 1;
  }
  return bytes;
}

/** The text of packed bytes, of at most so many letters. @param {Uint8Array} bytes @param {number} most @returns {Promise<string>} */
async function gunzipped(bytes, most) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const [reader, decoder] = [stream.getReader(), new TextDecoder()];
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length > most) throw new Error("too long");
  }
}

/** A part of the page, unpacked. @param {string} id @returns {Promise<Uint8Array>} */
async function unpacked(id) {
  const stream = new Blob([fromLetters(document.getElementById(id).textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// A browser without a screen, as tests use it, looks only as long as something is still to happen.
if (location.hash.startsWith("#play=")) setInterval(() => {}, 1);

/** Where the script lies once it is unpacked: the worker runs it too. */
let scriptAddress = "";

if (typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined") {
  document.getElementById("too-old").hidden = false;
} else {
  unpacked("player").then(bytes => {
    scriptAddress = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
    const script = document.createElement("script");
    script.src = scriptAddress;
    document.body.append(script);
  });
}
