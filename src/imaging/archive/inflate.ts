import { Inflate } from 'fflate';
import type { Blocks } from './blocks.ts';
import { ArchiveFault } from './fault.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/**
 * Inflates one raw deflate stream (RFC 1951) piece by piece. It holds one step's output in memory, whatever the stream claims; whoever takes the
 * pieces counts them and stops. fflate's own unzipper believes declared sizes and checks no check sum (measured), so only its inflater is used.
 */
export async function* inflate(deflated: Blocks): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const inflater = new Inflate((piece) => {
    if (piece.length > 0) made.push(piece);
  });
  const pace = new InflatePace();
  for await (const bytes of deflated) {
    for (const step of pace.steps(bytes)) {
      push(inflater, step);
      pace.note(step.length, bytesOf(made));
      yield* made.splice(0);
    }
  }
}

/** How much an inflater is given at once: less where much comes of little, and nothing more where nothing comes of much. */
export class InflatePace {
  #stepBytes: number = ARCHIVE_LIMITS.inflateStepBytes;
  #idleBytes = 0;

  *steps(bytes: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length;) {
      const step = bytes.subarray(at, at + this.#stepBytes);
      at += step.length;
      yield step;
    }
  }

  /** fflate keeps what it cannot use: input of which nothing comes must end, or each step copies all of it again. */
  note(inputBytes: number, madeBytes: number): void {
    const { inflateStepBytes, denseStepBytes, denseRatio, idleInputBytes } = ARCHIVE_LIMITS;
    this.#stepBytes = madeBytes > denseRatio * inputBytes ? denseStepBytes : inflateStepBytes;
    this.#idleBytes = madeBytes > 0 ? 0 : this.#idleBytes + inputBytes;
    if (this.#idleBytes > idleInputBytes) throw new ArchiveFault('archive-damaged');
  }
}

export function bytesOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function push(inflater: Inflate, bytes: Uint8Array): void {
  try {
    inflater.push(bytes);
  } catch {
    throw new ArchiveFault('archive-damaged');
  }
}
