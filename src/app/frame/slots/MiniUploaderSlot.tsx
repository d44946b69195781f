import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { isReady } from '#app/session/session-state.ts';
import { useOptionalOwn, useSessionState } from '#app/session/visit-context.tsx';
import type { MiniUploaderProps } from '#features/upload/mini-uploader/MiniUploader.tsx';
import { useHasShownUpload } from '#localdb/upload/use-upload-view.ts';

/**
 * On every page except the upload page, while the shown upload has content (UPL2-005). Until then its code is not loaded, and only one
 * row is read.
 */
export function MiniUploaderSlot() {
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

/** If the file cannot be loaded (a new version removed it), the page works without it: the lamp shows the same. */
const MiniUploader = lazy<ComponentType<MiniUploaderProps>>(() =>
  import('#features/upload/mini-uploader/MiniUploader.tsx').then(
    (loaded) => ({ default: loaded.MiniUploader }),
    () => ({ default: () => null }),
  ),
);
