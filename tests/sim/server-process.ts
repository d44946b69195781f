import type { ErrorCode } from '#contract/errors.ts';
import { ERRORS } from '#contract/errors.ts';
import type { SentChunk } from './content.ts';
import { commitChunk, fileIdsOf, proveFile, provedOf, removeIfUnreferenced, takeChunk, type TakenChunk } from './model-server-chunks.ts';
import { ModelServer, type Outcome, type ServerCaller, type ServerFile, type ServerUpload } from './model-server.ts';
import type { Planted } from './planted.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Trace } from './trace.ts';

export type Answer = { ok: true; value: unknown } | { ok: false; status: number; code: ErrorCode | null; retryAfterMs: number | null };

export interface ServerRequest {
  what: string;
  team: string;
  bearer: string | null;
  /** Set if the call may use the token of an upload. */
  uploadToken: string | null;
  session: string | null;
  /** The transaction of a call; null for a chunk. */
  act: ((server: ModelServer, caller: ServerCaller) => Outcome<unknown>) | null;
  chunk: SentChunk | null;
}

/** What several processes share: the database and the object store. */
export class SharedState {
  committed = new ModelServer();
  /** Transactions that need space are refused. */
  isFull = false;
  /** Counts restores from a backup, after which acknowledged data may be gone. */
  restores = 0;
  readonly bearers = new Map<string, number>();
  readonly members = new Map<string, { isMember: boolean; mayUpload: boolean }>();
  /** Series that are being converted, and the lease of the process that does it. */
  readonly leases = new Map<string, symbol>();
}

export interface ServerPorts {
  shared: SharedState;
  scheduler: Scheduler;
  random: Random;
  trace: Trace;
  planted: Planted;
  /** How long a conversion of a process that died still counts as being made. */
  leaseMs: number;
  /** A lease has ended without its conversion. */
  onLeaseEnded(): void;
  /** Called for every chunk that is acknowledged, before the answer is sent. */
  onAcknowledged(chunk: SentChunk): void;
}

/**
 * A process of the server: its current work, which a kill loses, on its committed state, which a kill keeps. Each object write, transaction and
 * answer is a separate step, and anything may happen between two steps.
 */
export class ServerProcess {
  #life = 1;
  #isUp = true;
  #turns = new Map<string, (() => void)[]>();
  /** Work that waits for the end of a freeze; null if there is none. */
  #frozen: (() => void)[] | null = null;
  #unsynced = new Set<string>();
  #openConnections = new Set<() => void>();
  readonly #leases = new Map<string, symbol>();
  readonly #ports: ServerPorts;

  constructor(ports: ServerPorts) {
    this.#ports = ports;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  get committed(): ModelServer {
    return this.#ports.shared.committed;
  }

  kill(): void {
    this.#isUp = false;
    this.#life += 1;
    this.#turns.clear();
    this.#frozen = null;
    for (const [uuid, lease] of this.#leases) this.#endLease(uuid, lease);
    this.#leases.clear();
    for (const key of this.#unsynced) this.committed.objects.delete(key);
    this.#unsynced.clear();
    const broken = [...this.#openConnections];
    this.#openConnections.clear();
    for (const reset of broken) reset();
  }

  start(): void {
    if (this.#isUp) return this.thaw();
    this.#isUp = true;
    for (const upload of this.committed.uploads.values()) {
      if (upload.state === 'dropped') this.committed.clearDropped(upload);
      if (upload.state === 'open') this.#prove(upload, this.committed.unprovenWhole(upload), () => undefined);
      this.#queueConversions(upload);
    }
  }

  /** It does nothing until `thaw`, and its leases end meanwhile. */
  freeze(): void {
    if (!this.#isUp || this.#frozen !== null) return;
    this.#frozen = [];
    for (const [uuid, lease] of this.#leases) this.#endLease(uuid, lease);
  }

  thaw(): void {
    const waiting = this.#frozen ?? [];
    this.#frozen = null;
    for (const work of waiting) this.#step(work);
  }

  queueAllConversions(): void {
    for (const upload of this.committed.uploads.values()) this.#queueConversions(upload);
  }

  /** `reply` is called at most once; `reset` is called instead if the process dies first. */
  receive(request: ServerRequest, reply: (answer: Answer) => void, reset: () => void): void {
    if (!this.#isUp) return reset();
    const life = this.#life;
    this.#openConnections.add(reset);
    const answer = (given: Answer): void => {
      if (life !== this.#life) return;
      this.#openConnections.delete(reset);
      reply(given);
    };
    this.#step(() => {
      const caller = this.#guard(request);
      if (!caller.ok) return answer(refusal(caller.code));
      if (request.chunk !== null) return this.#receiveChunk(caller.value, request.chunk, answer);
      const outcome = request.act?.(this.committed, caller.value);
      if (!outcome) throw new Error('A request that asks for nothing');
      answer(outcome.ok ? outcome : refusal(outcome.code));
      const upload = request.session === null ? undefined : this.committed.uploads.get(request.session);
      if (!upload || !outcome.ok) return;
      if (request.what === 'status') this.#prove(upload, this.committed.unprovenWhole(upload), () => undefined);
      this.#queueConversions(upload);
    });
  }

  /** Like src/server/rules/guard.ts. */
  #guard({ team, bearer, uploadToken }: ServerRequest): Outcome<ServerCaller> {
    if (uploadToken !== null) {
      const of = this.committed.uploadOfToken(uploadToken);
      if (!of) return { ok: false, code: 'upload_token_ended' };
      if (of.team !== team) return { ok: false, code: 'not_a_member' };
      return this.#mayUpload({ team, user: of.user, signIn: null, uploadId: of.id });
    }
    const user = bearer === null ? undefined : this.#ports.shared.bearers.get(bearer);
    return user === undefined ? { ok: false, code: 'signed_out' } : this.#mayUpload({ team, user, signIn: bearer, uploadId: null });
  }

  #mayUpload(caller: ServerCaller): Outcome<ServerCaller> {
    const member = this.#ports.shared.members.get(memberKey(caller.team, caller.user));
    if (!member?.isMember) return { ok: false, code: 'not_a_member' };
    return member.mayUpload ? { ok: true, value: caller } : { ok: false, code: 'not_allowed' };
  }

  #receiveChunk(caller: ServerCaller, chunk: SentChunk, answer: (given: Answer) => void): void {
    const turn = `${chunk.session} ${chunk.chunk}`;
    this.#inTurn(turn, (over) => {
      const taken = takeChunk(this.committed, caller, chunk, this.#hashIsCompared);
      if (taken.kind === 'refused') {
        over();
        return answer(refusal(taken.code));
      }
      if (taken.kind === 'all-different') {
        over();
        return answer(refusal('checksum_wrong'));
      }
      if (taken.kind === 'known') {
        over();
        return this.#proveAndAnswer(chunk, false, answer);
      }
      this.#step(() => {
        if (this.#ports.shared.isFull) {
          over();
          return answer(refusal('storage_full'));
        }
        this.#writeObject(taken.taken);
        this.#step(() => {
          const committed = commitChunk(this.committed, taken.taken);
          // It failed, or another process has stored the chunk under another key.
          removeIfUnreferenced(this.committed, this.committed.uploads.get(chunk.session), taken.taken.key);
          over();
          if (!committed.ok) return answer(refusal(committed.code));
          this.#proveAndAnswer(chunk, taken.taken.different.size > 0, answer);
        });
      });
    });
  }

  #writeObject({ key, body }: TakenChunk): void {
    this.committed.objects.set(key, body);
    if (this.#ports.planted !== 'ack-before-fsync') return;
    this.#unsynced.add(key);
    const life = this.#life;
    this.#ports.scheduler.after(5_000, () => {
      if (life === this.#life) this.#unsynced.delete(key);
    });
  }

  #proveAndAnswer(chunk: SentChunk, hasDifferent: boolean, answer: (given: Answer) => void): void {
    const upload = this.committed.uploads.get(chunk.session);
    if (!upload) return answer(refusal('not_found'));
    const ids = new Set(fileIdsOf(chunk));
    const whole = this.committed.unprovenWhole(upload).filter(({ fileId }) => ids.has(fileId));
    this.#prove(upload, whole, (wrong) => {
      this.#step(() => {
        this.#queueConversions(upload);
        if (hasDifferent || wrong) return answer(refusal('checksum_wrong'));
        if (!upload.chunks.has(chunk.chunk)) return answer(refusal('checksum_wrong'));
        this.#ports.onAcknowledged(chunk);
        answer({ ok: true, value: { ok: true, chunk: chunk.chunk, proved: provedOf(upload, chunk) } });
      });
    });
  }

  /** One file after the other. A file that changed before its turn is skipped. */
  #prove(upload: ServerUpload, files: readonly ServerFile[], then: (wrong: boolean) => void): void {
    let wrong = false;
    const next = (at: number): void => {
      const file = files[at];
      if (!file) return then(wrong);
      this.#step(() => {
        const isStillThere = upload.files.get(file.fileId) === file && !file.proved && file.received === file.size;
        const remove = (key: string): void => this.#removeInTurn(upload, key);
        if (isStillThere && proveFile(this.committed, upload, file, this.#hashIsCompared, remove) === 'different') wrong = true;
        if (isStillThere && file.proved) this.#queueConversions(upload);
        next(at + 1);
      });
    };
    next(0);
  }

  /** A repeat of the same chunk has just written this key and not committed it. */
  #removeInTurn(upload: ServerUpload, key: string): void {
    const index = key.split('-').at(-2) ?? '';
    this.#inTurn(`${upload.session} ${index}`, (over) => {
      removeIfUnreferenced(this.committed, upload, key);
      over();
    });
  }

  #queueConversions(upload: ServerUpload): void {
    if (upload.state === 'dropped') return;
    const { leases } = this.#ports.shared;
    for (const series of upload.series) {
      if ((series.state !== 'proved' && series.state !== 'converting') || leases.has(series.uuid)) continue;
      const lease = Symbol(series.uuid);
      leases.set(series.uuid, lease);
      this.#leases.set(series.uuid, lease);
      const isOurs = (): boolean => leases.get(series.uuid) === lease;
      this.#step(() => void (series.state = series.state === 'proved' && isOurs() ? 'converting' : series.state));
      this.#step(
        () => {
          this.#leases.delete(series.uuid);
          if (!isOurs()) return;
          leases.delete(series.uuid);
          if (series.state === 'converting') series.state = this.#ports.random.chance(0.1) ? 'error' : 'converted';
        },
        this.#ports.random.int(50, 8_000),
      );
    }
  }

  #endLease(uuid: string, lease: symbol): void {
    const { shared, scheduler, leaseMs, onLeaseEnded } = this.#ports;
    const end = (): void => {
      if (shared.leases.get(uuid) !== lease) return;
      shared.leases.delete(uuid);
      onLeaseEnded();
    };
    if (leaseMs === 0) end();
    else scheduler.after(leaseMs, end);
  }

  #inTurn(key: string, work: (over: () => void) => void): void {
    const waiting = this.#turns.get(key);
    const begin = (): void => {
      work(() => {
        const next = this.#turns.get(key)?.shift();
        if (next) next();
        else this.#turns.delete(key);
      });
    };
    if (waiting) waiting.push(begin);
    else {
      this.#turns.set(key, []);
      begin();
    }
  }

  get #hashIsCompared(): boolean {
    return this.#ports.planted !== 'hash-not-compared';
  }

  /** Does not happen in a process that was killed meanwhile. */
  #step(work: () => void, ms = this.#ports.random.int(1, 12)): void {
    const life = this.#life;
    this.#ports.scheduler.after(ms, () => {
      if (life !== this.#life) return;
      if (this.#frozen === null) work();
      else this.#frozen.push(work);
    });
  }
}

export function memberKey(team: string, user: number): string {
  return `${team}/${user}`;
}

function refusal(code: ErrorCode): Answer {
  return { ok: false, status: ERRORS[code].status, code, retryAfterMs: null };
}
