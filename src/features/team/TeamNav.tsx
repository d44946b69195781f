import { Link, useLocation } from '@tanstack/react-router';
import tabs from '#ui/tabs.module.css';
import { DEIDENTIFICATION_TEXTS } from './deidentification-texts.ts';
import { TEXTS } from './texts.ts';

const PAGES = [
  { to: '/team/users', words: TEXTS.members },
  { to: '/team/invitations', words: TEXTS.invitations },
  { to: '/team/roles', words: TEXTS.roles },
  { to: '/team/de-identification', words: DEIDENTIFICATION_TEXTS.title },
  { to: '/admin/commander', words: TEXTS.files },
] as const;

/** Links to the pages of a team. */
export function TeamNav() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label={TEXTS.team} className={tabs.nav}>
      {PAGES.map(({ to, words }) => (
        <Link key={to} to={to} className={tabs.tab} {...currentOf(to, pathname)}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** `/members` is the member list with the invite form, not a separate page in this row. */
function currentOf(to: string, pathname: string) {
  if (to === pathname) return { 'aria-current': 'page' } as const;
  return pathname === '/members' && to === '/team/users' ? ({ 'aria-current': 'true' } as const) : {};
}

/** Above every page of a team except the first. */
export function TeamCrumb() {
  return <Link to="/team/users">{TEXTS.team}</Link>;
}
