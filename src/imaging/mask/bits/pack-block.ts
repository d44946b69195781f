import { BLOCK_BITS, BLOCK_WORDS, FULL_BLOCK, runsOf, sameBlock, storedBlock, writeRuns, type Block, type Runs } from './block.ts';
import { ByteReader, ByteWriter, DamagedBytes } from './byte-stream.ts';

/** First byte of a packed block. */
const FULL = 0;
const RUNS = 1;
const WORDS = 2;

/** A block that is not empty, as bytes: the same for equal blocks. One byte if it is full; else its runs, or 4,096 bytes if they are longer. */
export function packBlock(block: Block): Uint8Array<ArrayBuffer> {
  if (sameBlock(block, FULL_BLOCK)) return Uint8Array.of(FULL);
  const writer = new ByteWriter();
  writer.byte(RUNS);
  writeRunsTo(writer, runsOf(block));
  const runs = writer.done();
  if (runs.length <= BLOCK_WORDS * 4) return runs;
  const bytes = new Uint8Array(1 + BLOCK_WORDS * 4);
  const view = new DataView(bytes.buffer);
  bytes[0] = WORDS;
  for (let word = 0; word < BLOCK_WORDS; word += 1) view.setUint32(1 + word * 4, block[word]!, true);
  return bytes;
}

/** Null if the bytes are not what `packBlock` gives for any block. */
export function unpackBlock(bytes: Uint8Array): Block | null {
  const block = readBlock(bytes);
  if (block === null) return null;
  const again = packBlock(block);
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at]) ? block : null;
}

function readBlock(bytes: Uint8Array): Block | null {
  if (bytes[0] === FULL) return FULL_BLOCK;
  const words = new Uint32Array(BLOCK_WORDS);
  if (bytes[0] === WORDS) {
    if (bytes.length !== 1 + BLOCK_WORDS * 4) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let word = 0; word < BLOCK_WORDS; word += 1) words[word] = view.getUint32(1 + word * 4, true);
    return storedBlock(words);
  }
  if (bytes[0] !== RUNS) return null;
  try {
    writeRuns(words, readRunsFrom(new ByteReader(bytes, 1)), true);
  } catch (thrown) {
    if (thrown instanceof DamagedBytes) return null;
    throw thrown;
  }
  return storedBlock(words);
}

/** How many there are, and then for each the distance from the end of the one before, and its length, both less what they have at least. */
export function writeRunsTo(writer: ByteWriter, runs: Runs): void {
  writer.number(runs.length / 2);
  let next = 0;
  for (let run = 0; run < runs.length; run += 2) {
    writer.number(runs[run]! - next);
    writer.number(runs[run + 1]! - runs[run]!);
    next = runs[run + 1]! + 2;
  }
}

/** Throws `DamagedBytes` unless they are runs of a block. */
export function readRunsFrom(reader: ByteReader): Runs {
  const count = reader.number();
  if (count === 0 || count > BLOCK_BITS / 2) throw new DamagedBytes('damaged');
  const runs = new Uint16Array(count * 2);
  let next = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const first = next + reader.number();
    const last = first + reader.number();
    if (last >= BLOCK_BITS) throw new DamagedBytes('damaged');
    runs[run] = first;
    runs[run + 1] = last;
    next = last + 2;
  }
  return runs;
}
