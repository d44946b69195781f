import { DashboardPage } from '#features/dashboard/DashboardPage.tsx';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { useSettings, useVisit } from '#app/session/visit-context.tsx';

export function DashboardRoute() {
  const { site, leaveForTeam } = useVisit();
  const { permissions } = useSession<Session>();
  const isOpen = useSettings()?.registration === 'open';
  return (
    <DashboardPage
      baseHost={site.baseHost}
      teamUrl={(slug) => site.teamUrl(slug, '/dashboard')}
      onLeaveForTeam={leaveForTeam}
      mayCreate={isOpen || permissions.has('admin')}
    />
  );
}
