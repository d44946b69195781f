import { SessionPage } from '#features/logs/SessionPage.tsx';

export function LogSessionRoute() {
  return <SessionPage />;
}
