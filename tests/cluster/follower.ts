import { setTimeout as pause } from 'node:timers/promises';
import type { ChangesSince } from '#server/rules/changes.ts';
import { httpRequest } from '#tests/support/http.ts';

const EVERY_MS = 50;
/** A stopped process does not answer. */
const SILENT_MS = 1_000;

/** Follows the change log of a team through one server, like an open page: always asks for what came after the last number. */
export class Follower {
  readonly #port: () => number;
  readonly #bearer: string;
  readonly #onChange: () => void;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #last: number;
  /** What it was told, in order. */
  readonly seen: { seq: number; kind: string; ref: string }[] = [];
  readonly problems: string[] = [];

  constructor({
    port,
    bearer,
    since,
    onChange = () => undefined,
  }: {
    port: () => number;
    bearer: string;
    since: number;
    onChange?: () => void;
  }) {
    this.#port = port;
    this.#bearer = bearer;
    this.#last = since;
    this.#onChange = onChange;
    this.#running = this.#follow();
  }

  /** Resolves once it has heard of this number, or of one beyond it. */
  async reach(seq: number): Promise<void> {
    while (this.#last < seq && this.problems.length === 0) await pause(EVERY_MS);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const answer = await this.#ask().catch(() => null);
      if (answer !== null) this.#take(answer);
      if (answer?.more !== true) await pause(EVERY_MS);
    }
  }

  async #ask(): Promise<ChangesSince | null> {
    const answer = await httpRequest(`http://north.app.localhost:${this.#port()}/api/changes?since=${this.#last}`, {
      headers: { authorization: `Bearer ${this.#bearer}` },
      signal: AbortSignal.timeout(SILENT_MS),
    });
    if (answer.status === 200) return answer.json() as ChangesSince;
    if (answer.status < 500) this.problems.push(`the change log was answered with ${answer.status}`);
    return null;
  }

  #take({ seq, changes }: ChangesSince): void {
    for (const change of changes) {
      if (change.seq !== this.#last + 1) this.problems.push(`${change.seq} came after ${this.#last}`);
      this.#last = change.seq;
      this.seen.push(change);
      this.#onChange();
    }
    if (seq !== this.#last) this.problems.push(`the last number is ${seq}, but the last change is ${this.#last}`);
    this.#last = seq;
  }
}
