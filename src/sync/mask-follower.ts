import type { MaskOperations } from '#contract/mask-operations.ts';

export interface MaskFollowerPorts {
  /** Asks the server to be told of operations. False: this user may not see the segmentation, or it does not exist. */
  follow(): Promise<boolean>;
  /** The segmentation was made on this device, and the server has not received it: it is asked again later. */
  isMadeHere(): Promise<boolean>;
  /** The number up to which all operations are here. */
  last(): Promise<number>;
  /** Operations after a number. `gone`: as a false answer of `follow`. `later`: no answer. */
  fetch(since: number): Promise<MaskOperations | 'gone' | 'later'>;
  /** False: the device is full. */
  save(since: number, fetched: MaskOperations): Promise<boolean>;
  onState(state: MaskFollowState): void;
  onFault(error: unknown): void;
}

/**
 *     waiting ──follow, then fetch──▶ following
 *        ▲  └──────── no ─────────────┐   │
 *        └──── connection lost ───────│───┤ rights changed: asked again
 *                                     ▼   ▼
 *                                     ended
 */
export type MaskFollowState = 'waiting' | 'following' | 'ended';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Stores what others draw on one segmentation, for as long as it is open and connected. What is told is a hint: all that came after the last number is asked for. */
export class MaskFollower {
  readonly #ports: MaskFollowerPorts;
  /** Increases with each connection; what an earlier one is asked for no longer counts. */
  #connection = 0;
  #isConnected = false;
  #isFetching = false;
  #isAskedAgain = false;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: MaskFollowerPorts) {
    this.#ports = ports;
  }

  /** The server knows whose connection this is; also after each reconnect, and when rights have changed. */
  connected(): void {
    this.#isConnected = true;
    this.#run(() => this.#follow());
  }

  disconnected(): void {
    this.#stop('waiting');
  }

  /** Operations up to this number exist. */
  told(): void {
    if (this.#isConnected) this.#run(() => this.#fetch());
  }

  close(): void {
    this.#stop(null);
  }

  #stop(state: MaskFollowState | null): void {
    this.#isConnected = false;
    this.#connection += 1;
    clearTimeout(this.#timer);
    if (state !== null) this.#ports.onState(state);
  }

  async #follow(): Promise<void> {
    const connection = (this.#connection += 1);
    clearTimeout(this.#timer);
    const isAccepted = await this.#ports.follow();
    if (connection !== this.#connection) return;
    if (!isAccepted) return this.#refused();
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#ports.onState('following');
    // What came before the server began to tell.
    await this.#fetch();
  }

  async #refused(): Promise<void> {
    const connection = this.#connection;
    const isMadeHere = await this.#ports.isMadeHere();
    if (connection !== this.#connection) return;
    this.#ports.onState(isMadeHere ? 'waiting' : 'ended');
    if (isMadeHere) this.#later(() => this.#follow());
  }

  /** One at a time. */
  async #fetch(): Promise<void> {
    this.#isAskedAgain = true;
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      while (this.#isAskedAgain && this.#isConnected) {
        this.#isAskedAgain = false;
        await this.#fetchAll(this.#connection);
      }
    } finally {
      this.#isFetching = false;
    }
  }

  async #fetchAll(connection: number): Promise<void> {
    for (;;) {
      const since = await this.#ports.last();
      const fetched = await this.#ports.fetch(since);
      // Another connection asks again by itself.
      if (connection !== this.#connection) return void (this.#isAskedAgain = true);
      if (fetched === 'gone') return this.#refused();
      if (fetched === 'later') return this.#later(() => this.#fetch());
      if (!(await this.#ports.save(since, fetched))) return this.#later(() => this.#fetch());
      this.#pauseMs = FIRST_PAUSE_MS;
      // An answer may end before the last one.
      const upTo = fetched.operations.at(-1)?.number ?? fetched.last;
      if (upTo >= fetched.last) return;
    }
  }

  #run(work: () => Promise<void>): void {
    void work().catch((error: unknown) => this.#ports.onFault(error));
  }

  #later(work: () => Promise<void>): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(work), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
