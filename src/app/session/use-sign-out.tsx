import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconFileDownload } from '@tabler/icons-react';
import { useCallback } from 'react';
import { TEXTS } from '#app/texts.ts';
import { waitingWork } from '#app/frame/waiting-work.ts';
import { t } from '#language/t.ts';
import { amountText, countOf, NONE, sumOf, type Amount } from '#ui/upload/amount.ts';
import type { WaitingAtSignOut } from './drop-readable.ts';
import { useOptionalOwn, useVisit, type Own } from './visit-context.tsx';

/** Signing out; asks first if studies, or what was drawn, wait on this device (PWA-39): nothing is deleted without the user's consent. */
export function useSignOut(): () => Promise<void> {
  const { session, site } = useVisit();
  const own = useOptionalOwn();
  return useCallback(async () => {
    const work = own && (await waitingWork(own.db));
    const waiting = work ? sumOf(work.sending, work.failed, work.kept) : NONE;
    const toProcess = work?.toProcess ?? NONE;
    const drawn = work?.drawn ?? 0;
    if (countOf(waiting) + countOf(toProcess) + drawn === 0) return session.signOut('delete');
    modals.open({
      title: countOf(waiting) + countOf(toProcess) > 0 ? TEXTS.signOutTitle : TEXTS.signOutDrawnTitle,
      children: (
        <SignOutQuestion
          why={signOutText(waiting, toProcess, drawn)}
          onAnswer={(waiting) => void session.signOut(waiting)}
          {...(own && site.team !== null && drawn > 0 && { onSave: () => void saveWork(own, site.team!) })}
        />
      ),
    });
  }, [session, site, own]);
}

/** Loaded when it is asked for: few sign-outs need it. */
async function saveWork({ db, userId }: Own, team: string): Promise<void> {
  const { showSaveWork } = await import('#features/annotator/masks/work-file/work-dialogs.tsx');
  showSaveWork({ db, userId, team });
}

/** Archives that the server opened are lost with the row of their upload here, because nobody has chosen what to process. */
function signOutText(waiting: Amount, toProcess: Amount, drawn: number): string {
  const sentences = [
    countOf(waiting) > 0 &&
      t('{amount} {count, plural, one {is} other {are}} not on the server yet.', { amount: amountText(waiting), count: countOf(waiting) }),
    countOf(waiting) === 0 &&
      countOf(toProcess) > 0 &&
      t('{amount} {count, plural, one {is} other {are}} not processed yet.', { amount: amountText(toProcess), count: countOf(toProcess) }),
    drawn > 0 && t('{count, plural, one {# change of a mask is} other {# changes of masks are}} not on the server yet.', { count: drawn }),
    TEXTS.signOutKeeps,
  ];
  return sentences.filter(Boolean).join(' ');
}

interface SignOutQuestionProps {
  why: string;
  onAnswer: (waiting: WaitingAtSignOut) => void;
  /** Drawn work can be saved to a file before. */
  onSave?: () => void;
}

function SignOutQuestion({ why, onAnswer, onSave }: SignOutQuestionProps) {
  const answer = (waiting: WaitingAtSignOut) => () => {
    modals.closeAll();
    onAnswer(waiting);
  };
  return (
    <Stack>
      <Text>{why}</Text>
      {onSave && (
        <Group>
          <Button variant="default" leftSection={<IconFileDownload size={16} stroke={1.5} aria-hidden />} onClick={onSave}>
            {TEXTS.signOutSave}
          </Button>
        </Group>
      )}
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
