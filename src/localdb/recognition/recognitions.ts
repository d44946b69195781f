import {
  acceptedRecognition,
  recognisedAcquisition,
  referenceByAcquisition,
  selectedByAcquisition,
  type AcquiredSeries,
  type AllowedAcquisition,
  type Recognition,
} from '#model/studies/acquisition.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { rowsBy } from '#localdb/rows-by.ts';
import type { LocalDb, Sealed, SeriesRow } from '#localdb/schema.ts';
import { isSortedHere } from '#localdb/upload/uploads.ts';
import { openJson, sealJson } from '#localdb/encryption.ts';

export interface Recogniser {
  /** Uses only the header and is fast. */
  recognise(facts: SeriesFacts): Recognition;
  allowed: readonly AllowedAcquisition[];
}

/**
 * Runs recognition on every series of an upload in the preview and stores the result with its facts. In an MR study, the best series of each
 * acquisition stay selected, unless the user has decided otherwise. The T2W (or AR) with the highest score becomes the reference of a study without
 * one. Repeating it changes nothing. Files that arrive meanwhile are merged by their own commit.
 */
export async function saveRecognitions(db: LocalDb, device: DeviceKey, uploadId: string, recogniser: Recogniser): Promise<void> {
  await withConnection(db, async () => {
    for (;;) {
      const rows = await db.series.where('uploadId').equals(uploadId).toArray();
      if (await carryOut(db, uploadId, rows, await lookAt(device, rows, recogniser))) return;
    }
  });
}

/** Uploads in the preview with a series that was not recognised: the page was killed, or was an older version. */
export async function unrecognisedUploads(db: LocalDb): Promise<string[]> {
  return withConnection(db, async () => {
    const arranged = await db.uploads.where('phase').equals('none').filter(isSortedHere).primaryKeys();
    const series = await rowsBy(db.series, 'uploadId', arranged);
    return [...new Set(series.filter(({ recognised }) => recognised === null).map(({ uploadId }) => uploadId))];
  });
}

interface Looked {
  modality: string;
  recognised: Recognition;
  /** Null if it is already stored. */
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

/** False if a series arrived or changed since it was read. */
async function carryOut(db: LocalDb, uploadId: string, read: readonly SeriesRow[], looked: ReadonlyMap<string, Looked>): Promise<boolean> {
  return db.transaction('rw', db.uploads, db.series, async () => {
    if ((await db.uploads.get(uploadId))?.phase !== 'none') return true;
    const rows = await db.series.where('uploadId').equals(uploadId).sortBy('arrival');
    const revisions = new Map(read.map((row) => [row.id, row.revision]));
    if (rows.length !== read.length || rows.some((row) => revisions.get(row.id) !== row.revision)) return false;
    const before = rows.map((row) => ({ ...row }));
    for (const row of rows) takeAnswer(row, looked.get(row.id)!);
    for (const ofStudy of Map.groupBy(rows, ({ studyId }) => studyId).values()) {
      // If nothing is new, all results were already applied, or seen and left unchanged by the user.
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

/** The fields that recognition sets. */
const DECIDED = ['acquisition', 'recognised', 'upload', 'isReference'] as const;

function takeAnswer(row: SeriesRow, { recognised, sealed }: Looked): void {
  if (sealed === null) return;
  Object.assign(row, { acquisition: recognisedAcquisition(row.acquisition, recognised), recognised: sealed });
}

/** REC-020. Decisions of the user are kept. */
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

/** REC-021, 022. An existing mark may be the user's. */
export function markReference(ofStudy: readonly SeriesRow[], acquired: readonly AcquiredSeries[]): void {
  if (ofStudy.some((row) => row.isReference)) return;
  const selected = new Set(ofStudy.filter((row) => row.upload && row.valid).map(({ id }) => id));
  const reference = referenceByAcquisition(acquired.filter(({ id }) => selected.has(id)));
  for (const row of ofStudy) row.isReference = row.id === reference;
}
