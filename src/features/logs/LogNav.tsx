import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import list from '#ui/lists/list-page.module.css';
import tabs from '#ui/tabs.module.css';
import { TEXTS } from './texts.ts';

const PAGES = [
  { to: '/admin/log', words: TEXTS.sessions },
  { to: '/admin/log/table', words: TEXTS.steps },
  { to: '/admin/audit', words: TEXTS.trail },
] as const;

/** Links to both logs, and what a page offers beside them. */
export function LogNav({ children }: { children?: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <div className={list.bar}>
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
      {children}
    </div>
  );
}

/** Above every page of the logs except the first. */
export function LogCrumb() {
  return <Link to="/admin/log">{TEXTS.sessions}</Link>;
}
