import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { Leaving } from './leaving.ts';
import { TEXTS } from './texts.ts';

/**
 * Asks before the page is left (UPL2-053, 054). The browser's own question at reload or close cannot say more than "Leave site?"; it is
 * asked all the same, and the page behind it says whether everything is on this device. For another page of the app it is asked only while
 * something is in this tab alone: the upload goes on beside every page, in the mini uploader.
 */
export function LeavingWarning({ leaving }: { leaving: Leaving }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => leaving !== null && !leaving.safe && current.pathname !== next.pathname,
    enableBeforeUnload: () => leaving !== null,
    withResolver: true,
  });
  if (blocker.status !== 'blocked' || leaving === null || leaving.safe) return null;
  return (
    <Modal opened onClose={blocker.reset} title={TEXTS.leaveTitle} size="md">
      <Text>{leaving.text}</Text>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={blocker.proceed}>
          {TEXTS.leave}
        </Button>
        <Button variant="filled" onClick={blocker.reset} data-autofocus>
          {TEXTS.stay}
        </Button>
      </Group>
    </Modal>
  );
}
