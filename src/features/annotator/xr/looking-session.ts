/** Calls PCALL-35 of one session; true once the server has taken it. */
export interface SessionCalls {
  start(uuid: string): Promise<boolean>;
  keep(uuid: string, state: { headset: boolean; ended: boolean }): Promise<boolean>;
}

/** What the server is told of somebody who looks (XR-008). What fails is said again with the next turn. */
export class LookingSession {
  readonly #uuid = crypto.randomUUID();
  readonly #calls: SessionCalls;
  #isKnown = false;
  #isInside = false;

  constructor(calls: SessionCalls) {
    this.#calls = calls;
  }

  /** Every so often, while the server can be reached. */
  async turn(): Promise<void> {
    if (!this.#isKnown) {
      this.#isKnown = await this.#calls.start(this.#uuid);
      if (!this.#isInside) return;
    }
    await this.#keep(false);
  }

  async entered(isInside: boolean): Promise<void> {
    this.#isInside = isInside;
    if (isInside) await this.#keep(false);
  }

  end(): Promise<void> {
    return this.#keep(true);
  }

  async #keep(ended: boolean): Promise<void> {
    if (this.#isKnown) await this.#calls.keep(this.#uuid, { headset: this.#isInside, ended });
  }
}
