import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { isReady } from '#app/session/session-state.ts';
import { useOptionalOwn, useSessionState } from '#app/session/visit-context.tsx';
import type { LegacyUploadProps } from '#features/legacy-upload/LegacyUpload.tsx';
import { useHasLegacyUpload } from '#localdb/legacy-upload/use-legacy-upload.ts';

/** On every page while an upload of the legacy flow has content. Its code is loaded only then. */
export function LegacyUploadSlot() {
  const own = useOptionalOwn();
  const state = useSessionState();
  const isOnItsPage = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, '') === '/upload' });
  const mayUpload = isReady(state) && state.permissions.list.has('r:upload-v2');
  const hasUpload = useHasLegacyUpload(mayUpload ? own?.db : undefined);
  if (own === null || !hasUpload) return null;
  return (
    <Suspense fallback={null}>
      <LegacyUpload db={own.db} userId={own.userId} isOnItsPage={isOnItsPage} />
    </Suspense>
  );
}

/** If the file cannot be loaded (a new version removed it), the sender continues, and the next page follows the session. */
const LegacyUpload = lazy<ComponentType<LegacyUploadProps>>(() =>
  import('#features/legacy-upload/LegacyUpload.tsx').then(
    (loaded) => ({ default: loaded.LegacyUpload }),
    () => ({ default: () => null }),
  ),
);
