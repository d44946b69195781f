import type { Icon } from '@tabler/icons-react';
import { IconChevronRight, IconLock } from '@tabler/icons-react';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import sections from '#ui/sections.module.css';
import classes from './AdminPage.module.css';
import { Overview, ReportButton } from './overview/Overview.tsx';
import { TEXTS as OVERVIEW } from './overview/texts.ts';
import { useInstallation } from './overview/use-installation.ts';
import { isNotForYou } from './not-for-you.ts';
import { PAGE_NOTES, TEXTS } from './texts.ts';

export interface AdminPageLink {
  path: string;
  label: string;
  icon: Icon;
}

/** ROUTE-002: the state of the installation, for platform administrators, and the administration pages that this user may open. */
export function AdminPage({ pages }: { pages: readonly AdminPageLink[] }) {
  const { serverReachable } = useSession<Session>();
  const state = useInstallation();
  const isForThem = !isNotForYou(state.error);
  return (
    <Page
      title={TEXTS.administration}
      {...(isForThem && {
        actions: (
          <>
            {serverReachable && state.isSuccess && (
              <span className={classes.live}>
                <span className={classes.lamp} aria-hidden /> {OVERVIEW.live}
                <span className={classes.every}>{OVERVIEW.every}</span>
              </span>
            )}
            <ReportButton state={state.data} />
          </>
        ),
      })}
    >
      <div className={sections.sections}>
        {isForThem && (
          <OneStates
            query={state}
            isGone={false}
            texts={{ ...TEXTS, failed: withStatus(OVERVIEW.failed, state.error), notFound: '', notFoundWhy: '' }}
          >
            {(found) => (found === undefined ? <Skeleton height={420} /> : <Overview state={found} />)}
          </OneStates>
        )}
        <nav aria-label={OVERVIEW.pages}>
          <ul className={classes.pages}>
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
          </ul>
          {pages.length === 0 && (
            <div className={sections.panel}>
              <EmptyState icon={IconLock} title={TEXTS.nothing}>
                {TEXTS.nothingWhy}
              </EmptyState>
            </div>
          )}
        </nav>
      </div>
    </Page>
  );
}
