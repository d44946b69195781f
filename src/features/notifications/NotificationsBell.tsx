import { VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import type { Notification } from '#contract/notifications.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { FrameDropdown } from '#ui/FrameDropdown.tsx';
import { NotificationsPanel } from './NotificationsPanel.tsx';
import { badgeText, bellText, TEXTS } from './texts.ts';
import { useNotifications, type PermissionsOfPage } from './use-notifications.ts';

export interface NotificationsBellProps {
  db: LocalDb;
  team: string;
  permissions: PermissionsOfPage;
  isRail?: boolean;
  /** Whether the page of a notification exists, and this user may open it. */
  mayOpen: (notification: Notification) => boolean;
  onOpen: (notification: Notification) => void;
}

/** given (frame §9). */
const WIDTH = 460;

/** The bell with the unseen count (NOTIF-11), which opens the list. */
export function NotificationsBell({ db, team, permissions, isRail = false, mayOpen, onOpen }: NotificationsBellProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const notifications = useNotifications(db, team, permissions);
  const unseen = notifications.list?.unseen ?? 0;
  return (
    <>
      <FrameDropdown
        icon={IconBell}
        label={bellText(unseen)}
        title={TEXTS.title}
        badge={unseen > 0 ? badgeText(unseen) : null}
        width={WIDTH}
        isRail={isRail}
        opened={opened}
        onChange={(isOpen) => (isOpen ? open() : close())}
      >
        <NotificationsPanel
          notifications={notifications}
          mayOpen={mayOpen}
          onOpen={(notification) => {
            close();
            onOpen(notification);
          }}
        />
      </FrameDropdown>
      <VisuallyHidden role="status">{unseen > 0 && bellText(unseen)}</VisuallyHidden>
    </>
  );
}
