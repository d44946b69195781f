import { MaintenancePage } from '#features/site/MaintenancePage.tsx';
import { useReachability, useVisit } from '#app/session/visit-context.tsx';

export function MaintenanceRoute() {
  const { reachability } = useVisit();
  return <MaintenancePage serverReachable={useReachability().reachable} onTryAgain={reachability.look} />;
}
