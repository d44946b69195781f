import { useEffect } from 'react';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { useIsSecond } from './use-is-second.ts';
import { shareSession } from './share-session.ts';

/** Joins the windows of a study that the same person has open in the same team. A read of a campaign is a window of its own. */
export function SharedSession({ study, isRead }: { study: string; isRead: boolean }) {
  const isSecond = useIsSecond();
  const { station, series } = useWorkstation();
  const { user, team } = useSession<Session>();
  const name = `lightship.annotator.${team?.slug ?? ''}.${user.id}.${study}`;
  useEffect(
    () => (isRead ? undefined : shareSession(station, series, new BroadcastChannel(name), isSecond)),
    [station, series, name, isRead, isSecond],
  );
  return null;
}
