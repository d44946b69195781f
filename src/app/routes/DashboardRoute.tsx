import { DashboardPage } from '#features/dashboard/DashboardPage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

export function DashboardRoute() {
  const { site, leaveForTeam } = useVisit();
  return <DashboardPage baseHost={site.baseHost} teamUrl={(slug) => site.teamUrl(slug, '/dashboard')} onLeaveForTeam={leaveForTeam} />;
}
