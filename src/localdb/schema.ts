import { Dexie, type EntityTable, type Table } from 'dexie';
import type { LeftOff } from '#contract/entities.ts';
import type { AsideReason } from '#contract/mask-operations.ts';
import type { Segmentation } from '#contract/segmentations.ts';
import type { SimilarFiles } from '#model/files/similar-files.ts';
import type { LayoutWrite } from '#model/layouts/shown-layouts.ts';
import type { CommentWrite } from '#model/comments/shown-comments.ts';
import type { FormAnswerWrite } from '#model/forms/shown-answers.ts';
import type { ReadMoveWrite } from '#model/campaigns/shown-reads.ts';
import type { TaskMoveWrite } from '#model/tasks/shown-tasks.ts';
import type { LesionWrite } from '#model/lesions/shown-follow-up.ts';
import type { ProposalWrite } from '#model/ai/shown-proposals.ts';
import type { MeasurementWrite } from '#model/measurements/shown-measurements.ts';
import type { SeriesAcquisition } from '#model/studies/acquisition.ts';
import type { BurnedIn } from '#model/pictures/burned-in.ts';
import type { DeidentifyRefusal } from '#model/uploads/deidentified.ts';
import type { FileState } from '#model/uploads/file-state.ts';
import type { Halt } from '#model/uploads/halt.ts';
import type { LegacyChoice, LegacyStep } from '#model/uploads/legacy-upload.ts';
import type { ChunkState } from '#model/uploads/chunk-state.ts';
import type { PageState } from '#model/status.ts';
import type { OpeningPhase, TransferPhase } from '#model/uploads/transfer-phase.ts';
import type { StudyRecognition } from '#model/studies/recognition-request.ts';
import type { PinFailure, PinState } from '#model/offline/pin-state.ts';
import type { FileProblem } from '#model/uploads/upload-view.ts';
import { Connection, NewerDatabaseError } from './connection-state.ts';
import {
  upgradeToAcquisitions,
  upgradeToChoices,
  upgradeToDeidentification,
  upgradeToKeptCopies,
  upgradeToOwnDecisions,
} from './upgrade.ts';

/**
 * The database of one user on one origin (a team's subdomain): another person who signs in opens another database and sees nothing of it
 * (PWA-40). What identifies a patient is sealed (see encryption.ts); ids, numbers and states are in clear. See docs/storage.md.
 */

/** AES-GCM-256 of one JSON value under the device key: 12 bytes of IV, then ciphertext and tag. */
export type Sealed = Uint8Array<ArrayBuffer>;

/** Why a queued upload does not continue although the network is available; null if it may. */

export interface UploadRow {
  /** Generated on the device. The server's session has the same ID. */
  id: string;
  state: PageState;
  phase: TransferPhase;
  /** 1 for the upload that the page shows. */
  shown: 0 | 1;
  createdAt: number;
  /** When Process was pressed, ms: the `Upload` header of all its chunks, also after a restart (CHUNK-016). */
  started: number | null;
  /** When the server had everything and every conversion had ended, ms. Verified bytes are kept for a while from then on. */
  endedAt: number | null;
  /** Token of CALL-040, valid only for this upload. */
  uploadToken: string | null;
  halt: Halt | null;
  /** The fault that makes the sender pause, and when it retries; null if there is none. */
  waiting: Waiting | null;
  /** State of its archives on the server: [Note: Archives that the server opens]. Absent: there are none. */
  opening?: OpeningPhase | null;
  /** IDs of archives that the user withdrew during the upload; sent with the next CALL-057. */
  takenBack?: string[];
  /** Of a legacy upload, which the upload page never shows: see legacy-uploads.ts. */
  legacy?: LegacyRow;
  /** Of an upload into a file area, which only the file manager shows: see area-uploads.ts. */
  area?: AreaUploadRow;
}

export interface AreaUploadRow {
  /** UUID of its work on the server (PCALL-208). */
  work: string;
  /** Files that it is sent with; 0 while they are copied onto this device. */
  files: number;
  /** AreaTarget: paths can name a patient. */
  sealed: Sealed;
}

export interface LegacyRow extends LegacyChoice {
  step: LegacyStep;
  /** BatchResult: what the server has read; null until then. */
  result: Sealed | null;
  /** ConvertedCase[], as last reported; null until Process. */
  cases: Sealed | null;
}

export interface Waiting {
  reason: string;
  until: number;
  tries: number;
}

export interface StudyRow {
  id: string;
  uploadId: string;
  /** Keyed hash of StudyFacts.key, to find the study without decrypting it. */
  keyHash: string;
  /** Order of arrival. */
  position: number;
  /** StudyFacts. */
  sealed: Sealed;
  /** The name that the user entered (string); null: that of the files. Stored apart from the facts, which change with every file that arrives. */
  writtenName: Sealed | null;
  /** Slug of a category; null until chosen or proposed. */
  bodyPart: string | null;
  bodyPartBy: 'header' | 'person' | null;
  /** IDs of the labels that it is sent with. */
  labels: number[];
  /** Code of its pipeline; null: none. */
  pipeline: string | null;
  /** The choices that the server could not apply, from its answer. */
  leftOff: LeftOff[];
  /** Whether it is sent de-identified: the choice of the user; null: the team's setting. Fixed from Process on. */
  anonymize: boolean | null;
  /** Answer of CALL-056. */
  anonymousName: string | null;
  /** UUID of the team's study that it joins, as chosen by the user. Absent or null: it is sent as a separate study. */
  joins?: string | null;
  /** Answer of CALL-051. */
  remote: Remote | null;
  /** What a server was asked about it. Absent: nothing yet. */
  recognition?: StudyRecognition;
  /** Increases with each change of the facts or the name. A writer that finds another number reads again. */
  revision: number;
}

export interface Remote {
  id: number;
  uuid: string;
}

export interface SeriesRow {
  id: string;
  uploadId: string;
  /** The study that it belongs to. The user may move it (UPL2-061). */
  studyId: string;
  /** The study of its files by their headers. Files that arrive later look for it there. */
  homeStudyId: string;
  /** Keyed hash of SeriesFacts.key. */
  keyHash: string;
  /** SeriesFacts. */
  sealed: Sealed;
  /** Will be uploaded. This field decides the selection (ODD-26). */
  upload: boolean;
  /** The user has decided, so reading more files does not change it. */
  uploadDecided: boolean;
  /** The series that the others of its study are compared with (UPL2-066). Only a selected series can be it. */
  isReference: boolean;
  /** Order of arrival in its home study, from 1. */
  arrival: number;
  /** The series number that the user entered, '' while it is empty; null: that of the files. See seriesNumber. */
  number: number | '' | null;
  /** The recognised or chosen acquisition; null until recognition has run. */
  acquisition: SeriesAcquisition | null;
  /** Recognition of this device; null until it has run. Sealed, because its texts quote the header. */
  recognised: Sealed | null;
  /** DeidentifiedSeries: what would be sent. Null until it is made, and if it was refused. */
  deidentified: Sealed | null;
  /** The user's decision on text in its images. Absent: none. */
  burnedIn?: BurnedIn;
  /** Elements for conversion are kept in its files, whatever the team's setting. Absent: not requested. */
  keepsForConversion?: boolean;
  /** The rules by which its current files were de-identified (madeBy); null: not yet. */
  deidentifiedBy: string | null;
  /** Why it cannot be sent de-identified. */
  refusal: DeidentifyRefusal | null;
  /** ID of the project to which its study is added for this series; null: none. */
  project: number | null;
  /** Similar files in it. Absent: none found so far. */
  alike?: SimilarFiles;
  /** Can be uploaded and shown: at least one instance with a data part. */
  valid: boolean;
  /** Position among the selected series of its upload, set by Process; index of its conversion events. */
  idx: number | null;
  remote: Remote | null;
  files: number;
  bytes: number;
  /** Bytes that the server acknowledged; bytes and files that it verified. Changed only together with the chunk or file rows that they count. */
  confirmedBytes: number;
  provedBytes: number;
  provedFiles: number;
  /** Bytes that are verified but still kept here, bytes that are no longer here, and files that were lost here. */
  keptBytes: number;
  goneBytes: number;
  lostFiles: number;
  /** Conversion state reported by the server. */
  conversion: 'none' | 'converting' | 'converted' | 'error';
  /** Reason for the failure, from the server. */
  message: string | null;
  /** Window of the instance that is shown first; null until it was drawn. */
  window: { center: number; width: number } | null;
  revision: number;
  /** The series was opened on the server and has these IDs there. None of its files is here. Absent: it is on this device. */
  server?: { uploadId: string; studyKey: string };
}

/** A drawn slice. Keyed by instance and frame, so that instances that arrive later do not change any image. */
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
  /** The study that it arrived in. Its series knows the study that it is sent with. */
  studyId: string | null;
  seriesId: string | null;
  /** Position in its series: millimetres along the slice normal, or the instance number. */
  order: number;
  /** Tie-breaker. */
  order2: number;
  /** Number of images in it. Absent: no image, or read by an earlier version. */
  frames?: number;
  /** PackedSlices, for the grid of its series. Absent: no image, or read by an earlier version. */
  slices?: Sealed;
  size: number;
  /** Lower-case hexadecimal. Files are identified by content, never by name and size. */
  sha256: string;
  pieces: StagedPiece[];
  /** Segments of `pieces`, each once, to find which files a segment still contains. */
  segmentIds: string[];
  /** Its de-identified form, stored next to the original until Process decides. `segmentIds` includes the segments that it needs. */
  outgoing?: Outgoing;
  /** Set if it is sent de-identified: the name that it is sent under, and the original that it was made from. */
  sentAs?: string;
  original?: Original;
  /** FileNames. */
  sealed: Sealed;
  /** See [Note: The bytes of a file on the device]. */
  state: FileState;
  /** Why it is not part of a series; null for a readable image. If set, its bytes are not kept. */
  problem: FileProblem | Unpacked | ForServer | null;
}

/** A de-identified file: a new header, followed by ranges of the staged bytes. */
export interface Outgoing {
  /** Made from its position in the series, because the name of the file may contain the patient's name. */
  name: string;
  size: number;
  sha256: string;
  pieces: StagedPiece[];
  /** PackedSlices of its new header. Absent: made by an earlier version. */
  slices?: Sealed;
  /** Absent: unchanged. */
  original?: Original;
}

/** The original of a file. If it is chosen again, it restores the ranges that came from it. */
export interface Original {
  sha256: string;
  /** `at` in the file that is sent, `from` in the original. */
  ranges: { at: number; from: number; length: number }[];
}

/** An archive whose files were all taken or reported: [Note: Archives]. It is not a problem and is not shown. */
export type Unpacked = 'unpacked';

/** An archive that the server opens. Its bytes are kept, and it has its own place on the page: [Note: Archives that the server opens]. */
export type ForServer = 'for-server';

export interface FileNames {
  name: string;
  path: string;
  /** SOP Instance UID. Absent: not DICOM, or taken by an earlier version. */
  instance?: string;
}

export interface SegmentRow extends SealedUnits {
  id: string;
  uploadId: string;
}

/** Encrypted bytes in the format of [Note: Segments]. */
export interface SealedUnits {
  keyId: string;
  /** Number of plain bytes. */
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
  state: ChunkState;
}

export interface KeyRow {
  id: string;
  /** AES-GCM-256, not extractable. */
  key: CryptoKey;
  /** HMAC-SHA-256, not extractable, for keyed hashes of identifying data. */
  hashKey: CryptoKey;
  /** Blobs could be stored and read back here; see canKeepBlobs. */
  keepsBlobs?: true;
  createdAt: number;
}

/** A lock of a browser without Web Locks; see leases.ts. */
export interface LeaseRow {
  name: string;
  holder: string;
  mode: 'exclusive' | 'shared';
  /** Increases with each renewal. Waiting contexts check whether it does. */
  beats: number;
}

/** Files that a page was given and has not stored on the device yet; see [Note: Chosen files]. */
export interface ChosenRow {
  /** ID of the page. */
  id: string;
  /** 1 once that page is closed. */
  isLeft: 0 | 1;
  /** ChosenFile[]. */
  sealed: Sealed;
}

/** What a kept object of the server is stored under: its kind and its ID on the server. */
export type KeptKind = 'answer' | 'thumbnail' | 'volume' | 'file' | 'labels' | 'model';
export type KeptKey = `${KeptKind}:${string}`;

/** A copy of an object of the server; see [Note: Kept objects]. Its bytes are stored in `keptPieces`. */
export interface KeptObjectRow {
  /** ID of this copy. */
  id: string;
  key: KeptKey;
  studyUuid: string;
  kind: KeptKind;
  keyId: string;
  /** Plain size of the whole object and of the part on this device, which is smaller during the download. */
  size: number;
  keptBytes: number;
  /** ETag from the server. A different tag means different content. */
  tag: string | null;
  /** 0 while its study is pinned; 1 for what may be deleted as soon as space is needed. */
  cached: 0 | 1;
  /** Of a model: UUIDs of the pinned studies that it suits. See kept-models.ts. */
  neededBy?: string[];
  fetchedAt: number;
  usedAt: number;
}

/** At most 8 MiB of a copy, starting at byte `at`. */
export interface KeptPieceRow extends SealedUnits {
  objectId: string;
  at: number;
}

/** A study that the user wants to keep on this device; see [Note: Pins]. */
export interface PinRow {
  studyUuid: string;
  keyId: string;
  /** PinnedName. */
  sealed: Sealed;
  pinnedAt: number;
  state: PinState;
  /** Plain size of its volumes on the server; null until the server was asked. */
  total: number | null;
  /** When it was last complete on this device. */
  keptAt: number | null;
  /** When the server was last checked for changes, and had none or did not answer. */
  checkedAt: number | null;
  /** Why it is not complete, and when it is retried. */
  failure: PinFailure | null;
}

/** Last answers of lists and pages, for reading offline (PWA-20, 21). */
export interface ListRow {
  key: string;
  sealed: Sealed;
  at: number;
}

/** A small write that the server has not acknowledged; see outbox.ts. */
export interface OutboxRow {
  /** In the order in which they were made. */
  seq: number;
  /** What it is about. A later write with the same key replaces it. */
  key: string;
  write: OutboxWrite;
}

/** As it is stored: a write with words of a user or a team is sealed. */
export interface StoredOutboxRow extends Omit<OutboxRow, 'write'> {
  write: OutboxWrite | Sealed;
}

/**
 * `isPush`: the user clicked the notification where the system shows it. `last_id`: all that were shown, up to that one. `study`: its UUID. `on`:
 * whether it shall have the label or be in the project.
 */
export type OutboxWrite =
  | { kind: 'notification'; id: number; is_seen: 0 | 1; isPush?: true }
  | { kind: 'all-notifications'; last_id: number }
  | { kind: 'study-label'; study: string; label: number; on: boolean }
  | { kind: 'study-project'; study: string; project: number; on: boolean }
  | SegmentationWrite
  | MeasurementWrite
  | LesionWrite
  | CommentWrite
  | FormAnswerWrite
  | LayoutWrite
  | ProposalWrite
  | TaskMoveWrite
  | ReadMoveWrite;
export type WriteOf<Kind extends OutboxWrite['kind']> = Extract<OutboxWrite, { kind: Kind }>;

/** UUIDs of the study, the segmentation and the segment. New ones get them here. */
type OfSegmentation = { study: string; segmentation: string };
type OfSegment = OfSegmentation & { segment: string };

/** `segmentation` and `segment` create one. `exclusive`: segments may not overlap. `segments`: the UUIDs in their order. `series`: the UUID of the series whose grid the mask gets. */
export type SegmentationWrite =
  | (OfSegmentation & { kind: 'segmentation'; structure: SegmentationStructure; exclusive?: boolean })
  | (OfSegmentation & { kind: 'segmentation-overlap'; exclusive: boolean })
  | (OfSegmentation & { kind: 'segmentation-sharing'; on: boolean })
  | (OfSegmentation & { kind: 'segmentation-mask'; series: string })
  | (OfSegmentation & { kind: 'segment-order'; segments: readonly string[] })
  | (OfSegment & { kind: 'segment' })
  | (OfSegment & { kind: 'segment-title'; title: string })
  | (OfSegment & { kind: 'segment-colour'; color: string })
  | (OfSegment & { kind: 'segment-deletion' });

/** What is shown of the structure while the server has not received the segmentation. */
export type SegmentationStructure = Pick<Segmentation['structure'], 'slug' | 'title' | 'category'>;

/** What the user did in the app, for the activity log (CALL-005), until the server has it; see steps.ts. */
export interface StepRow {
  seq: number;
  /** Generated here, so that a repeated step counts once. */
  key: string;
  type: 'route' | 'click';
  /** Segments of our own paths, with stars for the rest. */
  path: string;
  /** Name of the pressed element. */
  name: string | null;
  at: number;
}

/** An operation of a mask, drawn here or received; see [Note: Journal of masks]. */
export type MaskOperationRow = NewMaskOperationRow & {
  /** In the order in which this device drew or received them. */
  seq: number;
};

export type NewMaskOperationRow = MaskOperationState & {
  uuid: string;
  segmentation: string;
  study: string;
  /** 1: drawn on this device. */
  isOwn: 0 | 1;
  /** MaskOperationContent, deflated. */
  sealed: Sealed;
};

/** `drawn`: the server has not confirmed it. `taken`: it has a number. `aside`: the server keeps it apart, and why. */
export type MaskOperationState = { state: 'drawn' } | { state: 'taken'; number: number } | { state: 'aside'; reason: AsideReason };

/** A segmentation whose operations are on this device: all of them up to the number `last`. */
export interface MaskRow {
  segmentation: string;
  study: string;
  /** SHA-256 of the grid that it is drawn on. */
  gridHash: string;
  last: number;
  /** Number of the snapshot in `maskSnapshots` that stands for the operations up to it. Without: the operations themselves are here. */
  start?: number;
  /** A snapshot was of no use here: none is asked for again. */
  readsAll?: true;
  /** Number of the last snapshot that this device handed in, or that nobody wanted from it. */
  handedIn?: number;
}

/** The mask of a segmentation at the number `start` of its row in `masks`. */
export interface MaskSnapshotRow {
  segmentation: string;
  study: string;
  number: number;
  /** Of the bytes before they were deflated. */
  sha256: string;
  /** The bytes of the snapshot, deflated (RFC 1950). */
  sealed: Sealed;
}

/** A comment that was not sent; see comment-drafts.ts. */
export interface CommentDraftRow {
  key: string;
  study: string;
  /** CommentDraft. */
  sealed: Sealed;
}

/** Also increases when rows can have new values: an older page would misread a write that it does not know. */
const SCHEMA_VERSION = 22;

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
  leases!: Table<LeaseRow, [string, string]>;
  chosen!: EntityTable<ChosenRow, 'id'>;
  keptObjects!: EntityTable<KeptObjectRow, 'id'>;
  keptPieces!: Table<KeptPieceRow, [string, number]>;
  pins!: EntityTable<PinRow, 'studyUuid'>;
  outbox!: EntityTable<StoredOutboxRow, 'seq'>;
  steps!: EntityTable<StepRow, 'seq'>;
  masks!: EntityTable<MaskRow, 'segmentation'>;
  maskOperations!: Table<MaskOperationRow, number, NewMaskOperationRow>;
  maskSnapshots!: EntityTable<MaskSnapshotRow, 'segmentation'>;
  commentDrafts!: EntityTable<CommentDraftRow, 'key'>;
  /** For the page to show: reload, or close the other tab. */
  readonly connection = new Connection();
  /** When the user last made a decision in this page, by its clock. The result is shown immediately, whatever else is going on. */
  decidedAtMs = -Infinity;

  constructor(userId: number) {
    // Strict: `complete` fires after the flush, so that a committed transaction survives a power failure.
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
    this.version(2)
      .stores({ series: 'id, uploadId, studyId, [studyId+keyHash], lostFiles', leases: '[name+holder], name', chosen: 'id, isLeft' })
      .upgrade(upgradeToKeptCopies);
    this.version(3).stores({
      keptObjects: 'id, key, studyUuid, [cached+usedAt+size]',
      keptPieces: '[objectId+at]',
      pins: 'studyUuid',
    });
    this.version(4).stores({ series: 'id, uploadId, studyId, [homeStudyId+keyHash], lostFiles' }).upgrade(upgradeToOwnDecisions);
    this.version(5).stores({ outbox: '++seq, key' });
    this.version(6).stores({ steps: '++seq' });
    this.version(7).stores({}).upgrade(upgradeToAcquisitions);
    this.version(8).stores({}).upgrade(upgradeToChoices);
    // Legacy uploads: an older page would show one as its own.
    this.version(9).stores({});
    this.version(10).stores({}).upgrade(upgradeToDeidentification);
    // Archives that the server opens, and series of them.
    this.version(11).stores({});
    // Writes of segmentations, some of them sealed.
    this.version(12).stores({});
    // The order of segments, a kind of write. Slices of files: an older page would send those of the originals with the de-identified files.
    this.version(13).stores({});
    // Writes of measurements.
    this.version(14).stores({});
    // Writes of layouts.
    this.version(15).stores({});
    this.version(16).stores({
      masks: 'segmentation, study',
      maskOperations: '++seq, &uuid, segmentation, [segmentation+state], state, study',
    });
    // An older page would take what comes after a snapshot for all there is.
    this.version(17).stores({ maskSnapshots: 'segmentation, study' });
    // Moves of tasks and of reads of a campaign.
    this.version(18).stores({});
    // Comments that are being written, and writes of comments.
    this.version(19).stores({ commentDrafts: 'key, study' });
    // Writes of lesions and responses.
    this.version(20).stores({});
    // Writes of baselines, decisions about proposals, and models of pinned studies.
    this.version(21).stores({});
    // Uploads into file areas: an older page would show one as its own.
    this.version(SCHEMA_VERSION).stores({});
    this.#watchVersions();
  }

  #watchVersions(): void {
    // A newer page wants to upgrade. It waits for this connection, and this page must not write rows in the old shape.
    this.on('versionchange', (event) => {
      // Null: the database is being deleted, which waits for this connection.
      if (event.newVersion !== null && event.newVersion <= this.#nativeVersion()) return;
      this.connection.change(event.newVersion === null ? 'gone' : 'outdated');
      this.close({ disableAutoOpen: true });
      // By default Dexie would reopen the database at the next query.
      return false;
    });
    this.on('blocked', () => this.connection.change('blocked'));
    // Dexie would open the database of a newer version (for example after a roll-back) as if it were its own.
    this.on(
      'ready',
      () => {
        if (this.backendDB().version <= this.#nativeVersion()) return this.connection.change('open');
        this.connection.change('outdated');
        throw new NewerDatabaseError('A newer version of the page has this database');
      },
      true,
    );
  }

  /** Its owner has signed out. */
  closeForGood(): void {
    this.connection.change('gone');
    this.close({ disableAutoOpen: true });
  }

  /** Dexie multiplies its versions by ten: 2 is the browser's 20. It uses the numbers between for repairs of the same version. */
  #nativeVersion(): number {
    return SCHEMA_VERSION * 10 + 9;
  }
}
