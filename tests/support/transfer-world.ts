import type { BodyOf, Calls } from '#contract/calls.ts';
import type { FileWork } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import type { UploadStatus } from '#contract/entities.ts';
import { isToBeSent, nextPhase, type OpeningPhase, sendPhase, type TransferPhase } from '#model/uploads/transfer-phase.ts';
import type { QueuedUpload, QueueStore, ServerAnswer, TransferPorts, UploadServer } from '#transfer/ports.ts';

export const NEVER = new AbortController().signal;
export const refused = (status: number, code: string | null = null): ServerAnswer<never> => ({
  ok: false,
  kind: 'refused',
  status,
  code,
  message: 'why',
  retryAfterMs: null,
});
/** A refusal that sets the time of the next request. */
export const askedFor = (status: number, retryAfterMs: number): ServerAnswer<never> => ({
  ok: false,
  kind: 'refused',
  status,
  code: null,
  message: '',
  retryAfterMs,
});
export const NO_NETWORK: ServerAnswer<never> = { ok: false, kind: 'network' };

const WORK: FileWork = {
  ...{ uuid: '', kind: 'take', state: 'running', title: 'north', count: 1, dir: '/north', entries_done: 0, entries_total: null },
  ...{
    bytes_done: 0,
    bytes_total: null,
    current: null,
    failure: null,
    skipped: 0,
    created_at: '',
    started_at: null,
    ended_at: null,
    by: null,
  },
};

/** A device with one upload of `chunks` chunks, each with one file; a server that keeps what it was sent; a clock that does not wait. */
export class World {
  phase: TransferPhase = 'queued';
  /** Set if its chunks belong to an archive for the server. */
  opening: OpeningPhase | null = null;
  archives: 'all' | 'some' | 'lost' | null = null;
  readonly opened: unknown[] = [];
  token: string | null = null;
  halt: unknown = null;
  waiting: QueuedUpload['waiting'] = null;
  registered = false;
  readonly confirmed = new Set<number>();
  readonly provedHere = new Set<string>();
  readonly held = new Set<number>();
  readonly calls: string[] = [];
  readonly pauses: number[] = [];
  readonly reported: unknown[] = [];
  series: UploadStatus['series'] = [];
  /** UUIDs that the server has assigned to series, as known on this device. */
  seriesUuids: string[] = [];
  lanesToBeHad: number = LIMITS.lanes;
  /** Duration of a chunk's request, by the number of chunks in flight. */
  chunkTakesMs: (inFlight: number) => number = () => 0;
  chunkBytes = 1;
  /** Chunks that were requested with compression. */
  readonly deflated: number[] = [];
  inFlight = 0;
  mostInFlight = 0;
  time = 1_000_000;
  endedAt = 1_000_000;
  kept = true;
  bearer: string | null = 'bearer';
  /** Studies to be de-identified that have no replacement name. */
  unnamed: { id: string; n: string }[] = [];
  /** Answer of the server to a call before it is handled; null lets it through. */
  fault: (call: string, index: number | null) => ServerAnswer<never> | null = () => null;
  /** Set if its files go to a file area, and what the server says of its work. */
  areaTarget: Awaited<ReturnType<QueueStore['areaTarget']>> = null;
  workState: FileWork['state'] = 'running';
  readonly chunks: number;

  constructor(chunks = 4) {
    this.chunks = chunks;
  }

  get ports(): TransferPorts {
    return { store: this.store, server: this.server, clock: this.clock, report: (fault) => void this.reported.push(fault) };
  }

  readonly clock = {
    now: () => this.time,
    elapsed: () => this.time,
    random: () => 0.5,
    pause: async (ms: number) => {
      this.pauses.push(ms);
      this.time += ms;
    },
  };

  #upload(): QueuedUpload {
    return {
      id: 'u',
      phase: sendPhase(this),
      started: 1,
      uploadToken: this.token,
      waiting: this.waiting,
      ...(this.areaTarget && { isForArea: true as const }),
    };
  }

  #indexes(): number[] {
    return Array.from({ length: this.chunks }, (_, n) => n);
  }

  readonly store: QueueStore = {
    uploadsToSend: async () => (this.halt === null && isToBeSent(this) ? [this.#upload()] : []),
    uploadsToFollow: async () => (this.halt === null && ['sent', 'archive-reading'].includes(sendPhase(this)) ? [this.#upload()] : []),
    savePrepared: async (_, token) => {
      this.token = token;
      if (this.opening === 'archive-waiting') this.opening = 'archive-sending';
      this.phase = nextPhase(this.phase, 'prepared') ?? this.phase;
      this.waiting = null;
    },
    areaTarget: async () => this.areaTarget,
    unnamedStudies: async () => this.unnamed,
    saveAnonymousNames: async (_, names) => {
      this.unnamed = this.unnamed.filter(({ id }) => !names.some((name) => name.id === id));
    },
    nextUnregistered: async () => (this.registered ? null : ({ study: { id: 's' } } as BodyOf<Calls['registerStudy']>)),
    saveRegistered: async () => void (this.registered = true),
    saveAllRegistered: async () => void (this.phase = 'registered'),
    reconcile: async (_, status) => {
      this.confirmed.clear();
      for (const index of status.chunks) this.confirmed.add(index);
      for (const file of status.files) if (file.proved) this.provedHere.add(file.file_id);
    },
    waitingChunks: async () => this.#indexes().filter((index) => !this.confirmed.has(index)),
    loadChunk: async (_, index, isDeflated) => {
      if (this.phase !== 'registered' && this.opening !== 'archive-sending') return { ok: false, why: 'cleared' };
      if (isDeflated) this.deflated.push(index);
      return { ok: true, body: index, plainBytes: this.chunkBytes, sentBytes: this.chunkBytes };
    },
    confirmChunk: async (_, index, proved) => {
      this.confirmed.add(index);
      for (const id of proved) this.provedHere.add(id);
    },
    allProved: async () => this.provedHere.size === this.chunks,
    seriesToConvert: async () => [{ idx: 0 } as BodyOf<Calls['convertSeries']>],
    saveSent: async () => void (this.phase = 'sent'),
    saveConversions: async (_, series) =>
      series.flatMap(({ state, serieRemoteUuid }) =>
        state === 'converted' || state === 'error' ? [{ id: 1, uuid: serieRemoteUuid, studyUuid: 'st', state }] : [],
      ),
    studyUuids: async () => ['st'],
    seriesUuids: async () => this.seriesUuids,
    saveEnded: async () => void (this.phase = 'ended'),
    uploadsKept: async () => (this.phase === 'ended' && this.kept ? [{ ...this.#upload(), endedAt: this.endedAt }] : []),
    releaseKept: async () => void (this.kept = false),
    saveForgotten: async (_, from) => {
      if (sendPhase(this) !== from) return;
      if (this.opening !== null) this.opening = 'archive-waiting';
      else this.phase = 'queued';
      this.token = null;
      this.registered = false;
      this.confirmed.clear();
    },
    saveHalt: async (_, halt) => void (this.halt = halt),
    liftHalt: async () => void (this.halt = null),
    saveWaiting: async (_, waiting) => void (this.waiting = waiting),
    removeDropped: async () => void (this.phase = 'none'),
    archivesOnServer: async () => this.archives ?? (this.provedHere.size === this.chunks ? 'all' : 'some'),
    saveReading: async () => void (this.opening = 'archive-reading'),
    saveOpened: async (_, result) => {
      this.opened.push(result);
      this.opening = null;
    },
  };

  async #answer<T>(call: string, index: number | null, value: () => T): Promise<ServerAnswer<T>> {
    this.calls.push(index === null ? call : `${call} ${index}`);
    await Promise.resolve();
    return this.fault(call, index) ?? { ok: true, value: value() };
  }

  readonly server: UploadServer = {
    mostLanes: async () => this.lanesToBeHad,
    bearer: async () => this.bearer,
    prepare: () => this.#answer('prepare', null, () => ({ session: 'u', upload_token: 'up_new' })),
    anonymiseNames: (s) => this.#answer('names', null, () => ({ a: s.map(({ id }, n) => ({ id, n: `Anonymous ${n + 1}` })) })),
    registerStudy: () => this.#answer('register', null, () => ({ study: { id: 1, uuid: 'st', pipelineCode: null }, series: [] })),
    status: () =>
      this.#answer('status', null, () => ({
        session: 'u',
        state: 'upload' as const,
        chunks: [...this.held],
        series: this.series,
        files: [...this.held].map((index) => ({ file_id: `f${index}`, size: 1, received: 1, proved: true })),
      })),
    conversions: () => this.#answer('status', null, () => this.series),
    sendChunk: async (_, body) => {
      const index = body as number;
      this.inFlight += 1;
      this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
      const arrivesAt = this.time + this.chunkTakesMs(this.inFlight);
      // A chunk takes longer to be sent than to be read from the device.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      this.time = Math.max(this.time, arrivesAt);
      const answer = await this.#answer('chunk', index, () => {
        this.held.add(index);
        return { ok: true as const, chunk: index, proved: [`f${index}`] };
      });
      this.inFlight -= 1;
      return answer;
    },
    convertSeries: () => this.#answer('convert', null, () => ({ idx: 0, accepted: true as const })),
    changeStatus: ({ state }) => this.#answer(`status-is-${state}`, null, () => null),
    uploadFinished: () => this.#answer('finished', null, () => null),
    drop: () => this.#answer('drop', null, () => null),
    takeUpload: ({ uuid, files }) =>
      this.#answer('take', null, () => ({ ok: true as const, work: { ...WORK, uuid, count: files, state: this.workState } })),
    sortOnServer: () => this.#answer('sort', null, () => null),
    sortedOnServer: () => this.#answer('sorted', null, () => ({ session: 'u', studies: [], nifties: [], refused: [], unsupported: 0 })),
  };

  sent(): number[] {
    return this.calls.filter((call) => call.startsWith('chunk')).map((call) => Number(call.split(' ')[1]));
  }
}

/** The first `times` matching calls get this answer. */
export function failing(world: World, match: string, answer: ServerAnswer<never>, times: number): void {
  let left = times;
  world.fault = (call, index) => {
    if (!`${call} ${index ?? ''}`.startsWith(match) || left === 0) return null;
    left -= 1;
    return answer;
  };
}
