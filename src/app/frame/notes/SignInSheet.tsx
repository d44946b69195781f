import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { Sheet } from '#ui/Sheet.tsx';
import { useSignInRequests } from '#ui/sign-in-request.ts';
import { SignInToContinue } from './SignInToContinue.tsx';
import { useWaitingWork } from '#app/frame/waiting-work.ts';

/**
 * An upload waits for a sign-in: asked once, over the current page (design.md §12). After 'later' the same expired sign-in does not
 * ask again, but the user can open the form.
 */
export function SignInSheet() {
  const isNeeded = useWaitingWork()?.needsSignIn === true;
  const own = useOptionalOwn();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isPutOff, setPutOff] = useState(false);
  if (!isNeeded && isPutOff) setPutOff(false);
  useSignInRequests(useCallback(() => setPutOff(false), []));
  if (own === null) return null;

  const isOpen = isNeeded && !isPutOff;
  const later = () => setPutOff(true);
  const form = <SignInToContinue db={own.db} onLater={later} />;
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
