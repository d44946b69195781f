import type { Transaction } from 'dexie';
import { countsOf } from '#model/uploads/file-state.ts';
import type { FileRow, SeriesRow, StudyRow, UploadRow } from './schema.ts';

/**
 * Version 1 deleted a segment as soon as every file in it was verified. Verified files whose bytes are still here are now kept, the others are
 * released. An upload that had ended is kept from now on. Files that wait to be sent are not changed.
 */
export async function upgradeToKeptCopies(tx: Transaction): Promise<void> {
  const here = new Set<string>(await tx.table<unknown, string>('segments').toCollection().primaryKeys());
  const counts = new Map<string, Pick<SeriesRow, 'keptBytes' | 'goneBytes' | 'lostFiles'>>();
  await tx
    .table<FileRow>('files')
    .filter((file) => file.state === 'proved')
    .modify((file) => {
      if (!file.segmentIds.every((id) => here.has(id))) file.state = 'released';
      if (file.seriesId === null) return;
      const { keptBytes, goneBytes } = countsOf(file.state, file.size);
      const series = counts.get(file.seriesId) ?? { keptBytes: 0, goneBytes: 0, lostFiles: 0 };
      counts.set(file.seriesId, { keptBytes: series.keptBytes + keptBytes, goneBytes: series.goneBytes + goneBytes, lostFiles: 0 });
    });
  await tx
    .table<SeriesRow>('series')
    .toCollection()
    .modify((row) => {
      Object.assign(row, counts.get(row.id) ?? { keptBytes: 0, goneBytes: 0, lostFiles: 0 });
    });
  await tx
    .table<UploadRow>('uploads')
    .toCollection()
    .modify((row) => {
      row.endedAt = row.phase === 'ended' ? Date.now() : null;
    });
}

/** Version 2 had no names, numbers, moves and marks of the user: everything stays where it arrived, with the values of its files. */
export async function upgradeToOwnDecisions(tx: Transaction): Promise<void> {
  const arrived = new Map<string, number>();
  await tx
    .table<StudyRow>('studies')
    .toCollection()
    .modify((row) => {
      row.writtenName = null;
    });
  await tx
    .table<SeriesRow>('series')
    .toCollection()
    .modify((row) => {
      const arrival = (arrived.get(row.studyId) ?? 0) + 1;
      arrived.set(row.studyId, arrival);
      Object.assign(row, { homeStudyId: row.studyId, isReference: false, arrival, number: null });
    });
}

/** Version 6 had no recognition of series. */
export async function upgradeToAcquisitions(tx: Transaction): Promise<void> {
  await tx
    .table<SeriesRow>('series')
    .toCollection()
    .modify((row) => {
      Object.assign(row, { acquisition: null, recognised: null });
    });
}

/** Version 7 had no labels, pipelines and projects for uploads: queued uploads continue without them. */
export async function upgradeToChoices(tx: Transaction): Promise<void> {
  await tx
    .table<StudyRow>('studies')
    .toCollection()
    .modify((row) => {
      Object.assign(row, { labels: [], pipeline: null, leftOff: [] });
    });
  await tx
    .table<SeriesRow>('series')
    .toCollection()
    .modify((row) => {
      row.project = null;
    });
}

/** Version 9 sent every file unchanged. Queued uploads continue like that; uploads in the preview follow the rules for new ones. */
export async function upgradeToDeidentification(tx: Transaction): Promise<void> {
  const arranged = new Set<string>(await tx.table<UploadRow, string>('uploads').where('phase').equals('none').primaryKeys());
  await tx
    .table<StudyRow>('studies')
    .toCollection()
    .modify((row) => {
      Object.assign(row, { anonymize: arranged.has(row.uploadId) && row.writtenName === null ? null : false, anonymousName: null });
    });
  await tx
    .table<SeriesRow>('series')
    .toCollection()
    .modify((row) => {
      Object.assign(row, { deidentified: null, deidentifiedBy: null, refusal: null });
    });
}
