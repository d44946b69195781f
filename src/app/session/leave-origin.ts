import { clearCredentials, readCredentials, readQueueOwner, tellSignedOut } from '#api/credentials.ts';
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
  const here = (await readCredentials()) ?? (await readQueueOwner());
  if (here === null || !hasLeft(mark(), parseMark(here.visit))) return;
  await clearCredentials();
  stored.clear();
  tellSignedOut();
  await dropReadable(here.userId, 'keep');
}
