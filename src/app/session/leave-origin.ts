import { clearCredentials, readCredentials, readHalfDropped, readQueueOwner, tellSignedOut } from '#api/credentials.ts';
import type { WaitingAtSignOut } from './drop-readable.ts';
import type { StoredSessionPort } from './stored-session.ts';
import { hasLeft, parseMark, type VisitMark } from './visit-mark.ts';

interface LeavingPorts {
  mark(): VisitMark | null;
  stored: Pick<StoredSessionPort, 'clear'>;
  dropReadable(userId: number, waiting: WaitingAtSignOut): Promise<unknown>;
}

/**
 * Whoever was on this host has signed out on another one, or somebody else has signed in there: what they left here goes as with a sign-out. Nobody was
 * asked about studies that wait here, so they are kept, sealed.
 */
export async function leaveIfLeft({ mark, stored, dropReadable }: LeavingPorts): Promise<void> {
  // A page that went away in the middle of it.
  const half = await readHalfDropped();
  if (half !== null) await dropReadable(half, 'keep');
  const here = (await readCredentials()) ?? (await readQueueOwner());
  if (here === null || !hasLeft(mark(), parseMark(here.visit))) return;
  await clearCredentials();
  stored.clear();
  tellSignedOut();
  await dropReadable(here.userId, 'keep');
}

export async function hasLeftHere(mark: VisitMark | null): Promise<boolean> {
  const here = await readCredentials();
  return here !== null && hasLeft(mark, parseMark(here.visit));
}
