import { crc32 } from '#model/crc32.ts';
import { featureCount } from './features/compute-features.ts';
import { LEAF, type Forest } from './forest.ts';

/**
 * The file of a forest, `model.trees`. Little-endian, as all machines that run it are:
 *
 * | Bytes | Meaning |
 * | --- | --- |
 * | 0 to 7 | `LSTREES` and the version, 1 |
 * | 8 to 39 | unsigned numbers of 4 bytes: CRC-32 of all that follows, channels, classes with the background, features, trees, nodes, rows of leaves, seed |
 * | 40 to 43 | background factor, float32 |
 * | then | `low` and `scale` of each feature, `leaves` (float32), `roots` and `nodes` (unsigned, 4 bytes) as in `Forest` |
 */
const MAGIC = [...new TextEncoder().encode('LSTREES'), 1];
const HEADER_BYTES = 44;
const CHECKED_FROM = 12;

const MOST_CHANNELS = 8;
const MOST_CLASSES = 256;
const MOST_TREES = 1000;

export function forestToBytes(forest: Forest): Uint8Array<ArrayBuffer> {
  const { coding, leaves, roots, nodes } = forest;
  const parts = [coding.low, coding.scale, leaves, roots, nodes];
  const bytes = new Uint8Array(HEADER_BYTES + parts.reduce((sum, part) => sum + part.byteLength, 0));
  bytes.set(MAGIC);
  const view = new DataView(bytes.buffer);
  const counts = [
    forest.channels,
    forest.classes,
    coding.low.length,
    roots.length - 1,
    nodes.length / 2,
    leaves.length / forest.classes,
    forest.seed,
  ];
  counts.forEach((count, at) => view.setUint32(CHECKED_FROM + 4 * at, count, true));
  view.setFloat32(40, forest.backgroundFactor, true);
  let at = HEADER_BYTES;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  view.setUint32(8, crc32(bytes.subarray(CHECKED_FROM)), true);
  return bytes;
}

export type ForestRead =
  | { ok: true; forest: Forest }
  /** `not-trees`: another file. `version`: of a newer program. `damaged`: bytes were lost or changed. `invalid`: it says what no forest does. */
  | { ok: false; why: 'not-trees' | 'version' | 'damaged' | 'invalid' };

/** Reads a forest without copying it, if `bytes` begins at a multiple of four. Whatever the bytes say, running the forest ends and stays inside of it. */
export function readForest(bytes: Uint8Array): ForestRead {
  if (bytes.length < HEADER_BYTES || MAGIC.slice(0, 7).some((byte, at) => bytes[at] !== byte)) return { ok: false, why: 'not-trees' };
  if (bytes[7] !== MAGIC[7]) return { ok: false, why: 'version' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(8, true) !== crc32(bytes.subarray(CHECKED_FROM))) return { ok: false, why: 'damaged' };
  const number = (at: number): number => view.getUint32(CHECKED_FROM + 4 * at, true);
  const [channels, classes, features, trees, nodeCount, rows, seed] = [0, 1, 2, 3, 4, 5, 6].map(number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const isPlausible =
    channels >= 1 && channels <= MOST_CHANNELS && classes >= 2 && classes <= MOST_CLASSES && trees >= 1 && trees <= MOST_TREES;
  if (!isPlausible || features !== featureCount(channels)) return { ok: false, why: 'invalid' };
  if (bytes.length !== HEADER_BYTES + 4 * (2 * features + rows * classes + trees + 1 + 2 * nodeCount)) return { ok: false, why: 'invalid' };
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  let at = aligned.byteOffset + HEADER_BYTES;
  const take = <T>(Numbers: new (buffer: ArrayBufferLike, offset: number, length: number) => T, length: number): T => {
    const numbers = new Numbers(aligned.buffer, at, length);
    at += 4 * length;
    return numbers;
  };
  const forest: Forest = {
    ...{ channels, classes, seed, backgroundFactor: view.getFloat32(40, true) },
    coding: { low: take(Float32Array, features), scale: take(Float32Array, features) },
    leaves: take(Float32Array, rows * classes),
    roots: take(Uint32Array, trees + 1),
    nodes: take(Uint32Array, 2 * nodeCount),
  };
  return isValid(forest, rows) ? { ok: true, forest } : { ok: false, why: 'invalid' };
}

function isValid({ coding, leaves, backgroundFactor, roots, nodes }: Forest, rows: number): boolean {
  const isFactor = Number.isFinite(backgroundFactor) && backgroundFactor > 0;
  if (!isFactor || !coding.low.every(Number.isFinite) || !coding.scale.every(Number.isFinite)) return false;
  if (!leaves.every((value) => value >= 0 && value <= 1)) return false;
  if (roots[0] !== 0 || roots.at(-1) !== nodes.length / 2) return false;
  for (let tree = 0; tree + 1 < roots.length; tree += 1) {
    if (!isTree(nodes, roots[tree]!, roots[tree + 1]!, coding.low.length, rows)) return false;
  }
  return true;
}

/** Each step leads forward, so it ends, and it ends at a leaf: the last node must be one. */
function isTree(nodes: Uint32Array, begin: number, end: number, features: number, rows: number): boolean {
  if (begin >= end || nodes[2 * end - 2] !== LEAF) return false;
  for (let node = begin; node < end; node += 1) {
    const [split, other] = [nodes[2 * node]!, nodes[2 * node + 1]!];
    const isRight = split === LEAF ? other < rows : split >>> 8 < features && other > node - begin && other < end - begin;
    if (!isRight) return false;
  }
  return true;
}
