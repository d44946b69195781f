import { XrSessionsPage } from '#features/administration/xr/XrSessionsPage.tsx';
import { XrWorkersPage } from '#features/administration/xr/XrWorkersPage.tsx';

export function XrSessionsRoute() {
  return <XrSessionsPage />;
}

export function XrWorkersRoute() {
  return <XrWorkersPage />;
}
