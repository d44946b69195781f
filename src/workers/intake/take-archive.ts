import { DicomBegin } from '#imaging/archive/dicom-begin.ts';
import { readEntry, walkArchive, type KeepArchive, type WalkedItem } from '#imaging/archive/walk-archive.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { isNiftiName } from '#model/files/nifti-name.ts';
import { EntryBatch, type TakenEntries } from './entry-batch.ts';
import { createFileSource } from './file-source.ts';
import { Spool } from './spool.ts';
import type { ArchivePart, FileToTake } from './types.ts';

export interface ArchivePorts {
  db: LocalDb;
  device: DeviceKey;
  uploadId: string;
  /** Called after each commit. */
  onPart: (part: ArchivePart) => void;
}

/** `unsupported`: files in it whose type is not accepted. */
export type TakenArchive = TakenEntries & { unsupported: number };

/**
 * [Note: Archives]
 *
 * An archive is unpacked while it is taken: each file in it is handled like a file of a folder, in byte order, and committed with its
 * neighbours. The archive itself is not kept. The ID of a file's row is derived from the archive's ID and the position in it, so that taking the
 * archive again (full device, fault, Process was pressed) finds the stored files and continues after them. A row with the archive's own ID comes
 * last: after a kill it proves that nothing is missing ([Note: Chosen files]).
 *
 * Rejects if the device or the file fails. What was committed by then stays stored.
 */
export async function takeArchive(ports: ArchivePorts, archive: FileToTake): Promise<TakenArchive> {
  const batch = new EntryBatch(ports);
  const source = createFileSource(archive.file);
  let [items, unsupported, told] = [0, 0, 0];
  for await (const item of walkArchive(source, archive.path, keepIn(ports))) {
    items += 1;
    const id = `${archive.id}.${item.key}`;
    if (item.kind === 'refused') await batch.refuse({ ...item, id }, item.problem);
    else if ((await takeEntry(ports, batch, { ...item, id })) === 'unsupported') unsupported += 1;
    if (batch.committed === told) continue;
    told = batch.committed;
    ports.onPart({ files: told + unsupported, bytes: Math.round(item.done * source.size) });
  }
  if (items === 0) await batch.refuse({ ...archive, id: `${archive.id}.empty` }, 'archive-empty');
  await batch.refuse(archive, 'unpacked');
  await batch.commit();
  return { ...batch.taken, unsupported };
}

type ArchivedEntry = Extract<WalkedItem, { kind: 'file' }> & { id: string };

async function takeEntry(ports: ArchivePorts, batch: EntryBatch, entry: ArchivedEntry): Promise<'unsupported' | 'dealt-with'> {
  const { db, device, uploadId } = ports;
  if (await batch.hasLarge(entry)) return 'dealt-with';
  const spool = new Spool(db, device, uploadId);
  try {
    const isTaken = entry.fileKind === 'dicom' || isNiftiName(entry.path);
    const begin = new DicomBegin();
    const end = await readEntry(entry, async (bytes) => {
      if (!isTaken && begin.add(bytes) === 'no-dicom') return 'enough';
      return spool.add(bytes);
    });
    const isUnsupported = end === 'left' || (end === null && !isTaken && begin.end() === 'no-dicom');
    if (end === null && !isUnsupported) {
      await batch.add(entry, spool);
      return 'dealt-with';
    }
    await spool.discard();
    if (isUnsupported || end === null) return 'unsupported';
    // Exceeding the limits ends the whole archive, and the walk reports it for the archive.
    if (end !== 'archive-bomb') await batch.refuse(entry, end);
    return 'dealt-with';
  } catch (error) {
    // If this fails as well, the next start sweeps them.
    await spool.discard().catch(() => undefined);
    throw error;
  }
}

/** Stores nested archives while they are read. */
function keepIn({ db, device, uploadId }: ArchivePorts): KeepArchive {
  return async (blocks) => {
    const spool = new Spool(db, device, uploadId);
    try {
      for await (const bytes of blocks) await spool.add(bytes);
      await spool.close();
      return { source: spool.source(), release: () => spool.discard() };
    } catch (error) {
      await spool.discard().catch(() => undefined);
      throw error;
    }
  };
}
