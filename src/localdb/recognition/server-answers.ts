import type { RecognitionHeader } from '#contract/recognition.ts';
import { LIMITS } from '#contract/limits.ts';
import {
  acceptedRecognition,
  besideDevice,
  combinedAnswer,
  type AllowedAcquisition,
  type Recognition,
} from '#model/studies/acquisition.ts';
import { studyModality } from '#model/studies/modality.ts';
import { seriesNumber } from '#model/studies/series-number.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import type { ServerAnswers, StudyRecognition, RecognitionRequest } from '#model/studies/recognition-request.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { markReference, selectBest } from './recognitions.ts';
import { rowsBy } from '#localdb/rows-by.ts';
import type { LocalDb, SeriesRow, StudyRow } from '#localdb/schema.ts';
import { openJson } from '#localdb/encryption.ts';
import { bytesToHex } from '#model/hex.ts';

interface Opened {
  row: SeriesRow;
  facts: SeriesFacts;
}

/**
 * Studies of the uploads in the preview that the server was not asked about in their current state (REC-001: only DICOM). Only after the device has
 * recognised all their series: until then more files are arriving.
 */
export async function studiesToAsk(
  db: LocalDb,
  device: DeviceKey,
  headerOf: (facts: SeriesFacts) => RecognitionHeader,
): Promise<RecognitionRequest[]> {
  const { studies, series } = await withConnection(db, () =>
    db.transaction('r', db.uploads, db.studies, db.series, async () => {
      const uploadIds = await db.uploads.where('phase').equals('none').primaryKeys();
      return {
        studies: await rowsBy(db.studies, 'uploadId', uploadIds),
        series: await rowsBy(db.series, 'uploadId', uploadIds),
      };
    }),
  );
  const found = await Promise.all(
    studies.map((study) =>
      toAsk(
        db,
        device,
        study,
        series.filter((row) => row.studyId === study.id),
        headerOf,
      ),
    ),
  );
  return found.flatMap((one) => one ?? []);
}

async function toAsk(
  db: LocalDb,
  device: DeviceKey,
  study: StudyRow,
  rows: readonly SeriesRow[],
  headerOf: (facts: SeriesFacts) => RecognitionHeader,
): Promise<RecognitionRequest | null> {
  if (rows.length === 0 || rows.some((row) => row.recognised === null)) return null;
  const opened = await Promise.all(
    rows.map(async (row): Promise<Opened> => ({ row, facts: await openJson<SeriesFacts>(device, row.sealed) })),
  );
  const dicom = opened
    .filter(({ row, facts }) => row.valid && facts.type !== 'nii')
    .toSorted((a, b) => (a.facts.seriesNumber ?? 0) - (b.facts.seriesNumber ?? 0) || a.row.arrival - b.row.arrival)
    .slice(0, LIMITS.recognisedSeries);
  if (dicom.length === 0) return null;
  const headers = dicom.map(({ row, facts }) => ({ ui: row.id, h: headerOf(facts) }));
  const m = studyModality(dicom.map(({ facts }) => facts));
  const about = await digestOf([m, headers]);
  const { recognition } = study;
  if (recognition?.about === about && (recognition.state === 'ended' || recognition.state === 'stopped')) return null;
  const s = await Promise.all(headers.map(async ({ ui, h }) => ({ ui, fui: await firstFileOf(db, ui), h })));
  return {
    about,
    study: { i: study.id, m, s },
    tiles: (m === 'MR' ? dicom : [])
      .filter(({ row, facts }) => isPictured(row) && facts.modalityCode === 'MR' && facts.drawable)
      .filter(({ facts }) => !facts.SOPClassUID.startsWith(SCREEN_CAPTURES))
      .slice(0, LIMITS.tilesPerGrid)
      .map(({ row, facts }) => ({ seriesId: row.id, label: String(seriesNumber(facts.seriesNumber, row) ?? '') })),
  };
}

/** A series with redaction boxes is not sent as images, because tiles are drawn from the original pixels. */
function isPictured({ burnedIn }: SeriesRow): boolean {
  return burnedIn === undefined || burnedIn.boxes.length === 0;
}

/** Secondary Capture Image Storage and its multi-frame kinds: many of them have burned-in text. */
const SCREEN_CAPTURES = '1.2.840.10008.5.1.4.1.1.7';

async function firstFileOf(db: LocalDb, seriesId: string): Promise<string> {
  const inOrder = db.files.where('[seriesId+order+order2]').between([seriesId, -Infinity, -Infinity], [seriesId, Infinity, Infinity]);
  return (await inOrder.first())?.id ?? seriesId;
}

async function digestOf(value: unknown): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)))));
}

/** Stores the progress of the request. False if its upload is no longer in the preview. */
export async function noteRecognition(db: LocalDb, studyId: string, recognition: StudyRecognition): Promise<boolean> {
  return withConnection(db, () =>
    db.transaction('rw', db.uploads, db.studies, async () => {
      const study = await db.studies.get(studyId);
      if (!study || (await db.uploads.get(study.uploadId))?.phase !== 'none') return false;
      if (JSON.stringify(study.recognition) !== JSON.stringify(recognition)) await db.studies.update(studyId, { recognition });
      return true;
    }),
  );
}

export async function isAsked(db: LocalDb, studyId: string, about: string): Promise<boolean> {
  const { recognition } = (await withConnection(db, () => db.studies.get(studyId))) ?? {};
  return recognition?.state === 'asking' && recognition.about === about;
}

/** REC-003: asks no more about the study in its current state. The server's answers are removed (REC-028). */
export async function stopRecognition(db: LocalDb, studyId: string): Promise<void> {
  await changeAnswers(db, [studyId], (study) => {
    if (study.recognition) study.recognition = { ...study.recognition, state: 'stopped' };
  });
}

/** After a move: what a server said about a study as a whole does not apply to another one (REC-028). */
export async function forgetServerAnswers(db: LocalDb, studyIds: readonly string[]): Promise<void> {
  await changeAnswers(db, studyIds, (study) => {
    delete study.recognition;
  });
}

async function changeAnswers(db: LocalDb, studyIds: readonly string[], change: (study: StudyRow) => void): Promise<void> {
  await withConnection(db, () =>
    db.transaction('rw', db.uploads, db.studies, db.series, async () => {
      const studies = await db.studies.where('id').anyOf(studyIds).toArray();
      const [first] = studies;
      if (!first || (await db.uploads.get(first.uploadId))?.phase !== 'none') return;
      for (const study of studies) change(study);
      await db.studies.bulkPut(studies);
      await db.series.where('studyId').anyOf(studyIds).modify(takeBack);
    }),
  );
}

function takeBack(row: SeriesRow): void {
  if (row.acquisition?.by !== 'server') return;
  const { code, score } = row.acquisition.own ?? { code: 'NONE' as const, score: 0 };
  row.acquisition = { code, score, by: 'device' };
  row.revision += 1;
}

/** Combines the server's answers with the recognition of the device and ends the request. Does nothing if the study has changed. */
export async function saveServerAnswers(
  db: LocalDb,
  device: DeviceKey,
  { studyId, about }: { studyId: string; about: string },
  answers: ServerAnswers,
  allowed: readonly AllowedAcquisition[],
): Promise<void> {
  await withConnection(db, async () => {
    for (;;) {
      const rows = await db.series.where('studyId').equals(studyId).toArray();
      const opened = await Promise.all(rows.map((row) => openAnswers(device, row)));
      if (await carryOut(db, { studyId, about }, opened, answers, allowed)) return;
    }
  });
}

interface OpenedAnswers {
  id: string;
  revision: number;
  modality: string;
  own: Recognition | null;
}

async function openAnswers(device: DeviceKey, row: SeriesRow): Promise<OpenedAnswers> {
  const { modalityCode } = await openJson<SeriesFacts>(device, row.sealed);
  const own = row.recognised && (await openJson<Recognition>(device, row.recognised));
  return { id: row.id, revision: row.revision, modality: modalityCode, own };
}

/** False if a series arrived or changed since it was read. */
async function carryOut(
  db: LocalDb,
  { studyId, about }: { studyId: string; about: string },
  opened: readonly OpenedAnswers[],
  answers: ServerAnswers,
  allowed: readonly AllowedAcquisition[],
): Promise<boolean> {
  return db.transaction('rw', db.uploads, db.studies, db.series, async () => {
    const study = await db.studies.get(studyId);
    if (!study || study.recognition?.about !== about || study.recognition.state !== 'asking') return true;
    if ((await db.uploads.get(study.uploadId))?.phase !== 'none') return true;
    const rows = await db.series.where('studyId').equals(studyId).sortBy('arrival');
    const openedById = new Map(opened.map((one) => [one.id, one]));
    if (rows.length !== opened.length || rows.some((row) => openedById.get(row.id)?.revision !== row.revision)) return false;
    const changed = rows.filter((row) => takeServerAnswer(row, openedById.get(row.id)!, answers, allowed));
    if (changed.length > 0) {
      const acquired = rows.map(({ id, acquisition }) => ({ id, modality: openedById.get(id)!.modality, acquisition }));
      selectBest(rows, acquired);
      markReference(rows, acquired);
      await db.series.bulkPut(rows.map((row) => ({ ...row, revision: row.revision + 1 })));
    }
    await db.studies.update(studyId, { recognition: { ...study.recognition, state: 'ended' } });
    return true;
  });
}

/** True if the acquisition of the series changes. Choices of the user are kept (REC-024). */
function takeServerAnswer(
  row: SeriesRow,
  { own, modality }: OpenedAnswers,
  { text, image }: ServerAnswers,
  allowed: readonly AllowedAcquisition[],
): boolean {
  if (own === null || row.acquisition === null || row.acquisition.by === 'person') return false;
  const ofServer = [text, modality === 'MR' ? image : null].flatMap((series) => {
    const found = series?.find(({ ui }) => ui === row.id);
    return found ? [acceptedRecognition({ code: found.acquisition, score: found.score, reasons: [] }, modality, allowed)] : [];
  });
  const { code, score } = ofServer.map((answer) => besideDevice(own, answer)).reduce(combinedAnswer, own);
  if (code === own.code && score === own.score) return false;
  row.acquisition = { code, score, by: 'server', own: { code: own.code, score: own.score } };
  return true;
}
