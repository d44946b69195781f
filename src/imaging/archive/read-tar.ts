import type { ArchiveItem } from './archive-item.ts';
import { BlockReader, type Blocks } from './blocks.ts';
import { entryLabel, misplaced } from './entry-label.ts';
import { ArchiveFault } from './fault.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import { createNameDecoder } from './names.ts';
import { NO_PAX, readPax, type PaxRecords } from './pax.ts';
import { isZeroBlock, readTarHeader, TAR_BLOCK_BYTES, untilNul, type TarHeader } from './tar-header.ts';

/**
 * The files of a tar: ustar, GNU with long names, pax, and the old form. If a header is missing, it searches for the next in steps of 512
 * bytes, and reports a loss. An archive without its end mark (two zero blocks) counts as truncated.
 */
export async function* readTar(blocks: Blocks, done: () => number): AsyncGenerator<ArchiveItem> {
  const reader = new BlockReader(blocks);
  let notes = NO_NOTES;
  let isLost = false;
  for (;;) {
    const block = await reader.take(TAR_BLOCK_BYTES);
    if (block.length < TAR_BLOCK_BYTES) throw new ArchiveFault('archive-cut-off');
    if (isZeroBlock(block)) return;
    const header = readTarHeader(block);
    if (!header) {
      if (!isLost) yield { kind: 'refused', path: '', problem: 'archive-damaged', done: done() };
      isLost = true;
      continue;
    }
    isLost = false;
    if (isNote(header)) {
      notes = await readNote(reader, header, notes);
      continue;
    }
    const entry = withNotes(header, notes);
    notes = { ...NO_NOTES, global: notes.global };
    yield* readEntry(reader, entry, done);
  }
}

interface Notes {
  longName: Uint8Array | null;
  pax: PaxRecords;
  global: PaxRecords;
}

const NO_NOTES: Notes = { longName: null, pax: NO_PAX, global: NO_PAX };

const FILES = new Set(['0', '\0', '7']);
const LINKS = new Set(['1', '2', 'S']);

interface TarEntry extends TarHeader {
  isSparse: boolean;
}

async function* readEntry(
  reader: BlockReader,
  { rawName, size, type, isSparse }: TarEntry,
  done: () => number,
): AsyncGenerator<ArchiveItem> {
  const rawPath = createNameDecoder([rawName])(rawName);
  const path = entryLabel(rawPath);
  let left = size;
  async function* blocks(): AsyncGenerator<Uint8Array> {
    for await (const piece of reader.pass(left)) {
      left -= piece.length;
      yield piece;
    }
    if (left > 0) throw new ArchiveFault('archive-cut-off');
  }
  // The old form has no folder type.
  if (FILES.has(type) && !rawName.subarray(-1).includes(0x2f)) {
    if (isSparse) yield { kind: 'refused', path, problem: 'archive-link', done: done() };
    else yield { kind: 'file', path, ...misplaced(rawPath), size, done: done(), blocks };
  } else if (LINKS.has(type)) {
    yield { kind: 'refused', path, problem: 'archive-link', done: done() };
  }
  await drain(reader.pass(left));
  await reader.take(padding(size));
}

function isNote({ type }: TarHeader): boolean {
  return type === 'x' || type === 'g' || type === 'L' || type === 'K';
}

/** An implausibly long one is skipped: the entry then has its short name. */
async function readNote(reader: BlockReader, { type, size }: TarHeader, notes: Notes): Promise<Notes> {
  if (size > ARCHIVE_LIMITS.tarNoteBytes) {
    await drain(reader.pass(size));
    await reader.take(padding(size));
    return notes;
  }
  const bytes = (await reader.take(size)).slice();
  await reader.take(padding(size));
  if (type === 'L') return { ...notes, longName: untilNul(bytes) };
  if (type === 'x') return { ...notes, pax: readPax(bytes) };
  return type === 'g' ? { ...notes, global: readPax(bytes) } : notes;
}

function withNotes(header: TarHeader, { longName, pax, global }: Notes): TarEntry {
  return {
    type: header.type,
    rawName: pax.path ?? longName ?? global.path ?? header.rawName,
    size: pax.size ?? global.size ?? header.size,
    isSparse: pax.isSparse || global.isSparse,
  };
}

function padding(size: number): number {
  return (TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
}

async function drain(blocks: Blocks): Promise<void> {
  for await (const _ of blocks) continue;
}
