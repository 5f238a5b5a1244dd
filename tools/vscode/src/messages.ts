// What the server answers, and what goes between the extension and its page.

/** The answer of `muster/map`. */
export interface Drawn {
  svg: string;
  /** In millimetres, as are all measures here. */
  width: number;
  height: number;
  across: number;
  centres: Record<string, [number, number]>;
  scenarios: { id: string; name: string }[];
  scenario: string | null;
}

/** The answer of `muster/counters`. */
export interface Counters {
  units: { id: string; name: string | null; sides: string[] }[];
  more: number;
}

/** The answer of `muster/at`. */
export interface Pointed {
  hexes: string[];
  units: string[];
}

export type ToPage =
  | { kind: "map"; map: Drawn | null }
  | { kind: "counters"; counters: Counters | null }
  | { kind: "point"; at: Pointed | null }
  | { kind: "failed"; why: string };

export type FromPage = { kind: "ready" } | { kind: "scenario"; id: string };
