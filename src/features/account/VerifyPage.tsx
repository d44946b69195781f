import { Button, Group, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { verifyLinkOf } from './mail-links.ts';
import { goOnText, textOfFailure, TEXTS } from './texts.ts';

interface VerifyPageProps {
  /** Query of the page: the link in the mail carries the call to make (ODD-44). */
  search: string;
  onCheck: () => Promise<void>;
  onSignOut: () => Promise<void>;
  /** For a user who is already a member of the team of this host. */
  later?: { team: string; onGoOn: () => void };
}

/** AUTH-27: says what is missing, sends the mail again, and makes the call of its link. */
export function VerifyPage({ search, onCheck, onSignOut, later }: VerifyPageProps) {
  const [busy, setBusy] = useState<'checking' | 'sending' | null>(null);
  const [said, setSaid] = useState<{ text: string; failed: boolean } | null>(null);
  const link = verifyLinkOf(search);
  const [id, hash] = [link?.id ?? null, link?.hash ?? null];

  useEffect(() => {
    if (id === null || hash === null) return;
    let isShown = true;
    const open = async () => {
      setBusy('checking');
      const answer = await callApi(CALLS.verifyEmail, { params: { id, hash } });
      if (answer.ok) await onCheck();
      if (!isShown) return;
      setBusy(null);
      if (!answer.ok) setSaid({ text: `${TEXTS.verifyFailed}: ${textOfFailure(answer.failure)}`, failed: true });
    };
    void open();
    return () => void (isShown = false);
  }, [id, hash, onCheck]);

  async function check() {
    setBusy('checking');
    await onCheck();
    setBusy(null);
  }
  async function send() {
    setBusy('sending');
    const answer = await callApi(CALLS.sendVerification);
    setBusy(null);
    setSaid(answer.ok ? { text: TEXTS.sentAgain, failed: false } : { text: textOfFailure(answer.failure), failed: true });
  }

  return (
    <EmptyState
      icon={IconMailCheck}
      whole
      title={TEXTS.verifyTitle}
      action={
        <Group gap="sm" justify="center">
          <Button loading={busy === 'checking'} disabled={busy === 'sending'} onClick={() => void check()}>
            {TEXTS.checkAgain}
          </Button>
          <Button variant="default" loading={busy === 'sending'} disabled={busy === 'checking'} onClick={() => void send()}>
            {TEXTS.sendAgain}
          </Button>
          {later !== undefined && (
            <Button variant="default" onClick={later.onGoOn}>
              {goOnText(later.team)}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={() => void onSignOut()}>
            {TEXTS.signOut}
          </Button>
        </Group>
      }
    >
      {TEXTS.verifyNote}
      {later !== undefined && ` ${TEXTS.verifyLaterNote}`}
      <Text component="span" display="block" mt="xs" size="sm" role={said?.failed === true ? 'alert' : 'status'} c="var(--ls-strong)">
        {said?.text}
      </Text>
    </EmptyState>
  );
}
