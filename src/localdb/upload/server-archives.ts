import { UNSORTED } from '#contract/chunk.ts';
import { planChunks, UPLOAD_CHUNKS } from '#model/uploads/chunk-plan.ts';
import { UploadClosedError, type StagedFile } from '#localdb/files/commit-files.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { segmentsOf } from './lost-files.ts';
import type { ChunkRow, FileRow, LocalDb } from '#localdb/schema.ts';
import { sealJson } from '#localdb/encryption.ts';
import { moveFiles } from './series-counts.ts';
import { dropIdleSegments } from '#localdb/files/staged-file.ts';

/** For chunks of an archive, which belong to no study. */
export const OF_NO_STUDY = '';

export type StagedArchive = Omit<StagedFile, 'reading'>;

/**
 * Stores an archive that the server will open: its bytes are on this device, in segments that were written ahead, and are sent from now on,
 * whatever the user does meanwhile. Returns the segments that are not needed: the same archive is not stored twice.
 */
export async function commitArchive(db: LocalDb, device: DeviceKey, uploadId: string, archive: StagedArchive): Promise<string[]> {
  const segmentIds = segmentsOf(archive.pieces);
  const sealed = await sealJson(device, archive.names);
  return withConnection(db, () =>
    db.transaction('rw', [db.uploads, db.files, db.chunks, db.segments, db.series], async () => {
      const upload = await db.uploads.get(uploadId);
      if (upload?.phase !== 'none') throw new UploadClosedError('The upload takes no more files');
      const same = (await archivesOf(db, uploadId)).find(({ sha256 }) => sha256 === archive.sha256);
      if (same && same.state !== 'lost') return same.id === archive.id ? [] : segmentIds;
      const { id, size, sha256, pieces } = archive;
      if (same) {
        await db.files.update(same.id, { pieces, segmentIds });
        await moveFiles(db, [same], 'committed');
      } else {
        const nowhere = { studyId: null, seriesId: null, order: 0, order2: 0 };
        await db.files.put({ id, uploadId, ...nowhere, size, sha256, pieces, segmentIds, sealed, state: 'stored', problem: 'for-server' });
        await addChunks(db, uploadId, { id, size });
      }
      // While the server reads, it accepts no more archives. New ones are sent after it has reported the result.
      const opening = upload.opening ?? (upload.uploadToken === null ? 'archive-waiting' : 'archive-sending');
      await db.uploads.update(uploadId, { opening, state: 'preview', halt: null, waiting: null });
      return [];
    }),
  );
}

async function addChunks(db: LocalDb, uploadId: string, { id: fileId, size }: Pick<FileRow, 'id' | 'size'>): Promise<void> {
  const first = await nextChunkIndex(db, uploadId);
  const planned = planChunks([{ fileId, seriesId: UNSORTED, size }], UPLOAD_CHUNKS);
  await db.chunks.bulkPut(
    planned.map((parts, n) => {
      const bytes = parts.reduce((sum, part) => sum + part.length, 0);
      return { uploadId, index: first + n, studyId: OF_NO_STUDY, parts, bytes, state: 'waiting' as const };
    }),
  );
}

/** An index is never used for two contents. */
export async function nextChunkIndex(db: LocalDb, uploadId: string): Promise<number> {
  const last = await db.chunks.where('uploadId').equals(uploadId).last();
  return (last?.index ?? -1) + 1;
}

export function archivesOf(db: LocalDb, uploadId: string): Promise<FileRow[]> {
  return db.files.where('[uploadId+problem]').equals([uploadId, 'for-server']).toArray();
}

/** The bytes that are sent before Process, and how many of them the server has acknowledged. */
export async function bytesOfArchives(db: LocalDb, uploadId: string): Promise<{ total: number; confirmed: number }> {
  const archives = await archivesOf(db, uploadId);
  const total = archives.reduce((sum, { size }) => sum + size, 0);
  return { total, confirmed: await confirmedOfArchives(db, uploadId) };
}

export async function confirmedOfArchives(db: LocalDb, uploadId: string): Promise<number> {
  const chunks = await db.chunks.where('[uploadId+state]').equals([uploadId, 'confirmed']).toArray();
  return chunks.reduce((sum, chunk) => sum + (chunk.studyId === OF_NO_STUDY ? chunk.bytes : 0), 0);
}

/** `lost`: the browser removed bytes of one before the server had them. It must be chosen again. */
export async function archivesOnServer(db: LocalDb, uploadId: string): Promise<'all' | 'some' | 'lost'> {
  const archives = await archivesOf(db, uploadId);
  if (archives.some(({ state }) => state === 'lost')) return 'lost';
  return archives.every(({ state }) => state === 'proved' || state === 'released') ? 'all' : 'some';
}

/** A verified archive is complete on the server, which opens it next or has opened it. */
export function mayBeTakenBack({ state }: Pick<FileRow, 'state'>): boolean {
  return state !== 'proved' && state !== 'released';
}

/**
 * Withdraws an archive that is not completely on the server, even if its upload has begun. Nothing of it stays on this device, and the rest of its
 * upload is unchanged. The server deletes its part when it is told, before it opens the others. False: it was too late.
 */
export async function takeBackArchive(db: LocalDb, uploadId: string, fileId: string): Promise<boolean> {
  db.decidedAtMs = performance.now();
  return withConnection(db, () =>
    db.transaction('rw', [db.uploads, db.files, db.chunks, db.segments], async () => {
      const upload = await db.uploads.get(uploadId);
      const archive = await db.files.get(fileId);
      if (archive?.problem !== 'for-server' || !mayBeTakenBack(archive) || upload?.phase !== 'none') return false;
      if (upload.opening !== 'archive-waiting' && upload.opening !== 'archive-sending') return false;
      const isOf = (chunk: ChunkRow): boolean => chunk.parts.some((part) => part.fileId === fileId);
      const chunks = await db.chunks.where('uploadId').equals(uploadId).filter(isOf).toArray();
      // An index is never used for two contents, so these are used up.
      for (const { index } of chunks) await db.chunks.update([uploadId, index], { state: 'withdrawn', parts: [], bytes: 0 });
      await db.files.delete(fileId);
      await dropIdleSegments(db, archive.segmentIds);
      const others = await archivesOf(db, uploadId);
      // No session was created: the server has nothing of it and need not be told.
      const isUnknown = upload.opening === 'archive-waiting' && upload.uploadToken === null;
      await db.uploads.update(uploadId, {
        ...(isUnknown && others.length === 0 && { opening: null }),
        ...(!isUnknown && { takenBack: [...(upload.takenBack ?? []), fileId] }),
        ...{ halt: null, waiting: null },
      });
      return true;
    }),
  );
}

/** The server reads again, with a password. */
export async function readOnceMore(db: LocalDb, uploadId: string): Promise<void> {
  await withConnection(db, () =>
    db.uploads
      .where('id')
      .equals(uploadId)
      .and((row) => row.phase === 'none' && !row.opening)
      .modify({ opening: 'archive-reading' }),
  );
}

/** Removes the problems of an archive that is sent to the server instead. Files of it that were read here stay. */
export async function forgetArchive(db: LocalDb, archiveId: string): Promise<void> {
  await withConnection(db, () =>
    db.files
      .where('id')
      .startsWith(archiveId)
      .and((row) => row.problem !== null && row.problem !== 'for-server')
      .delete(),
  );
}

/** Called when the upload has ended. Until then, a server that loses the opened archive gets it again. */
export async function releaseArchives(db: LocalDb, uploadId: string): Promise<void> {
  await db.transaction('rw', [db.files, db.series, db.segments, db.uploads], async () => {
    if ((await db.uploads.get(uploadId))?.phase !== 'ended') return;
    const released = await moveFiles(db, await archivesOf(db, uploadId), 'released');
    await dropIdleSegments(
      db,
      released.flatMap((file) => file.segmentIds),
    );
  });
}
