import { withinPicture, type BurnedIn } from '#model/pictures/burned-in.ts';
import { isOfBoxes } from '#model/uploads/deidentified.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { textToWrittenName } from '#model/studies/study-name.ts';
import type { StudyFacts } from '#model/studies/study.ts';
import { withConnection } from '#localdb/connection.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { rowsBy, rowsByKey } from '#localdb/rows-by.ts';
import type { LocalDb, SeriesRow, StudyRow } from '#localdb/schema.ts';
import { forgetServerAnswers } from '#localdb/recognition/server-answers.ts';
import { openJson, sealJson } from '#localdb/encryption.ts';

/**
 * Decisions of the user in the preview. Each is one transaction that first checks that Process was not pressed, in this tab or another; afterwards
 * nothing can change. Repeating one changes nothing.
 */

export async function selectSeries(db: LocalDb, seriesIds: readonly string[], upload: boolean): Promise<void> {
  await changeSeries(db, await rowsByKey(db.series, seriesIds), (row) => select(row, upload));
}

/** All series of a study (UPL2-060). */
export async function selectStudy(db: LocalDb, studyId: string, upload: boolean): Promise<void> {
  await changeSeries(db, await db.series.where('studyId').equals(studyId).toArray(), (row) => select(row, upload));
}

/** The team's study that a study is to become part of; null: it is sent as a separate study. */
export async function setJoins(db: LocalDb, studyId: string, joins: string | null): Promise<void> {
  await changeStudy(db, studyId, (row) => Object.assign(row, { joins }));
}

export async function setBodyPart(db: LocalDb, studyId: string, slug: string | null): Promise<void> {
  await changeStudy(db, studyId, (row) => Object.assign(row, { bodyPart: slug, bodyPartBy: 'person' }));
}

/** Gives a study another name (UPL2-055), or the name in its files again if the text equals that. An empty text is refused. */
export async function writePatientName(db: LocalDb, studyId: string, text: string): Promise<{ ok: true } | { ok: false; why: 'empty' }> {
  const written = textToWrittenName(text);
  if (written === '') return { ok: false, why: 'empty' };
  const device = await openDeviceKey(db);
  const study = await db.studies.get(studyId);
  if (!study) return { ok: true };
  const { patientName } = await openJson<StudyFacts>(device, study.sealed);
  const isThatOfFiles = written === patientNameToText(patientName);
  await saveWrittenName(db, studyId, isThatOfFiles ? null : await sealJson(device, written));
  return { ok: true };
}

/** The name in the files (UPL2-057). */
export async function restorePatientName(db: LocalDb, studyId: string): Promise<void> {
  await saveWrittenName(db, studyId, null);
}

/** Whether studies are sent de-identified (UPL2-013, 058). May change until Process, also for series from an archive that the server opened. */
export async function anonymizeStudies(db: LocalDb, studyIds: readonly string[], anonymize: boolean): Promise<void> {
  for (const studyId of studyIds) await changeStudy(db, studyId, (row) => Object.assign(row, { anonymize }));
}

/** Stored apart from the facts, so that files that still arrive do not undo it. A concurrent merge reads again. */
async function saveWrittenName(db: LocalDb, studyId: string, writtenName: StudyRow['writtenName']): Promise<void> {
  await changeStudy(db, studyId, (row) => {
    if (writtenName === null && row.writtenName === null) return;
    // given: an entered name is sent (UPL2-056), that of the files is not (UPL2-057).
    Object.assign(row, { writtenName, anonymize: writtenName === null });
    row.revision += 1;
  });
}

/** Changes the number of a series. '' leaves it empty, and Process then requires it (UPL2-022). */
export async function writeSeriesNumber(db: LocalDb, seriesId: string, number: number | ''): Promise<void> {
  await changeSeries(db, await rowsByKey(db.series, [seriesId]), (row) => {
    row.number = number;
  });
}

/**
 * The user's decision on text in its images: the series is de-identified again. A series that was refused for its boxes is selected again once it
 * has none.
 */
export async function saveBurnedIn(db: LocalDb, seriesId: string, burnedIn: BurnedIn): Promise<void> {
  const said = withinPicture(burnedIn);
  await changeSeries(db, await rowsByKey(db.series, [seriesId]), (row) => {
    const isFreed = said.boxes.length === 0 && isOfBoxes(row.refusal);
    if (isFreed) row.refusal = null;
    // A concurrent reader starts again.
    Object.assign(row, { burnedIn: said, revision: row.revision + 1, ...(isFreed && { upload: row.valid }) });
  });
}

/** Keeps the elements for conversion in it, whatever the team's setting: it is de-identified again. */
export async function saveKeepsForConversion(db: LocalDb, seriesId: string): Promise<void> {
  await changeSeries(db, await rowsByKey(db.series, [seriesId]), (row) => {
    Object.assign(row, { keepsForConversion: true, revision: row.revision + 1 });
  });
}

/** One series of a study is its reference: marking another removes the mark from it (UPL2-066, 067). Only a selected series can be it. */
export async function markReference(db: LocalDb, seriesId: string, isReference: boolean): Promise<void> {
  db.decidedAtMs = performance.now();
  await withConnection(db, () =>
    db.transaction('rw', db.uploads, db.series, async () => {
      const marked = await db.series.get(seriesId);
      if (!marked || !marked.upload || !marked.valid || !(await isArranged(db, marked.uploadId))) return;
      await db.series
        .where('studyId')
        .equals(marked.studyId)
        .modify((row) => {
          row.isReference = isReference && row.id === seriesId;
        });
    }),
  );
}

/** The series before it was moved, to undo the move. */
export interface MovedSeries extends Pick<SeriesRow, 'id' | 'studyId' | 'upload' | 'uploadDecided' | 'isReference'> {
  movedTo: string;
}

/**
 * Moves series to another study of their upload. They are deselected (UPL2-062) and lose the reference mark. Their files and images stay with them,
 * and files that still arrive follow. Returns those that moved.
 */
export async function moveSeries(db: LocalDb, seriesIds: readonly string[], targetStudyId: string): Promise<MovedSeries[]> {
  const target = await db.studies.get(targetStudyId);
  if (!target) return [];
  const moved: MovedSeries[] = [];
  await changeSeries(db, await rowsByKey(db.series, seriesIds), (row) => {
    if (row.uploadId !== target.uploadId || row.studyId === target.id) return;
    const { id, studyId, upload, uploadDecided, isReference } = row;
    moved.push({ id, studyId, upload, uploadDecided, isReference, movedTo: target.id });
    Object.assign(row, { studyId: target.id, upload: false, uploadDecided: true, isReference: false, revision: row.revision + 1 });
  });
  if (moved.length > 0) await forgetServerAnswers(db, [...new Set([target.id, ...moved.map(({ studyId }) => studyId)])]);
  return moved;
}

/** Undoes a move. A series that was moved again stays where it is, and a study that has another reference by now keeps it. */
export async function moveSeriesBack(db: LocalDb, moved: readonly MovedSeries[]): Promise<void> {
  const before = new Map(moved.map((one) => [one.id, one]));
  const rows = await rowsByKey(db.series, [...before.keys()]);
  const homes = await rowsBy(db.series, 'studyId', [...new Set(moved.map((one) => one.studyId))]);
  const taken = new Set(homes.filter((row) => row.isReference).map((row) => row.studyId));
  await changeSeries(db, rows, (row) => {
    const was = before.get(row.id);
    if (!was || row.studyId !== was.movedTo) return;
    const { studyId, upload, uploadDecided } = was;
    const isReference = was.isReference && !taken.has(studyId);
    Object.assign(row, { studyId, upload, uploadDecided, isReference, revision: row.revision + 1 });
  });
  await forgetServerAnswers(db, [...new Set(moved.flatMap(({ studyId, movedTo }) => [studyId, movedTo]))]);
}

function select(row: SeriesRow, upload: boolean): void {
  if (!row.valid) return;
  row.upload = upload;
  row.uploadDecided = true;
  if (!upload) row.isReference = false;
}

/** `found` identifies the rows. They are read again inside the transaction. */
export async function changeSeries(db: LocalDb, found: readonly SeriesRow[], change: (row: SeriesRow) => void): Promise<void> {
  db.decidedAtMs = performance.now();
  for (const uploadId of new Set(found.map((row) => row.uploadId))) {
    const ids = found.filter((row) => row.uploadId === uploadId).map((row) => row.id);
    await withConnection(db, () =>
      db.transaction('rw', db.uploads, db.series, async () => {
        if (!(await isArranged(db, uploadId))) return;
        const rows = await rowsByKey(db.series, ids);
        for (const row of rows) change(row);
        await db.series.bulkPut(rows);
      }),
    );
  }
}

export async function changeStudy(db: LocalDb, studyId: string, change: (row: StudyRow) => void): Promise<void> {
  db.decidedAtMs = performance.now();
  await withConnection(db, () =>
    db.transaction('rw', db.uploads, db.studies, async () => {
      const study = await db.studies.get(studyId);
      if (!study || !(await isArranged(db, study.uploadId))) return;
      await db.studies
        .where('id')
        .equals(studyId)
        .modify((row) => change(row));
    }),
  );
}

async function isArranged(db: LocalDb, uploadId: string): Promise<boolean> {
  return (await db.uploads.get(uploadId))?.phase === 'none';
}
