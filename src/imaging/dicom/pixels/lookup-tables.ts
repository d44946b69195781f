import type { InstanceDescription, LookupTablePlace } from '#model/studies/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { LookupTable, Samples } from '#imaging/frame.ts';

/** Reads a table of the header; null if its segments are invalid. */
export async function readLookupTable(source: ByteSource, place: LookupTablePlace): Promise<LookupTable | null> {
  const bytes = await source.read(place.offset, place.length);
  const numbers = readNumbers(bytes, place);
  const values = place.isSegmented ? expandSegments(numbers, place.entries) : numbers.subarray(0, place.entries);
  return values.length === place.entries ? { first: place.first, values, highest: 2 ** place.bits - 1 } : null;
}

/** 8-bit entries are bytes, in pairs that big-endian words swap, unless each has a whole word. */
function readNumbers(bytes: Uint8Array, { entries, bits, isBigEndian, isSegmented }: LookupTablePlace): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const areBytes = bits <= 8 && (isSegmented || bytes.length < entries * 2);
  if (!areBytes) return Uint16Array.from({ length: bytes.length >> 1 }, (_, index) => view.getUint16(index * 2, !isBigEndian));
  return Uint16Array.from({ length: bytes.length & ~1 }, (_, index) => view.getUint8(isBigEndian ? index ^ 1 : index));
}

/**
 * PS3.3 C.7.9.2: discrete (0), linear (1) and indirect segments that repeat earlier ones (2). It ends with the table, or before a segment
 * that is none.
 */
function expandSegments(numbers: Uint16Array, entries: number): Uint16Array {
  const values = new Uint16Array(entries);
  let filled = 0;
  read(0, numbers.length);
  return values.subarray(0, filled);

  function read(start: number, end: number): void {
    for (let at = start; at < end && filled < entries;) {
      const [code, length = 0] = [numbers[at], numbers[at + 1]];
      if (code === 0) {
        const run = numbers.subarray(at + 2, at + 2 + Math.min(length, entries - filled));
        values.set(run, filled);
        filled += run.length;
        at += 2 + length;
      } else if (code === 1) {
        const [from, to] = [values[filled - 1], numbers[at + 2]];
        if (from === undefined || to === undefined) return;
        for (let step = 1; step <= length && filled < entries; step += 1, filled += 1) {
          values[filled] = Math.round(from + ((to - from) * step) / length);
        }
        at += 3;
      } else if (code === 2) {
        const place = ((numbers[at + 2] ?? 0) | ((numbers[at + 3] ?? 0) << 16)) >>> 1;
        const last = endOfSegments(numbers, place, length);
        if (last === null || last > at) return;
        read(place, last);
        at += 4;
      } else return;
    }
  }
}

/** Null if one of them is indirect itself. */
function endOfSegments(numbers: Uint16Array, start: number, count: number): number | null {
  let at = start;
  for (let segment = 0; segment < count; segment += 1) {
    const code = numbers[at] ?? 0;
    if (code > 1) return null;
    at += code === 0 ? 2 + (numbers[at + 1] ?? 0) : 3;
  }
  return at;
}

/** Maps a value: below the first entry the first, above the last the last (PS3.3 C.11.1.1.1). */
export function lookUp({ first, values }: LookupTable, value: number): number {
  return values[Math.min(values.length - 1, Math.max(0, value - first))] as number;
}

/** PALETTE COLOR: every stored value is an index into three tables (PS3.3 C.7.6.3.1.5, C.7.6.3.1.6). */
export async function paletteToRgb(
  source: ByteSource,
  samples: Samples,
  palette: NonNullable<InstanceDescription['palette']>,
): Promise<Uint8Array | null> {
  const rgb = new Uint8Array(samples.length * 3);
  for (const [channel, place] of [palette.red, palette.green, palette.blue].entries()) {
    const table = await readLookupTable(source, place);
    if (!table) return null;
    const shift = Math.max(0, place.bits - 8);
    for (let pixel = 0; pixel < samples.length; pixel += 1) rgb[pixel * 3 + channel] = lookUp(table, samples[pixel] as number) >> shift;
  }
  return rgb;
}
