import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { LeavePage } from './leave-page.ts';
import { TEXTS } from './texts.ts';

/**
 * Asks before the page is left (UPL2-053, 054). The browser's dialog at reload or close cannot say more than "Leave site?"; it is shown
 * anyway, and the page behind it says whether everything is on this device. For another page of the app it asks only while something is
 * only in this tab: the upload continues on every page, in the mini uploader.
 */
export function LeavePageWarning({ leavePage }: { leavePage: LeavePage }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => leavePage !== null && !leavePage.safe && current.pathname !== next.pathname,
    enableBeforeUnload: () => leavePage !== null,
    withResolver: true,
  });
  if (blocker.status !== 'blocked' || leavePage === null || leavePage.safe) return null;
  return (
    <Modal opened onClose={blocker.reset} title={TEXTS.leaveTitle} size="md">
      <Text>{leavePage.text}</Text>
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
