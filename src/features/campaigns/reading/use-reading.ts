import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ReadMove } from '#contract/campaigns.ts';
import { t } from '#language/t.ts';
import { saveReadMove } from '#localdb/outbox/moves.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { madeInRead } from '#model/campaigns/made-in-read.ts';
import { shownReads, type ShownList, type ShownRead } from '#model/campaigns/shown-reads.ts';
import type { Session } from '#model/session.ts';
import { readsKey } from '#sync/reads-key.ts';
import { showFailure } from '#ui/toasts.ts';
import { useSession } from '#ui/session-context.tsx';
import { createActiveTime, type ActiveTime } from './active-time.ts';

export interface Reading {
  list: ShownList;
  read: ShownRead;
  time: ActiveTime;
  /** Whether something belongs to this read; what does not is not shown while it is read. */
  isOfRead: ReturnType<typeof madeInRead>;
  /** Stored when it resolves. */
  move(body: Omit<ReadMove, 'move' | 'spent_ms'>): Promise<boolean>;
}

/** The read of a campaign that the address names; null without one, and while it is not known. It is started when it is opened. */
export function useReading(
  db: LocalDb,
  asked: { campaign: string; read: string } | null,
  study: string,
): { reading: Reading | null; error: Error | null } {
  const { team, user } = useSession<Session>();
  const campaign = asked?.campaign ?? '';
  const { data, error } = useQuery({
    queryKey: readsKey(team?.slug ?? null, campaign),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.reads, { params: { uuid: campaign }, signal })).data,
    enabled: asked !== null,
  });
  const rows = useSavedWrites(db);
  const [time] = useState(() => createActiveTime(Date.now));
  const list = useMemo(
    () =>
      data === undefined
        ? null
        : shownReads(
            data,
            rows.map(({ write }) => write),
          ),
    [data, rows],
  );
  const read = list?.reads.find(({ uuid, study: of }) => uuid === asked?.read && of === study) ?? null;
  const reading = useMemo((): Reading | null => {
    if (list === null || read === null) return null;
    return {
      ...{ list, read, time },
      isOfRead: madeInRead(read, rows, user.id),
      move: (body) => keep(db, { campaign, read: read.uuid, study, body: { ...body, spent_ms: time.take() } }),
    };
  }, [db, campaign, study, list, read, rows, time, user.id]);
  const isRunning = list?.campaign.state === 'running';
  useEffect(() => {
    if (isRunning && (read?.state === 'open' || read?.state === 'returned')) void reading?.move({ act: 'start' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each state of the read, not for each write that waits
  }, [isRunning, read?.uuid, read?.state]);
  useTimeIsKept(reading);
  return { reading, error: data === undefined ? error : null };
}

const WORTH_KEEPING_MS = 5_000;

/** Time runs while the page is used, and is stored when the page is left, so that a closed tab does not lose it. */
function useTimeIsKept(reading: Reading | null): void {
  useEffect(() => {
    if (reading === null) return undefined;
    const { time } = reading;
    const used = () => time.used();
    function shown() {
      time.shown(document.visibilityState === 'visible');
      const isReading = reading?.read.state === 'started' && reading.list.campaign.state === 'running';
      if (document.visibilityState === 'hidden' && isReading && time.read() > WORTH_KEEPING_MS) void reading?.move({ act: 'start' });
    }
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const event of events) addEventListener(event, used, { passive: true });
    document.addEventListener('visibilitychange', shown);
    return () => {
      for (const event of events) removeEventListener(event, used);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [reading]);
}

async function keep(db: LocalDb, move: Parameters<typeof saveReadMove>[1]): Promise<boolean> {
  try {
    await saveReadMove(db, move);
    return true;
  } catch (error) {
    reportError(error);
    showFailure(t('This could not be stored on this device. Free up space and try again.'));
    return false;
  }
}
