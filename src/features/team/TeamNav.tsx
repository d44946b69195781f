import { Link, useLocation } from '@tanstack/react-router';
import classes from './Team.module.css';
import { DEIDENTIFICATION_TEXTS } from './deidentification-texts.ts';
import { TEXTS } from './texts.ts';

const PAGES = [
  { to: '/team/users', words: TEXTS.members },
  { to: '/team/invitations', words: TEXTS.invitations },
  { to: '/team/roles', words: TEXTS.roles },
  { to: '/team/de-identification', words: DEIDENTIFICATION_TEXTS.title },
] as const;

/** The pages of a team, one beside the other. */
export function TeamNav() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label={TEXTS.team} className={classes.nav}>
      {PAGES.map(({ to, words }) => (
        <Link key={to} to={to} className={classes.tab} {...currentOf(to, pathname)}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** `/members` is the list of members with the invite form below it: no page of its own in this row. */
function currentOf(to: string, pathname: string) {
  if (to === pathname) return { 'aria-current': 'page' } as const;
  return pathname === '/members' && to === '/team/users' ? ({ 'aria-current': 'true' } as const) : {};
}

/** Above every page of a team but its first. */
export function TeamCrumb() {
  return (
    <Link to="/team/users" className={classes.crumb}>
      {TEXTS.team}
    </Link>
  );
}
