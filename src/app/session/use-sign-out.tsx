import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import { TEXTS } from '#app/texts.ts';
import { waitingWork } from '#app/frame/waiting-work.ts';
import { formatCountOf } from '#ui/format.ts';
import { amountText, countOf, NONE, sumOf, type Amount } from '#ui/upload/amount.ts';
import type { WaitingAtSignOut } from './drop-readable.ts';
import { useOptionalOwn, useVisit } from './visit-context.tsx';

/** Signing out; asks first if studies, or what was drawn, wait on this device (PWA-39): nothing is deleted without the user's consent. */
export function useSignOut(): () => Promise<void> {
  const { session } = useVisit();
  const db = useOptionalOwn()?.db;
  return useCallback(async () => {
    const work = db && (await waitingWork(db));
    const waiting = work ? sumOf(work.sending, work.failed, work.kept) : NONE;
    const toProcess = work?.toProcess ?? NONE;
    const drawn = work?.drawn ?? 0;
    if (countOf(waiting) + countOf(toProcess) + drawn === 0) return session.signOut('delete');
    modals.open({
      title: countOf(waiting) + countOf(toProcess) > 0 ? TEXTS.signOutTitle : TEXTS.signOutDrawnTitle,
      children: <SignOutQuestion why={signOutText(waiting, toProcess, drawn)} onAnswer={(waiting) => void session.signOut(waiting)} />,
    });
  }, [session, db]);
}

/** Archives that the server opened are lost with the row of their upload here, because nobody has chosen what to process. */
function signOutText(waiting: Amount, toProcess: Amount, drawn: number): string {
  const strokes = formatCountOf(drawn, 'change of a mask', 'changes of masks');
  const ofMasks = drawn === 0 ? '' : `${strokes} ${drawn === 1 ? 'is' : 'are'} not on the server yet. `;
  if (countOf(waiting) + countOf(toProcess) === 0) return `${ofMasks}${TEXTS.signOutKeeps}`;
  const amount = countOf(waiting) > 0 ? waiting : toProcess;
  const stand = countOf(waiting) > 0 ? 'not on the server yet' : 'not processed yet';
  return `${amountText(amount)} ${countOf(amount) === 1 ? 'is' : 'are'} ${stand}. ${ofMasks}${TEXTS.signOutKeeps}`;
}

function SignOutQuestion({ why, onAnswer }: { why: string; onAnswer: (waiting: WaitingAtSignOut) => void }) {
  const answer = (waiting: WaitingAtSignOut) => () => {
    modals.closeAll();
    onAnswer(waiting);
  };
  return (
    <Stack>
      <Text>{why}</Text>
      <Group justify="flex-end">
        <Button variant="outline" color="coral" onClick={answer('delete')}>
          {TEXTS.signOutDelete}
        </Button>
        <Button variant="default" onClick={() => modals.closeAll()}>
          {TEXTS.staySignedIn}
        </Button>
        <Button onClick={answer('keep')} data-autofocus>
          {TEXTS.signOutKeep}
        </Button>
      </Group>
    </Stack>
  );
}
