import type { ByteSource } from '#imaging/byte-source.ts';
import type { ArchiveProblem } from '#model/archive-problem.ts';
import { classifyFile, type FileKind } from '#model/file-rules.ts';
import type { ArchivedFile, ArchiveItem, RefusedItem } from './archive-item.ts';
import type { Blocks } from './blocks.ts';
import { createBudget, spendBytes, spendEntry, type Budget } from './budget.ts';
import { problemOf } from './fault.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import { openArchive } from './open-archive.ts';
import { ArchivedPairs } from './pairs.ts';

/**
 * `key` is the same whenever the same archive is walked: `7`, or `7.2` in an archive that is the eighth item itself. `archive`: the path of the archive
 * that it lies in, or that it says something of.
 */
export type WalkedItem = WalkedFile | (RefusedItem & Place);

export type WalkedFile = ArchivedFile & { fileKind: FileKind } & Place;

interface Place {
  key: string;
  archive: string;
}

/** How one archive is opened: by the readers of this folder, or by more than these where there are more. */
export type OpenArchive = typeof openArchive;

/** Keeps an archive that lies in another one where it can be read by range. */
export type KeepArchive = (blocks: Blocks) => Promise<{ source: ByteSource; release: () => Promise<void> }>;

/**
 * All files of an archive and of the archives in it, with paths that begin with its own, by the rules of the door (file-rules.ts); NIfTI pairs in it
 * as one file each (pairs.ts). What cannot be read is named where it stands, and the walk goes on behind it; what concerns an archive as a whole comes last of it. Never throws for
 * what an archive holds; a source that cannot be read, or a `keep` that cannot keep, throws.
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
      // What concerns the archive as a whole comes last of it.
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
    // Whoever took the last one has noticed as well; nothing more is read of such an archive.
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

/**
 * Gives the bytes of an entry to `take`, one piece after another, until it has enough of them. The answer is why they are not the file after all;
 * null for a whole one.
 */
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
