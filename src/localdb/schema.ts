import { Dexie, type EntityTable, type Table } from 'dexie';
import type { PageState } from '#model/status.ts';
import type { TransferPhase } from '#model/transfer-phase.ts';
import type { FileProblem } from '#model/upload-view.ts';

/**
 * The database of one user on one origin (a team's subdomain): another person who signs in opens another database and sees nothing of it
 * (PWA-40). What identifies a patient is sealed (see sealed.ts); ids, numbers and states are in clear. See docs/storage.md.
 */

/** AES-GCM-256 of one JSON value under the device key: 12 bytes of IV, then ciphertext and tag. */
export type Sealed = Uint8Array<ArrayBuffer>;

/** Why a queued upload does not move although a network is there; null while it may. */
export type Halt = { why: 'sign-in' } | { why: 'failed'; code: string; message: string };

export interface UploadRow {
  /** Made on the device; the server's session has the same id. */
  id: string;
  state: PageState;
  phase: TransferPhase;
  /** 1 for the upload that the page shows. */
  shown: 0 | 1;
  createdAt: number;
  /** When Process was pressed, ms: the `Upload` header of all its chunks, also after a restart (CHUNK-016). */
  started: number | null;
  /** Token of CALL-040; it covers this upload and nothing else. */
  uploadToken: string | null;
  halt: Halt | null;
  /** The fault that makes the sender pause, and when it tries again; null while all is well. */
  waiting: Waiting | null;
}

export interface Waiting {
  reason: string;
  until: number;
  tries: number;
}

export interface StudyRow {
  id: string;
  uploadId: string;
  /** Keyed hash of StudyFacts.key: finds the study without opening it. */
  keyHash: string;
  /** Order of arrival. */
  position: number;
  /** StudyFacts. */
  sealed: Sealed;
  /** Slug of a category; null until chosen or proposed. */
  bodyPart: string | null;
  bodyPartBy: 'header' | 'person' | null;
  /** Answer of CALL-051. */
  remote: Remote | null;
  /** Grows with each change of the facts: a writer that finds another number reads again. */
  revision: number;
}

export interface Remote {
  id: number;
  uuid: string;
}

export interface SeriesRow {
  id: string;
  uploadId: string;
  studyId: string;
  /** Keyed hash of SeriesFacts.key. */
  keyHash: string;
  /** SeriesFacts. */
  sealed: Sealed;
  /** Will be uploaded. The truth for selection (ODD-26). */
  upload: boolean;
  /** A person has chosen: reading on does not change it any more. */
  uploadDecided: boolean;
  /** Can be uploaded and shown: at least one instance with a data part. */
  valid: boolean;
  /** Place among the selected series of its upload, set by Process; index of its conversion events. */
  idx: number | null;
  remote: Remote | null;
  files: number;
  bytes: number;
  /** Bytes that the server acknowledged; bytes and files that it proved. Changed only together with the chunk or file rows they count. */
  confirmedBytes: number;
  provedBytes: number;
  provedFiles: number;
  /** What the server said of its conversion. */
  conversion: 'none' | 'converting' | 'converted' | 'error';
  /** Why it failed, as the server said. */
  message: string | null;
  /** Window of the instance that is shown first; null until it was drawn. */
  window: { center: number; width: number } | null;
  revision: number;
}

/** A drawn slice. Keyed by instance and frame, so that instances that arrive later change no picture. */
export interface PreviewRow {
  fileId: string;
  frame: number;
  seriesId: string;
  uploadId: string;
  width: number;
  height: number;
  /** RGBA bytes. */
  sealed: Sealed;
  windowCenter: number;
  windowWidth: number;
}

/** A range of staged bytes. */
export interface StagedPiece {
  segmentId: string;
  offset: number;
  length: number;
}

export interface FileRow {
  id: string;
  uploadId: string;
  studyId: string | null;
  seriesId: string | null;
  /** Place in its series: millimetres along the slice normal, or the instance number. */
  order: number;
  /** Tie-breaker. */
  order2: number;
  size: number;
  /** Lower-case hexadecimal. Identity is content, never name and size. */
  sha256: string;
  pieces: StagedPiece[];
  /** Segments of `pieces`, once each: finds what a segment still holds. */
  segmentIds: string[];
  /** FileNames. */
  sealed: Sealed;
  /** `stored`: bytes and row are committed here. `proved`: the server found the same SHA-256. */
  state: 'stored' | 'proved';
  /** Why it is not part of a series; null for a readable image. Its bytes are not kept. */
  problem: FileProblem | null;
}

export interface FileNames {
  name: string;
  path: string;
}

export interface SegmentRow {
  id: string;
  uploadId: string;
  keyId: string;
  /** Plain bytes. */
  size: number;
  /** Plain bytes of one encryption unit. */
  unit: number;
  /** 8 random bytes; the IV of unit n is prefix || uint32 n. */
  prefix: Uint8Array<ArrayBuffer>;
  bytes: Blob | ArrayBuffer;
}

export interface ChunkPartRow {
  fileId: string;
  seriesId: string;
  offset: number;
  length: number;
}

export interface ChunkRow {
  uploadId: string;
  index: number;
  studyId: string;
  parts: ChunkPartRow[];
  bytes: number;
  state: 'waiting' | 'confirmed';
}

export interface KeyRow {
  id: string;
  /** AES-GCM-256, not extractable. */
  key: CryptoKey;
  /** HMAC-SHA-256, not extractable: keyed hashes of what identifies. */
  hashKey: CryptoKey;
  createdAt: number;
}

/** Last answers of lists and pages, for reading offline (PWA-20, 21). */
export interface ListRow {
  key: string;
  sealed: Sealed;
  at: number;
}

export class LocalDb extends Dexie {
  uploads!: EntityTable<UploadRow, 'id'>;
  studies!: EntityTable<StudyRow, 'id'>;
  series!: EntityTable<SeriesRow, 'id'>;
  previews!: Table<PreviewRow, [string, number]>;
  files!: EntityTable<FileRow, 'id'>;
  segments!: EntityTable<SegmentRow, 'id'>;
  chunks!: Table<ChunkRow, [string, number]>;
  keys!: EntityTable<KeyRow, 'id'>;
  lists!: EntityTable<ListRow, 'key'>;

  constructor(userId: number) {
    // Strict: `complete` fires after the flush, so what a transaction reported survives a power cut.
    super(`lightship.u${userId}`, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      uploads: 'id, shown, phase',
      studies: 'id, uploadId, [uploadId+keyHash]',
      series: 'id, uploadId, studyId, [studyId+keyHash]',
      previews: '[fileId+frame], uploadId, seriesId',
      files: 'id, uploadId, seriesId, [uploadId+problem], [uploadId+sha256], [seriesId+order+order2], *segmentIds',
      segments: 'id, uploadId',
      chunks: '[uploadId+index], uploadId, [uploadId+state]',
      keys: 'id',
      lists: 'key, at',
    });
  }
}
