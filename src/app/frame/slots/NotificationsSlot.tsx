import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { mayVisit } from '#app/routes/route-table.ts';
import { useOptionalOwn, useVisit } from '#app/session/visit-context.tsx';
import { annotatorAddress } from '#features/notifications/annotator-address.ts';
import { NotificationsBell } from '#features/notifications/NotificationsBell.tsx';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { useOptionalSession } from '#ui/session-context.tsx';

/** The notification bell of a team: in the sidebar, or in the page header on a phone. */
export function NotificationsSlot({ isRail = false }: { isRail?: boolean }) {
  const own = useOptionalOwn();
  const session = useOptionalSession<Session>();
  const { site } = useVisit();
  if (own === null || session === null || site.team === null) return null;
  return <Bell db={own.db} team={site.team} session={session} isRail={isRail} />;
}

function Bell({ db, team, session: { permissions }, isRail }: { db: LocalDb; team: string; session: Session; isRail: boolean }) {
  const { session } = useVisit();
  const router = useRouter();
  const exchanged = useMemo(
    () => ({
      version() {
        const state = session.read();
        return state.phase === 'signed-in' && state.permissions.kind === 'known' ? state.permissions.version : undefined;
      },
      heard: session.permissionsHeard,
    }),
    [session],
  );
  return (
    <NotificationsBell
      db={db}
      team={team}
      permissions={exchanged}
      isRail={isRail}
      mayOpen={(notification) => mayVisit(annotatorAddress(notification) ?? notification.url, permissions)}
      onOpen={({ url }) => router.history.push(url)}
    />
  );
}
