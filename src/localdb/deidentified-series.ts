import type { DeidentifiedSeries, DeidentifyRefusal } from '#model/deidentified.ts';
import { withConnection } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { segmentsOf } from './lost-files.ts';
import type { FileRow, LocalDb, Outgoing, SeriesRow } from './schema.ts';
import { sealJson } from './sealed.ts';
import { dropIdleSegments } from './staged-file.ts';

/**
 * [Note: What leaves without names]
 *
 * Before Process the files of a series are made anew beside those that were read: a header of its own, in segments of its own, and ranges of the
 * staged pixels (`outgoing` of each row). That happens for a series at once or not at all, in one transaction with the rules by which it was done;
 * files that still arrive, and other rules, make it open again. So a kill at any moment leaves a series that is open, and segments that no row names,
 * which the next start sweeps. Process decides for each study: it puts the one in the place of the other, or lets go of it; what then lies in
 * `pieces`, `size` and `sha256` is what is sent, and nobody after it knows the difference.
 */
export interface MadeSeries {
  /** As it was when its files were read. */
  read: Pick<SeriesRow, 'id' | 'uploadId' | 'revision'>;
  /** Tag of the rules. */
  by: string;
  result: { ok: true; report: DeidentifiedSeries; outgoing: ReadonlyMap<string, Outgoing> } | { ok: false; why: DeidentifyRefusal };
}

/** False where it came too late: files arrived, Process was pressed, or another tab has done the same. Nothing has changed then. */
export async function saveDeidentified(db: LocalDb, device: DeviceKey, { read, by, result }: MadeSeries): Promise<boolean> {
  const deidentified = result.ok ? await sealJson(device, result.report) : null;
  return withConnection(db, () =>
    db.transaction('rw', [db.uploads, db.series, db.files, db.segments], async () => {
      const row = await db.series.get(read.id);
      if (row?.revision !== read.revision || (await db.uploads.get(read.uploadId))?.phase !== 'none') return false;
      await replaceFiles(db, read.id, (file) => withOutgoing(file, result.ok ? result.outgoing.get(file.id) : undefined));
      await db.series.put({
        ...row,
        ...{ deidentified, deidentifiedBy: by, refusal: result.ok ? null : result.why, revision: row.revision + 1 },
        // It stays behind, and the others go.
        ...(!result.ok && { upload: false, uploadDecided: true, isReference: false }),
      });
      return true;
    }),
  );
}

/** What a series leaves as is decided; its bytes. Inside the transaction of Process. */
export async function settleOutgoing(db: LocalDb, series: SeriesRow, isAnonymous: boolean): Promise<number> {
  const files = await replaceFiles(db, series.id, (file) => (isAnonymous ? asOutgoing(file) : withOutgoing(file, undefined)));
  return files.reduce((sum, { size }) => sum + size, 0);
}

function withOutgoing(file: FileRow, outgoing: Outgoing | undefined): FileRow {
  const row = { ...file, segmentIds: segmentsOf([...file.pieces, ...(outgoing?.pieces ?? [])]) };
  delete row.outgoing;
  return outgoing ? { ...row, outgoing } : row;
}

function asOutgoing({ outgoing, ...file }: FileRow): FileRow {
  if (!outgoing) return file;
  const { name, ...leaves } = outgoing;
  return { ...file, ...leaves, sentAs: name, segmentIds: segmentsOf(leaves.pieces) };
}

/** Writes the rows that differ, and lets go of segments that nothing needs any more. */
async function replaceFiles(db: LocalDb, seriesId: string, replace: (file: FileRow) => FileRow): Promise<FileRow[]> {
  const before = await db.files.where('seriesId').equals(seriesId).toArray();
  const after = before.map(replace);
  const changed = after.filter((file, n) => file.outgoing !== before[n]?.outgoing || file.sentAs !== before[n]?.sentAs);
  if (changed.length === 0) return after;
  await db.files.bulkPut(changed);
  const needed = new Set(after.flatMap(({ segmentIds }) => segmentIds));
  await dropIdleSegments(
    db,
    before.flatMap(({ segmentIds }) => segmentIds).filter((segmentId) => !needed.has(segmentId)),
  );
  return after;
}
