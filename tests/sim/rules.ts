import { LIMITS } from '#contract/limits.ts';
import { senderLockName } from '#transfer/sender.ts';
import type { Browser } from './browser.ts';
import { isEqual, type SentChunk } from './content.ts';
import type { Context } from './context.ts';
import type { DeviceUpload } from './model-device.ts';
import type { Selection } from './model-device-person.ts';
import { holdsChunk } from './model-server-chunks.ts';
import type { Answer, ServerRequest } from './server-process.ts';
import type { World } from './world.ts';

/** A file that a screen once called stored, and what must be true of it since. */
interface CalledFile {
  browser: Browser;
  userId: number;
  uploadId: string;
  bytes: Uint8Array;
  /** The user deleted the local copy of an ended upload, or the browser evicted it: only the server has it. */
  isOnlyOnServer: boolean;
  /** The browser deleted staged bytes of it. */
  isEvicted: boolean;
}

/** Calls that only the holder of the sender lock may make. */
const CALLS_OF_THE_SENDER: ReadonlySet<string> = new Set(['prepare', 'register', 'chunk', 'convert', 'drop']);

/** What must be true at each step of every simulated life, and at its end. */
export class Rules {
  readonly called = new Map<string, CalledFile>();
  /** Chunks that were started since a 403, by context and upload. */
  readonly #begunSinceRefusal = new Map<string, number>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  onStored(browser: Browser, userId: number, { uploadId, studies }: Selection): void {
    for (const file of studies.flatMap((study) => study.series.flatMap((series) => series.files))) {
      this.called.set(file.id, { browser, userId, uploadId, bytes: file.bytes, isOnlyOnServer: false, isEvicted: false });
    }
  }

  /** `upload` is the state before clearing. */
  onCleared(upload: DeviceUpload): void {
    for (const [fileId, called] of this.called) {
      if (called.uploadId === upload.id) this.#releaseCalls(fileId, called, upload);
    }
  }

  /** What the server has is deleted here and kept there. */
  onSignedOut(upload: DeviceUpload): void {
    for (const [fileId, called] of this.called) {
      if (called.uploadId === upload.id) this.#releaseCalls(fileId, called, upload, ['sent', 'ended']);
    }
  }

  onEvicted(browser: Browser): void {
    for (const [fileId, called] of this.called) {
      if (called.browser === browser) this.#releaseCalls(fileId, called, browser.database(called.userId).uploads.get(called.uploadId));
    }
  }

  onSegmentsLost(browser: Browser, userId: number): void {
    const db = browser.database(userId);
    for (const upload of db.uploads.values()) {
      for (const file of upload.files) {
        const called = this.called.get(file.id);
        if (called && db.read(file, 0, file.size) === null) called.isEvicted = true;
      }
    }
  }

  /** Data that only the newer server had is gone: copies are kept for at most a day, and this is not reported. */
  onRestored(): void {
    for (const [fileId, called] of this.called) {
      if (!this.#isOnDevice(fileId, called) && !this.#isOnServer(fileId, called)) this.called.delete(fileId);
    }
  }

  /** Returns the bytes of a file that the user chooses again. */
  onStoredAgain(fileId: string): Uint8Array {
    const called = this.called.get(fileId);
    if (!called) throw new Error('A file that nobody has');
    called.isEvicted = false;
    return called.bytes;
  }

  onRequest(context: Context, { what, session, chunk }: ServerRequest): void {
    const lock = senderLockName(context.userId);
    if (CALLS_OF_THE_SENDER.has(what) && !context.browser.locks.isHeldBy(lock, context)) {
      this.#world.fail('rule', `context ${context.number} makes the call ${what} without the lock`);
    }
    const key = `${context.number} ${session}`;
    const begun = chunk === null ? undefined : this.#begunSinceRefusal.get(key);
    if (begun === undefined) return;
    if (begun >= LIMITS.lanes) this.#world.fail('rule', `${session} goes on sending after it was refused`);
    this.#begunSinceRefusal.set(key, begun + 1);
  }

  onAnswer(context: Context, { session, what }: ServerRequest, answer: Answer | null): void {
    if (session === null || answer === null) return;
    const key = `${context.number} ${session}`;
    if (answer.ok) this.#begunSinceRefusal.delete(key);
    else if (answer.status === 403 && what === 'chunk') this.#begunSinceRefusal.set(key, 0);
  }

  onResumed(browser: Browser, userId: number): void {
    for (const upload of browser.database(userId).uploads.values()) {
      for (const key of this.#begunSinceRefusal.keys()) if (key.endsWith(` ${upload.id}`)) this.#begunSinceRefusal.delete(key);
    }
  }

  /** Called before the answer is sent. */
  onAcknowledged(chunk: SentChunk): void {
    const { server } = this.#world;
    const upload = server.committed.uploads.get(chunk.session);
    // Its user cleared it while a repeated chunk was being answered, so none of it is wanted.
    if (upload?.state === 'dropped') return;
    if (!holdsChunk(server.committed, chunk)) this.#world.fail('rule', `${chunk.session} ${chunk.chunk} is acknowledged and not held`);
    for (const { fileId } of chunk.parts) {
      const called = this.called.get(fileId);
      if (called && upload && (called.browser.team !== upload.team || called.userId !== upload.user)) {
        this.#world.fail('rule', `${fileId} crossed to another team or person`);
      }
    }
  }

  /** A copy is deleted only after the server verified it, and nothing is called verified that is not. */
  afterWrite(browser: Browser, userId: number): void {
    const db = browser.database(userId);
    for (const upload of db.uploads.values()) {
      for (const file of upload.files) {
        const called = this.called.get(file.id);
        if (!called || file.state === 'skipped') continue;
        const isGone = !called.isEvicted && file.pieces.some(({ segmentId }) => !db.segments.has(segmentId));
        const isAhead = (file.state === 'proved' || file.state === 'released') && this.#world.server.restores === 0;
        if ((!isGone && !isAhead) || this.#isOnServer(file.id, called)) continue;
        this.#world.fail(
          isGone ? 'lost' : 'rule',
          `${file.id} of ${upload.id} is ${isGone ? 'dropped' : 'called proved'} and not on the server`,
        );
      }
    }
  }

  /** After all faults have ended: what a screen called stored is there or reported, and what it called sent is on the server. */
  checkEnd(): void {
    for (const [fileId, called] of this.called) {
      if (this.#isOnServer(fileId, called)) continue;
      const upload = called.browser.database(called.userId).uploads.get(called.uploadId);
      const file = upload?.files.find(({ id }) => id === fileId);
      const series = upload?.series.find(({ id }) => id === file?.seriesId);
      const isCalledSent = series?.idx !== null && (upload === undefined || upload.phase === 'ended' || upload.phase === 'sent');
      if (!isCalledSent && this.#isOnDevice(fileId, called)) continue;
      // The user saw that it was not sent, and the upload ended.
      if (file?.state === 'skipped') continue;
      // Reported and really caused by the browser, or not checked yet in an upload before Process.
      if (called.isEvicted && !isCalledSent) continue;
      this.#world.fail('lost', `${fileId} of ${called.uploadId} (${upload?.phase ?? 'no row'}, ${file?.state ?? 'no row'})`);
    }
  }

  #releaseCalls(fileId: string, called: CalledFile, upload: DeviceUpload | undefined, onlyOnServer: readonly string[] = ['ended']): void {
    const goes = upload?.files.some(({ id, state }) => id === fileId && (state === 'proved' || state === 'released')) === true;
    if (called.isOnlyOnServer) return;
    if (upload && onlyOnServer.includes(upload.phase) && goes && this.#isOnServer(fileId, called)) called.isOnlyOnServer = true;
    else this.called.delete(fileId);
  }

  #isOnDevice(fileId: string, { browser, userId, uploadId, bytes }: CalledFile): boolean {
    const db = browser.database(userId);
    const file = db.uploads.get(uploadId)?.files.find(({ id }) => id === fileId);
    const there = file && db.read(file, 0, file.size);
    return there != null && isEqual(there, bytes);
  }

  #isOnServer(fileId: string, { uploadId, bytes }: CalledFile): boolean {
    const { committed } = this.#world.server;
    const file = committed.uploads.get(uploadId)?.files.get(fileId);
    const there = file?.proved === true ? committed.bytesOf(file) : null;
    return there !== null && isEqual(there, bytes);
  }
}
