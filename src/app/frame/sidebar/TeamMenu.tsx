import { Menu, UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { useOptionalSession } from '#ui/session-context.tsx';
import type { Session } from '#model/session.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import { TeamMenuItems } from './TeamMenuItems.tsx';
import classes from './TeamMenu.module.css';

/** SIDE-04 to 10: team and user, which open the menu. */
export function TeamMenu({ compact }: { compact: boolean }) {
  const session = useOptionalSession<Session>();
  if (session === null) return null;
  const { user, team } = session;
  const title = team?.title ?? 'Lightship';
  return (
    <Menu position={compact ? 'right-start' : 'bottom-start'} width={280} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target ?? ''} aria-label={t('{team}, {name}: menu', { team: title, name: user.name })}>
          <LetterAvatar name={title} color={team?.data.color ?? user.data.color} />
          <span className={classes.names}>
            <span className={classes.team}>
              <bdi>{title}</bdi>
            </span>{' '}
            <span className={classes.user}>
              <bdi>{user.name}</bdi>
            </span>
          </span>
          <IconSelector className={classes.chevron} size={16} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <TeamMenuItems session={session} />
      </Menu.Dropdown>
    </Menu>
  );
}
