import { SessionsPage } from '#features/logs/SessionsPage.tsx';

export function LogSessionsRoute() {
  return <SessionsPage />;
}
