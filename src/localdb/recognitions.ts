import {
  acceptedRecognition,
  recognisedAcquisition,
  referenceByAcquisition,
  selectedByAcquisition,
  type AcquiredSeries,
  type AllowedAcquisition,
  type Recognition,
} from '#model/acquisition.ts';
import type { SeriesFacts } from '#model/study.ts';
import { withConnection } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import type { LocalDb, Sealed, SeriesRow } from './schema.ts';
import { openJson, sealJson } from './sealed.ts';

export interface Recogniser {
  /** Of the header alone; quick. */
  recognise(facts: SeriesFacts): Recognition;
  allowed: readonly AllowedAcquisition[];
}

/**
 * Looks at every series of an upload that is still being arranged, and keeps what it is taken for beside its facts. Of an MR study the best of each
 * acquisition stay selected, where nobody has decided otherwise; the T2W (or AR) of the highest score becomes the reference of a study that has none.
 * Repeating it changes nothing; what arrives meanwhile is merged by whoever commits it.
 */
export async function saveRecognitions(db: LocalDb, device: DeviceKey, uploadId: string, recogniser: Recogniser): Promise<void> {
  await withConnection(db, async () => {
    for (;;) {
      const rows = await db.series.where('uploadId').equals(uploadId).toArray();
      if (await carryOut(db, uploadId, rows, await lookAt(device, rows, recogniser))) return;
    }
  });
}

/** Uploads that are being arranged and have a series that nobody has looked at: its page was killed, or was one of before. */
export async function unrecognisedUploads(db: LocalDb): Promise<string[]> {
  return withConnection(db, async () => {
    const arranged = await db.uploads
      .where('phase')
      .equals('none')
      .filter(({ legacy }) => legacy === undefined)
      .primaryKeys();
    const series = await db.series.where('uploadId').anyOf(arranged).toArray();
    return [...new Set(series.filter(({ recognised }) => recognised === null).map(({ uploadId }) => uploadId))];
  });
}

interface Looked {
  modality: string;
  recognised: Recognition;
  /** Null where it is kept already. */
  sealed: Sealed | null;
}

async function lookAt(device: DeviceKey, rows: readonly SeriesRow[], recogniser: Recogniser): Promise<Map<string, Looked>> {
  return new Map(
    await Promise.all(rows.map(async (row): Promise<[string, Looked]> => [row.id, await lookAtSeries(device, row, recogniser)])),
  );
}

async function lookAtSeries(device: DeviceKey, row: SeriesRow, { recognise, allowed }: Recogniser): Promise<Looked> {
  const facts = await openJson<SeriesFacts>(device, row.sealed);
  const modality = facts.modalityCode;
  const recognised = acceptedRecognition(recognise(facts), modality, allowed);
  const before = row.recognised && (await openJson<Recognition>(device, row.recognised));
  const isSame = JSON.stringify(before) === JSON.stringify(recognised);
  return { modality, recognised, sealed: isSame ? null : await sealJson(device, recognised) };
}

/** False when a series came or moved on since it was read. */
async function carryOut(db: LocalDb, uploadId: string, read: readonly SeriesRow[], looked: ReadonlyMap<string, Looked>): Promise<boolean> {
  return db.transaction('rw', db.uploads, db.series, async () => {
    if ((await db.uploads.get(uploadId))?.phase !== 'none') return true;
    const rows = await db.series.where('uploadId').equals(uploadId).sortBy('arrival');
    const revisions = new Map(read.map((row) => [row.id, row.revision]));
    if (rows.length !== read.length || rows.some((row) => revisions.get(row.id) !== row.revision)) return false;
    const before = rows.map((row) => ({ ...row }));
    for (const row of rows) takeAnswer(row, looked.get(row.id)!);
    for (const ofStudy of Map.groupBy(rows, ({ studyId }) => studyId).values()) {
      // Where nothing is new, all that stands has been decided, or seen and left so.
      if (ofStudy.every(({ id }) => looked.get(id)!.sealed === null)) continue;
      const acquired = ofStudy.map(({ id, acquisition }) => ({ id, modality: looked.get(id)!.modality, acquisition }));
      selectBest(ofStudy, acquired);
      markReference(ofStudy, acquired);
    }
    const changed = rows.filter((row, place) => DECIDED.some((field) => row[field] !== before[place]![field]));
    await db.series.bulkPut(changed.map((row) => ({ ...row, revision: row.revision + 1 })));
    return true;
  });
}

/** What follows from recognition. */
const DECIDED = ['acquisition', 'recognised', 'upload', 'isReference'] as const;

function takeAnswer(row: SeriesRow, { recognised, sealed }: Looked): void {
  if (sealed === null) return;
  Object.assign(row, { acquisition: recognisedAcquisition(row.acquisition, recognised), recognised: sealed });
}

/** REC-020. What a person has decided stays. */
export function selectBest(ofStudy: readonly SeriesRow[], acquired: readonly AcquiredSeries[]): void {
  const valid = new Set(ofStudy.filter((row) => row.valid).map(({ id }) => id));
  const best = selectedByAcquisition(acquired.filter(({ id }) => valid.has(id)));
  if (best === null) return;
  const isMr = new Set(acquired.filter(({ modality }) => modality === 'MR').map(({ id }) => id));
  for (const row of ofStudy) {
    if (row.uploadDecided || !isMr.has(row.id)) continue;
    row.upload = best.has(row.id);
    if (!row.upload) row.isReference = false;
  }
}

/** REC-021, 022. A mark that is there already may be a person's. */
export function markReference(ofStudy: readonly SeriesRow[], acquired: readonly AcquiredSeries[]): void {
  if (ofStudy.some((row) => row.isReference)) return;
  const selected = new Set(ofStudy.filter((row) => row.upload && row.valid).map(({ id }) => id));
  const reference = referenceByAcquisition(acquired.filter(({ id }) => selected.has(id)));
  for (const row of ofStudy) row.isReference = row.id === reference;
}
