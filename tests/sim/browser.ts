import { LIMITS } from '#contract/limits.ts';
import { SENDING_PHASES } from '#model/uploads/transfer-phase.ts';
import { createSignal } from '#transfer/signals.ts';
import { runSender, runSenderOnce } from '#transfer/sender.ts';
import { keepRunning, type Kept, type Running } from '#workers/keep-running.ts';
import { Context } from './context.ts';
import { ModelDevice } from './model-device.ts';
import { resume } from './model-device-person.ts';
import { Network } from './network.ts';
import { OriginLocks } from './origin-locks.ts';
import type { World } from './world.ts';

const TURN_MS = 150_000;
/** The browser ends a handler that runs longer than this. */
const TURN_KILL_MS = 180_000;
/** As in Chromium: immediately, after five minutes, and after three times that. */
const TURNS_AFTER_MS = [1_000, 300_000, 900_000] as const;

interface Page {
  userId: number;
  isOpen: boolean;
  worker: Context | null;
  kept: Kept<Running>;
  queued: ReadonlySet<string>;
}

/** One browser at the address of one team: its databases, tabs, service worker, locks and clock. */
export class Browser {
  readonly world: World;
  readonly team: string;
  readonly network: Network;
  readonly locks: OriginLocks;
  credentials: { userId: number; bearer: string } | null = null;
  queueOwner: number | null = null;
  isFull = false;
  storeFaults = 0;
  clockOffset = 0;
  /** Increases when the browser evicts the origin: connections that were opened earlier are dead. */
  generation = 0;
  hasTag = false;
  pages: Page[] = [];
  #turn: Context | null = null;
  #endTurn: () => void = () => undefined;
  readonly #databases = new Map<number, ModelDevice>();

  constructor(world: World, team: string) {
    this.world = world;
    this.team = team;
    this.network = new Network({ scheduler: world.scheduler, random: world.random, trace: world.trace, server: world.server });
    this.locks = new OriginLocks(world.scheduler, world.planted);
  }

  get now(): number {
    return 1_800_000_000_000 + this.world.scheduler.now + this.clockOffset;
  }

  get databases(): ReadonlyMap<number, ModelDevice> {
    return this.#databases;
  }

  database(userId: number): ModelDevice {
    const known = this.#databases.get(userId);
    if (known) return known;
    const made = new ModelDevice(() => this.now, this.world.planted);
    this.#databases.set(userId, made);
    return made;
  }

  evict(): void {
    this.#databases.clear();
    this.generation += 1;
    this.hasTag = false;
  }

  signIn(userId: number, bearer: string): void {
    const isOther = this.queueOwner !== null && this.queueOwner !== userId;
    // The page of the earlier user has gone to the sign-in form; all their other tabs are closed.
    if (isOther) for (const page of [...this.pages]) this.closePage(page);
    this.credentials = { userId, bearer };
    this.queueOwner = userId;
    if (this.pages.some((page) => page.userId === userId)) this.resume(userId, 'sign-in');
  }

  /** All tabs close, the background turn is told to stop, and nobody is signed in. What waits is kept for its owner. */
  signOut(): void {
    for (const page of [...this.pages]) this.closePage(page);
    this.#endTurn();
    this.hasTag = false;
    this.credentials = null;
    this.queueOwner = null;
  }

  openPage(): void {
    const userId = this.credentials?.userId ?? this.queueOwner;
    if (userId === null) return;
    const page: Page = { userId, isOpen: true, worker: null, queued: new Set(), kept: { current: () => null, close: () => undefined } };
    this.pages.push(page);
    page.kept = keepRunning(() => this.#startWorker(page), {
      pause: (ms) => new Promise((resolve) => this.world.scheduler.after(ms, resolve)),
      report: () => this.world.note('worker died'),
    });
    this.resume(userId, 'sign-in');
    this.rightsHeard(userId);
    this.queueChanged(userId);
  }

  closePage(page: Page): void {
    page.isOpen = false;
    this.pages = this.pages.filter((one) => one !== page);
    page.kept.close();
    if (this.pages.length === 0) this.world.scheduler.after(500, () => this.beginTurns());
  }

  /** Three background turns for waiting work; none without a tag. */
  beginTurns(attempt = 0): void {
    const owner = this.queueOwner;
    const delay = TURNS_AFTER_MS[attempt];
    if (!this.hasTag || owner === null || delay === undefined || this.#turn?.isAlive) return;
    this.world.scheduler.after(delay, () => this.#takeTurn(owner, attempt));
  }

  killTurn(): void {
    this.#turn?.kill();
  }

  wakeAll(): void {
    for (const page of this.pages) page.worker?.wakes.ring();
  }

  resume(userId: number, which: 'sign-in' | 'rights' | 'all'): void {
    if (resume(this.database(userId), which)) {
      this.world.rules.onResumed(this, userId);
      this.queueChanged(userId);
    }
  }

  /** News of permissions to an open page: [Note: A right that comes back]. */
  rightsHeard(userId: number): void {
    const { members } = this.world.server;
    const member = members.get(this.world.server.memberKey(this.team, userId));
    if (member?.mayUpload === true && this.pages.some((page) => page.userId === userId)) this.resume(userId, 'rights');
  }

  /** Pages observe the queue of their user: new work wakes them and registers a tag for the service worker. */
  queueChanged(userId: number): void {
    const db = this.#databases.get(userId);
    for (const page of this.pages) {
      if (page.userId !== userId || !db) continue;
      const queued = new Set<string>();
      for (const row of db.uploads.values()) if (row.halt === null && SENDING_PHASES.includes(row.phase)) queued.add(row.id);
      const hasNew = [...queued].some((id) => !page.queued.has(id));
      page.queued = queued;
      if (!hasNew) continue;
      this.hasTag = true;
      const { worker } = page;
      if (worker) worker.after(3, () => worker.wakes.ring());
    }
  }

  #startWorker(page: Page): Running {
    const worker = new Context(this, 'page', page.userId);
    page.worker = worker;
    this.world.note('page', worker.number);
    const locks = this.locks.of(worker);
    const ports = {
      store: worker.store,
      server: worker.server,
      clock: worker.wakes.clock,
      wakes: worker.wakes,
      locks,
      report: () => worker.report(),
    };
    const died = runSender(ports, page.userId, createSignal().signal, LIMITS.statusPollMs).then(
      () => Promise.reject(new Error('The sender ended')),
      (cause: unknown) => Promise.reject(cause as Error),
    );
    return { died, close: () => worker.kill() };
  }

  #takeTurn(owner: number, attempt: number): void {
    if (this.#turn?.isAlive || !this.hasTag) return;
    const turn = new Context(this, 'service-worker', owner);
    this.#turn = turn;
    this.world.note('turn', attempt, turn.number);
    const deadline = createSignal();
    this.#endTurn = () => (turn.isAlive ? deadline.abort() : undefined);
    const locks = this.locks.of(turn);
    const ports = { store: turn.store, server: turn.server, clock: turn.clock, locks, report: () => turn.report() };
    const over = (left: boolean): void => {
      if (!turn.isAlive) return;
      turn.kill();
      if (left && this.queueOwner === owner) this.beginTurns(attempt + 1);
      else this.hasTag = false;
    };
    runSenderOnce(ports, owner, deadline.signal).then(
      ({ left }) => over(left),
      () => over(true),
    );
    turn.after(TURN_MS, () => deadline.abort());
    this.world.scheduler.after(TURN_KILL_MS, () => over(true));
  }
}
