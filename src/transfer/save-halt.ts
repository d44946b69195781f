import type { Halt } from '#model/halt.ts';
import type { TransferPorts } from './ports.ts';

/**
 * Writes down that an upload waits for a person; false where that is over already. Who signs in tells whatever waits for it, once. A refusal of the
 * sign-in before may still be on its way then: it halts the upload after that, and nobody would ever tell it again. `bearer`: in whose name the
 * refused step began.
 */
export async function saveHalt({ store, server }: TransferPorts, uploadId: string, halt: Halt, bearer: string | null): Promise<boolean> {
  await store.saveHalt(uploadId, halt);
  if (halt.why !== 'sign-in') return true;
  // Asked after the halt is written: a sign-in that comes later tells of itself.
  const present = await server.bearer();
  if (present === null || present === bearer) return true;
  await store.liftHalt(uploadId);
  return false;
}
