import { joinBytes } from '#model/join-bytes.ts';
import type { Random } from '#tests/sim/random.ts';

/** A good file after one to four accidents, all of them told by `random`. It grows to some 64 KiB more at most. */
export function mutate(good: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes = good;
  for (let times = random.int(1, 4); times > 0; times -= 1) bytes = random.pick(ACCIDENTS)(bytes, random, others);
  return bytes;
}

type Accident = (bytes: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

const ACCIDENTS: readonly Accident[] = [flipBits, setBytes, writeNumber, writeNumber, cut, cutOut, repeatPart, takePart, fillPart];

function flipBits(bytes: Uint8Array, random: Random): Uint8Array {
  return changed(bytes, random, (each) => each ^ (1 << random.int(0, 7)));
}

const BYTES = [0, 1, 2, 0x20, 0x5c, 0x7f, 0x80, 0xfe, 0xff];

function setBytes(bytes: Uint8Array, random: Random): Uint8Array {
  return changed(bytes, random, () => (random.chance(0.5) ? random.pick(BYTES) : random.int(0, 255)));
}

function changed(bytes: Uint8Array, random: Random, change: (byte: number) => number): Uint8Array {
  const copy = bytes.slice();
  if (copy.length === 0) return copy;
  for (let times = random.int(1, 8); times > 0; times -= 1) {
    const at = place(bytes, random);
    copy[at] = change(copy[at]!);
  }
  return copy;
}

const NUMBERS = [0, 1, 2, 7, 8, 0x7f, 0xff, 0x7ffe, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/** Where a length, a count or an offset may stand: a number that is too large, too small, or that reaches just to the end or past it. */
function writeNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  if (copy.length < 8) return copy;
  const view = new DataView(copy.buffer);
  const at = Math.min(place(bytes, random), copy.length - 4);
  const toTheEnd = copy.length - at + random.int(-9, 9);
  const value = random.chance(0.3) ? toTheEnd : random.pick(NUMBERS);
  const isLittle = random.chance(0.8);
  if (random.chance(0.5)) view.setUint16(at, value & 0xffff, isLittle);
  else view.setUint32(at, value >>> 0, isLittle);
  return copy;
}

function cut(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.slice(0, place(bytes, random));
}

function cutOut(bytes: Uint8Array, random: Random): Uint8Array {
  const { from, to } = part(bytes, random);
  return joinBytes([bytes.subarray(0, from), bytes.subarray(to)]);
}

function repeatPart(bytes: Uint8Array, random: Random): Uint8Array {
  const { from, to } = part(bytes, random);
  const times = Math.min(random.int(1, 64), Math.floor(16_384 / Math.max(1, to - from)));
  return joinBytes([bytes.subarray(0, to), ...Array.from({ length: times }, () => bytes.subarray(from, to)), bytes.subarray(to)]);
}

/** A part of another file in place of a part of this one. */
function takePart(bytes: Uint8Array, random: Random, others: readonly Uint8Array[]): Uint8Array {
  const { from, to } = part(bytes, random);
  const other = random.pick(others);
  const taken = part(other, random);
  return joinBytes([bytes.subarray(0, from), other.subarray(taken.from, taken.to), bytes.subarray(to)]);
}

function fillPart(bytes: Uint8Array, random: Random): Uint8Array {
  const { from, to } = part(bytes, random);
  return bytes.slice().fill(random.pick(BYTES), from, to);
}

function part(bytes: Uint8Array, random: Random): { from: number; to: number } {
  const from = place(bytes, random);
  return { from, to: Math.min(bytes.length, from + random.int(0, random.chance(0.8) ? 64 : 4096)) };
}

/** Headers stand in front and decide most: half of all places lie there. */
function place({ length }: Uint8Array, random: Random): number {
  const within = random.chance(0.5) ? Math.min(length, 1024) : length;
  return Math.floor(random.next() * within);
}
