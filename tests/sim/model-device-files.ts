import { planChunks } from '#model/uploads/chunk-plan.ts';
import { countsOf, nextFileState, type FileEvent } from '#model/uploads/file-state.ts';
import { TINY_CHUNKS } from './content.ts';
import type { DeviceChunk, DeviceFile, DevicePiece, DeviceSeries, DeviceUpload, ModelDevice } from './model-device.ts';

/** What happens to the bytes of files, like series-counts.ts, lost-files.ts and kept-copies.ts of src/localdb. */

/** Returns whether any file changed. */
export function moveFiles(upload: DeviceUpload, files: readonly DeviceFile[], event: FileEvent): boolean {
  let moved = false;
  for (const file of files) {
    const state = nextFileState(file.state, event);
    if (state === null) continue;
    file.state = state;
    moved = true;
  }
  recount(upload);
  return moved;
}

/** Recomputes the counters of the series from the counted rows. */
export function recount(upload: DeviceUpload): void {
  const byId = new Map<string, DeviceSeries>();
  for (const series of upload.series) {
    Object.assign(series, { confirmedBytes: 0, provedBytes: 0, provedFiles: 0, lostFiles: 0, goneBytes: 0 });
    byId.set(series.id, series);
  }
  for (const chunk of upload.chunks) {
    if (chunk.state !== 'confirmed') continue;
    for (const part of chunk.parts) {
      const series = byId.get(part.seriesId);
      if (series) series.confirmedBytes += part.length;
    }
  }
  for (const file of upload.files) {
    const series = byId.get(file.seriesId);
    if (!series) continue;
    const counts = countsOf(file.state, file.size);
    series.provedFiles += counts.provedFiles;
    series.provedBytes += counts.provedBytes;
    series.lostFiles += counts.lostFiles;
    series.goneBytes += counts.goneBytes;
  }
}

export function findMissing(db: ModelDevice, upload: DeviceUpload): void {
  const missing = upload.files.filter((file) => file.pieces.some(({ segmentId }) => !db.segments.has(segmentId)));
  if (missing.length > 0) moveFiles(upload, missing, 'missing');
}

/** Lost and released files are removed from the waiting chunks; the rest of such a chunk gets a new index. */
export function withdrawLost(upload: DeviceUpload): void {
  const lost = new Set(upload.files.filter(({ state }) => state === 'lost' || state === 'released').map(({ id }) => id));
  if (lost.size === 0) return;
  const hit = upload.chunks.filter((chunk) => chunk.state === 'waiting' && chunk.parts.some(({ fileId }) => lost.has(fileId)));
  for (const chunk of hit) {
    const left = chunk.parts.filter(({ fileId }) => !lost.has(fileId));
    Object.assign(chunk, { state: 'withdrawn', parts: [] });
    addChunk(upload, chunk.studyId, left);
  }
}

/** Everything that is here is on the server; the rest waits for the user to choose the lost files again. */
export function waitsForLostFilesOnly(upload: DeviceUpload): boolean {
  const going = upload.series.filter(({ idx }) => idx !== null);
  return (
    upload.phase === 'registered' &&
    going.some(({ lostFiles }) => lostFiles > 0) &&
    going.every(({ provedFiles, lostFiles, files }) => provedFiles + lostFiles >= files) &&
    !upload.chunks.some(({ state }) => state === 'waiting')
  );
}

export function keepsBytes({ series }: DeviceUpload): boolean {
  return series.some(({ bytes, goneBytes }) => bytes > goneBytes);
}

/** Deletes verified copies segment by segment, and for an ended upload also files that were not sent. */
export function releaseCopies(db: ModelDevice, upload: DeviceUpload): void {
  const going = new Set(upload.series.filter(({ idx }) => idx !== null).map(({ id }) => id));
  const hasEnded = upload.phase === 'ended';
  const mayGo = ({ state, seriesId }: DeviceFile): boolean =>
    state === 'proved' || (hasEnded && state === 'stored' && !going.has(seriesId));
  const groups = new Map<string, DeviceFile[]>();
  for (const file of upload.files) {
    for (const segmentId of new Set(file.pieces.map((piece) => piece.segmentId))) {
      groups.set(segmentId, [...(groups.get(segmentId) ?? []), file]);
    }
  }
  for (const together of groups.values()) {
    if (!together.every((file) => mayGo(file) || isGone(file))) continue;
    const released = together.filter(mayGo);
    moveFiles(upload, released, 'released');
    dropIdleSegments(db, upload, released);
  }
}

/** The files were chosen again: their bytes are in a new segment, and parts without a chunk wait again. */
export function returnLostFiles(db: ModelDevice, upload: DeviceUpload, bytesOf: (fileId: string) => Uint8Array): void {
  const lost = upload.files.filter(({ state }) => state === 'lost');
  for (const file of lost) {
    const old = file.pieces;
    const segmentId = `${file.id}/again`;
    db.segments.set(segmentId, { uploadId: upload.id, bytes: bytesOf(file.id) });
    file.pieces = [{ segmentId, offset: 0, length: file.size }];
    dropIdle(db, upload, new Set(old.map((piece: DevicePiece) => piece.segmentId)));
  }
  moveFiles(upload, lost, 'committed');
  if (upload.phase === 'none') return;
  const going = new Set(upload.series.filter(({ idx }) => idx !== null).map(({ id }) => id));
  const carried = upload.chunks.flatMap(({ parts }) => parts);
  for (const study of upload.studies) {
    const own = new Set(upload.series.filter(({ studyId }) => studyId === study.id).map(({ id }) => id));
    const missing = lost.filter(({ seriesId }) => own.has(seriesId) && going.has(seriesId)).flatMap((file) => uncarried(file, carried));
    const planned = missing.map((range, n) => ({ fileId: String(n), seriesId: range.seriesId, size: range.length }));
    for (const parts of planChunks(planned, TINY_CHUNKS)) {
      const ranges = parts.flatMap(({ fileId, offset, length }) => {
        const range = missing[Number(fileId)];
        return range ? [{ ...range, offset: range.offset + offset, length }] : [];
      });
      addChunk(upload, study.id, ranges);
    }
  }
  upload.waiting = null;
}

function uncarried(file: DeviceFile, carried: DeviceChunk['parts']): DeviceChunk['parts'] {
  const own = carried.filter(({ fileId }) => fileId === file.id).sort((a, b) => a.offset - b.offset);
  const missing: DeviceChunk['parts'] = [];
  let at = 0;
  for (const part of [...own, { offset: file.size, length: 0 }]) {
    if (part.offset > at) missing.push({ fileId: file.id, seriesId: file.seriesId, offset: at, length: part.offset - at });
    at = Math.max(at, part.offset + part.length);
  }
  return missing;
}

function addChunk(upload: DeviceUpload, studyId: string, parts: DeviceChunk['parts']): void {
  if (parts.length > 0) upload.chunks.push({ index: (upload.chunks.at(-1)?.index ?? -1) + 1, studyId, parts, state: 'waiting' });
}

function dropIdleSegments(db: ModelDevice, upload: DeviceUpload, files: readonly DeviceFile[]): void {
  dropIdle(db, upload, new Set(files.flatMap(({ pieces }) => pieces.map(({ segmentId }) => segmentId))));
}

function dropIdle(db: ModelDevice, upload: DeviceUpload, segmentIds: ReadonlySet<string>): void {
  for (const segmentId of segmentIds) {
    const files = upload.files.filter(({ pieces }) => pieces.some((piece) => piece.segmentId === segmentId));
    if (files.every(isGone)) db.segments.delete(segmentId);
  }
}

function isGone({ state }: DeviceFile): boolean {
  return state === 'released' || state === 'skipped';
}
