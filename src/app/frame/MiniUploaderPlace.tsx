import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { isReady } from '#app/session/session-state.ts';
import { useOptionalOwn, useSessionState } from '#app/session/visit-context.tsx';
import type { MiniUploaderProps } from '#features/upload/MiniUploader.tsx';
import { useHasShownUpload } from '#localdb/use-upload-view.ts';

/**
 * On every page but the upload page, while the upload that it would show has anything in it (UPL2-005). Until then nothing of it is loaded,
 * and one row is read.
 */
export function MiniUploaderPlace() {
  const own = useOptionalOwn();
  const state = useSessionState();
  const isElsewhere = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, '') !== '/upload-v2' });
  const mayUpload = isReady(state) && state.permissions.list.has('r:upload-v2');
  const hasUpload = useHasShownUpload(isElsewhere && mayUpload ? own?.db : undefined);
  if (own === null || !isElsewhere || !hasUpload) return null;
  return (
    <Suspense fallback={null}>
      <MiniUploader db={own.db} userId={own.userId} onClosed={() => document.getElementById('content')?.focus({ preventScroll: true })} />
    </Suspense>
  );
}

/** Should it not come (a new version took its file away), the page is as well without it: the lamp says the same. */
const MiniUploader = lazy<ComponentType<MiniUploaderProps>>(() =>
  import('#features/upload/MiniUploader.tsx').then(
    (loaded) => ({ default: loaded.MiniUploader }),
    () => ({ default: () => null }),
  ),
);
