import type { AnswerOf, Calls, BodyOf } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/entities.ts';
import type { Halt } from '#model/uploads/halt.ts';
import type { OpeningPhase, TransferPhase } from '#model/uploads/transfer-phase.ts';

/** What the engine needs of the device's queue. Every function is one question or one durable change, and repeating a change is harmless. */
export interface QueueStore {
  /** Uploads that have something to send and no halt, oldest first. */
  uploadsToSend(): Promise<QueuedUpload[]>;
  /** Uploads whose bytes are all on the server and that are not known to have finished converting. */
  uploadsToFollow(): Promise<QueuedUpload[]>;
  /** Where the files of an upload into a file area go; null for any other, and once it was cleared. */
  areaTarget(uploadId: string): Promise<Omit<BodyOf<Calls['takeUpload']>, 'session'> | null>;
  savePrepared(uploadId: string, uploadToken: string): Promise<void>;
  /** Studies that are sent de-identified and have no replacement name yet (CALL-056). */
  unnamedStudies(uploadId: string): Promise<BodyOf<Calls['anonymiseNames']>['s']>;
  saveAnonymousNames(uploadId: string, names: AnswerOf<Calls['anonymiseNames']>['a']): Promise<void>;
  /** The next study without ids, ready to be registered; null when all have them. */
  nextUnregistered(uploadId: string): Promise<BodyOf<Calls['registerStudy']> | null>;
  saveRegistered(uploadId: string, studyClientId: string, answer: AnswerOf<Calls['registerStudy']>): Promise<void>;
  /** All studies have ids. */
  saveAllRegistered(uploadId: string): Promise<void>;
  /** Aligns the rows with the server: chunks it lost wait again, chunks it has are confirmed, files it verified are marked so. */
  reconcile(uploadId: string, status: UploadStatus): Promise<void>;
  /** Indexes of the chunks that wait, ascending. */
  waitingChunks(uploadId: string): Promise<number[]>;
  /** The body of one chunk, read from the staged bytes; parts are deflated if requested and if that makes them smaller. */
  loadChunk(uploadId: string, index: number, isDeflated: boolean): Promise<LoadedChunk>;
  /** The server acknowledged a chunk and verified these files: their staged bytes are deleted. */
  confirmChunk(uploadId: string, index: number, provedFileIds: readonly string[]): Promise<void>;
  /** True once every file of the upload is verified. */
  allProved(uploadId: string): Promise<boolean>;
  seriesToConvert(uploadId: string): Promise<BodyOf<Calls['convertSeries']>[]>;
  saveSent(uploadId: string): Promise<void>;
  /** The server's conversion status; returns every series that has ended, also those that had ended earlier. */
  saveConversions(uploadId: string, series: UploadStatus['series']): Promise<EndedSeries[]>;
  studyUuids(uploadId: string): Promise<string[]>;
  /** UUIDs of all series that the server has registered. */
  seriesUuids(uploadId: string): Promise<string[]>;
  /** Its verified bytes are kept for a while (src/model/offline/kept-copies.ts). */
  saveEnded(uploadId: string): Promise<void>;
  /** Ended uploads whose bytes this device still keeps. */
  uploadsKept(): Promise<KeptUpload[]>;
  /** Deletes the kept bytes of an ended upload, unless it has been started again. */
  releaseKept(uploadId: string): Promise<void>;
  /**
   * The server no longer knows the session or has lost files of it: everything is prepared, registered and compared again. Applies only in the
   * phase in which this was found, because another tab may already have started over.
   */
  saveForgotten(uploadId: string, from: TransferPhase | OpeningPhase): Promise<void>;
  /** Whether the server has every archive that it must open. `lost`: this device has lost bytes of one. */
  archivesOnServer(uploadId: string): Promise<'all' | 'some' | 'lost'>;
  /** The server has started to open them. */
  saveReading(uploadId: string): Promise<void>;
  /** The files that it found become studies and series of the upload. */
  saveOpened(uploadId: string, result: AnswerOf<Calls['sortedOnServer']>): Promise<void>;
  /** Not for an upload that was cleared meanwhile: the server must be told of that whatever happened to its chunks. */
  saveHalt(uploadId: string, halt: Halt): Promise<void>;
  /** Resumes the upload immediately. Harmless if it is not halted. */
  liftHalt(uploadId: string): Promise<void>;
  saveWaiting(uploadId: string, waiting: { reason: string; until: number; tries: number } | null): Promise<void>;
  removeDropped(uploadId: string): Promise<void>;
}

export interface QueuedUpload {
  id: string;
  phase: TransferPhase | OpeningPhase;
  /** `Upload` header, ms. */
  started: number;
  uploadToken: string | null;
  waiting: { reason: string; until: number; tries: number } | null;
  /** Its files are sent unchanged, and the server opens and sorts them (CALL-041 instead of CALL-040, and no studies to register). */
  isLegacy?: true;
  /** Its files become files of a folder (PCALL-208): sent unchanged as well, and never read. */
  isForArea?: true;
  /** Archives that the server no longer waits for. */
  takenBack?: readonly string[];
}

export interface KeptUpload extends QueuedUpload {
  /** ms, by the clock of this device at that moment. */
  endedAt: number;
}

/** Opaque to the engine: a Blob in the browser, bytes in a simulation. */
export type ChunkBody = unknown;

export type LoadedChunk =
  | {
      ok: true;
      body: ChunkBody;
      /** Stored length, and length on the wire. */
      plainBytes: number;
      sentBytes: number;
    }
  /** `withdrawn`: bytes of it are lost, and the rest waits under a new index. `cleared`: the upload no longer exists. */
  | { ok: false; why: 'withdrawn' | 'cleared' };

export interface EndedSeries {
  id: number;
  uuid: string;
  studyUuid: string;
  state: 'converted' | 'error';
}

/** An answer of the server, or why there is none. `status` is the HTTP status; `code` is the contract's error code if the server sent one. */
export type ServerAnswer<T> =
  | { ok: true; value: T }
  | { ok: false; kind: 'network'; retryAfterMs?: number | null }
  | { ok: false; kind: 'refused'; status: number; code: string | null; message: string; retryAfterMs: number | null };

/** What the engine needs of the server: the calls of the contract, none of which throws. */
export interface UploadServer {
  /** Connections to the upload host that a browser can open and nothing else needs: LIMITS.lanes or more. */
  mostLanes(): Promise<number>;
  /** Bearer token of the current sign-in, only for comparison. Null while the owner of this queue is not signed in. */
  bearer(): Promise<string | null>;
  prepare(upload: QueuedUpload): Promise<ServerAnswer<AnswerOf<Calls['prepareUpload']>>>;
  anonymiseNames(s: BodyOf<Calls['anonymiseNames']>['s']): Promise<ServerAnswer<AnswerOf<Calls['anonymiseNames']>>>;
  registerStudy(body: BodyOf<Calls['registerStudy']>): Promise<ServerAnswer<AnswerOf<Calls['registerStudy']>>>;
  status(upload: QueuedUpload): Promise<ServerAnswer<UploadStatus>>;
  /** Only the series of the status: it is requested repeatedly while the server converts. */
  conversions(upload: QueuedUpload): Promise<ServerAnswer<UploadStatus['series']>>;
  /** Gives up the connection after `giveUpMs` without an answer, which then counts as `network`. */
  sendChunk(upload: QueuedUpload, body: ChunkBody, giveUpMs: number): Promise<ServerAnswer<AnswerOf<Calls['sendChunk']>>>;
  convertSeries(upload: QueuedUpload, body: BodyOf<Calls['convertSeries']>): Promise<ServerAnswer<AnswerOf<Calls['convertSeries']>>>;
  changeStatus(series: EndedSeries): Promise<ServerAnswer<unknown>>;
  uploadFinished(studyUuids: readonly string[]): Promise<ServerAnswer<unknown>>;
  drop(upload: QueuedUpload): Promise<ServerAnswer<unknown>>;
  /** Tells the server where the files go, and answers how far it is with them; repeated calls count once. */
  takeUpload(body: BodyOf<Calls['takeUpload']>): Promise<ServerAnswer<AnswerOf<Calls['takeUpload']>>>;
  /** Starts opening the archives of an upload; repeated calls count once. */
  sortOnServer(upload: QueuedUpload): Promise<ServerAnswer<unknown>>;
  /** What was in the archives; 409 while the server is still opening them. */
  sortedOnServer(upload: QueuedUpload): Promise<ServerAnswer<AnswerOf<Calls['sortedOnServer']>>>;
}

export interface Clock {
  /** Milliseconds since 1970; may jump. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never jumps. */
  elapsed(): number;
  /** Resolves after the time or when the signal aborts, whichever is first; never rejects. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

export interface TransferPorts {
  store: QueueStore;
  server: UploadServer;
  clock: Clock;
  /** A bug or a device fault that has no state. It must not contain file names or personal data. */
  report(fault: unknown): void;
}
