import { ArchiveFault } from './fault.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** Input size per inflater step: less if the output is large, and none if there is no output. */
export class InflatePace {
  readonly #usualBytes: number;
  #stepBytes: number;
  #idleBytes = 0;

  constructor(usualBytes: number = ARCHIVE_LIMITS.inflateStepBytes) {
    this.#usualBytes = usualBytes;
    this.#stepBytes = usualBytes;
  }

  *steps(bytes: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length;) {
      const step = bytes.subarray(at, at + this.#stepBytes);
      at += step.length;
      yield step;
    }
  }

  note(inputBytes: number, madeBytes: number): void {
    const { denseStepBytes, denseRatio } = ARCHIVE_LIMITS;
    this.#stepBytes = madeBytes > denseRatio * inputBytes ? denseStepBytes : this.#usualBytes;
    this.#idleBytes = madeBytes > 0 ? 0 : this.#idleBytes + inputBytes;
  }

  /** fflate keeps unused input: input without output must end, or each step copies all of it again. */
  refuseIdle(): void {
    if (this.isIdle()) throw new ArchiveFault('archive-damaged');
  }

  isIdle(): boolean {
    return this.#idleBytes > ARCHIVE_LIMITS.idleInputBytes;
  }
}
