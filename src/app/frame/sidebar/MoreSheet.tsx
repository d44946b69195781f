import { Link } from '@tanstack/react-router';
import { IconDeviceLaptop, IconLayoutDashboard, IconLock, IconLogout, IconShieldCog, IconUserCircle, IconWorld } from '@tabler/icons-react';
import { phoneItems } from '#app/routes/route-table.ts';
import { useSignOut } from '#app/session/use-sign-out.tsx';
import { useVisit } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import type { Session } from '#model/session.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import { useSession } from '#ui/session-context.tsx';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { FavoritesSlot } from '#app/frame/slots/FavoritesSlot.tsx';
import classes from './MoreSheet.module.css';
import { TeamInfo } from './TeamInfo.tsx';

/** The sidebar menu as a sheet with rows of 44 px. */
export function MoreSheet({ onDone }: { onDone: () => void }) {
  const { user, team, permissions } = useSession<Session>();
  const signOut = useSignOut();
  const { site, switchTeam, lock } = useVisit();
  return (
    <div className={classes.rows}>
      <div className={classes.row}>
        <LetterAvatar name={user.name} color={user.data.color} />
        <span className={classes.names}>
          <b>{user.name}</b>
          <span>{user.email}</span>
        </span>
      </div>
      {phoneItems(permissions).more.map(({ path, item }) => (
        <Link key={path} to={path} className={classes.row} onClick={onDone}>
          <item.icon size={20} stroke={1.5} aria-hidden />
          {item.label}
        </Link>
      ))}
      <Link to="/dashboard" className={classes.row} onClick={onDone}>
        <IconLayoutDashboard size={20} stroke={1.5} aria-hidden />
        {TEXTS.dashboard}
      </Link>
      <Link to="/profile" className={classes.row} onClick={onDone}>
        <IconUserCircle size={20} stroke={1.5} aria-hidden />
        {TEXTS.profile}
      </Link>
      {permissions.has('admin') && (
        <Link to="/admin" className={classes.row} onClick={onDone}>
          <IconShieldCog size={20} stroke={1.5} aria-hidden />
          {TEXTS.administration}
        </Link>
      )}
      <Link to="/device" className={classes.row} onClick={onDone}>
        <IconDeviceLaptop size={20} stroke={1.5} aria-hidden />
        {TEXTS.onThisDevice}
      </Link>
      <a href={site.mainUrl('/')} className={classes.row}>
        <IconWorld size={20} stroke={1.5} aria-hidden />
        {TEXTS.goToWebsite}
      </a>
      <FavoritesSlot inSheet onDone={onDone} />
      {team !== null && <TeamInfo team={team} />}
      {user.teams.length > 1 && <p className={classes.label}>{TEXTS.switchTeam}</p>}
      {user.teams
        .filter(({ slug }) => slug !== site.team)
        .map((team) => (
          <button key={team.slug} type="button" className={classes.row} onClick={() => switchTeam(team.slug)}>
            <LetterAvatar name={team.title} color={team.data.color} size={24} />
            <bdi>{team.title}</bdi>
          </button>
        ))}
      <div className={classes.scheme}>
        <ColorSchemeSwitch fullWidth />
      </div>
      <div className={classes.scheme}>
        <LanguageSwitch fullWidth />
      </div>
      <button type="button" className={classes.row} onClick={lock.lockNow}>
        <IconLock size={20} stroke={1.5} aria-hidden />
        {TEXTS.lockNow}
      </button>
      <button type="button" className={classes.row} onClick={() => void signOut()}>
        <IconLogout size={20} stroke={1.5} aria-hidden />
        {TEXTS.signOut}
      </button>
    </div>
  );
}
