import { Inflate } from 'fflate';
import type { Blocks } from './blocks.ts';
import { ArchiveFault } from './fault.ts';
import { InflatePace } from './inflate-pace.ts';

/**
 * Inflates one raw deflate stream (RFC 1951) piece by piece. It holds one step's output in memory, whatever the stream claims; the consumer
 * counts the pieces and stops. fflate's unzipper trusts declared sizes and checks no checksum (measured), so only its inflater is used.
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
      pace.refuseIdle();
      yield* made.splice(0);
    }
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
