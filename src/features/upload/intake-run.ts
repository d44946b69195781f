import type { IntakeEnd, IntakeProgress, PickedFile } from '#workers/intake/types.ts';

/** The worker that copies and reads, as its handle offers it. */
export interface Intake {
  add(files: PickedFile[], onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd>;
  close(): void;
}

export interface IntakeState {
  /** Null while nothing is being copied: then every byte that was given is on this device or was named as refused. */
  copying: IntakeProgress | null;
  /** Why the last drop was not taken whole; null once the next one begins. */
  trouble: Extract<IntakeEnd, { ok: false }> | null;
}

interface IntakePorts {
  createIntake: () => Intake;
  onEnd: (end: IntakeEnd) => void;
  /** The worker died: a bug, for whoever collects them. The person is told by `onEnd`. */
  onFault: (cause: unknown) => void;
}

const AT_REST: IntakeState = { copying: null, trouble: null };

/**
 * Drops of one user, one after the other. It lives longer than the page that shows it: who looks at another page while files are being
 * copied loses none of them.
 */
export class IntakeRun {
  #ports: IntakePorts;
  #intake: Intake | null = null;
  #state: IntakeState = AT_REST;
  #listeners = new Set<() => void>();
  /** Files of drops that wait for their turn. */
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(ports: IntakePorts) {
    this.#ports = ports;
  }

  /** Starts the worker ahead of the first drop. */
  warm(): void {
    this.#intake ??= this.#ports.createIntake();
  }

  take(files: PickedFile[]): Promise<void> {
    this.#waiting += files.length;
    this.#last = this.#last.then(() => this.#copy(files));
    return this.#last;
  }

  state = (): IntakeState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async #copy(files: PickedFile[]): Promise<void> {
    this.#waiting -= files.length;
    this.#show({ copying: { picked: files.length + this.#waiting, stored: 0, secondsLeft: null }, trouble: null });
    const end = await this.#copied(files);
    this.#show({ copying: null, trouble: end.ok ? null : end });
    this.#ports.onEnd(end);
  }

  /** A worker that died is replaced for the next drop; what it had committed is on this device. */
  async #copied(files: PickedFile[]): Promise<IntakeEnd> {
    let stored = 0;
    try {
      this.warm();
      return await this.#intake!.add(files, (progress) => {
        stored = progress.stored;
        this.#show({ copying: { ...progress, picked: progress.picked + this.#waiting }, trouble: null });
      });
    } catch (cause) {
      this.#ports.onFault(cause);
      this.#intake?.close();
      this.#intake = null;
      return { ok: false, why: 'fault', stored, names: [], bytesNeeded: 0 };
    }
  }

  #show(state: IntakeState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
