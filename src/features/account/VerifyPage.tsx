import { Button, Group } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import { TEXTS } from './texts.ts';

/** AUTH-27, as far as it is built: says what is missing and looks again. */
export function VerifyPage({ onCheck, onSignOut }: { onCheck: () => Promise<void>; onSignOut: () => Promise<void> }) {
  const [checking, setChecking] = useState(false);
  async function check() {
    setChecking(true);
    await onCheck();
    setChecking(false);
  }
  return (
    <EmptyState
      icon={IconMailCheck}
      whole
      title={TEXTS.verifyTitle}
      action={
        <Group gap="sm" justify="center">
          <Button loading={checking} onClick={() => void check()}>
            {TEXTS.checkAgain}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => void onSignOut()}>
            {TEXTS.signOut}
          </Button>
        </Group>
      }
    >
      {TEXTS.verifyNote}
    </EmptyState>
  );
}
