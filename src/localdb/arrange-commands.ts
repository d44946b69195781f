import { withinPicture, type BurnedIn } from '#model/burned-in.ts';
import { isOfBoxes } from '#model/deidentified.ts';
import { patientNameToText } from '#model/patient-name.ts';
import { textToWrittenName } from '#model/study-name.ts';
import type { StudyFacts } from '#model/study.ts';
import { withConnection } from './connection.ts';
import { openDeviceKey } from './device-key.ts';
import type { LocalDb, SeriesRow, StudyRow } from './schema.ts';
import { forgetServerAnswers } from './server-answers.ts';
import { openJson, sealJson } from './sealed.ts';

/**
 * What a person decides on the preview before Process. Each is one transaction that looks first whether the upload is still being arranged:
 * after Process, in this tab or another, nothing changes any more. Repeating one changes nothing.
 */

export async function selectSeries(db: LocalDb, seriesIds: readonly string[], upload: boolean): Promise<void> {
  await changeSeries(db, await db.series.where('id').anyOf(seriesIds).toArray(), (row) => select(row, upload));
}

/** All series of a study (UPL2-060). */
export async function selectStudy(db: LocalDb, studyId: string, upload: boolean): Promise<void> {
  await changeSeries(db, await db.series.where('studyId').equals(studyId).toArray(), (row) => select(row, upload));
}

/** The study of the team that a study is to become part of; null: it goes as one of its own. */
export async function setJoins(db: LocalDb, studyId: string, joins: string | null): Promise<void> {
  await changeStudy(db, studyId, (row) => Object.assign(row, { joins }));
}

export async function setBodyPart(db: LocalDb, studyId: string, slug: string | null): Promise<void> {
  await changeStudy(db, studyId, (row) => Object.assign(row, { bodyPart: slug, bodyPartBy: 'person' }));
}

/** Gives a study another name (UPL2-055), or that of its files again where the text reads so. A text that says nothing is refused. */
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

/** The name that the files have (UPL2-057). */
export async function restorePatientName(db: LocalDb, studyId: string): Promise<void> {
  await saveWrittenName(db, studyId, null);
}

/** Whether studies go without names (UPL2-013, 058): may change until Process, also of an archive that the server opened. */
export async function anonymizeStudies(db: LocalDb, studyIds: readonly string[], anonymize: boolean): Promise<void> {
  for (const studyId of studyIds) await changeStudy(db, studyId, (row) => Object.assign(row, { anonymize }));
}

/** Beside the facts, so that files that still arrive do not undo it; whoever merges them meanwhile reads again. */
async function saveWrittenName(db: LocalDb, studyId: string, writtenName: StudyRow['writtenName']): Promise<void> {
  await changeStudy(db, studyId, (row) => {
    if (writtenName === null && row.writtenName === null) return;
    // given: a name of one's own is sent (UPL2-056), that of the files is not (UPL2-057).
    Object.assign(row, { writtenName, anonymize: writtenName === null });
    row.revision += 1;
  });
}

/** Gives a series another number; '' leaves it open, and Process asks for it (UPL2-022). */
export async function writeSeriesNumber(db: LocalDb, seriesId: string, number: number | ''): Promise<void> {
  await changeSeries(db, await db.series.where('id').equals(seriesId).toArray(), (row) => {
    row.number = number;
  });
}

/** What a person says of text in its pictures: it is made anew. What was refused for its boxes goes again once it has none. */
export async function saveBurnedIn(db: LocalDb, seriesId: string, burnedIn: BurnedIn): Promise<void> {
  const said = withinPicture(burnedIn);
  await changeSeries(db, await db.series.where('id').equals(seriesId).toArray(), (row) => {
    const isFreed = said.boxes.length === 0 && isOfBoxes(row.refusal);
    if (isFreed) row.refusal = null;
    // Whoever reads it at this moment begins again.
    Object.assign(row, { burnedIn: said, revision: row.revision + 1, ...(isFreed && { upload: row.valid }) });
  });
}

/** What converters read stays in it, whatever its team usually does: it is made anew. */
export async function saveKeepsForConversion(db: LocalDb, seriesId: string): Promise<void> {
  await changeSeries(db, await db.series.where('id').equals(seriesId).toArray(), (row) => {
    Object.assign(row, { keepsForConversion: true, revision: row.revision + 1 });
  });
}

/** One series of a study is its reference: marking another takes the mark from it (UPL2-066, 067). Only what is selected can be it. */
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

/** What a series was before it was moved: for whoever wants it back. */
export interface MovedSeries extends Pick<SeriesRow, 'id' | 'studyId' | 'upload' | 'uploadDecided' | 'isReference'> {
  movedTo: string;
}

/**
 * Makes series part of another study of their upload. They leave theirs, are deselected (UPL2-062), and give up the mark of the reference. Their
 * files and pictures stay with them, and what still arrives for them follows. Gives those that moved.
 */
export async function moveSeries(db: LocalDb, seriesIds: readonly string[], targetStudyId: string): Promise<MovedSeries[]> {
  const target = await db.studies.get(targetStudyId);
  if (!target) return [];
  const moved: MovedSeries[] = [];
  await changeSeries(db, await db.series.where('id').anyOf(seriesIds).toArray(), (row) => {
    if (row.uploadId !== target.uploadId || row.studyId === target.id) return;
    const { id, studyId, upload, uploadDecided, isReference } = row;
    moved.push({ id, studyId, upload, uploadDecided, isReference, movedTo: target.id });
    Object.assign(row, { studyId: target.id, upload: false, uploadDecided: true, isReference: false, revision: row.revision + 1 });
  });
  if (moved.length > 0) await forgetServerAnswers(db, [...new Set([target.id, ...moved.map(({ studyId }) => studyId)])]);
  return moved;
}

/** Takes a move back: what was moved on since stays where it is, and a study that has another reference by now keeps that one. */
export async function moveSeriesBack(db: LocalDb, moved: readonly MovedSeries[]): Promise<void> {
  const before = new Map(moved.map((one) => [one.id, one]));
  const rows = await db.series
    .where('id')
    .anyOf([...before.keys()])
    .toArray();
  const homes = await db.series
    .where('studyId')
    .anyOf(moved.map((one) => one.studyId))
    .toArray();
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

/** `found` says which rows; they are read again inside. */
export async function changeSeries(db: LocalDb, found: readonly SeriesRow[], change: (row: SeriesRow) => void): Promise<void> {
  db.decidedAtMs = performance.now();
  for (const uploadId of new Set(found.map((row) => row.uploadId))) {
    const ids = found.filter((row) => row.uploadId === uploadId).map((row) => row.id);
    await withConnection(db, () =>
      db.transaction('rw', db.uploads, db.series, async () => {
        if (await isArranged(db, uploadId)) await db.series.where('id').anyOf(ids).modify(change);
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
