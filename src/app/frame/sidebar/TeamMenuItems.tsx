import { Kbd, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconKeyboard, IconLayoutDashboard, IconLock, IconLogout, IconShieldCog, IconUserCircle, IconWorld } from '@tabler/icons-react';
import { useOpening } from '#app/keys/FrameKeys.tsx';
import { useSignOut } from '#app/session/use-sign-out.tsx';
import { useVisit } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import type { Session } from '#model/session.ts';
import { keyNames } from '#ui/key-names.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import { ColorSchemeItems } from './ColorSchemeItems.tsx';
import { LanguageItems } from './LanguageItems.tsx';
import { TeamInfo } from './TeamInfo.tsx';
import classes from './TeamMenuItems.module.css';

export function TeamMenuItems({ session: { user, team, permissions } }: { session: Session }) {
  const signOut = useSignOut();
  const { site, switchTeam, lock } = useVisit();
  const { openMap } = useOpening();
  const others = user.teams.filter(({ slug }) => slug !== site.team);
  return (
    <>
      <div className={classes.person}>
        <LetterAvatar name={user.name} color={user.data.color} />
        <span className={classes.names}>
          <b>{user.name}</b>
          <span>{user.email}</span>
        </span>
      </div>
      <Menu.Item component={Link} to="/dashboard" leftSection={<IconLayoutDashboard size={16} stroke={1.5} aria-hidden />}>
        {TEXTS.dashboard}
      </Menu.Item>
      <Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle size={16} stroke={1.5} aria-hidden />}>
        {TEXTS.profile}
      </Menu.Item>
      {permissions.has('admin') && (
        <Menu.Item component={Link} to="/admin" leftSection={<IconShieldCog size={16} stroke={1.5} aria-hidden />}>
          {TEXTS.administration}
        </Menu.Item>
      )}
      <Menu.Item component="a" href={site.mainUrl('/')} leftSection={<IconWorld size={16} stroke={1.5} aria-hidden />}>
        {TEXTS.goToWebsite}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconKeyboard size={16} stroke={1.5} aria-hidden />}
        rightSection={<Kbd aria-hidden>?</Kbd>}
        aria-keyshortcuts="?"
        onClick={openMap}
      >
        {TEXTS.keys}
      </Menu.Item>
      {team !== null && (
        <>
          <Menu.Divider />
          <TeamInfo team={team} />
        </>
      )}
      {others.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>{TEXTS.switchTeam}</Menu.Label>
          {others.map((other) => (
            <Menu.Item
              key={other.slug}
              leftSection={<LetterAvatar name={other.title} color={other.data.color} size={24} />}
              onClick={() => switchTeam(other.slug)}
            >
              <bdi>{other.title}</bdi>
            </Menu.Item>
          ))}
        </>
      )}
      <Menu.Divider />
      <ColorSchemeItems />
      <LanguageItems />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLock size={16} stroke={1.5} aria-hidden />}
        rightSection={<Kbd aria-hidden>{keyNames('Ctrl Shift L')}</Kbd>}
        aria-keyshortcuts="Control+Shift+L"
        onClick={lock.lockNow}
      >
        {TEXTS.lockNow}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />} onClick={() => void signOut()}>
        {TEXTS.signOut}
      </Menu.Item>
    </>
  );
}
