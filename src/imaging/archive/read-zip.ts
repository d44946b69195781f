import type { ByteSource } from '#imaging/byte-source.ts';
import type { ArchiveProblem } from '#model/files/archive-problem.ts';
import type { ArchiveItem } from './archive-item.ts';
import { createWindowSource } from './blocks.ts';
import { entryLabel, isFolder, misplaced } from './entry-label.ts';
import { ArchiveFault } from './fault.ts';
import { createNameDecoder } from './names.ts';
import { isUtf8, readZipDirectory } from './zip-directory.ts';
import { readZipEntry, refusalOf } from './zip-entry.ts';
import { DATA_DESCRIPTOR, viewOf, type ZipEntry } from './zip-records.ts';
import { salvageZip } from './zip-salvage.ts';

/**
 * The files of a zip in byte order. The sizes in the directory are compared with `mostBytes` before anything is inflated; the consumer counts the
 * actual bytes.
 */
export async function* readZip(file: ByteSource, mostBytes: number): AsyncGenerator<ArchiveItem> {
  const source = createWindowSource(file);
  const listed = await readZipDirectory(source);
  const { entries, cutOff } = listed ? { entries: listed.entries, cutOff: null } : await salvageZip(source);
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) throw new ArchiveFault('archive-bomb');
  const nameOf = createNames(entries);
  const refusedAlready = new Set<ArchiveProblem>();
  for (const entry of entries) {
    const path = nameOf(entry);
    const done = entry.offset / source.size;
    const problem = refusalOf(entry);
    if (isFolder(path)) continue;
    if (!problem) {
      yield { kind: 'file', path: entryLabel(path), ...misplaced(path), size: entry.size, done, blocks: () => readZipEntry(source, entry) };
      continue;
    }
    // A packing problem is reported once for the archive; a link concerns only one entry.
    if (problem === 'archive-link') yield { kind: 'refused', path: entryLabel(path), problem, done };
    else if (!refusedAlready.has(problem)) yield { kind: 'refused', path: '', problem, done };
    refusedAlready.add(problem);
  }
  if (listed?.isLast) return;
  if (cutOff) yield { kind: 'refused', path: entryLabel(createNameDecoder([cutOff])(cutOff)), problem: 'archive-cut-off', done: 1 };
  throw new ArchiveFault(await whyWithoutDirectory(source, entries, cutOff));
}

/** One name decoder for all names without a declared character set. */
function createNames(entries: readonly ZipEntry[]): (entry: ZipEntry) => string {
  const decode = createNameDecoder(entries.filter((entry) => !isUtf8(entry)).map(({ rawName }) => rawName));
  return (entry) => entry.unicodeName ?? (isUtf8(entry) ? new TextDecoder().decode(entry.rawName) : decode(entry.rawName));
}

async function whyWithoutDirectory(source: ByteSource, entries: readonly ZipEntry[], cutOff: Uint8Array | null): Promise<ArchiveProblem> {
  const first = await source.read(0, 4);
  if (first.length === 4 && viewOf(first).getUint32(0, true) === DATA_DESCRIPTOR) return 'archive-split';
  return entries.length > 0 || cutOff ? 'archive-cut-off' : 'archive-unreadable';
}
