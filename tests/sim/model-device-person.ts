import { planChunks } from '#model/uploads/chunk-plan.ts';
import { nextPhase } from '#model/uploads/transfer-phase.ts';
import { fingerprint, TINY_CHUNKS } from './content.ts';
import { findMissing, withdrawLost } from './model-device-files.ts';
import type { DeviceFile, DeviceSeries, DeviceUpload, ModelDevice } from './model-device.ts';
import type { Planted } from './planted.ts';

/** Actions of the user on the rows of a device, like upload-commands.ts and commit-files.ts. */

/** What was selected: studies of series of files. */
export interface Selection {
  uploadId: string;
  studies: { id: string; series: { id: string; upload: boolean; files: { id: string; bytes: Uint8Array }[] }[] }[];
  /** Size of a segment in bytes. */
  segmentBytes: number;
}

/** Commits everything that was selected in one transaction. */
export function commitSelection(db: ModelDevice, selection: Selection, createdAt: number): void {
  const upload: DeviceUpload = {
    id: selection.uploadId,
    phase: 'none',
    createdAt,
    started: null,
    endedAt: null,
    uploadToken: null,
    halt: null,
    waiting: null,
    studies: [],
    series: [],
    files: [],
    chunks: [],
  };
  const { pieces, segments } = stagedPieces(selection);
  for (const [segmentId, bytes] of segments) db.segments.set(segmentId, { uploadId: upload.id, bytes });
  for (const study of selection.studies) {
    upload.studies.push({ id: study.id, remote: null });
    for (const series of study.series) {
      upload.series.push(newSeries(study.id, series));
      for (const file of series.files) upload.files.push(newFile(series.id, file, pieces.get(file.id) ?? []));
    }
  }
  db.uploads.set(upload.id, upload);
}

/** Where each file is stored: consecutively, across segment borders. */
export function stagedPieces({ uploadId, studies, segmentBytes }: Selection): {
  pieces: Map<string, DeviceFile['pieces']>;
  segments: Map<string, Uint8Array>;
} {
  const files = studies.flatMap((study) => study.series.flatMap((series) => series.files));
  const all = new Uint8Array(files.reduce((sum, file) => sum + file.bytes.length, 0));
  const pieces = new Map<string, DeviceFile['pieces']>();
  const segments = new Map<string, Uint8Array>();
  let at = 0;
  for (const file of files) {
    all.set(file.bytes, at);
    const own: DeviceFile['pieces'] = [];
    for (let from = 0; from < file.bytes.length;) {
      const segment = Math.floor((at + from) / segmentBytes);
      const length = Math.min(file.bytes.length - from, (segment + 1) * segmentBytes - at - from);
      own.push({ segmentId: `${uploadId}/${segment}`, offset: at + from - segment * segmentBytes, length });
      from += length;
    }
    pieces.set(file.id, own);
    at += file.bytes.length;
  }
  for (let segment = 0; segment * segmentBytes < all.length; segment += 1) {
    segments.set(`${uploadId}/${segment}`, all.slice(segment * segmentBytes, (segment + 1) * segmentBytes));
  }
  return { pieces, segments };
}

function newSeries(studyId: string, { id, upload, files }: Selection['studies'][number]['series'][number]): DeviceSeries {
  return {
    id,
    studyId,
    upload,
    idx: null,
    remote: null,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes.length, 0),
    confirmedBytes: 0,
    provedBytes: 0,
    provedFiles: 0,
    lostFiles: 0,
    goneBytes: 0,
    conversion: 'none',
  };
}

function newFile(seriesId: string, { id, bytes }: { id: string; bytes: Uint8Array }, pieces: DeviceFile['pieces']): DeviceFile {
  return { id, seriesId, size: bytes.length, sha256: fingerprint(bytes), pieces, state: 'stored' };
}

/** Process. Returns whether it started something. */
export function pressProcess(db: ModelDevice, uploadId: string, now: number, planted: Planted): boolean {
  const upload = db.uploads.get(uploadId);
  const queued = upload && nextPhase(upload.phase, 'process');
  const going = upload?.series.filter((series) => series.upload) ?? [];
  if (!upload || !queued || going.length === 0) return false;
  let idx = 0;
  for (const study of upload.studies) {
    const planned = [];
    for (const series of going.filter((row) => row.studyId === study.id)) {
      series.idx = idx;
      idx += 1;
      for (const file of upload.files)
        if (file.seriesId === series.id) planned.push({ fileId: file.id, seriesId: series.id, size: file.size });
    }
    for (const parts of planChunks(planned, TINY_CHUNKS)) {
      upload.chunks.push({ index: upload.chunks.length, studyId: study.id, parts, state: 'waiting' });
    }
  }
  if (planted === 'dropped-chunk-row') upload.chunks.pop();
  findMissing(db, upload);
  withdrawLost(upload);
  Object.assign(upload, { phase: queued, started: now, halt: null, waiting: null });
  return true;
}

export function pressClear(db: ModelDevice, uploadId: string): void {
  const upload = db.uploads.get(uploadId);
  if (!upload) return;
  db.deleteRows(uploadId);
  if (upload.phase === 'none' || upload.phase === 'ended') db.uploads.delete(uploadId);
  else Object.assign(upload, { phase: 'dropping', halt: null, waiting: null });
}

/** Returns whether anything was halted. */
export function resume(db: ModelDevice, which: 'sign-in' | 'rights' | 'all'): boolean {
  let resumed = false;
  for (const upload of db.uploads.values()) {
    if (upload.halt === null || (which !== 'all' && upload.halt.why !== which)) continue;
    Object.assign(upload, { halt: null, waiting: null });
    resumed = true;
  }
  return resumed;
}
