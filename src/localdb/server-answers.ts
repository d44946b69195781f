import type { RecognitionHeader } from '#contract/recognition.ts';
import { LIMITS } from '#contract/limits.ts';
import { acceptedRecognition, besideDevice, combinedAnswer, type AllowedAcquisition, type Recognition } from '#model/acquisition.ts';
import { studyModality } from '#model/modality.ts';
import { seriesNumber } from '#model/series-number.ts';
import type { SeriesFacts } from '#model/study.ts';
import type { ServerAnswers, StudyRecognition, StudyToAsk } from '#model/study-to-ask.ts';
import { withConnection } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { markReference, selectBest } from './recognitions.ts';
import type { LocalDb, SeriesRow, StudyRow } from './schema.ts';
import { bytesToHex, openJson } from './sealed.ts';

interface Opened {
  row: SeriesRow;
  facts: SeriesFacts;
}

/**
 * Studies of the uploads that are being arranged, that nobody has asked about as they are now (REC-001: of DICOM). Only once the device has looked at all
 * of their series: until then more is arriving.
 */
export async function studiesToAsk(
  db: LocalDb,
  device: DeviceKey,
  headerOf: (facts: SeriesFacts) => RecognitionHeader,
): Promise<StudyToAsk[]> {
  const { studies, series } = await withConnection(db, () =>
    db.transaction('r', db.uploads, db.studies, db.series, async () => {
      const uploadIds = await db.uploads.where('phase').equals('none').primaryKeys();
      return {
        studies: await db.studies.where('uploadId').anyOf(uploadIds).toArray(),
        series: await db.series.where('uploadId').anyOf(uploadIds).toArray(),
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
): Promise<StudyToAsk | null> {
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

/** What a person draws boxes over stays here: tiles are drawn of what was read. */
function isPictured({ burnedIn }: SeriesRow): boolean {
  return burnedIn === undefined || burnedIn.boxes.length === 0;
}

/** Secondary Capture Image Storage and its multi-frame kinds: words are burned into many of them. */
const SCREEN_CAPTURES = '1.2.840.10008.5.1.4.1.1.7';

async function firstFileOf(db: LocalDb, seriesId: string): Promise<string> {
  const inOrder = db.files.where('[seriesId+order+order2]').between([seriesId, -Infinity, -Infinity], [seriesId, Infinity, Infinity]);
  return (await inOrder.first())?.id ?? seriesId;
}

async function digestOf(value: unknown): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)))));
}

/** Says how far the asking is. False where its upload is not being arranged any more. */
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

/** REC-003: asks no more about the study as it is. What the server had said is taken back (REC-028). */
export async function stopRecognition(db: LocalDb, studyId: string): Promise<void> {
  await changeAnswers(db, [studyId], (study) => {
    if (study.recognition) study.recognition = { ...study.recognition, state: 'stopped' };
  });
}

/** After a move: what a server said of a study as a whole says nothing of another one (REC-028). */
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

/** Lays what a server answered beside what the device says, and ends the asking. Nothing where the study is another one by now. */
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

/** False when a series came or moved on since it was read. */
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

/** True where it changes what the series is taken for. What a person chose stays (REC-024). */
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
