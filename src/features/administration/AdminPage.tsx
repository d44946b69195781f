import type { Icon } from '@tabler/icons-react';
import { IconChevronRight, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import classes from './AdminPage.module.css';
import { PAGE_NOTES, TEXTS } from './texts.ts';

export interface AdminPageLink {
  path: string;
  label: string;
  icon: Icon;
}

/** ROUTE-002: the administration pages that this user may open. */
export function AdminPage({ pages }: { pages: readonly AdminPageLink[] }) {
  return (
    <Page title={TEXTS.administration}>
      <nav aria-label={TEXTS.administration} className={sections.sections}>
        <ul className={sections.panel}>
          {pages.map(({ path, label, icon: PageIcon }) => (
            <li key={path} className={classes.page}>
              <PageIcon size={20} stroke={1.5} aria-hidden />
              <span className={classes.words}>
                <Link to={path} className={classes.link}>
                  {label}
                </Link>
                <span>{PAGE_NOTES[path]}</span>
              </span>
              <IconChevronRight size={18} stroke={1.5} aria-hidden />
            </li>
          ))}
          {pages.length === 0 && (
            <li>
              <EmptyState icon={IconLock} title={TEXTS.nothing}>
                {TEXTS.nothingWhy}
              </EmptyState>
            </li>
          )}
        </ul>
      </nav>
    </Page>
  );
}
