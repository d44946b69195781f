import type { Transaction } from 'dexie';
import { countsOf } from '#model/file-state.ts';
import type { FileRow, SeriesRow, StudyRow, UploadRow } from './schema.ts';

/**
 * Version 1 let go of a segment as soon as every file in it was proved. Of its proved files those whose bytes happen to lie here still are
 * kept now, the others are released; an upload that had ended is kept from this moment on. Nothing that waits is touched.
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

/** Version 2 knew no names, numbers, moves and marks of a person: everything is where it arrived, and as its files say. */
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

/** Version 6 asked nobody what a series is. */
export async function upgradeToAcquisitions(tx: Transaction): Promise<void> {
  await tx
    .table<SeriesRow>('series')
    .toCollection()
    .modify((row) => {
      Object.assign(row, { acquisition: null, recognised: null });
    });
}

/** Version 7 knew no labels, pipelines and projects of an upload: what was queued goes on without. */
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

/** Version 9 sent every file as it was: what was queued goes on so, and what is being arranged is asked about like what comes. */
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
