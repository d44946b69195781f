import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { useOptionalOwn, useSessionState } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { Sheet } from '#ui/Sheet.tsx';
import { useSignInRequests } from '#ui/sign-in-request.ts';
import { SignInToContinue } from './SignInToContinue.tsx';
import { useWaitingWork } from '#app/frame/waiting-work.ts';

/**
 * An upload waits for a sign-in, or the page would be lost without one: asked once, over the current page (design.md §12). After 'later' the
 * same expired sign-in does not ask again, but the user can open the form.
 */
export function SignInSheet() {
  const state = useSessionState();
  const hasEnded = state.phase === 'signed-in' && state.hasEnded === true;
  const isNeeded = useWaitingWork()?.needsSignIn === true || hasEnded;
  const own = useOptionalOwn();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isPutOff, setPutOff] = useState(false);
  if (!isNeeded && isPutOff) setPutOff(false);
  useSignInRequests(useCallback(() => setPutOff(false), []));
  if (own === null) return null;

  const isOpen = isNeeded && !isPutOff;
  const later = () => setPutOff(true);
  const form = <SignInToContinue db={own.db} pageWaits={hasEnded} onLater={later} />;
  return isPhone ? (
    <Sheet opened={isOpen} onClose={later} title={TEXTS.signInToContinue}>
      {form}
    </Sheet>
  ) : (
    <Modal opened={isOpen} onClose={later} title={TEXTS.signInToContinue} size="md">
      {form}
    </Modal>
  );
}
