import { useEffect } from 'react';
import { unlessOutdated } from '#localdb/connection.ts';
import type { LocalDb } from '#localdb/schema.ts';

const ASK_EVERY_MS = 5 * 60_000;

/**
 * What somebody has decided about work that the server keeps aside is asked for when a page of the team opens, when the server can be reached again, and every
 * five minutes. `team` is null outside a team. Its code is loaded when this device has such work.
 */
export function useAsideStates(db: LocalDb, team: string | null, serverReachable: boolean): void {
  const isAsked = team !== null && serverReachable;
  useEffect(() => {
    if (!isAsked) return;
    const ask = (): void => void askIfAny(db).catch((error: unknown) => void (db.connection.isOver() || reportError(error)));
    ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [db, isAsked]);
}

async function askIfAny(db: LocalDb): Promise<void> {
  const count = await unlessOutdated(db, () => db.maskOperations.where('state').equals('aside').count());
  if (count === undefined || count === 0) return;
  const { askAsideStates } = await import('./ask-aside-states.ts');
  await askAsideStates(db);
}
