import { Link, useLocation } from '@tanstack/react-router';
import { classNames } from '#ui/class-names.ts';
import classes from './Logs.module.css';
import { TEXTS } from './texts.ts';

const PAGES = [
  { to: '/admin/log', words: TEXTS.sessions },
  { to: '/admin/log/table', words: TEXTS.steps },
  { to: '/admin/audit', words: TEXTS.trail },
] as const;

/** Both logs, one beside the other. */
export function LogNav() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label={TEXTS.logs} className={classes.nav}>
      {PAGES.map(({ to, words }) => (
        <Link
          key={to}
          to={to}
          className={classNames(classes.tab)}
          // The address of the first is the beginning of the others.
          activeOptions={{ exact: true }}
          // Without an id, the page of one session is the list of them.
          {...(to === pathname || (to === '/admin/log' && pathname === '/admin/log/detail') ? { 'aria-current': 'page' as const } : {})}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** Above every page of the logs but their first. */
export function LogCrumb() {
  return (
    <Link to="/admin/log" className={classNames(classes.crumb)}>
      {TEXTS.sessions}
    </Link>
  );
}
