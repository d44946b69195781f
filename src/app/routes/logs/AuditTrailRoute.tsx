import { TrailPage } from '#features/logs/TrailPage.tsx';

export function AuditTrailRoute() {
  return <TrailPage />;
}
