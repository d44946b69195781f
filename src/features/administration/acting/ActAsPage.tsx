import { Link } from '@tanstack/react-router';
import { IconUserShare } from '@tabler/icons-react';
import type { ApiResult } from '#api/result.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { isNotForYou } from '#features/administration/not-for-you.ts';
import { NotForYou } from '#features/administration/NotForYou.tsx';
import { TEXTS as ADMINISTRATION } from '#features/administration/texts.ts';
import { ActAsForm } from './ActAsForm.tsx';
import { ActingsTable } from './ActingsTable.tsx';
import { TEXTS } from './texts.ts';
import { isActable, useActings, useKnownUser } from './use-actings.ts';

interface ActAsPageProps {
  /** Id of the account that was chosen in the list of accounts. */
  chosen: number | null;
  /** Enters with the bearer of another person, and leaves the page. */
  onSwitch: (token: string) => Promise<ApiResult<unknown>>;
}

/** ROUTE-036: a platform administrator acts as another person, and sees who did. */
export function ActAsPage({ chosen, onSwitch }: ActAsPageProps) {
  const { user: self, serverReachable } = useSession<Session>();
  const actings = useActings();
  const known = useKnownUser(chosen);
  const crumb = (
    <Link key="administration" to="/admin">
      {ADMINISTRATION.administration}
    </Link>
  );
  const header = { title: TEXTS.title, breadcrumb: [crumb] };
  if (isNotForYou(actings.error))
    return (
      <Page {...header}>
        <NotForYou />
      </Page>
    );
  return (
    <Page {...header}>
      <div className={sections.sections}>
        <ActAsForm first={known !== null && isActable(known, self.id) ? known : null} onSwitch={onSwitch} />
        <section aria-labelledby="actings">
          <h2 id="actings" className={sections.heading}>
            {TEXTS.history}
          </h2>
          <ListStates
            list={actings}
            serverReachable={serverReachable}
            texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, actings.error) }}
            empty={
              <div className={sections.panel}>
                <EmptyState icon={IconUserShare} title={TEXTS.none}>
                  {TEXTS.noneWhy}
                </EmptyState>
              </div>
            }
          >
            {(rows) => <ActingsTable rows={rows} />}
          </ListStates>
        </section>
      </div>
    </Page>
  );
}
