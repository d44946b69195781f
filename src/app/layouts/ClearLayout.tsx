import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OfflineMark } from '#app/frame/OfflineMark.tsx';
import { SignInSheet } from '#app/frame/notes/SignInSheet.tsx';
import { useLockKey } from '#app/keys/use-lock-key.ts';
import { useOptionalOwn, useVisit } from '#app/session/visit-context.tsx';
import { PageFrameProvider } from '#ui/Page.tsx';

/** Only the page, which has its own main element: errors, redirects and the annotator (LAYOUT-02). */
export function ClearLayout() {
  return useOptionalOwn() === null ? <Outlet /> : <SignedIn />;
}

/** What the frame does for a person on every page, without the frame. The page shows the mark in its own header. */
function SignedIn() {
  useLockKey();
  const { session } = useVisit();
  useEffect(() => session.asksOverPage(), [session]);
  return (
    <PageFrameProvider value={FRAME}>
      <Outlet />
      <SignInSheet />
    </PageFrameProvider>
  );
}

const FRAME = { mark: <OfflineMark />, end: null };
