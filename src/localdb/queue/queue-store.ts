import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import type { BatchResult } from '#contract/batch.ts';
import type { UploadStatus } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { nextChunkState } from '#model/uploads/chunk-state.ts';
import type { Halt } from '#model/uploads/halt.ts';
import { nextLegacyStep } from '#model/uploads/legacy-upload.ts';
import {
  isToBeSent,
  nextPhase,
  SENDING_PHASES,
  sendPhase,
  type OpeningPhase,
  type TransferEvent,
  type TransferPhase,
} from '#model/uploads/transfer-phase.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { freeKeptCopies, keepsBytes, withRoom } from '#localdb/kept-copies/kept-copies.ts';
import { findMissing, saveLost, waitsForLostFilesOnly, withdrawLost } from '#localdb/upload/lost-files.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { conversionOf, loadChunkBody, placeOfChunk, queuedSeries, registrationOf } from './queue-chunks.ts';
import type { FileRow, LocalDb, SeriesRow, UploadRow, Waiting } from '#localdb/schema.ts';
import { moveFiles, recountConfirmed, SeriesCounts } from '#localdb/upload/series-counts.ts';
import { openAreaTarget, removeSentArea } from '#localdb/area-upload/area-uploads.ts';
import { archivesOf, archivesOnServer, OF_NO_STUDY, releaseArchives } from '#localdb/upload/server-archives.ts';
import { saveOpened } from '#localdb/upload/save-server-series.ts';
import { deleteUploadRows } from '#localdb/upload/uploads.ts';

/**
 * The queue of the device for the transfer engine (QueueStore of src/transfer/ports.ts). Counters of a series change only in the transaction that
 * changes the counted rows, so the screen never mixes two moments.
 */
export function createQueueStore(db: LocalDb, device: DeviceKey, now: () => number = Date.now) {
  const cache = new FactsCache();

  const move = async (uploadId: string, event: TransferEvent, changes: Partial<UploadRow> = {}): Promise<void> => {
    await db.transaction('rw', db.uploads, async () => {
      const upload = await db.uploads.get(uploadId);
      const phase = upload && nextPhase(upload.phase, event);
      if (phase) await db.uploads.update(uploadId, { phase, waiting: null, ...changes, ...legacyMoved(upload, event) });
    });
  };

  return repeatable(db, {
    async uploadsToSend() {
      const rows = await uploadsToBeSent(db);
      const waiting = await Promise.all(rows.map((row) => waitsForLostFilesOnly(db, row)));
      return rows
        .filter((row, n) => row.halt === null && !waiting[n])
        .sort((a, b) => a.createdAt - b.createdAt)
        .map(queuedUpload);
    },

    areaTarget: (uploadId: string) => openAreaTarget(db, device, uploadId),

    async uploadsToFollow() {
      const rows = await db.uploads.where('phase').anyOf('none', 'queued', 'prepared', 'registered', 'sent').toArray();
      const followed = rows.filter((row) => ['sent', 'archive-reading'].includes(sendPhase(row)));
      // Legacy uploads have their own questions: [Note: The life of a legacy upload].
      return followed.filter((row) => row.halt === null && row.legacy === undefined).map(queuedUpload);
    },

    async savePrepared(uploadId: string, uploadToken: string): Promise<void> {
      await db.transaction('rw', db.uploads, async () => {
        const upload = await db.uploads.get(uploadId);
        if (!upload?.opening || upload.phase === 'dropping') return move(uploadId, 'prepared', { uploadToken });
        const opening = upload.opening === 'archive-waiting' ? 'archive-sending' : upload.opening;
        await db.uploads.update(uploadId, { uploadToken, waiting: null, opening });
      });
    },

    async unnamedStudies(uploadId: string): Promise<BodyOf<Calls['anonymiseNames']>['s']> {
      const studies = await db.studies.where('uploadId').equals(uploadId).toArray();
      const unnamed = studies.filter((row) => row.anonymize === true && row.anonymousName === null);
      return Promise.all(
        unnamed.map(async (row) => ({ id: row.id, n: (await cache.study(device, row)).patientName.slice(0, LONGEST_ASKED_NAME) })),
      );
    },

    async saveAnonymousNames(_uploadId: string, names: AnswerOf<Calls['anonymiseNames']>['a']): Promise<void> {
      await db.transaction('rw', db.studies, async () => {
        for (const { id, n } of names) await db.studies.update(id, { anonymousName: n });
      });
    },

    async nextUnregistered(uploadId: string): Promise<BodyOf<Calls['registerStudy']> | null> {
      const studies = await db.studies.where('uploadId').equals(uploadId).sortBy('position');
      for (const study of studies) {
        const series = await queuedSeries(db, study.id);
        const part = series.filter((row) => row.remote === null).slice(0, LIMITS.seriesPerRegistration);
        if (part.length > 0) return registrationOf(db, device, cache, study, series, new Set(part));
      }
      return null;
    },

    async saveRegistered(_uploadId: string, studyId: string, answer: AnswerOf<Calls['registerStudy']>): Promise<void> {
      await db.transaction('rw', db.studies, db.series, async () => {
        // For a study that is announced in parts, each answer covers only its part.
        const before = (await db.studies.get(studyId))?.leftOff ?? [];
        const leftOff = [...new Set([...before, ...(answer.left_off ?? [])])];
        await db.studies.update(studyId, { remote: { id: answer.study.id, uuid: answer.study.uuid }, leftOff });
        await db.series.bulkUpdate(answer.series.map(({ clientId, id, uuid }) => ({ key: clientId, changes: { remote: { id, uuid } } })));
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
            chunk.state = nextChunkState(chunk.state, held.has(chunk.index) ? 'held' : 'not-held') ?? chunk.state;
          });
        const files = await db.files.where('uploadId').equals(uploadId).toArray();
        const isProved = (file: FileRow): boolean => proved.has(file.id);
        await moveFiles(db, files.filter(isProved), 'proved');
        // A server that was restored from an older backup has lost verified files: the state is reset, whether the bytes are still here or not.
        const others = await moveFiles(
          db,
          files.filter((file) => !isProved(file)),
          'unproved',
        );
        if (others.length > 0) await findMissing(db, uploadId);
        await withdrawLost(db, uploadId);
        await recountConfirmed(db, uploadId);
      });
    },

    async waitingChunks(uploadId: string): Promise<number[]> {
      const chunks = await db.chunks.where('[uploadId+state]').equals([uploadId, 'waiting']).toArray();
      // Archives are sent first; nothing else has IDs yet.
      const isOpening = (await db.uploads.get(uploadId))?.opening ?? null;
      const going = isOpening === null ? chunks : chunks.filter((chunk) => chunk.studyId === OF_NO_STUDY);
      return going.map((chunk) => chunk.index).sort((a, b) => a - b);
    },

    async loadChunk(uploadId: string, index: number, isDeflated = false) {
      const chunk = await db.chunks.get([uploadId, index]);
      const place = chunk && (await placeOfChunk(db, chunk));
      if (!chunk || !place) return { ok: false as const, why: 'cleared' as const };
      if (chunk.state === 'withdrawn') return { ok: false as const, why: 'withdrawn' as const };
      const loaded = await loadChunkBody(db, device, chunk, { place, isDeflated });
      if (loaded.ok) return loaded;
      // The lost part is reported, and the rest of this chunk waits under a new index.
      await saveLost(db, uploadId, loaded.lostFileIds);
      return { ok: false as const, why: 'withdrawn' as const };
    },

    async confirmChunk(uploadId: string, index: number, provedFileIds: readonly string[]): Promise<void> {
      await db.transaction('rw', [db.files, db.chunks, db.series, db.segments], async () => {
        const chunk = await db.chunks.get([uploadId, index]);
        if (!chunk) return;
        const counts = new SeriesCounts();
        const state = nextChunkState(chunk.state, 'acknowledged');
        if (state) {
          await db.chunks.update([uploadId, index], { state });
          for (const part of chunk.parts) counts.of(part.seriesId).confirmedBytes += part.length;
        }
        await counts.add(db);
        const files = (await db.files.bulkGet([...provedFileIds])).filter((file) => file !== undefined);
        await moveFiles(
          db,
          files.filter((file) => file.uploadId === uploadId),
          'proved',
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

    async saveSent(uploadId: string): Promise<void> {
      await move(uploadId, 'sent', { state: 'converting' });
      await removeSentArea(db, uploadId);
    },

    async saveConversions(uploadId: string, series: UploadStatus['series']) {
      return db.transaction('rw', db.studies, db.series, async () => {
        const rows = await db.series.where('uploadId').equals(uploadId).toArray();
        const studies = await db.studies.where('uploadId').equals(uploadId).toArray();
        const rowByUuid = new Map(rows.map((row) => [row.remote?.uuid, row]));
        const studyById = new Map(studies.map((study) => [study.id, study]));
        const changed: { key: string; changes: Pick<SeriesRow, 'conversion' | 'message'> }[] = [];
        // Earlier ends are returned again. The engine knows which of them the server has acknowledged.
        const ended: { id: number; uuid: string; studyUuid: string; state: 'converted' | 'error' }[] = [];
        for (const news of series) {
          const conversion = news.state === 'converting' || news.state === 'converted' || news.state === 'error' ? news.state : 'none';
          const row = rowByUuid.get(news.serieRemoteUuid);
          if (!row?.remote) continue;
          if (row.conversion !== conversion) changed.push({ key: row.id, changes: { conversion, message: news.message } });
          const study = studyById.get(row.studyId);
          if ((conversion === 'converted' || conversion === 'error') && study?.remote) {
            ended.push({ id: row.remote.id, uuid: row.remote.uuid, studyUuid: study.remote.uuid, state: conversion });
          }
        }
        await db.series.bulkUpdate(changed);
        return ended;
      });
    },

    async studyUuids(uploadId: string): Promise<string[]> {
      const studies = await db.studies.where('uploadId').equals(uploadId).toArray();
      return studies.flatMap((study) => (study.remote ? [study.remote.uuid] : []));
    },

    async seriesUuids(uploadId: string): Promise<string[]> {
      const series = await db.series.where('uploadId').equals(uploadId).toArray();
      return series.flatMap((row) => (row.remote ? [row.remote.uuid] : []));
    },

    async saveEnded(uploadId: string): Promise<void> {
      await move(uploadId, 'ended', { state: 'finished', endedAt: now() });
      await releaseArchives(db, uploadId);
    },

    archivesOnServer: (uploadId: string) => archivesOnServer(db, uploadId),

    async saveReading(uploadId: string): Promise<void> {
      await db.uploads
        .where('id')
        .equals(uploadId)
        .and((row) => row.opening === 'archive-sending')
        .modify((row) => {
          Object.assign(row, { opening: 'archive-reading', waiting: null });
          delete row.takenBack;
        });
    },

    saveOpened: (uploadId: string, result: BatchResult) => saveOpened(db, device, uploadId, result),

    async uploadsKept() {
      const ended = (await db.uploads.where('phase').equals('ended').toArray()).filter((row) => row.legacy === undefined);
      const kept = await Promise.all(ended.map(async (row) => keepsBytes(await db.series.where('uploadId').equals(row.id).toArray())));
      return ended.filter((_, n) => kept[n]).map((row) => ({ ...queuedUpload(row), endedAt: row.endedAt ?? row.createdAt }));
    },

    async releaseKept(uploadId: string): Promise<void> {
      if ((await db.uploads.get(uploadId))?.phase === 'ended') await freeKeptCopies(db, uploadId);
    },

    async saveForgotten(uploadId: string, from: TransferPhase | OpeningPhase): Promise<void> {
      await db.transaction('rw', [db.uploads, db.studies, db.series, db.chunks, db.files, db.segments], async () => {
        const upload = await db.uploads.get(uploadId);
        if (!upload || sendPhase(upload) !== from) return;
        await db.studies.where('uploadId').equals(uploadId).modify({ remote: null, leftOff: [] });
        await db.series.where('uploadId').equals(uploadId).modify({ remote: null, conversion: 'none', message: null });
        await moveFiles(db, await db.files.where('uploadId').equals(uploadId).toArray(), 'unproved');
        await db.chunks
          .where('uploadId')
          .equals(uploadId)
          .modify((chunk) => {
            chunk.state = nextChunkState(chunk.state, 'forgotten') ?? chunk.state;
          });
        await findMissing(db, uploadId);
        await withdrawLost(db, uploadId);
        await recountConfirmed(db, uploadId);
        // The server must open the archives again before anything is created from them.
        const opening = (await archivesOf(db, uploadId)).length > 0 ? ('archive-waiting' as const) : null;
        if (upload.phase === 'none') await db.uploads.update(uploadId, { uploadToken: null, waiting: null, opening });
        else await move(uploadId, 'forgotten', { uploadToken: null, state: 'upload', endedAt: null, opening });
      });
    },

    async saveHalt(uploadId: string, halt: Halt): Promise<void> {
      await db.uploads
        .where('id')
        .equals(uploadId)
        .and((row) => halt.why === 'sign-in' || row.phase !== 'dropping')
        .modify({ halt, waiting: null });
    },

    async liftHalt(uploadId: string): Promise<void> {
      await db.uploads.update(uploadId, { halt: null });
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
  });
}

/** CALL-056 accepts no longer names. */
const LONGEST_ASKED_NAME = 400;

/** Every question and change of the queue can be repeated (QueueStore), so it is repeated if the connection was lost or the device was full. */
function repeatable<T extends Record<string, (...given: never[]) => Promise<unknown>>>(db: LocalDb, store: T): T {
  const calls = Object.entries(store).map(([name, call]) => [
    name,
    (...given: never[]) => withConnection(db, () => withRoom(db, String(given[0]), () => call(...given))),
  ]);
  return Object.fromEntries(calls) as T;
}

/** Includes uploads in the preview whose archives are being sent. */
export function uploadsToBeSent(db: LocalDb): Promise<UploadRow[]> {
  return db.uploads
    .where('phase')
    .anyOf(['none', ...SENDING_PHASES])
    .filter(isToBeSent)
    .toArray();
}

function queuedUpload(row: UploadRow) {
  return {
    ...{ id: row.id, phase: sendPhase(row), started: row.started ?? row.createdAt, uploadToken: row.uploadToken, waiting: row.waiting },
    ...(row.legacy !== undefined && { isLegacy: true as const }),
    ...(row.area !== undefined && { isForArea: true as const }),
    ...(row.takenBack !== undefined && { takenBack: row.takenBack }),
  };
}

/** Events of the sender also advance a legacy upload. If the server has forgotten the session, its result is invalid. */
function legacyMoved({ legacy }: UploadRow, event: TransferEvent): Pick<UploadRow, 'legacy'> | null {
  if (legacy === undefined || (event !== 'sent' && event !== 'forgotten')) return null;
  const step = nextLegacyStep(legacy.step, event);
  if (step === null) return null;
  return { legacy: event === 'sent' ? { ...legacy, step } : { ...legacy, step, result: null, checked: [], cases: null } };
}
