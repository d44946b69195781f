import { Outlet } from '@tanstack/react-router';
import { UpdateNote } from './UpdateNote.tsx';
import { useRouteChange } from './use-route-change.ts';

/** Around every page, whatever its layout. */
export function RootRoute() {
  const update = useRouteChange();
  return (
    <>
      {update === 'waits' && <UpdateNote />}
      <Outlet />
    </>
  );
}
