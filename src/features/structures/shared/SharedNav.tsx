import { Link } from '@tanstack/react-router';
import list from '#ui/lists/list-page.module.css';
import tabs from '#ui/tabs.module.css';
import { SHARED_TEXTS } from './texts.ts';

const PAGES = [
  { to: '/admin/structures-x', words: SHARED_TEXTS.structures },
  { to: '/admin/structures-x/body-parts', words: SHARED_TEXTS.bodyParts },
] as const;

/** Links to both lists. */
export function SharedNav() {
  return (
    <div className={list.bar}>
      <nav aria-label={SHARED_TEXTS.title} className={tabs.nav}>
        {PAGES.map(({ to, words }) => (
          // The address of the first is a prefix of the other.
          <Link key={to} to={to} className={tabs.tab} activeOptions={{ exact: true, includeSearch: false }}>
            {words}
          </Link>
        ))}
      </nav>
    </div>
  );
}

export function AdministrationCrumb() {
  return <Link to="/admin">{SHARED_TEXTS.administration}</Link>;
}

export function SharedCrumb() {
  return <Link to="/admin/structures-x">{SHARED_TEXTS.title}</Link>;
}
