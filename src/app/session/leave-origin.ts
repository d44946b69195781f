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
 * The user of this host signed out on another host, or somebody else signed in there: the data left here is deleted as at a sign-out.
 * Nobody was asked about the studies that wait here, so they are kept, sealed.
 */
export async function leaveIfLeft({ mark, stored, dropReadable }: LeavingPorts): Promise<void> {
  // A page that was closed halfway.
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
