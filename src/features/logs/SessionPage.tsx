import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ApiFailureError } from '#api/result.ts';
import type { LogSession } from '#contract/logs.ts';
import { RowId } from '#contract/text.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { Page } from '#ui/Page.tsx';
import { addressToSearch, parseLogAddress, WHOLE_LOG } from './log-address.ts';
import { LogCrumb } from './LogNav.tsx';
import classes from './Logs.module.css';
import { Moment } from './Moment.tsx';
import { SessionsPage } from './SessionsPage.tsx';
import { StepsTable } from './StepsTable.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { personText, stepsText, TEXTS } from './texts.ts';
import { useStepsOfSession } from './use-logs.ts';

/** ROUTE-062: the steps of one sign-in, from the first. Without an id, the list. */
export function SessionPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  if (id === undefined) return <SessionsPage />;
  return RowId.safeParse(id).success ? <OneSession id={id} /> : <NoSession />;
}

function OneSession({ id }: { id: string }) {
  const { page, all } = parseLogAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const steps = useStepsOfSession({ id, page, all });
  if (steps.error instanceof ApiFailureError && steps.error.failure.kind === 'refused' && steps.error.failure.status === 404)
    return <NoSession />;
  const show = (next: number) =>
    void navigate({ to: '/admin/log/detail/$id', params: { id }, search: addressToSearch({ ...WHOLE_LOG, all, page: next }) });
  return (
    <ListPage
      title={steps.data === undefined ? TEXTS.session : personText(steps.data.session.user)}
      breadcrumb={[<LogCrumb key="logs" />]}
      list={steps}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, steps.error) }}
      filters={steps.data && <Facts session={steps.data.session} />}
      onPage={show}
      empty={{ icon: IconListDetails, title: TEXTS.noSteps }}
    >
      {(rows) => <StepsTable steps={rows} label={TEXTS.session} />}
    </ListPage>
  );
}

function Facts({ session: { started_at, last_at, entries } }: { session: LogSession }) {
  return (
    <p className={classes.facts}>
      <Moment at={started_at} /> – <Moment at={last_at} /> · {stepsText(entries)}
    </p>
  );
}

function NoSession() {
  const back = (
    <Button variant="default" renderRoot={(props) => <Link to="/admin/log" {...props} />}>
      {TEXTS.toSessions}
    </Button>
  );
  return (
    <Page title={TEXTS.session} breadcrumb={[<LogCrumb key="logs" />]}>
      <div className={list.panel}>
        <EmptyState icon={IconListDetails} title={TEXTS.noSession} action={back}>
          {TEXTS.noSessionWhy}
        </EmptyState>
      </div>
    </Page>
  );
}
