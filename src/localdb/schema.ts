import { Dexie, type EntityTable, type Table } from 'dexie';
import type { LeftOff } from '#contract/entities.ts';
import type { Alike } from '#model/alike.ts';
import type { SeriesAcquisition } from '#model/acquisition.ts';
import type { BurnedIn } from '#model/burned-in.ts';
import type { DeidentifyRefusal } from '#model/deidentified.ts';
import type { FileState } from '#model/file-state.ts';
import type { Halt } from '#model/halt.ts';
import type { LegacyChoice, LegacyStep } from '#model/legacy-upload.ts';
import type { ChunkState } from '#model/chunk-state.ts';
import type { PageState } from '#model/status.ts';
import type { OpeningPhase, TransferPhase } from '#model/transfer-phase.ts';
import type { StudyRecognition } from '#model/study-to-ask.ts';
import type { PinFailure, PinState } from '#model/pin-state.ts';
import type { FileProblem } from '#model/upload-view.ts';
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
 * (PWA-40). What identifies a patient is sealed (see sealed.ts); ids, numbers and states are in clear. See docs/storage.md.
 */

/** AES-GCM-256 of one JSON value under the device key: 12 bytes of IV, then ciphertext and tag. */
export type Sealed = Uint8Array<ArrayBuffer>;

/** Why a queued upload does not move although a network is there; null while it may. */

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
  /** When the server had everything and every conversion had ended, ms: its proved bytes stay for a while from then on. */
  endedAt: number | null;
  /** Token of CALL-040; it covers this upload and nothing else. */
  uploadToken: string | null;
  halt: Halt | null;
  /** The fault that makes the sender pause, and when it tries again; null while all is well. */
  waiting: Waiting | null;
  /** How far the server is with archives of it: [Note: Archives that the server opens]. Absent: there are none. */
  opening?: OpeningPhase | null;
  /** Ids of archives that a person took back while they went: told to the server with the next CALL-057. */
  takenBack?: string[];
  /** Of an upload of the legacy flow, which the upload page never shows: see legacy-uploads.ts. */
  legacy?: LegacyRow;
}

export interface LegacyRow extends LegacyChoice {
  step: LegacyStep;
  /** BatchResult: what the server has read of it; null until then. */
  result: Sealed | null;
  /** ConvertedCase[], as they were last told; null until Process. */
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
  /** Keyed hash of StudyFacts.key: finds the study without opening it. */
  keyHash: string;
  /** Order of arrival. */
  position: number;
  /** StudyFacts. */
  sealed: Sealed;
  /** The name that a person wrote (string); null: that of the files. Beside the facts, which grow with every file that still arrives. */
  writtenName: Sealed | null;
  /** Slug of a category; null until chosen or proposed. */
  bodyPart: string | null;
  bodyPartBy: 'header' | 'person' | null;
  /** Ids of the labels that it goes with. */
  labels: number[];
  /** Code of the pipeline that it goes through; null: none. */
  pipeline: string | null;
  /** What of all that the server could not take, as it answered. */
  leftOff: LeftOff[];
  /** Leaves without names: as a person said; null: as the team does it. From Process on as it was decided. */
  anonymize: boolean | null;
  /** Answer of CALL-056. */
  anonymousName: string | null;
  /** UUID of the study of the team that it is to become part of, as a person chose. Absent or null: it goes as a study of its own. */
  joins?: string | null;
  /** Answer of CALL-051. */
  remote: Remote | null;
  /** What a server was asked about it. Absent: nobody has asked yet. */
  recognition?: StudyRecognition;
  /** Grows with each change of the facts or the name: a writer that finds another number reads again. */
  revision: number;
}

export interface Remote {
  id: number;
  uuid: string;
}

export interface SeriesRow {
  id: string;
  uploadId: string;
  /** The study that it is part of; a person may move it (UPL2-061). */
  studyId: string;
  /** The study that its files belong to by their headers: where those that still arrive look for it. */
  homeStudyId: string;
  /** Keyed hash of SeriesFacts.key. */
  keyHash: string;
  /** SeriesFacts. */
  sealed: Sealed;
  /** Will be uploaded. The truth for selection (ODD-26). */
  upload: boolean;
  /** A person has chosen: reading on does not change it any more. */
  uploadDecided: boolean;
  /** The one series of its study that the others are compared with (UPL2-066); only of one that is selected. */
  isReference: boolean;
  /** Which of the series of its home study came first, from 1. */
  arrival: number;
  /** The series number that a person wrote, '' while it is open; null: that of the files. See seriesNumber. */
  number: number | '' | null;
  /** What it is taken for; null until somebody has looked. */
  acquisition: SeriesAcquisition | null;
  /** Recognition, of this device; null until it has looked. Its words quote the header. */
  recognised: Sealed | null;
  /** DeidentifiedSeries: what it would leave as. Null until somebody has looked, and where it was refused. */
  deidentified: Sealed | null;
  /** What a person said of text in its pictures. Absent: nothing. */
  burnedIn?: BurnedIn;
  /** What converters read stays in its files, whatever its team usually does. Absent: nobody has said so. */
  keepsForConversion?: boolean;
  /** By what that was done (madeBy), with the files that are here; null: not yet. */
  deidentifiedBy: string | null;
  /** Nothing of it may leave without names. */
  refusal: DeidentifyRefusal | null;
  /** Id of the project that its study goes into for its sake; null: none. */
  project: number | null;
  /** Of its files. Absent: nothing, as far as anybody has looked. */
  alike?: Alike;
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
  /** Bytes that are proved and kept here all the same, bytes that are not here any more, and files that were lost here. */
  keptBytes: number;
  goneBytes: number;
  lostFiles: number;
  /** What the server said of its conversion. */
  conversion: 'none' | 'converting' | 'converted' | 'error';
  /** Why it failed, as the server said. */
  message: string | null;
  /** Window of the instance that is shown first; null until it was drawn. */
  window: { center: number; width: number } | null;
  revision: number;
  /** It lies on the server, in what was opened there, under these ids; none of its files is here. Absent: on this device. */
  server?: { uploadId: string; studyKey: string };
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
  /** The study that it arrived in. Which one it goes with its series knows. */
  studyId: string | null;
  seriesId: string | null;
  /** Place in its series: millimetres along the slice normal, or the instance number. */
  order: number;
  /** Tie-breaker. */
  order2: number;
  /** Pictures in it. Absent: no image, or an earlier version read it. */
  frames?: number;
  size: number;
  /** Lower-case hexadecimal. Identity is content, never name and size. */
  sha256: string;
  pieces: StagedPiece[];
  /** Segments of `pieces`, once each: finds what a segment still holds. */
  segmentIds: string[];
  /** What it would leave as without names, beside it until Process decides. Of segments that it needs, `segmentIds` has those as well. */
  outgoing?: Outgoing;
  /** It leaves without names: the name that it is sent under, and what it was made of. */
  sentAs?: string;
  original?: Original;
  /** FileNames. */
  sealed: Sealed;
  /** See [Note: The bytes of a file on the device]. */
  state: FileState;
  /** Why it is not part of a series; null for a readable image. Its bytes are not kept. */
  problem: FileProblem | Unpacked | ForServer | null;
}

/** A file as it would leave: a header of its own, then ranges of what is staged. */
export interface Outgoing {
  /** Its place in its series: a file's own name may be a patient's. */
  name: string;
  size: number;
  sha256: string;
  pieces: StagedPiece[];
  /** Absent: it is what it was. */
  original?: Original;
}

/** What a file was made of: chosen again, it gives back the ranges that came from it. */
export interface Original {
  sha256: string;
  /** `at` in what leaves, `from` in what was read. */
  ranges: { at: number; from: number; length: number }[];
}

/** An archive of which every file was taken or named: [Note: Archives]. No problem, and on no page. */
export type Unpacked = 'unpacked';

/** An archive that the server opens. Its bytes are kept, and it is on the page by itself: [Note: Archives that the server opens]. */
export type ForServer = 'for-server';

export interface FileNames {
  name: string;
  path: string;
  /** SOP Instance UID. Absent: none of DICOM, or an earlier version took it. */
  instance?: string;
}

export interface SegmentRow extends SealedUnits {
  id: string;
  uploadId: string;
}

/** Bytes as [Note: Segments] keeps them. */
export interface SealedUnits {
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
  state: ChunkState;
}

export interface KeyRow {
  id: string;
  /** AES-GCM-256, not extractable. */
  key: CryptoKey;
  /** HMAC-SHA-256, not extractable: keyed hashes of what identifies. */
  hashKey: CryptoKey;
  /** Blobs were stored here and read back; see canKeepBlobs. */
  keepsBlobs?: true;
  createdAt: number;
}

/** A lock of a browser without Web Locks; see leases.ts. */
export interface LeaseRow {
  name: string;
  holder: string;
  mode: 'exclusive' | 'shared';
  /** Grows with each renewal: whoever waits watches whether it does. */
  beats: number;
}

/** What a page was given and has not taken onto the device yet; see [Note: Chosen files]. */
export interface ChosenRow {
  /** Of the page. */
  id: string;
  /** 1 once that page is gone. */
  isLeft: 0 | 1;
  /** ChosenFile[]. */
  sealed: Sealed;
}

/** What an object of the server is kept under: its kind, and its id there. */
export type KeptKind = 'answer' | 'thumbnail' | 'volume' | 'file';
export type KeptKey = `${KeptKind}:${string}`;

/** A copy of an object of the server; see [Note: Kept objects]. Its bytes lie in `keptPieces`. */
export interface KeptObjectRow {
  /** Of this copy. */
  id: string;
  key: KeptKey;
  studyUuid: string;
  kind: KeptKind;
  keyId: string;
  /** Plain bytes of the whole object, and those that are here: fewer while it is being fetched. */
  size: number;
  keptBytes: number;
  /** ETag of what the server sent: another one is another content. */
  tag: string | null;
  /** 0 while its study is pinned; 1 for what may go as soon as room is needed. */
  cached: 0 | 1;
  fetchedAt: number;
  usedAt: number;
}

/** At most 8 MiB of a copy, from byte `at` on. */
export interface KeptPieceRow extends SealedUnits {
  objectId: string;
  at: number;
}

/** A study that a person wants to have on this device; see [Note: Pins]. */
export interface PinRow {
  studyUuid: string;
  keyId: string;
  /** PinnedName. */
  sealed: Sealed;
  pinnedAt: number;
  state: PinState;
  /** Plain bytes of the volumes that the server has of it; null until it was asked. */
  total: number | null;
  /** When all of it was here, last. */
  keptAt: number | null;
  /** When the server was last asked in vain whether it has something new of it. */
  checkedAt: number | null;
  /** Why it is not, and when it is tried again. */
  failure: PinFailure | null;
}

/** Last answers of lists and pages, for reading offline (PWA-20, 21). */
export interface ListRow {
  key: string;
  sealed: Sealed;
  at: number;
}

/** A small write that the server has not heard of; see outbox.ts. */
export interface OutboxRow {
  /** In the order in which they were made. */
  seq: number;
  /** What it is about: a later one of the same takes its place. */
  key: string;
  write: OutboxWrite;
}

/**
 * `isPush`: the notification was pressed where the system shows it. `last_id`: all that were shown, up to that one. `study`: its UUID. `on`: it shall
 * have the label, or be in the project.
 */
export type OutboxWrite =
  | { kind: 'notification'; id: number; is_seen: 0 | 1; isPush?: true }
  | { kind: 'all-notifications'; last_id: number }
  | { kind: 'study-label'; study: string; label: number; on: boolean }
  | { kind: 'study-project'; study: string; project: number; on: boolean };
export type WriteOf<Kind extends OutboxWrite['kind']> = Extract<OutboxWrite, { kind: Kind }>;

/** What the person did in the app, for the activity log (CALL-005), until the server has it; see steps.ts. */
export interface StepRow {
  seq: number;
  /** Made here: what is sent twice counts once. */
  key: string;
  type: 'route' | 'click';
  /** Words of our own addresses, and stars. */
  path: string;
  /** Of what was pressed. */
  name: string | null;
  at: number;
}

/** Also of what rows may say: a page of before would take a write that it does not know for another. */
const SCHEMA_VERSION = 11;

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
  outbox!: EntityTable<OutboxRow, 'seq'>;
  steps!: EntityTable<StepRow, 'seq'>;
  /** For the page to tell: reload, or close the other tab. */
  readonly connection = new Connection();
  /** When a person last decided something in this page, on its clock: what follows is shown at once, however much else is going on. */
  decidedAtMs = -Infinity;

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
    // Uploads of the legacy flow: a page of before would take one for its own.
    this.version(9).stores({});
    this.version(10).stores({}).upgrade(upgradeToDeidentification);
    // Archives that the server opens, and series of them.
    this.version(SCHEMA_VERSION).stores({});
    this.#watchVersions();
  }

  #watchVersions(): void {
    // A newer page wants to upgrade: it waits for this connection, and this page may not write rows of a shape that is over.
    this.on('versionchange', (event) => {
      // Null: it is being deleted, which waits for this connection.
      if (event.newVersion !== null && event.newVersion <= this.#nativeVersion()) return;
      this.connection.change(event.newVersion === null ? 'gone' : 'outdated');
      this.close({ disableAutoOpen: true });
      // Dexie's own answer would open the database again at the next question.
      return false;
    });
    this.on('blocked', () => this.connection.change('blocked'));
    // Dexie opens what a newer version left behind (after a roll-back, say) as if it were its own.
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

  /** Dexie leaves room between its versions: 2 is the browser's 20. Half a step up are its own repairs of the same version. */
  #nativeVersion(): number {
    return SCHEMA_VERSION * 10 + 9;
  }
}
