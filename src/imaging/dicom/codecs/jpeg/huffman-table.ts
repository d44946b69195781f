import { CodecFault } from '#imaging/dicom/codecs/codec.ts';
import type { BitReader } from './bit-reader.ts';

/** Codes up to this many bits are looked up; the few longer ones are searched. */
const LOOKUP_BITS = 9;

export interface HuffmanTable {
  values: Uint8Array;
  /** By the next bits: code length in the upper byte, value in the lower one; 0 for a longer code. */
  lookup: Uint16Array;
  /** By code length: the largest code of it or a shorter one, written with as many bits, and the offset from a code to its value. */
  largest: Int32Array;
  offsets: Int32Array;
}

/** T.81 annex C: `counts` has the number of codes of 1 to 16 bits, `values` their values, in that order. */
export function buildHuffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable {
  const table: HuffmanTable = {
    values,
    lookup: new Uint16Array(1 << LOOKUP_BITS),
    largest: new Int32Array(17),
    offsets: new Int32Array(17),
  };
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1, code <<= 1) {
    const count = counts[length - 1] as number;
    if (code + count > 1 << length) throw new CodecFault('damaged');
    table.offsets[length] = index - code;
    for (let each = 0; each < count; each += 1, code += 1, index += 1) enterLookup(table, code, length, values[index] as number);
    table.largest[length] = code - 1;
  }
  return table;
}

function enterLookup({ lookup }: HuffmanTable, code: number, length: number, value: number): void {
  if (length > LOOKUP_BITS) return;
  const first = code << (LOOKUP_BITS - length);
  lookup.fill((length << 8) | value, first, first + (1 << (LOOKUP_BITS - length)));
}

export function readHuffman(bits: BitReader, table: HuffmanTable): number {
  const found = table.lookup[bits.peek(LOOKUP_BITS)] as number;
  if (found === 0) return searchHuffman(bits, table);
  bits.skip(found >> 8);
  return found & 0xff;
}

function searchHuffman(bits: BitReader, { values, largest, offsets }: HuffmanTable): number {
  const next = bits.peek(16);
  for (let length = LOOKUP_BITS + 1; length <= 16; length += 1) {
    const code = next >> (16 - length);
    if (code <= (largest[length] as number)) {
      bits.skip(length);
      return values[code + (offsets[length] as number)] as number;
    }
  }
  throw new CodecFault('damaged');
}
