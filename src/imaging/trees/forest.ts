/** Extremely randomised trees on features of 8 bits. */
export interface Forest {
  /** Of the image. */
  channels: number;
  /** Background included. */
  classes: number;
  /** The probability of the background is multiplied by it. */
  backgroundFactor: number;
  seed: number;
  coding: Coding;
  /** Where each tree begins, in nodes; one more for the end. */
  roots: Uint32Array;
  /**
   * Two numbers a node. Inside: feature x 256 + threshold, and the node of the other side, from the root; codes up to the threshold lead to the
   * next node. A leaf: `LEAF`, and its row in `leaves`.
   */
  nodes: Uint32Array;
  /** Class probabilities, row by row. Leaves with the same ones share a row. */
  leaves: Float32Array;
}

/** How features become codes, by feature: the value of code 0, and codes per unit. */
export interface Coding {
  low: Float32Array;
  scale: Float32Array;
}

export const LEAF = 0xffff_ffff;

/** The 8 bits of a feature as the trees see it. `out[first + at * step]` is the code of `values[at]`. */
export function writeCodes(
  values: Float32Array,
  { low, scale }: Coding,
  feature: number,
  out: Uint8Array,
  first: number,
  step: number,
): void {
  const [begin, factor] = [low[feature]!, scale[feature]!];
  for (let at = 0; at < values.length; at += 1) {
    const code = (values[at]! - begin) * factor;
    out[first + at * step] = code < 0 ? 0 : code > 255 ? 255 : code;
  }
}

/** Of one feature, from its least to its greatest value. `parts`: values of each patient. */
export function codingOf(parts: readonly Float32Array[]): { low: number; scale: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const values of parts) {
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]!;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return { low: least, scale: most > least ? 255 / (most - least) : 0 };
}
