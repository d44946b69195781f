import type { AnswerOf, Calls, BodyOf } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/entities.ts';
import type { Halt } from '#model/halt.ts';
import type { OpeningPhase, TransferPhase } from '#model/transfer-phase.ts';

/** What the engine needs of the device's queue. Every function is one question or one durable change; changing twice is harmless. */
export interface QueueStore {
  /** Uploads that have something to send and no halt, oldest first. */
  uploadsToSend(): Promise<QueuedUpload[]>;
  /** Uploads whose bytes are all on the server and whose conversions are not all seen to have ended. */
  uploadsToFollow(): Promise<QueuedUpload[]>;
  savePrepared(uploadId: string, uploadToken: string): Promise<void>;
  /** Studies that leave without names and have no other yet (CALL-056). */
  unnamedStudies(uploadId: string): Promise<BodyOf<Calls['anonymiseNames']>['s']>;
  saveAnonymousNames(uploadId: string, names: AnswerOf<Calls['anonymiseNames']>['a']): Promise<void>;
  /** The next study without ids, ready to be registered; null when all have them. */
  nextUnregistered(uploadId: string): Promise<BodyOf<Calls['registerStudy']> | null>;
  saveRegistered(uploadId: string, studyClientId: string, answer: AnswerOf<Calls['registerStudy']>): Promise<void>;
  /** All studies have ids. */
  saveAllRegistered(uploadId: string): Promise<void>;
  /** Makes the rows equal to what the server holds: chunks it lost wait again, chunks it has are confirmed, proved files are proved. */
  reconcile(uploadId: string, status: UploadStatus): Promise<void>;
  /** Indexes of the chunks that wait, ascending. */
  waitingChunks(uploadId: string): Promise<number[]>;
  /** The body of one chunk, read from the staged bytes; its parts deflated where that is asked for and gains something. */
  loadChunk(uploadId: string, index: number, isDeflated: boolean): Promise<LoadedChunk>;
  /** The server acknowledged a chunk and proved these files: their staged bytes are let go. */
  confirmChunk(uploadId: string, index: number, provedFileIds: readonly string[]): Promise<void>;
  /** True once every file of the upload is proved. */
  allProved(uploadId: string): Promise<boolean>;
  seriesToConvert(uploadId: string): Promise<BodyOf<Calls['convertSeries']>[]>;
  saveSent(uploadId: string): Promise<void>;
  /** What the server says of the conversions; returns every series that has ended, also those that had ended before. */
  saveConversions(uploadId: string, series: UploadStatus['series']): Promise<EndedSeries[]>;
  studyUuids(uploadId: string): Promise<string[]>;
  /** Of every series that the server has given one. */
  seriesUuids(uploadId: string): Promise<string[]>;
  /** Its proved bytes stay for a while (src/model/kept-copies.ts). */
  saveEnded(uploadId: string): Promise<void>;
  /** Uploads that have ended and of which this device still keeps bytes. */
  uploadsKept(): Promise<KeptUpload[]>;
  /** Lets go of the bytes that are kept of an ended upload. Not while it is anything but ended: it may have been begun anew. */
  releaseKept(uploadId: string): Promise<void>;
  /**
   * The server does not know the session (any more), or has lost files of it: everything is prepared, registered and compared anew. Only
   * from the phase in which that was found: another tab may have begun anew already.
   */
  saveForgotten(uploadId: string, from: TransferPhase | OpeningPhase): Promise<void>;
  /** Whether the server has every archive that it is to open; `lost`: bytes of one are gone from this device. */
  archivesOnServer(uploadId: string): Promise<'all' | 'some' | 'lost'>;
  /** The server has begun to open them. */
  saveReading(uploadId: string): Promise<void>;
  /** What it found becomes studies and series of the upload. */
  saveOpened(uploadId: string, result: AnswerOf<Calls['sortedOnServer']>): Promise<void>;
  /** Not for an upload that was cleared meanwhile: what is being dropped is told to the server, whatever became of its chunks. */
  saveHalt(uploadId: string, halt: Halt): Promise<void>;
  /** It goes on at once; harmless for one that is not halted. */
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
  /** Its files go as they are: the server opens and sorts them (CALL-041 in place of CALL-040, and no studies to register). */
  isLegacy?: true;
  /** Archives that the server is not to wait for any more. */
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
      /** As they lie here, and as they travel. */
      plainBytes: number;
      sentBytes: number;
    }
  /** `withdrawn`: bytes of it are gone; what is left waits under an index of its own. `cleared`: the upload is not there any more. */
  | { ok: false; why: 'withdrawn' | 'cleared' };

export interface EndedSeries {
  id: number;
  uuid: string;
  studyUuid: string;
  state: 'converted' | 'error';
}

/** An answer of the server, or why there is none. `status` is HTTP's; `code` is the contract's where the server gave one. */
export type ServerAnswer<T> =
  | { ok: true; value: T }
  | { ok: false; kind: 'network'; retryAfterMs?: number | null }
  | { ok: false; kind: 'refused'; status: number; code: string | null; message: string; retryAfterMs: number | null };

/** What the engine needs of the server: the calls of the contract, none of which throws. */
export interface UploadServer {
  /** Connections that a browser opens to where the chunks go and that nobody else needs: LIMITS.lanes or more. */
  mostLanes(): Promise<number>;
  /** Of the sign-in in whose name it asks now, only to be compared; null while nobody whose queue this is is signed in. */
  bearer(): Promise<string | null>;
  prepare(upload: QueuedUpload): Promise<ServerAnswer<AnswerOf<Calls['prepareUpload']>>>;
  anonymiseNames(s: BodyOf<Calls['anonymiseNames']>['s']): Promise<ServerAnswer<AnswerOf<Calls['anonymiseNames']>>>;
  registerStudy(body: BodyOf<Calls['registerStudy']>): Promise<ServerAnswer<AnswerOf<Calls['registerStudy']>>>;
  status(upload: QueuedUpload): Promise<ServerAnswer<UploadStatus>>;
  /** The series of the status alone: it is asked again and again while the server converts. */
  conversions(upload: QueuedUpload): Promise<ServerAnswer<UploadStatus['series']>>;
  /** Gives the connection up after `giveUpMs` without an answer, which is then `network`. */
  sendChunk(upload: QueuedUpload, body: ChunkBody, giveUpMs: number): Promise<ServerAnswer<AnswerOf<Calls['sendChunk']>>>;
  convertSeries(upload: QueuedUpload, body: BodyOf<Calls['convertSeries']>): Promise<ServerAnswer<AnswerOf<Calls['convertSeries']>>>;
  changeStatus(series: EndedSeries): Promise<ServerAnswer<unknown>>;
  uploadFinished(studyUuids: readonly string[]): Promise<ServerAnswer<unknown>>;
  drop(upload: QueuedUpload): Promise<ServerAnswer<unknown>>;
  /** Begins to open the archives of an upload; again and again is once. */
  sortOnServer(upload: QueuedUpload): Promise<ServerAnswer<unknown>>;
  /** What was in them; 409 while the server opens them still. */
  sortedOnServer(upload: QueuedUpload): Promise<ServerAnswer<AnswerOf<Calls['sortedOnServer']>>>;
}

export interface Clock {
  /** Milliseconds since 1970; may jump. */
  now(): number;
  /** Milliseconds since a moment of its own choosing; never jumps. */
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
  /** A fault of this code or of the device that no state stands for. It must not carry what a file or a person is called. */
  report(fault: unknown): void;
}
