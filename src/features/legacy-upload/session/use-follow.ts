import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { openDeviceKey } from '#localdb/device-key.ts';
import { saveCases, saveRead } from '#localdb/legacy-upload/legacy-uploads.ts';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { checkChoice } from '#model/uploads/legacy-upload.ts';
import type { Session } from '#model/session.ts';
import { browserClock } from '#transfer/browser.ts';
import { useSession } from '#ui/session-context.tsx';
import { followConversion, followReading, type SessionStore } from './follow-session.ts';
import { sessionServer } from './session-server.ts';
import { useLegacyRun } from './use-legacy-run.ts';

/**
 * Asks the server for the state of the session, on every page of the team, while the page is visible and the server can be reached
 * (ODD-16). Writes the answer into the database, where every tab sees it.
 */
export function useFollow(db: LocalDb, userId: number, view: LegacyView | null | undefined): void {
  const { serverReachable } = useSession<Session>();
  const isSeen = useDocumentVisibility() === 'visible';
  const { run, hasGivenUp } = useLegacyRun(db, userId);
  const id = view?.id ?? null;
  const step = view?.step === 'uploaded' || view?.step === 'converting' ? view.step : null;
  const moved = view?.step === 'converting' ? movedStudies(view).join(' ') : '';
  const mayAsk = serverReachable && isSeen && !hasGivenUp;

  useEffect(() => {
    if (id === null || step === null || !mayAsk) return;
    const leaving = new AbortController();
    const ports = { server: sessionServer(id), store: storeOf(db, id), pause: browserClock.pause };
    const following =
      step === 'uploaded'
        ? followReading(ports, leaving.signal).then((hasRead) => {
            if (!hasRead) run.show({ hasGivenUp: true });
          })
        : followConversion(ports, moved.split(' '), leaving.signal);
    following.catch((cause: unknown) => reportError(cause));
    return () => leaving.abort();
  }, [db, run, id, step, moved, mayAsk]);
}

/** Studies with a checked series when Process was pressed. */
function movedStudies({ result, checked, bodyParts }: LegacyView): string[] {
  const choice = checkChoice(result?.studies ?? [], { checked, bodyParts }, null);
  return choice.ok ? choice.studies.map(({ uuid }) => uuid) : [];
}

function storeOf(db: LocalDb, id: string): SessionStore {
  return {
    saveRead: async (result) => saveRead(db, await openDeviceKey(db), id, result),
    saveCases: async (cases) => saveCases(db, await openDeviceKey(db), id, cases),
    saveForgotten: async () => createQueueStore(db, await openDeviceKey(db)).saveForgotten(id, 'sent'),
  };
}
