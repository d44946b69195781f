import type { BatchProblem } from '#contract/batch.ts';
import type { ArchiveProblem } from '#model/files/archive-problem.ts';
import { archiveKind } from '#imaging/archive/archive-kind.ts';
import { DicomBegin } from '#imaging/archive/dicom-begin.ts';
import { openArchive } from '#imaging/archive/open-archive.ts';
import { ArchiveFault } from '#imaging/archive/fault.ts';
import { readEntry, walkArchive, type KeepArchive, type OpenArchive, type WalkedItem } from '#imaging/archive/walk-archive.ts';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { isNiftiName } from '#model/files/nifti-name.ts';
import type { UnpackedCount, UnpackedPart } from './archive-unpacker.ts';
import { EntryPacks } from './entry-packs.ts';
import { isEncryptedZip, readEncryptedZip } from './read-encrypted-zip.ts';
import { readRar } from './read-rar.ts';

/**
 * [Note: Archives on the server]
 *
 * The walk, the limits, the budget and the problems are those of a device (src/imaging/archive). In addition, rar archives are opened, and
 * encrypted ones with a password. Each file is added to a pack while it is unpacked, and packs are returned as they fill, so that an archive of
 * any size needs the memory of one pack, one step of the inflater and its nested archives. Nothing is written to a folder.
 */
export async function unpackArchive(
  source: ByteSource,
  { name, passwords }: { name: string; passwords: Readonly<Record<string, string>> },
  give: (part: UnpackedPart) => Promise<void>,
): Promise<UnpackedCount> {
  const packs = new EntryPacks(give);
  let [items, unsupported] = [0, 0];
  const locked = new Set<string>();
  // Once for each archive, however many of its files are encrypted: the password belongs to the archive.
  const refuseLocked = async ({ key, archive }: WalkedItem): Promise<void> => {
    if (!locked.has(archive)) await packs.refuse(key, archive, 'archive-encrypted');
    locked.add(archive);
  };
  for await (const item of walkArchive(source, name, keepInMemory, { open: openWith(passwords) })) {
    items += 1;
    if (item.kind === 'file') {
      const end = await takeEntry(packs, item);
      if (end === 'unsupported') unsupported += 1;
      if (end === 'locked') await refuseLocked(item);
    } else if (item.problem === 'archive-encrypted') await refuseLocked(item);
    else await packs.refuse(item.key, item.path, batchProblem(item.problem));
  }
  if (items === 0) await packs.refuse('', name, 'archive-empty');
  await packs.flush();
  return { unsupported };
}

/** The wire has one code for files that are too large to be held while their archive is read. */
function batchProblem(problem: ArchiveProblem): BatchProblem {
  return problem === 'archive-pair-apart' ? 'archive-nested' : problem;
}

function openWith(passwords: Readonly<Record<string, string>>): OpenArchive {
  return async function* (source, name, budget) {
    const password = passwordFor(passwords, name);
    const kind = await archiveKind(source, name);
    if (kind === 'rar') yield* readRar(source, password);
    else if (kind === 'zip' && password !== null && (await isEncryptedZip(source))) yield* readEncryptedZip(source, password, budget.bytes);
    else yield* openArchive(source, name, budget);
  };
}

/** For this archive, or the nearest enclosing one. */
function passwordFor(passwords: Readonly<Record<string, string>>, path: string): string | null {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (Object.hasOwn(passwords, at)) return passwords[at] ?? null;
    if (!at.includes('/')) return null;
  }
}

/** Buffer limit for a nested archive while it is read; a larger one is not opened. */
const MOST_KEPT_BYTES = 128 * 1024 ** 2;

const keepInMemory: KeepArchive = async (blocks) => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of blocks) {
    size += bytes.length;
    if (size > MOST_KEPT_BYTES) throw new ArchiveFault('archive-nested');
    pieces.push(bytes.slice());
  }
  return { source: createMemorySource(joinBytes(pieces)), release: async () => undefined };
};

type ArchivedEntry = Extract<WalkedItem, { kind: 'file' }>;

/** The rules of a device: a file without an image's name is accepted if it is DICOM by its first bytes. */
async function takeEntry(packs: EntryPacks, entry: ArchivedEntry): Promise<'unsupported' | 'locked' | 'dealt-with'> {
  const isTaken = entry.fileKind === 'dicom' || isNiftiName(entry.path);
  const begin = new DicomBegin();
  packs.begin(entry.key);
  const end = await readEntry(entry, async (bytes) => {
    if (!isTaken && begin.add(bytes) === 'no-dicom') return 'enough';
    return packs.add(bytes);
  });
  const isUnsupported = end === 'left' || (end === null && !isTaken && begin.end() === 'no-dicom');
  if (end === null && !isUnsupported) await packs.end(entry.path);
  // Exceeding the limits ends the whole archive, and the walk reports it for the archive.
  else {
    const isNamed = end !== null && end !== 'left' && end !== 'archive-bomb' && end !== 'archive-encrypted';
    await packs.drop(entry.path, isNamed ? batchProblem(end) : null);
  }
  if (isUnsupported) return 'unsupported';
  return end === 'archive-encrypted' ? 'locked' : 'dealt-with';
}
