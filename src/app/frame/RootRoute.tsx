import { Outlet } from '@tanstack/react-router';
import { useStepLog } from '#app/steps/use-step-log.ts';
import { ActingBar } from './notes/ActingBar.tsx';
import { UpdateNote } from './notes/UpdateNote.tsx';
import { useRouteChange } from './use-route-change.ts';

/** Around every page, whatever its layout. */
export function RootRoute() {
  const update = useRouteChange();
  useStepLog();
  return (
    <>
      <ActingBar />
      {update === 'waits' && <UpdateNote />}
      <Outlet />
    </>
  );
}
