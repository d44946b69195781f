import type { BodyOf, Calls } from '#contract/calls.ts';
import { chunkHeaderToBytes, UNSORTED, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { acquisitionSorts } from '#model/studies/acquisition.ts';
import { crc32 } from '#model/crc32.ts';
import { ANONYMOUS, NOTHING_SENT, type SentFacts } from '#model/uploads/deidentified.ts';
import { seriesToRegistration, studyToRegistration, uidOrNone } from '#model/uploads/registration.ts';
import { sentName } from '#model/uploads/sent-name.ts';
import { seriesNumber } from '#model/studies/series-number.ts';
import type { StudyName } from '#model/studies/study-name.ts';
import { overNewConnection } from '#localdb/connection.ts';
import { deflatePart } from './deflate-part.ts';
import { gridNameOf } from './device-grid.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { openFileNames, type FactsCache } from '#localdb/upload/decrypted-rows.ts';
import type { ChunkPartRow, ChunkRow, FileRow, LocalDb, SeriesRow, StudyRow } from '#localdb/schema.ts';
import { isSortedHere } from '#localdb/upload/uploads.ts';
import { OF_NO_STUDY } from '#localdb/upload/server-archives.ts';
import { readStagedFiles, StagedBytesMissingError, type StagedRange } from '#localdb/files/staged-file.ts';

/** Series of a study that are sent, in order. */
export async function queuedSeries(db: LocalDb, studyId: string): Promise<SeriesRow[]> {
  const rows = await db.series.where('studyId').equals(studyId).toArray();
  return rows.filter((row) => row.idx !== null).sort((a, b) => (a.idx ?? 0) - (b.idx ?? 0));
}

/**
 * CALL-051: what the server is told of a study before its first byte. For a de-identified study, the values of the new headers. `part`: the series
 * to announce now, out of all that are sent.
 */
export async function registrationOf(
  db: LocalDb,
  device: DeviceKey,
  cache: FactsCache,
  study: StudyRow,
  series: SeriesRow[],
  part: ReadonlySet<SeriesRow> = new Set(series),
): Promise<BodyOf<Calls['registerStudy']>> {
  const isAnonymous = study.anonymize === true;
  const facts = { ...(await cache.study(device, study)), ...(isAnonymous && (await sentOfStudy(db, device, cache, study, series))) };
  const numbered = await Promise.all(
    series.map(async (row) => {
      const own = { ...(await cache.series(device, row)), ...(isAnonymous && (await sentOf(device, cache, row))) };
      return { row, own, number: seriesNumber(own.seriesNumber, row) };
    }),
  );
  const sorts = acquisitionSorts(numbered.map(({ row: { id, acquisition }, number }) => ({ id, acquisition, number })));
  const opened = await Promise.all(
    numbered
      .filter(({ row }) => part.has(row))
      .map(async ({ row, own, number }) => {
        const { id, isReference, acquisition, project } = row;
        const rows = await db.files.where('seriesId').equals(id).toArray();
        const files = { count: row.files, bytes: row.bytes, names: await firstNames(device, rows), grid: await gridNameOf(device, rows) };
        const chosen = { acquisition, sort: sorts.get(id) ?? 1, project };
        return { facts: own, registration: seriesToRegistration(own, { id, idx: row.idx ?? 0, number, isReference, files, ...chosen }) };
      }),
  );
  return {
    study: studyToRegistration(study, facts, isAnonymous ? anonymousName(study) : await cache.nameOfStudy(device, study), opened),
    studyInstanceUid: uidOrNone(facts.studyInstanceUid),
    bodyPart: study.bodyPart ?? '',
    labels: study.labels,
    session_id: study.uploadId,
    anonymize: isAnonymous,
    ...(study.joins && { joins: study.joins }),
  };
}

/** READ-019: no part of it contains the name in the files. */
function anonymousName({ anonymousName: name }: StudyRow): StudyName {
  return { patientName: name ?? ANONYMOUS, originalPatientName: name ?? ANONYMOUS, dirty: false };
}

async function sentOf(
  device: DeviceKey,
  cache: FactsCache,
  row: SeriesRow,
): Promise<Pick<SentFacts, 'seriesInstanceUid' | 'seriesDescription'>> {
  const { seriesInstanceUid, seriesDescription } = row.deidentified
    ? (await cache.deidentified(device, row, row.deidentified)).sent
    : NOTHING_SENT;
  return { seriesInstanceUid, seriesDescription };
}

/** Values from its own series, whether they are sent or were moved away. Series that were moved to it count only if it has none of its own. */
async function sentOfStudy(db: LocalDb, device: DeviceKey, cache: FactsCache, study: StudyRow, series: readonly SeriesRow[]) {
  const own = (await db.series.where('uploadId').equals(study.uploadId).toArray()).filter(({ homeStudyId }) => homeStudyId === study.id);
  const row = [...own, ...series].find(({ deidentified }) => deidentified !== null);
  const { studyInstanceUid, patientSex, studyDate, studyTime } = row?.deidentified
    ? (await cache.deidentified(device, row, row.deidentified)).sent
    : NOTHING_SENT;
  return { studyInstanceUid, patientSex, studyDate, studyTime };
}

/** given (CHUNK-019): at most ten file names of a series go to the database. */
function firstNames(device: DeviceKey, files: readonly FileRow[]): Promise<string[]> {
  return Promise.all(files.slice(0, LIMITS.seriesFileNames).map((file) => nameToSend(device, file)));
}

async function nameToSend(device: DeviceKey, file: FileRow): Promise<string> {
  return file.sentAs ?? sentName((await openFileNames(device, file)).name);
}

/** CALL-055. Null if the series has no IDs yet or is not sent. */
export async function conversionOf(
  db: LocalDb,
  device: DeviceKey,
  cache: FactsCache,
  study: StudyRow | undefined,
  row: SeriesRow,
): Promise<BodyOf<Calls['convertSeries']> | null> {
  if (!study?.remote || !row.remote || row.idx === null) return null;
  const { type = 'dcm', modalityCode } = await cache.series(device, row);
  const files = await db.files.where('seriesId').equals(row.id).limit(LIMITS.seriesFileNames).toArray();
  const { server } = row;
  return {
    studyClientId: study.id,
    studyRemoteId: study.remote.id,
    studyRemoteUuid: study.remote.uuid,
    serieClientUploadId: server?.uploadId ?? row.id,
    serieRemoteId: row.remote.id,
    serieRemoteUuid: row.remote.uuid,
    type,
    location: server ? 'server' : 'local',
    files: await firstNames(device, files),
    modalityCode,
    anonymize: study.anonymize === true,
    idx: row.idx,
  };
}

/** Where on the server the files of a chunk belong. */
interface ChunkPlace {
  studyUuid: string;
  preview: 'client' | 'server';
  /** Replaces the series of each part. */
  series?: Pick<ChunkPart, 'serie_id'>;
  /** A file is named by its path below the folder. */
  isByPath?: boolean;
}

/** For a registered study, or without a study in an upload that the server sorts. Null once it was cleared. */
export async function placeOfChunk(db: LocalDb, { uploadId, studyId }: ChunkRow): Promise<ChunkPlace | null> {
  const upload = await db.uploads.get(uploadId);
  if (upload !== undefined && !isSortedHere(upload)) {
    return { studyUuid: uploadId, preview: 'server', series: { serie_id: UNSORTED }, isByPath: upload.area !== undefined };
  }
  if (upload && studyId === OF_NO_STUDY) return { studyUuid: uploadId, preview: 'server' };
  const study = await db.studies.get(studyId);
  return study?.remote ? { studyUuid: study.remote.uuid, preview: 'client' } : null;
}

type LoadedBody = { ok: true; body: Blob; plainBytes: number; sentBytes: number } | { ok: false; lostFileIds: string[] };

/** The body of a chunk (CALL-043), read from the staged bytes. Always a Blob, because the browser streams it and would copy an ArrayBuffer. */
export async function loadChunkBody(
  db: LocalDb,
  device: DeviceKey,
  { uploadId, index, parts }: ChunkRow,
  { place, isDeflated }: { place: ChunkPlace; isDeflated: boolean },
): Promise<LoadedBody> {
  const files = await db.files.bulkGet([...new Set(parts.map((part) => part.fileId))]);
  const fileById = new Map(files.flatMap((file) => (file ? [[file.id, file] as const] : [])));
  const wanted = parts.map((row) => ({ row, file: fileById.get(row.fileId) }));
  const there = wanted.filter(isThere);
  const bytes = await readParts(db, device, there);
  const lost = [
    ...wanted.filter((part) => !isThere(part)).map(({ row }) => row.fileId),
    ...there.filter((_, n) => bytes[n] === null).map(({ row }) => row.fileId),
  ];
  if (lost.length > 0) return { ok: false, lostFileIds: lost };
  const read = bytes.filter((each) => each !== null);
  const encoded = read.map((each) => (isDeflated ? deflatePart(each) : null));
  const header = chunkHeaderToBytes({
    v: 1,
    session_id: uploadId,
    chunk: index,
    preview: place.preview,
    studyUuid: place.studyUuid,
    parts: await Promise.all(
      there.map(async (part, n) => ({
        ...(await describePart(device, part, read[n] as Uint8Array, encoded[n]?.length ?? null)),
        ...place.series,
        ...(place.isByPath === true && { name: (await openFileNames(device, part.file)).path }),
      })),
    ),
  });
  const body = new Blob([header, ...read.map((each, n) => encoded[n] ?? each)]);
  return { ok: true, body, plainBytes: read.reduce((sum, { length }) => sum + length, 0), sentBytes: body.size };
}

interface WantedPart {
  row: ChunkPartRow;
  file: FileRow;
}

function isThere(part: { row: ChunkPartRow; file: FileRow | undefined }): part is WantedPart {
  return part.file !== undefined;
}

/** `deflatedLength`: null if it is sent unchanged. */
async function describePart(
  device: DeviceKey,
  { row, file }: WantedPart,
  bytes: Uint8Array,
  deflatedLength: number | null,
): Promise<ChunkPart> {
  return {
    file_id: file.id,
    name: await nameToSend(device, file),
    serie_id: row.seriesId,
    size: file.size,
    offset: row.offset,
    length: deflatedLength ?? row.length,
    enc: deflatedLength === null ? '' : 'deflate-raw',
    plain: row.length,
    crc: crc32(bytes),
    sha256: file.sha256,
    ...(file.original && { original_sha256: file.original.sha256 }),
  };
}

/** All together; if that fails, one by one, so that only the lost files are reported. Null for lost ones. */
async function readParts(db: LocalDb, device: DeviceKey, parts: readonly WantedPart[]): Promise<(Uint8Array<ArrayBuffer> | null)[]> {
  const ranges = parts.map(({ row, file }) => ({ file, offset: row.offset, length: row.length }));
  const together = await readUnlessLost(db, device, ranges);
  if (together !== null) return together;
  return Promise.all(ranges.map(async (range) => (await readUnlessLost(db, device, [range]))?.[0] ?? null));
}

/**
 * Errors for bytes that differ from the staged ones: their rows are gone, they cannot be decrypted with the device key (OperationError), or the
 * file in which the browser stores them is gone (NotReadableError, NotFoundError, and DataError for Chromium's "Failed to read large IndexedDB
 * value").
 */
const LOST_BYTES: readonly string[] = ['OperationError', 'NotReadableError', 'NotFoundError', 'DataError'];

/** Read twice, the second time over a new connection: a browser that has lost its database process reports the same error for bytes that exist. */
async function readUnlessLost(db: LocalDb, device: DeviceKey, ranges: readonly StagedRange[]): Promise<Uint8Array<ArrayBuffer>[] | null> {
  try {
    return await overNewConnection(db, isLostOnDevice, () => readStagedFiles(db, device, ranges));
  } catch (error) {
    if (isLostOnDevice(error)) return null;
    throw error;
  }
}

function isLostOnDevice(error: unknown): boolean {
  return error instanceof StagedBytesMissingError || (error instanceof Error && LOST_BYTES.includes(error.name));
}
