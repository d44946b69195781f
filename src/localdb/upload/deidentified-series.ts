import type { DeidentifiedSeries, DeidentifyRefusal } from '#model/uploads/deidentified.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { segmentsOf } from './lost-files.ts';
import type { FileRow, LocalDb, Outgoing, SeriesRow } from '#localdb/schema.ts';
import { sealJson } from '#localdb/encryption.ts';
import { dropIdleSegments } from '#localdb/files/staged-file.ts';

/**
 * [Note: What leaves without names]
 *
 * Before Process, the de-identified files of a series are stored next to the originals: a new header in separate segments, followed by ranges of
 * the staged pixels (`outgoing` of each row). This is done for a whole series in one transaction, together with the rules that were applied;
 * small series share a transaction and a segment. If more files arrive or the rules change, it is done again. So a kill at any moment leaves a
 * series that is still to be done, and unused segments that the next start sweeps. Process decides for each study: the de-identified files
 * replace the originals or are deleted. After that, `pieces`, `size`, `sha256` and `slices` describe what is sent, and later steps see no difference.
 */
export interface MadeSeries {
  /** The row as it was when its files were read. */
  read: Pick<SeriesRow, 'id' | 'revision'>;
  /** Tag of the rules. */
  by: string;
  result: { ok: true; report: DeidentifiedSeries; outgoing: ReadonlyMap<string, Outgoing> } | { ok: false; why: DeidentifyRefusal };
}

/**
 * Series of one upload, in one transaction. Returns those that were saved. The others came too late: files arrived, Process was pressed, or another
 * tab did the same. Nothing of them has changed.
 */
export async function saveDeidentified(
  db: LocalDb,
  device: DeviceKey,
  uploadId: string,
  made: readonly MadeSeries[],
): Promise<readonly MadeSeries[]> {
  const reports = await Promise.all(made.map(({ result }) => (result.ok ? sealJson(device, result.report) : null)));
  return withConnection(db, () =>
    db.transaction('rw', [db.uploads, db.series, db.files, db.segments], async () => {
      if ((await db.uploads.get(uploadId))?.phase !== 'none') return [];
      const rows = await db.series.bulkGet(made.map(({ read }) => read.id));
      const inTime = made.flatMap((one, n) => {
        const [row, deidentified = null] = [rows[n], reports[n]];
        return row?.revision === one.read.revision ? [{ one, row: withMade(row, one, deidentified) }] : [];
      });
      const outgoing = new Map(inTime.flatMap(({ one: { result } }) => (result.ok ? [...result.outgoing] : [])));
      await replaceFiles(
        db,
        inTime.map(({ row }) => row.id),
        (file) => withOutgoing(file, outgoing.get(file.id)),
      );
      await db.series.bulkPut(inTime.map(({ row }) => row));
      return inTime.map(({ one }) => one);
    }),
  );
}

function withMade(row: SeriesRow, { by, result }: MadeSeries, deidentified: SeriesRow['deidentified']): SeriesRow {
  return {
    ...row,
    ...{ deidentified, deidentifiedBy: by, refusal: result.ok ? null : result.why, revision: row.revision + 1 },
    // It is not sent, but the others are.
    ...(!result.ok && { upload: false, uploadDecided: true, isReference: false }),
  };
}

/**
 * Applies the decision for these series: `anonymous` are those that are sent de-identified. Returns their files. Call inside the transaction of
 * Process.
 */
export function settleOutgoing(
  db: LocalDb,
  seriesIds: readonly string[],
  anonymous: ReadonlySet<string | null>,
): Promise<Map<string, FileRow[]>> {
  return replaceFiles(db, seriesIds, (file) => (anonymous.has(file.seriesId) ? asOutgoing(file) : withOutgoing(file, undefined)));
}

function withOutgoing(file: FileRow, outgoing: Outgoing | undefined): FileRow {
  const row = { ...file, segmentIds: segmentsOf([...file.pieces, ...(outgoing?.pieces ?? [])]) };
  delete row.outgoing;
  return outgoing ? { ...row, outgoing } : row;
}

function asOutgoing(row: FileRow): FileRow {
  const { outgoing, slices: _, ...file } = row;
  if (!outgoing) return row;
  const { name, ...leaves } = outgoing;
  return { ...file, ...leaves, sentAs: name, segmentIds: segmentsOf(leaves.pieces) };
}

/** Writes the rows that differ, and deletes segments that are no longer needed. */
async function replaceFiles(
  db: LocalDb,
  seriesIds: readonly string[],
  replace: (file: FileRow) => FileRow,
): Promise<Map<string, FileRow[]>> {
  const read = await filesBySeries(db, seriesIds);
  const before = [...read.values()].flat();
  const replaced = new Map([...read].map(([id, files]) => [id, files.map(replace)]));
  const after = [...replaced.values()].flat();
  const changed = after.filter((file, n) => file.outgoing !== before[n]?.outgoing);
  if (changed.length === 0) return replaced;
  await db.files.bulkPut(changed);
  const needed = new Set(after.flatMap(({ segmentIds }) => segmentIds));
  await dropIdleSegments(
    db,
    before.flatMap(({ segmentIds }) => segmentIds).filter((segmentId) => !needed.has(segmentId)),
  );
  return replaced;
}

/** All requested in parallel: a thousand requests in sequence would be a thousand round trips to the browser. */
export async function filesBySeries(db: LocalDb, seriesIds: readonly string[]): Promise<Map<string, FileRow[]>> {
  const files = await Promise.all(seriesIds.map((id) => db.files.where('seriesId').equals(id).toArray()));
  return new Map(seriesIds.map((id, n) => [id, files[n] as FileRow[]]));
}
