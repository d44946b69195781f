import { Outlet } from '@tanstack/react-router';

/** Only the page, which has its own main element: errors and redirects (LAYOUT-02). */
export function ClearLayout() {
  return <Outlet />;
}
