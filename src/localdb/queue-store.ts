import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import { chunkHeaderToBytes, type ChunkPart } from '#contract/chunk.ts';
import type { UploadStatus } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { crc32 } from '#model/crc32.ts';
import { studyModality } from '#model/modality.ts';
import { nextPhase, SENDING_PHASES, type TransferEvent, type TransferPhase } from '#model/transfer-phase.ts';
import type { SeriesFacts, StudyFacts } from '#model/study.ts';
import type { DeviceKey } from './device-key.ts';
import { FactsCache, openFileNames } from './opened-rows.ts';
import type { ChunkPartRow, FileRow, Halt, LocalDb, SeriesRow, StudyRow, UploadRow, Waiting } from './schema.ts';
import { dropIdleSegments, readStagedFile, StagedBytesMissingError } from './staged-file.ts';
import { deleteUploadRows } from './uploads.ts';

/**
 * The queue of the device as the transfer engine asks for it (QueueStore of src/transfer/ports.ts). Counters on a series change only in the
 * transaction that changes the rows they count, so the screen never adds up two moments.
 */
export function createQueueStore(db: LocalDb, device: DeviceKey) {
  const cache = new FactsCache();

  const move = async (uploadId: string, event: TransferEvent, changes: Partial<UploadRow> = {}): Promise<void> => {
    await db.transaction('rw', db.uploads, async () => {
      const upload = await db.uploads.get(uploadId);
      const phase = upload && nextPhase(upload.phase, event);
      if (phase) await db.uploads.update(uploadId, { phase, waiting: null, ...changes });
    });
  };

  return {
    async uploadsToSend() {
      const rows = await db.uploads
        .where('phase')
        .anyOf([...SENDING_PHASES])
        .toArray();
      return rows
        .filter((row) => row.halt === null)
        .sort((a, b) => a.createdAt - b.createdAt)
        .map(queuedUpload);
    },

    async uploadsToFollow() {
      const rows = await db.uploads.where('phase').equals('sent').toArray();
      return rows.filter((row) => row.halt === null).map(queuedUpload);
    },

    savePrepared: (uploadId: string, uploadToken: string) => move(uploadId, 'prepared', { uploadToken }),

    async nextUnregistered(uploadId: string): Promise<BodyOf<Calls['registerStudy']> | null> {
      const studies = await db.studies.where('uploadId').equals(uploadId).sortBy('position');
      for (const study of studies.filter((row) => row.remote === null)) {
        const series = await queuedSeries(db, study.id);
        if (series.length > 0) return registrationOf(db, device, cache, study, series);
      }
      return null;
    },

    async saveRegistered(_uploadId: string, studyId: string, answer: AnswerOf<Calls['registerStudy']>): Promise<void> {
      await db.transaction('rw', db.studies, db.series, async () => {
        await db.studies.update(studyId, { remote: { id: answer.study.id, uuid: answer.study.uuid } });
        for (const { clientId, id, uuid } of answer.series) await db.series.update(clientId, { remote: { id, uuid } });
      });
    },

    saveAllRegistered: (uploadId: string) => move(uploadId, 'registered'),

    async reconcile(uploadId: string, status: UploadStatus): Promise<void> {
      const held = new Set(status.chunks);
      const proved = new Set(status.files.filter((file) => file.proved).map((file) => file.file_id));
      await db.transaction('rw', [db.files, db.chunks, db.series, db.segments], async () => {
        await db.chunks
          .where('uploadId')
          .equals(uploadId)
          .modify((chunk) => {
            chunk.state = held.has(chunk.index) ? 'confirmed' : 'waiting';
          });
        const files = await db.files.where('uploadId').equals(uploadId).toArray();
        const newlyProved = files.filter((file) => file.state === 'stored' && proved.has(file.id));
        // A server that was restored from an older backup has lost what it had proved: the word goes, whether the bytes are still here or not.
        const lost = files.filter((file) => file.state === 'proved' && !proved.has(file.id));
        await setFileStates(db, newlyProved, 'proved');
        await setFileStates(db, lost, 'stored');
        await dropIdleSegments(
          db,
          newlyProved.flatMap((file) => file.segmentIds),
        );
        await recount(db, uploadId);
      });
    },

    async waitingChunks(uploadId: string): Promise<number[]> {
      const chunks = await db.chunks.where('[uploadId+state]').equals([uploadId, 'waiting']).toArray();
      return chunks.map((chunk) => chunk.index).sort((a, b) => a - b);
    },

    async loadChunk(uploadId: string, index: number) {
      const chunk = await db.chunks.get([uploadId, index]);
      const study = chunk && (await db.studies.get(chunk.studyId));
      if (!chunk || !study?.remote) return { ok: false as const, why: 'cleared' as const };
      const files = await db.files.bulkGet([...new Set(chunk.parts.map((part) => part.fileId))]);
      const byId = new Map(files.flatMap((file) => (file ? [[file.id, file] as const] : [])));
      try {
        const loaded = await Promise.all(chunk.parts.map((part) => loadPart(db, device, byId.get(part.fileId), part)));
        const header = chunkHeaderToBytes({
          v: 1,
          session_id: uploadId,
          chunk: index,
          preview: 'client',
          studyUuid: study.remote.uuid,
          parts: loaded.map(({ part }) => part),
        });
        // Always a Blob: the browser streams it, where it would copy an ArrayBuffer.
        return { ok: true as const, body: new Blob([header, ...loaded.map(({ bytes }) => bytes)]) };
      } catch (error) {
        if (isLostOnDevice(error)) return { ok: false as const, why: 'bytes-missing' as const };
        throw error;
      }
    },

    async confirmChunk(uploadId: string, index: number, provedFileIds: readonly string[]): Promise<void> {
      await db.transaction('rw', [db.files, db.chunks, db.series, db.segments], async () => {
        const chunk = await db.chunks.get([uploadId, index]);
        if (!chunk) return;
        const counts = new Counts();
        if (chunk.state === 'waiting') {
          await db.chunks.update([uploadId, index], { state: 'confirmed' });
          for (const part of chunk.parts) counts.of(part.seriesId).confirmedBytes += part.length;
        }
        const files = (await db.files.bulkGet([...provedFileIds])).filter((file) => file?.uploadId === uploadId && file.state === 'stored');
        const proved = files.filter((file) => file !== undefined);
        await setFileStates(db, proved, 'proved');
        for (const file of proved) {
          if (file.seriesId === null) continue;
          counts.of(file.seriesId).provedBytes += file.size;
          counts.of(file.seriesId).provedFiles += 1;
        }
        await counts.add(db);
        await dropIdleSegments(
          db,
          proved.flatMap((file) => file.segmentIds),
        );
      });
    },

    async allProved(uploadId: string): Promise<boolean> {
      const series = await db.series.where('uploadId').equals(uploadId).toArray();
      return series.every((row) => row.idx === null || row.provedFiles === row.files);
    },

    async seriesToConvert(uploadId: string): Promise<BodyOf<Calls['convertSeries']>[]> {
      const studies = new Map((await db.studies.where('uploadId').equals(uploadId).toArray()).map((row) => [row.id, row]));
      const rows = (await db.series.where('uploadId').equals(uploadId).toArray())
        .filter((row) => row.idx !== null && row.conversion === 'none')
        .sort((a, b) => (a.idx ?? 0) - (b.idx ?? 0));
      const bodies = await Promise.all(rows.map((row) => conversionOf(db, device, cache, studies.get(row.studyId), row)));
      return bodies.filter((body) => body !== null);
    },

    saveSent: (uploadId: string) => move(uploadId, 'sent', { state: 'converting' }),

    async saveConversions(uploadId: string, series: UploadStatus['series']) {
      return db.transaction('rw', db.studies, db.series, async () => {
        const rows = await db.series.where('uploadId').equals(uploadId).toArray();
        const rowByUuid = new Map(rows.map((row) => [row.remote?.uuid, row]));
        const ended: { id: number; uuid: string; studyUuid: string; state: 'converted' | 'error' }[] = [];
        for (const news of series) {
          const conversion = news.state === 'converting' || news.state === 'converted' || news.state === 'error' ? news.state : 'none';
          const row = rowByUuid.get(news.serieRemoteUuid);
          if (!row?.remote || row.conversion === conversion) continue;
          await db.series.update(row.id, { conversion, message: news.message });
          const study = await db.studies.get(row.studyId);
          if ((conversion === 'converted' || conversion === 'error') && study?.remote) {
            ended.push({ id: row.remote.id, uuid: row.remote.uuid, studyUuid: study.remote.uuid, state: conversion });
          }
        }
        return ended;
      });
    },

    async studyUuids(uploadId: string): Promise<string[]> {
      const studies = await db.studies.where('uploadId').equals(uploadId).toArray();
      return studies.flatMap((study) => (study.remote ? [study.remote.uuid] : []));
    },

    saveEnded: (uploadId: string) => move(uploadId, 'ended', { state: 'finished' }),

    async saveForgotten(uploadId: string, from: TransferPhase): Promise<void> {
      await db.transaction('rw', [db.uploads, db.studies, db.series, db.chunks, db.files], async () => {
        if ((await db.uploads.get(uploadId))?.phase !== from) return;
        await db.studies.where('uploadId').equals(uploadId).modify({ remote: null });
        await db.series.where('uploadId').equals(uploadId).modify({ remote: null, conversion: 'none', message: null });
        await db.files.where('uploadId').equals(uploadId).modify({ state: 'stored' });
        await db.chunks.where('uploadId').equals(uploadId).modify({ state: 'waiting' });
        await recount(db, uploadId);
        await move(uploadId, 'forgotten', { uploadToken: null, state: 'upload' });
      });
    },

    async saveHalt(uploadId: string, halt: Halt): Promise<void> {
      await db.uploads
        .where('id')
        .equals(uploadId)
        .and((row) => halt.why === 'sign-in' || row.phase !== 'dropping')
        .modify({ halt, waiting: null });
    },

    async saveWaiting(uploadId: string, waiting: Waiting | null): Promise<void> {
      await db.uploads.update(uploadId, { waiting });
    },

    async removeDropped(uploadId: string): Promise<void> {
      await db.transaction('rw', db.tables, async () => {
        const upload = await db.uploads.get(uploadId);
        if (upload?.phase !== 'dropping') return;
        await deleteUploadRows(db, uploadId);
        await db.uploads.delete(uploadId);
      });
    },
  };
}

/**
 * Bytes that are not those that were staged: their rows are gone, they do not open under the device key (OperationError), or the file in which
 * the browser keeps them is gone (NotReadableError, NotFoundError, and DataError of Chromium's "Failed to read large IndexedDB value").
 */
const LOST_BYTES: readonly string[] = ['OperationError', 'NotReadableError', 'NotFoundError', 'DataError'];

function isLostOnDevice(error: unknown): boolean {
  return error instanceof StagedBytesMissingError || (error instanceof Error && LOST_BYTES.includes(error.name));
}

async function setFileStates(db: LocalDb, files: readonly FileRow[], state: FileRow['state']): Promise<void> {
  await db.files.bulkUpdate(files.map((file) => ({ key: file.id, changes: { state } })));
}

function queuedUpload(row: UploadRow) {
  return { id: row.id, phase: row.phase, started: row.started ?? row.createdAt, uploadToken: row.uploadToken, waiting: row.waiting };
}

async function queuedSeries(db: LocalDb, studyId: string): Promise<SeriesRow[]> {
  const rows = await db.series.where('studyId').equals(studyId).toArray();
  return rows.filter((row) => row.idx !== null).sort((a, b) => (a.idx ?? 0) - (b.idx ?? 0));
}

/** CALL-051: what the server is told of a study before its first byte. `anonymize` is false until files are de-identified here. */
async function registrationOf(
  db: LocalDb,
  device: DeviceKey,
  cache: FactsCache,
  study: StudyRow,
  series: SeriesRow[],
): Promise<BodyOf<Calls['registerStudy']>> {
  const facts = await cache.study(device, study);
  const opened = await Promise.all(
    series.map(async (row) => ({ row, facts: await cache.series(device, row), names: await firstNames(db, device, row.id) })),
  );
  return {
    study: {
      id: study.id,
      ...studyFields(facts),
      modality: studyModality(opened.map((one) => one.facts)),
      series: opened.map(({ row, facts: own, names }) => ({ ...seriesFields(row, own), files: names })),
    },
    studyInstanceUid: facts.studyInstanceUid,
    bodyPart: study.bodyPart ?? '',
    labels: [],
    session_id: study.uploadId,
    anonymize: false,
  };
}

function studyFields(facts: StudyFacts) {
  const { patientName, patientSex, studyDate, studyTime } = facts;
  return { patientName, originalPatientName: patientName, patientSex, studyDate, studyTime, dirty: false };
}

function seriesFields(row: SeriesRow, facts: SeriesFacts) {
  return {
    id: row.id,
    idx: row.idx ?? 0,
    seriesInstanceUid: facts.seriesInstanceUid,
    seriesNumber: facts.seriesNumber ?? '',
    seriesDescription: facts.seriesDescription,
    modalityCode: facts.modalityCode,
    cnt: facts.cnt,
    numberOfFrames: facts.numberOfFrames,
    rows: facts.rows,
    columns: facts.columns,
    sliceThickness: facts.sliceThickness,
    file_count: row.files,
    totalFileSize: row.bytes,
    type: 'dcm' as const,
  };
}

/** given (CHUNK-019): at most ten file names of a series go to the database. */
async function firstNames(db: LocalDb, device: DeviceKey, seriesId: string): Promise<string[]> {
  const files = await db.files.where('seriesId').equals(seriesId).limit(LIMITS.seriesFileNames).toArray();
  return Promise.all(files.map(async (file) => (await openFileNames(device, file)).name));
}

async function conversionOf(
  db: LocalDb,
  device: DeviceKey,
  cache: FactsCache,
  study: StudyRow | undefined,
  row: SeriesRow,
): Promise<BodyOf<Calls['convertSeries']> | null> {
  if (!study?.remote || !row.remote || row.idx === null) return null;
  return {
    studyClientId: study.id,
    studyRemoteId: study.remote.id,
    studyRemoteUuid: study.remote.uuid,
    serieClientUploadId: row.id,
    serieRemoteId: row.remote.id,
    serieRemoteUuid: row.remote.uuid,
    type: 'dcm',
    location: 'local',
    files: await firstNames(db, device, row.id),
    modalityCode: (await cache.series(device, row)).modalityCode,
    anonymize: false,
    idx: row.idx,
  };
}

async function loadPart(
  db: LocalDb,
  device: DeviceKey,
  file: FileRow | undefined,
  { seriesId, offset, length }: ChunkPartRow,
): Promise<{ part: ChunkPart; bytes: Uint8Array<ArrayBuffer> }> {
  if (!file) throw new StagedBytesMissingError('The row of a file is gone');
  const [bytes, names] = await Promise.all([readStagedFile(db, device, file, offset, length), openFileNames(device, file)]);
  const part: ChunkPart = {
    file_id: file.id,
    name: names.name,
    serie_id: seriesId,
    size: file.size,
    offset,
    length,
    enc: '',
    plain: length,
    crc: crc32(bytes),
    sha256: file.sha256,
  };
  return { part, bytes };
}

/** Counters anew from the rows they count, inside the transaction of the caller. */
async function recount(db: LocalDb, uploadId: string): Promise<void> {
  const counts = new Counts();
  const confirmed = await db.chunks.where('[uploadId+state]').equals([uploadId, 'confirmed']).toArray();
  for (const part of confirmed.flatMap((chunk) => chunk.parts)) counts.of(part.seriesId).confirmedBytes += part.length;
  const files = await db.files.where('uploadId').equals(uploadId).toArray();
  for (const file of files) {
    if (file.state !== 'proved' || file.seriesId === null) continue;
    counts.of(file.seriesId).provedBytes += file.size;
    counts.of(file.seriesId).provedFiles += 1;
  }
  await db.series
    .where('uploadId')
    .equals(uploadId)
    .modify((row) => {
      Object.assign(row, counts.of(row.id));
    });
}

/** What a change adds to the counters of series. */
class Counts {
  readonly #bySeries = new Map<string, { confirmedBytes: number; provedBytes: number; provedFiles: number }>();

  of(seriesId: string) {
    const counts = this.#bySeries.get(seriesId) ?? { confirmedBytes: 0, provedBytes: 0, provedFiles: 0 };
    this.#bySeries.set(seriesId, counts);
    return counts;
  }

  async add(db: LocalDb): Promise<void> {
    for (const [seriesId, counts] of this.#bySeries) {
      await db.series
        .where('id')
        .equals(seriesId)
        .modify((row) => {
          row.confirmedBytes += counts.confirmedBytes;
          row.provedBytes += counts.provedBytes;
          row.provedFiles += counts.provedFiles;
        });
    }
  }
}
