// The engine: WebAssembly without imports. A line of JSON goes in, a line of JSON comes out.

class Engine {
  /** @param {WebAssembly.Exports} calls */
  constructor(calls) { this.calls = calls; }

  /** @param {Uint8Array} wasm @param {Uint8Array} packed the game @returns {Promise<Engine>} */
  static async open(wasm, packed) {
    const { instance } = await WebAssembly.instantiate(wasm, {});
    const engine = new Engine(instance.exports);
    engine.write(packed);
    const why = engine.read(engine.calls.open());
    if (why) throw new Error(why);
    return engine;
  }

  write(bytes) {
    const at = this.calls.room(bytes.length);
    new Uint8Array(this.calls.memory.buffer, at, bytes.length).set(bytes);
  }

  read(length) {
    if (length === 0) return "";
    return new TextDecoder().decode(new Uint8Array(this.calls.memory.buffer, this.calls.answer(), length));
  }

  /** Answers a line. @param {string} text @returns {string} */
  line(text) {
    this.write(new TextEncoder().encode(text));
    return this.read(this.calls.line());
  }
}

// The same script runs in a worker, where the computer thinks: there is no document.
if (typeof document === "undefined") {
  let engine = null;
  const work = async data => {
    try {
      if (data.wasm) engine = await Engine.open(data.wasm, data.packed);
      for (const line of data.lines || []) engine.line(line);
      if (data.ask) postMessage({ answer: engine.line(data.ask), n: data.n });
    } catch (why) {
      postMessage({ failed: String(why), n: data.n });
    }
  };
  // One after the other: the engine is still being unpacked when the first question comes.
  let last = Promise.resolve();
  onmessage = ({ data }) => { last = last.then(() => work(data)); };
}
