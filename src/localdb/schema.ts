import { Dexie, type EntityTable, type Table } from 'dexie';
import type { PageState } from '#model/status.ts';

/**
 * The database of one user on one origin (a team's subdomain): another person who signs in opens another database and sees nothing of it
 * (PWA-40). What identifies a patient is sealed (see sealed.ts); ids, numbers and states are in clear. See docs/storage.md.
 */

/** AES-GCM-256 of one JSON value under the device key: 12 bytes of IV, then ciphertext and tag. */
export type Sealed = Uint8Array<ArrayBuffer>;

/** Where an upload is on its way to the server; src/transfer/states.ts is the table of its moves. */
export type TransferPhase = 'none' | 'queued' | 'prepared' | 'registered' | 'sent' | 'ended';

/** Why a queued upload does not move although a network is there; null while it may. */
export type Halt =
  | { why: 'sign-in' }
  | { why: 'failed'; code: string; message: string };

export interface UploadRow {
  /** Made on the device; the server's session has the same id. */
  id: string;
  state: PageState;
  phase: TransferPhase;
  /** 1 for the upload that the page shows. */
  shown: 0 | 1;
  /** When Process was pressed, ms: the `Upload` header of all its chunks, also after a restart (CHUNK-016). */
  started: number | null;
  createdAt: number;
  /** Token of CALL-040; it covers this upload and nothing else. */
  uploadToken: string | null;
  halt: Halt | null;
  /** The last fault that made the sender wait, and when it tries again; null while all is well. */
  waiting: { reason: string; until: number; tries: number } | null;
  /** Files that were picked but cannot be taken: sealed list of RefusedFile. */
  refusedCount: number;
}

export interface StudyRow {
  id: string;
  uploadId: string;
  /** Keyed hash of StudyFacts.key: finds the study without opening it. */
  keyHash: string;
  position: number;
  /** StudyFacts. */
  sealed: Sealed;
  modality: string;
  /** Slug of a category; null until chosen or proposed. */
  bodyPart: string | null;
  bodyPartBy: 'header' | 'person' | null;
  /** Answer of CALL-051. */
  remote: { id: number; uuid: string } | null;
  /** Grows with each change: writers compare and try again. */
  revision: number;
}

export type SeriesProgress = 'local' | 'converting' | 'converted' | 'error';

export interface SeriesRow {
  id: string;
  uploadId: string;
  studyId: string;
  keyHash: string;
  position: number;
  /** SeriesFacts. */
  sealed: Sealed;
  /** Will be uploaded. The truth for selection (ODD-26). */
  upload: boolean;
  /** A person has chosen: reading on does not change it any more. */
  uploadDecided: boolean;
  valid: boolean;
  cnt: number;
  files: number;
  bytes: number;
  /** Index among the selected series of the upload, set by Process. */
  idx: number | null;
  remote: { id: number; uuid: string } | null;
  /** What the server said of its conversion. */
  progress: SeriesProgress;
  message: string | null;
  /** The default slice has been drawn. */
  previewed: boolean;
  revision: number;
}

export interface PreviewRow {
  seriesId: string;
  slice: number;
  uploadId: string;
  width: number;
  height: number;
  /** RGBA or grey bytes of the drawn tile, sealed as raw bytes. */
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
  /** Tie-breaker: instance number, then arrival. */
  order2: number;
  size: number;
  /** Lower-case hexadecimal. Identity is content, never name and size. */
  sha256: string;
  crcs: number[];
  pieces: StagedPiece[];
  /** {name, path, description | null}. */
  sealed: Sealed;
  state: 'stored' | 'proved';
  /** Why it is not part of a series; null for a readable image. */
  problem: FileProblem | null;
  /** Selected for sending by Process. */
  queued: 0 | 1;
}

export type FileProblem = 'no-pixel-data' | 'not-dicom' | 'cut-off' | 'duplicate' | 'unsupported';

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

export interface ChunkRow {
  uploadId: string;
  index: number;
  studyId: string;
  parts: { fileId: string; offset: number; length: number }[];
  bytes: number;
  state: 'waiting' | 'confirmed';
  tries: number;
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
      previews: '[seriesId+slice], uploadId, seriesId',
      files: 'id, uploadId, seriesId, [uploadId+state], [uploadId+sha256], [seriesId+order+order2]',
      segments: 'id, uploadId',
      chunks: '[uploadId+index], uploadId, [uploadId+state]',
      keys: 'id',
      lists: 'key, at',
    });
  }
}
