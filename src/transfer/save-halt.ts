import type { Halt } from '#model/uploads/halt.ts';
import type { TransferPorts } from './ports.ts';

/**
 * Stores that an upload waits for the user. False if the reason no longer applies. A new sign-in resumes all halted uploads, once. If a refusal of
 * the earlier sign-in arrives later, it would halt the upload for good. `bearer`: the sign-in under which the refused step began.
 */
export async function saveHalt({ store, server }: TransferPorts, uploadId: string, halt: Halt, bearer: string | null): Promise<boolean> {
  await store.saveHalt(uploadId, halt);
  if (halt.why !== 'sign-in') return true;
  // Asked after the halt is stored: a later sign-in resumes the upload itself.
  const present = await server.bearer();
  if (present === null || present === bearer) return true;
  await store.liftHalt(uploadId);
  return false;
}
