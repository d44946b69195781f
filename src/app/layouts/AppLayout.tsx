import { Outlet } from '@tanstack/react-router';
import { AppFrame } from '#app/frame/AppFrame.tsx';

/** LAYOUT-01. */
export function AppLayout() {
  return (
    <AppFrame>
      <Outlet />
    </AppFrame>
  );
}
