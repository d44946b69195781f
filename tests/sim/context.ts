import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/entities.ts';
import { Alarm } from '#transfer/alarm.ts';
import type { Clock, EndedSeries, QueuedUpload, QueueStore, ServerAnswer, TransferPorts, UploadServer } from '#transfer/ports.ts';
import type { Browser } from './browser.ts';
import { chunkFingerprint, type SentChunk } from './content.ts';
import type { ModelDevice } from './model-device.ts';
import type { ModelServer, Outcome, ServerCaller } from './model-server.ts';
import type { ServerRequest } from './server-process.ts';

const CALL_GIVE_UP_MS = 30_000;

/**
 * A context that can send: the worker of a page, or the service worker. Everything that it waits for comes from here; when it is killed, nothing
 * that it waited for ever arrives.
 */
export class Context implements TransferPorts {
  isAlive = true;
  readonly number: number;
  readonly kind: 'page' | 'service-worker';
  readonly userId: number;
  readonly browser: Browser;
  readonly store: QueueStore;
  readonly server: UploadServer;
  readonly clock: Clock;
  readonly wakes: Alarm;

  constructor(browser: Browser, kind: 'page' | 'service-worker', userId: number) {
    this.browser = browser;
    this.kind = kind;
    this.userId = userId;
    this.number = browser.world.nextContext++;
    this.store = new ContextStore(this);
    this.server = new ContextServer(this);
    this.clock = new ContextClock(this);
    this.wakes = new Alarm(this.clock);
  }

  report(): void {
    this.browser.world.note('fault', this.number);
  }

  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.browser.world.note('killed', this.number);
    this.browser.locks.releaseCalls(this);
  }

  after(ms: number, run: () => void): void {
    this.browser.world.scheduler.after(ms, () => {
      if (this.isAlive) run();
    });
  }
}

class ContextStore implements QueueStore {
  readonly #context: Context;
  readonly #opened: number;

  constructor(context: Context) {
    this.#context = context;
    this.#opened = context.browser.generation;
  }

  uploadsToSend = () => this.#read((db) => db.uploadsToSend());
  uploadsToFollow = () => this.#read((db) => db.uploadsToFollow());
  uploadsKept = () => this.#read((db) => db.uploadsKept());
  /** Nothing is de-identified in the simulation. */
  areaTarget = async () => null;
  unnamedStudies = async () => [];
  saveAnonymousNames = async () => undefined;
  nextUnregistered = (id: string) => this.#read((db) => db.nextUnregistered(id));
  waitingChunks = (id: string) => this.#read((db) => db.waitingChunks(id));
  loadChunk: QueueStore['loadChunk'] = (id, index) => this.#read((db) => db.loadChunk(id, index));
  allProved = (id: string) => this.#read((db) => db.allProved(id));
  seriesToConvert = (id: string) => this.#read((db) => db.seriesToConvert(id));
  studyUuids = (id: string) => this.#read((db) => db.studyUuids(id));
  seriesUuids = (id: string) => this.#read((db) => db.seriesUuids(id));
  savePrepared = (id: string, token: string) => this.#write('prepared', id, (db) => db.savePrepared(id, token));
  saveRegistered = (id: string, study: string, answer: AnswerOf<Calls['registerStudy']>) =>
    this.#write('registered', id, (db) => db.saveRegistered(id, study, answer));
  saveAllRegistered = (id: string) => this.#write('all registered', id, (db) => db.saveAllRegistered(id));
  reconcile = (id: string, status: UploadStatus) => this.#write('reconciled', id, (db) => db.reconcile(id, status));
  confirmChunk = (id: string, index: number, proved: readonly string[]) =>
    this.#write('confirmed', `${id} ${index}`, (db) => db.confirmChunk(id, index, proved));
  saveSent = (id: string) => this.#write('sent', id, (db) => db.saveSent(id));
  saveConversions = (id: string, series: UploadStatus['series']) => this.#write('seen', id, (db) => db.saveConversions(id, series));
  saveEnded = (id: string) => this.#write('ended', id, (db) => db.saveEnded(id));
  releaseKept = (id: string) => this.#write('released', id, (db) => db.releaseKept(id));
  saveForgotten: QueueStore['saveForgotten'] = (id, from) => this.#write('forgotten', `${id} ${from}`, (db) => db.saveForgotten(id, from));
  saveHalt: QueueStore['saveHalt'] = (id, halt) =>
    this.#write('halt', `${id} ${halt.why === 'failed' ? halt.code : halt.why}`, (db) => db.saveHalt(id, halt));
  liftHalt = (id: string) => this.#write('halt lifted', id, (db) => db.liftHalt(id));
  saveWaiting: QueueStore['saveWaiting'] = (id, waiting) =>
    this.#write('waits', `${id} ${waiting?.reason ?? 'no more'}`, (db) => db.saveWaiting(id, waiting));
  /** No archives are opened by the server in the simulation. */
  archivesOnServer: QueueStore['archivesOnServer'] = async () => 'all';
  saveReading: QueueStore['saveReading'] = async () => undefined;
  saveOpened: QueueStore['saveOpened'] = async () => undefined;
  removeDropped = (id: string) => this.#write('removed', id, (db) => db.removeDropped(id));

  #read<T>(question: (db: ModelDevice) => T): Promise<T> {
    return this.#do(false, question);
  }

  #write<T>(what: string, about: string, change: (db: ModelDevice) => T): Promise<T> {
    const { world, userId, number } = { ...this.#context, world: this.#context.browser.world };
    return this.#do(true, (db) => {
      const given = change(db);
      world.note(what, about, number);
      world.rules.afterWrite(this.#context.browser, userId);
      this.#context.browser.queueChanged(userId);
      return given;
    });
  }

  #do<T>(isWrite: boolean, work: (db: ModelDevice) => T): Promise<T> {
    const { browser, userId } = this.#context;
    return new Promise((resolve, reject) => {
      this.#context.after(browser.world.random.int(0, 3), () => {
        if (browser.generation !== this.#opened) return reject(databaseError('InvalidStateError'));
        if (isWrite && browser.isFull && browser.world.random.chance(0.5)) return reject(databaseError('QuotaExceededError'));
        if (browser.world.random.chance(browser.storeFaults)) return reject(databaseError('UnknownError'));
        resolve(work(browser.database(userId)));
      });
    });
  }
}

function databaseError(name: string): Error {
  const error = new Error(name);
  error.name = name;
  return error;
}

class ContextServer implements UploadServer {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  mostLanes: UploadServer['mostLanes'] = async () => 10;
  bearer: UploadServer['bearer'] = async () => this.#bearer();
  prepare: UploadServer['prepare'] = ({ id }) => this.#ask('prepare', id, null, (server, caller) => server.prepare(caller, id));
  anonymiseNames: UploadServer['anonymiseNames'] = async () => ({ ok: true, value: { a: [] } });
  registerStudy: UploadServer['registerStudy'] = (body: BodyOf<Calls['registerStudy']>) =>
    this.#ask('register', body.session_id, null, (server, caller) => server.register(caller, body));
  status: UploadServer['status'] = (upload) => this.#ask('status', upload.id, upload, (server, caller) => server.status(caller, upload.id));
  conversions: UploadServer['conversions'] = async (upload) => {
    const status = await this.status(upload);
    return status.ok ? { ok: true, value: status.value.series } : status;
  };
  convertSeries: UploadServer['convertSeries'] = (upload, body) =>
    this.#ask('convert', upload.id, upload, (server, caller) => server.requestConversion(caller, upload.id, body));
  changeStatus: UploadServer['changeStatus'] = (series: EndedSeries) =>
    this.#ask('change-status', null, null, (server, caller) => server.recordSeen(caller, series.uuid));
  uploadFinished: UploadServer['uploadFinished'] = (studyUuids) =>
    this.#ask('finished', null, null, (server, caller) => server.finish(caller, studyUuids));
  drop: UploadServer['drop'] = (upload) => this.#ask('drop', upload.id, upload, (server, caller) => server.drop(caller, upload.id));
  takeUpload: UploadServer['takeUpload'] = async () => ({ ok: false, kind: 'network' });
  sortOnServer: UploadServer['sortOnServer'] = async () => ({ ok: true, value: null });
  sortedOnServer: UploadServer['sortedOnServer'] = async () => ({ ok: false, kind: 'network' });
  sendChunk: UploadServer['sendChunk'] = (upload, body, giveUpMs) =>
    this.#send({ ...this.#request('chunk', upload.id, upload.uploadToken ?? ''), chunk: body as SentChunk }, giveUpMs);

  #ask<T>(
    what: string,
    session: string | null,
    upload: QueuedUpload | null,
    act: (server: ModelServer, caller: ServerCaller) => Outcome<unknown>,
  ): Promise<ServerAnswer<T>> {
    return this.#send({ ...this.#request(what, session, upload?.uploadToken ?? null), act }, CALL_GIVE_UP_MS);
  }

  #request(what: string, session: string | null, uploadToken: string | null): ServerRequest {
    return { what, team: this.#context.browser.team, bearer: this.#bearer(), uploadToken, session, act: null, chunk: null };
  }

  /** Another user who has signed in meanwhile cannot use this queue. */
  #bearer(): string | null {
    const { browser, userId } = this.#context;
    return browser.credentials?.userId === userId ? browser.credentials.bearer : null;
  }

  #send<T>(request: ServerRequest, giveUpMs: number): Promise<ServerAnswer<T>> {
    const context = this.#context;
    const { browser, number } = context;
    const { world } = browser;
    const about =
      request.chunk === null ? (request.session ?? '') : `${request.session} ${request.chunk.chunk} ${chunkFingerprint(request.chunk)}`;
    world.note(request.what, about, number);
    world.rules.onRequest(context, request);
    return new Promise((resolve) => {
      browser.network.send(request, giveUpMs, (answer) => {
        if (!context.isAlive) return;
        world.note('answer', request.what, about, answer === null ? 'none' : answer.ok ? 'ok' : answer.status, number);
        world.rules.onAnswer(context, request, answer);
        if (answer === null) resolve({ ok: false, kind: 'network' });
        else if (answer.ok) resolve({ ok: true, value: answer.value as T });
        else resolve({ kind: 'refused', message: '', ...answer });
      });
    });
  }
}

class ContextClock implements Clock {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  now = (): number => this.#context.browser.now;
  elapsed = (): number => this.#context.browser.world.scheduler.now;
  random = (): number => this.#context.browser.world.random.next();

  pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      this.#context.after(ms, end);
    });
}
