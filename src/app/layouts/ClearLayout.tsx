import { Outlet } from '@tanstack/react-router';

/** The page only, which brings its own main: errors, and addresses that lead on (LAYOUT-02). */
export function ClearLayout() {
  return <Outlet />;
}
