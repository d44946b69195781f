import { crc32 } from '#model/crc32.ts';
import type { FileState } from '#model/uploads/file-state.ts';
import type { Halt } from '#model/uploads/halt.ts';
import { nextPhase, SENDING_PHASES, type TransferEvent, type OpeningPhase, type TransferPhase } from '#model/uploads/transfer-phase.ts';
import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/entities.ts';
import type { EndedSeries, KeptUpload, QueuedUpload } from '#transfer/ports.ts';
import type { SentChunk, SentPart } from './content.ts';
import { findMissing, keepsBytes, moveFiles, recount, releaseCopies, waitsForLostFilesOnly, withdrawLost } from './model-device-files.ts';
import type { Planted } from './planted.ts';

export interface DevicePiece {
  segmentId: string;
  offset: number;
  length: number;
}

export interface DeviceFile {
  id: string;
  seriesId: string;
  size: number;
  sha256: string;
  pieces: DevicePiece[];
  state: FileState;
}

export interface DeviceSeries {
  id: string;
  studyId: string;
  upload: boolean;
  idx: number | null;
  remote: { id: number; uuid: string } | null;
  files: number;
  bytes: number;
  confirmedBytes: number;
  provedBytes: number;
  provedFiles: number;
  lostFiles: number;
  goneBytes: number;
  conversion: 'none' | 'converting' | 'converted' | 'error';
}

export interface DeviceStudy {
  id: string;
  remote: { id: number; uuid: string } | null;
}

export interface DeviceChunk {
  index: number;
  studyId: string;
  parts: { fileId: string; seriesId: string; offset: number; length: number }[];
  state: 'waiting' | 'confirmed' | 'withdrawn';
}

export interface DeviceUpload {
  id: string;
  phase: TransferPhase;
  createdAt: number;
  started: number | null;
  endedAt: number | null;
  uploadToken: string | null;
  halt: Halt | null;
  waiting: { reason: string; until: number; tries: number } | null;
  studies: DeviceStudy[];
  series: DeviceSeries[];
  files: DeviceFile[];
  chunks: DeviceChunk[];
}

/**
 * The database of one user on one origin, like src/localdb: the same results, in memory and immediate. Everything in it is committed; requests that
 * a killed context had not made never arrive here.
 */
export class ModelDevice {
  readonly uploads = new Map<string, DeviceUpload>();
  readonly segments = new Map<string, { uploadId: string; bytes: Uint8Array }>();
  readonly #now: () => number;
  readonly #planted: Planted;

  constructor(now: () => number, planted: Planted = 'none') {
    this.#now = now;
    this.#planted = planted;
  }

  uploadsToSend(): QueuedUpload[] {
    return this.#queued((row) => SENDING_PHASES.includes(row.phase) && !waitsForLostFilesOnly(row)).sort(
      (a, b) => this.#createdAt(a.id) - this.#createdAt(b.id),
    );
  }

  uploadsToFollow(): QueuedUpload[] {
    return this.#queued((row) => row.phase === 'sent');
  }

  uploadsKept(): KeptUpload[] {
    const kept: KeptUpload[] = [];
    for (const row of this.uploads.values()) {
      if (row.phase === 'ended' && row.endedAt !== null && keepsBytes(row)) kept.push({ ...queuedUpload(row), endedAt: row.endedAt });
    }
    return kept;
  }

  savePrepared(uploadId: string, uploadToken: string): void {
    this.#move(uploadId, 'prepared', { uploadToken });
  }

  nextUnregistered(uploadId: string): BodyOf<Calls['registerStudy']> | null {
    const upload = this.uploads.get(uploadId);
    for (const study of upload?.studies ?? []) {
      if (study.remote !== null) continue;
      const series = upload?.series.filter((row) => row.studyId === study.id && row.idx !== null) ?? [];
      if (series.length === 0) continue;
      const announced = series.map((row) => ({ id: row.id, idx: row.idx ?? 0, file_count: row.files, type: 'dcm' as const }));
      return { study: { id: study.id, series: announced }, session_id: uploadId } as unknown as BodyOf<Calls['registerStudy']>;
    }
    return null;
  }

  saveRegistered(uploadId: string, studyId: string, answer: AnswerOf<Calls['registerStudy']>): void {
    const upload = this.uploads.get(uploadId);
    const study = upload?.studies.find((row) => row.id === studyId);
    if (!upload || !study) return;
    study.remote = { id: answer.study.id, uuid: answer.study.uuid };
    for (const { clientId, id, uuid } of answer.series) {
      const series = upload.series.find((row) => row.id === clientId);
      if (series) series.remote = { id, uuid };
    }
  }

  saveAllRegistered(uploadId: string): void {
    this.#move(uploadId, 'registered');
  }

  reconcile(uploadId: string, status: UploadStatus): void {
    const upload = this.uploads.get(uploadId);
    if (!upload) return;
    const held = new Set(status.chunks);
    const proved = new Set(status.files.filter((file) => file.proved).map((file) => file.file_id));
    for (const chunk of upload.chunks) {
      if (chunk.state !== 'withdrawn') chunk.state = held.has(chunk.index) ? 'confirmed' : 'waiting';
    }
    const isProved = (file: DeviceFile): boolean => proved.has(file.id);
    moveFiles(upload, upload.files.filter(isProved), 'proved');
    const hasLess = moveFiles(
      upload,
      upload.files.filter((file) => !isProved(file)),
      'unproved',
    );
    if (hasLess) findMissing(this, upload);
    withdrawLost(upload);
    recount(upload);
  }

  waitingChunks(uploadId: string): number[] {
    return (this.uploads.get(uploadId)?.chunks ?? []).filter((chunk) => chunk.state === 'waiting').map((chunk) => chunk.index);
  }

  loadChunk(
    uploadId: string,
    index: number,
  ): { ok: true; body: SentChunk; plainBytes: number; sentBytes: number } | { ok: false; why: 'cleared' } {
    const upload = this.uploads.get(uploadId);
    const chunk = upload?.chunks.find((row) => row.index === index);
    const study = chunk && upload?.studies.find((row) => row.id === chunk.studyId);
    if (!upload || !chunk || !study?.remote || chunk.state === 'withdrawn') return { ok: false, why: 'cleared' };
    const parts: SentPart[] = [];
    const lost: DeviceFile[] = [];
    for (const { fileId, seriesId, offset, length } of chunk.parts) {
      const file = upload.files.find((row) => row.id === fileId);
      const bytes = file && this.read(file, offset, length);
      if (file && bytes) parts.push({ fileId, seriesId, size: file.size, offset, crc: crc32(bytes), sha256: file.sha256, bytes });
      else if (file) lost.push(file);
    }
    const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0);
    const body = { session: uploadId, chunk: index, studyUuid: study.remote.uuid, parts };
    if (lost.length === 0) return { ok: true, body, plainBytes: bytes, sentBytes: bytes };
    moveFiles(upload, lost, 'missing');
    findMissing(this, upload);
    withdrawLost(upload);
    return { ok: false, why: 'cleared' };
  }

  confirmChunk(uploadId: string, index: number, provedFileIds: readonly string[]): void {
    const upload = this.uploads.get(uploadId);
    const chunk = upload?.chunks.find((row) => row.index === index);
    if (!upload || !chunk) return;
    if (chunk.state === 'waiting') chunk.state = 'confirmed';
    moveFiles(
      upload,
      upload.files.filter(({ id }) => provedFileIds.includes(id)),
      'proved',
    );
    if (this.#planted === 'copy-dropped-before-proved') {
      for (const { fileId } of chunk.parts) {
        for (const { segmentId } of upload.files.find(({ id }) => id === fileId)?.pieces ?? []) this.segments.delete(segmentId);
      }
    }
  }

  allProved(uploadId: string): boolean {
    return (this.uploads.get(uploadId)?.series ?? []).every((row) => row.idx === null || row.provedFiles === row.files);
  }

  seriesToConvert(uploadId: string): BodyOf<Calls['convertSeries']>[] {
    const upload = this.uploads.get(uploadId);
    if (!upload) return [];
    const bodies: unknown[] = [];
    for (const row of upload.series) {
      const study = upload.studies.find(({ id }) => id === row.studyId);
      if (row.idx === null || row.conversion !== 'none' || !study?.remote || !row.remote) continue;
      bodies.push({
        studyRemoteId: study.remote.id,
        studyRemoteUuid: study.remote.uuid,
        serieClientUploadId: row.id,
        serieRemoteId: row.remote.id,
        serieRemoteUuid: row.remote.uuid,
        idx: row.idx,
      });
    }
    return bodies as BodyOf<Calls['convertSeries']>[];
  }

  saveSent(uploadId: string): void {
    this.#move(uploadId, 'sent');
  }

  saveConversions(uploadId: string, series: UploadStatus['series']): EndedSeries[] {
    const upload = this.uploads.get(uploadId);
    const ended: EndedSeries[] = [];
    for (const { serieRemoteUuid, state } of series) {
      const row = upload?.series.find(({ remote }) => remote?.uuid === serieRemoteUuid);
      if (!row?.remote) continue;
      row.conversion = state === 'converting' || state === 'converted' || state === 'error' ? state : 'none';
      const study = upload?.studies.find(({ id }) => id === row.studyId);
      if ((state === 'converted' || state === 'error') && study?.remote) {
        ended.push({ id: row.remote.id, uuid: row.remote.uuid, studyUuid: study.remote.uuid, state });
      }
    }
    return ended;
  }

  studyUuids(uploadId: string): string[] {
    return (this.uploads.get(uploadId)?.studies ?? []).flatMap(({ remote }) => (remote ? [remote.uuid] : []));
  }

  seriesUuids(uploadId: string): string[] {
    return (this.uploads.get(uploadId)?.series ?? []).flatMap(({ remote }) => (remote ? [remote.uuid] : []));
  }

  saveEnded(uploadId: string): void {
    this.#move(uploadId, 'ended', { endedAt: this.#now() });
  }

  releaseKept(uploadId: string): void {
    const upload = this.uploads.get(uploadId);
    if (upload?.phase === 'ended') releaseCopies(this, upload);
  }

  saveForgotten(uploadId: string, from: TransferPhase | OpeningPhase): void {
    const upload = this.uploads.get(uploadId);
    if (upload?.phase !== from) return;
    for (const study of upload.studies) study.remote = null;
    for (const series of upload.series) Object.assign(series, { remote: null, conversion: 'none' });
    moveFiles(upload, upload.files, 'unproved');
    for (const chunk of upload.chunks) if (chunk.state !== 'withdrawn') chunk.state = 'waiting';
    findMissing(this, upload);
    withdrawLost(upload);
    recount(upload);
    this.#move(uploadId, 'forgotten', { uploadToken: null, endedAt: null });
  }

  saveHalt(uploadId: string, halt: NonNullable<DeviceUpload['halt']>): void {
    const upload = this.uploads.get(uploadId);
    if (upload && (halt.why === 'sign-in' || upload.phase !== 'dropping')) Object.assign(upload, { halt, waiting: null });
  }

  liftHalt(uploadId: string): void {
    const upload = this.uploads.get(uploadId);
    if (upload) upload.halt = null;
  }

  saveWaiting(uploadId: string, waiting: DeviceUpload['waiting']): void {
    const upload = this.uploads.get(uploadId);
    if (upload) upload.waiting = waiting;
  }

  removeDropped(uploadId: string): void {
    if (this.uploads.get(uploadId)?.phase !== 'dropping') return;
    this.deleteRows(uploadId);
    this.uploads.delete(uploadId);
  }

  /** `length` staged bytes of a file; null if the device has lost some of them. */
  read(file: DeviceFile, offset: number, length: number): Uint8Array | null {
    const bytes = new Uint8Array(length);
    let start = 0;
    for (const piece of file.pieces) {
      const from = Math.max(offset, start);
      const to = Math.min(offset + length, start + piece.length);
      if (from < to) {
        const segment = this.segments.get(piece.segmentId);
        if (!segment) return null;
        bytes.set(segment.bytes.subarray(piece.offset + from - start, piece.offset + to - start), from - offset);
      }
      start += piece.length;
    }
    return bytes;
  }

  deleteRows(uploadId: string): void {
    const upload = this.uploads.get(uploadId);
    if (upload) Object.assign(upload, { studies: [], series: [], files: [], chunks: [] });
    for (const [segmentId, segment] of this.segments) if (segment.uploadId === uploadId) this.segments.delete(segmentId);
  }

  #queued(isMeant: (row: DeviceUpload) => boolean): QueuedUpload[] {
    const queued: QueuedUpload[] = [];
    for (const row of this.uploads.values()) if (row.halt === null && isMeant(row)) queued.push(queuedUpload(row));
    return queued;
  }

  #createdAt(uploadId: string): number {
    return this.uploads.get(uploadId)?.createdAt ?? 0;
  }

  #move(uploadId: string, event: TransferEvent, changes: Partial<DeviceUpload> = {}): void {
    const upload = this.uploads.get(uploadId);
    const phase = upload && nextPhase(upload.phase, event);
    if (phase) Object.assign(upload, { phase, waiting: null }, changes);
  }
}

function queuedUpload(row: DeviceUpload): QueuedUpload {
  return { id: row.id, phase: row.phase, started: row.started ?? row.createdAt, uploadToken: row.uploadToken, waiting: row.waiting };
}
