import type { ByteSource } from '#imaging/byte-source.ts';
import type { ArchiveProblem } from '#model/files/archive-problem.ts';
import { classifyFile, type FileKind } from '#model/files/file-rules.ts';
import type { ArchivedFile, ArchiveItem, RefusedItem } from './archive-item.ts';
import type { Blocks } from './blocks.ts';
import { createBudget, spendBytes, spendEntry, type Budget } from './budget.ts';
import { problemOf } from './fault.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import { openArchive } from './open-archive.ts';
import { ArchivedPairs } from './pairs.ts';

/**
 * `key` is the same at every walk of the same archive: `7`, or `7.2` in a nested archive with the key `7`. `archive`: the path of the archive that
 * contains the item, or that it is about.
 */
export type WalkedItem = WalkedFile | (RefusedItem & Place);

export type WalkedFile = ArchivedFile & { fileKind: FileKind } & Place;

interface Place {
  key: string;
  archive: string;
}

/** How one archive is opened: by the readers of this folder, or with additional ones. */
export type OpenArchive = typeof openArchive;

/** Stores a nested archive so that it can be read by range. */
export type KeepArchive = (blocks: Blocks) => Promise<{ source: ByteSource; release: () => Promise<void> }>;

/**
 * All files of an archive and its nested archives, with paths that begin with its own, classified by the file rules (file-rules.ts). NIfTI pairs
 * are returned as one file each (pairs.ts). An unreadable entry is reported in its place, and the walk continues after it; problems of a whole
 * archive come last. Never throws because of an archive's contents, only if the source cannot be read or `keep` fails.
 */
export async function* walkArchive(
  source: ByteSource,
  path: string,
  keep: KeepArchive,
  { budget = createBudget(source.size), open = openArchive }: { budget?: Budget; open?: OpenArchive } = {},
): AsyncGenerator<WalkedItem> {
  yield* walk({ source, path, key: '', depth: 1 }, { keep, budget, open });
}

interface Opened {
  source: ByteSource;
  path: string;
  key: string;
  depth: number;
}

interface Shared {
  keep: KeepArchive;
  budget: Budget;
  open: OpenArchive;
}

async function* walk(archive: Opened, shared: Shared): AsyncGenerator<WalkedItem> {
  const pairs = new ArchivedPairs(shared.keep);
  try {
    for await (const item of walkItems(archive, shared)) {
      if (item.kind === 'file' && item.archive === archive.path) yield* pairs.take(item);
      // Problems of the whole archive come last.
      else if (item.kind === 'refused' && item.path === archive.path) {
        yield* pairs.rest();
        yield item;
      } else yield item;
    }
    yield* pairs.rest();
  } finally {
    await pairs.release();
  }
}

async function* walkItems(archive: Opened, shared: Shared): AsyncGenerator<WalkedItem> {
  let index = 0;
  const items = shared.open(archive.source, archive.path, shared.budget);
  for (;;) {
    const key = `${archive.key}${index}`;
    const next = await nextItem(items, shared.budget);
    if ('problem' in next) {
      yield { kind: 'refused', path: archive.path, problem: next.problem, done: 1, key, archive: archive.path };
      return;
    }
    if (next.done) return;
    index += 1;
    const path = [archive.path, next.value.path].filter((part) => part !== '').join('/');
    const item = { ...next.value, path, key, archive: archive.path };
    if (item.kind === 'refused') yield item;
    else yield* walkFile(item, archive, shared);
  }
}

async function nextItem(
  items: AsyncGenerator<ArchiveItem>,
  budget: Budget,
): Promise<IteratorResult<ArchiveItem> | { problem: ArchiveProblem }> {
  try {
    // The consumer of the last entry has noticed as well; nothing more is read of such an archive.
    spendBytes(budget, 0);
    const next = await items.next();
    if (!next.done) spendEntry(budget);
    return next;
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

async function* walkFile(item: ArchivedFile & Place, { depth }: Opened, shared: Shared): AsyncGenerator<WalkedItem> {
  const fileKind = classifyFile(item.path, item.size ?? Infinity);
  if (fileKind === 'litter') return;
  const file = { ...item, fileKind, blocks: () => spent(item.blocks(), shared.budget) };
  if (fileKind !== 'archive' && fileKind !== 'foreign-archive') yield file;
  else if (depth >= ARCHIVE_LIMITS.depth) yield { ...item, kind: 'refused', problem: 'archive-nested' };
  else yield* walkNested(file, depth, shared);
}

async function* walkNested(file: ArchivedFile & Place, depth: number, shared: Shared): AsyncGenerator<WalkedItem> {
  const kept = await keptOrProblem(file, shared.keep);
  if ('problem' in kept) {
    if (kept.problem !== 'archive-bomb') yield { ...file, kind: 'refused', problem: kept.problem };
    return;
  }
  try {
    for await (const item of walk({ source: kept.source, path: file.path, key: `${file.key}.`, depth: depth + 1 }, shared)) {
      yield { ...item, done: file.done };
    }
  } finally {
    await kept.release();
  }
}

async function keptOrProblem(
  file: ArchivedFile,
  keep: KeepArchive,
): Promise<Awaited<ReturnType<KeepArchive>> | { problem: ArchiveProblem }> {
  try {
    return await keep(file.blocks());
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

async function* spent(blocks: Blocks, budget: Budget): AsyncGenerator<Uint8Array> {
  for await (const bytes of blocks) {
    spendBytes(budget, bytes.length);
    yield bytes;
  }
}

/** Passes the bytes of an entry to `take` piece by piece until it has enough. Returns why they are not the complete file; null if they are. */
export async function readEntry(
  file: Pick<ArchivedFile, 'blocks'>,
  take: (bytes: Uint8Array) => Promise<'enough' | void>,
): Promise<ArchiveProblem | 'left' | null> {
  const blocks = file.blocks()[Symbol.asyncIterator]();
  for (;;) {
    const next = await blocks.next().catch((thrown: unknown) => ({ problem: problemOf(thrown) }));
    if ('problem' in next) return next.problem;
    if (next.done) return null;
    if ((await take(next.value)) !== 'enough') continue;
    await blocks.return?.();
    return 'left';
  }
}
