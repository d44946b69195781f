import { Link } from '@tanstack/react-router';
import { formatCount } from '#ui/format.ts';
import tabs from '#ui/tabs.module.css';
import classes from './Tasks.module.css';

interface ListTabsProps {
  label: string;
  to: '/my-work' | '/reviews';
  current: string;
  tabs: readonly { list: string; name: string; count: number | undefined; search: Record<string, unknown> }[];
}

/** The lists of a page, with how many of each wait. */
export function ListTabs({ label, to, current, tabs: shown }: ListTabsProps) {
  return (
    <nav aria-label={label} className={`${tabs.nav} ${classes.tabs}`}>
      {shown.map(({ list, name, count, search }) => (
        <Link
          key={list}
          to={to}
          search={search}
          className={tabs.tab}
          activeProps={NOT_MARKED}
          {...(list === current ? { 'aria-current': 'page' } : {})}
        >
          {name}
          {count !== undefined && <span className={classes.tabCount}>{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The router would mark every link to this page as current, whatever its query. */
const NOT_MARKED = { 'aria-current': undefined } as const;
