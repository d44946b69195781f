import { Link, useLocation } from '@tanstack/react-router';
import tabs from '#ui/tabs.module.css';
import { TEXTS } from './texts.ts';

const PAGES = [
  { to: '/admin/log', words: TEXTS.sessions },
  { to: '/admin/log/table', words: TEXTS.steps },
  { to: '/admin/audit', words: TEXTS.trail },
] as const;

/** Links to both logs. */
export function LogNav() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label={TEXTS.logs} className={tabs.nav}>
      {PAGES.map(({ to, words }) => (
        <Link
          key={to}
          to={to}
          className={tabs.tab}
          // The address of the first is a prefix of the others.
          activeOptions={{ exact: true }}
          // Without an id, the session page shows the list.
          {...(to === pathname || (to === '/admin/log' && pathname === '/admin/log/detail') ? { 'aria-current': 'page' as const } : {})}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** Above every page of the logs except the first. */
export function LogCrumb() {
  return <Link to="/admin/log">{TEXTS.sessions}</Link>;
}
