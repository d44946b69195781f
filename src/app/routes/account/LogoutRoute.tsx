import { Button, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconLogout } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { HOME } from '#app/guards/visit.ts';
import { useSignOut } from '#app/session/use-sign-out.tsx';
import { useSessionState } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';

/**
 * ROUTE-097: opening the address signs out as the menu does, on every host and without a network. If studies wait on this device it asks
 * first; a user who stays signed in finds a link back on this page.
 */
export function LogoutRoute() {
  const signOut = useSignOut();
  const navigate = useNavigate();
  const { phase } = useSessionState();
  const isBegun = useRef(false);
  const [isAsked, setIsAsked] = useState(false);

  useEffect(() => {
    if (phase === 'signed-out') return void navigate({ href: '/login', replace: true });
    if (phase !== 'signed-in' || isBegun.current) return;
    isBegun.current = true;
    void signOut().then(() => setIsAsked(true));
  }, [phase, signOut, navigate]);

  if (phase !== 'signed-in' || !isAsked) return <Loader aria-label={TEXTS.signingOut} />;
  return (
    <EmptyState
      icon={IconLogout}
      whole
      title={TEXTS.signOutTitle}
      action={
        <>
          <Button onClick={() => void signOut()}>{TEXTS.signOut}</Button>
          <Button variant="default" onClick={() => void navigate({ href: HOME })}>
            {TEXTS.staySignedIn}
          </Button>
        </>
      }
    >
      {TEXTS.signOutOpened}
    </EmptyState>
  );
}
