import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import { TEXTS } from '#app/texts.ts';
import { waitingWork } from '#app/frame/waiting-work.ts';
import { formatCountOf } from '#ui/format.ts';
import type { WaitingAtSignOut } from './drop-readable.ts';
import { useOptionalOwn, useVisit } from './visit-context.tsx';

/** Signing out, which asks first where studies wait on this device (PWA-39): nothing is deleted that a person did not say to delete. */
export function useSignOut(): () => Promise<void> {
  const { session } = useVisit();
  const db = useOptionalOwn()?.db;
  return useCallback(async () => {
    const work = db && (await waitingWork(db));
    const studies = work ? work.studiesSending + work.studiesFailed + work.studiesKept : 0;
    if (studies === 0) return session.signOut('delete');
    modals.open({
      title: TEXTS.signOutTitle,
      children: <SignOutQuestion studies={studies} onAnswer={(waiting) => void session.signOut(waiting)} />,
    });
  }, [session, db]);
}

function SignOutQuestion({ studies, onAnswer }: { studies: number; onAnswer: (waiting: WaitingAtSignOut) => void }) {
  const answer = (waiting: WaitingAtSignOut) => () => {
    modals.closeAll();
    onAnswer(waiting);
  };
  return (
    <Stack>
      <Text>{`${formatCountOf(studies, 'study is', 'studies are')} not on the server yet. ${TEXTS.signOutKeeps}`}</Text>
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
