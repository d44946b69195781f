import { Select } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LOG_TYPES } from '#contract/logs.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { SearchField } from '#ui/lists/SearchField.tsx';
import { useSession } from '#ui/session-context.tsx';
import { addressToSearch, ALL_STEPS, isFiltered, parseStepsAddress, type StepsAddress, type StepType } from './log-address.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogCrumb, LogNav } from './LogNav.tsx';
import classes from './Logs.module.css';
import { NothingFound } from './NothingFound.tsx';
import { ReloadButton } from './ReloadButton.tsx';
import { StepsTable } from './StepsTable.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { TEXTS, TYPES } from './texts.ts';
import { useSteps } from './use-logs.ts';

/** ROUTE-060: every step of every user, newest first. */
export function StepsPage() {
  const { serverReachable } = useSession<Session>();
  const address = parseStepsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const steps = useSteps(address);
  const show = (next: StepsAddress, options: { replace?: boolean } = {}) =>
    void navigate({ to: '/admin/log/table', search: addressToSearch(next), ...options });
  const { user, from, to, type, path, all } = address;

  return (
    <Page title={TEXTS.steps} breadcrumb={[<LogCrumb key="logs" />]} actions={<ReloadButton list={steps} />}>
      <div className={list.bar}>
        <LogNav />
      </div>
      <div className={list.bar}>
        <LogFilters
          address={address}
          count={[user !== null, from !== '', to !== '', type !== null, path !== ''].filter(Boolean).length}
          onChange={(change) => show({ ...address, ...change, page: 1 })}
        >
          <Select
            className={classes.choice ?? ''}
            aria-label={TEXTS.type}
            placeholder={TEXTS.type}
            data={LOG_TYPES.map((value) => ({ value, label: TYPES[value] }))}
            value={type}
            onChange={(value) => show({ ...address, type: value as StepType | null, page: 1 })}
            clearable
          />
          <SearchField label={TEXTS.path} search={path} onSearch={(text) => show({ ...address, path: text, page: 1 }, { replace: true })} />
        </LogFilters>
        {steps.data && (!serverReachable || steps.isError) && <span className={list.asOf}>{asOfText(steps.dataUpdatedAt)}</span>}
        {steps.data && (
          <Pager
            page={steps.data.current_page}
            perPage={steps.data.per_page}
            total={steps.data.total}
            onPage={(page) => show({ ...address, page })}
          />
        )}
      </div>
      <ListStates
        list={steps}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, steps.error) }}
        empty={
          isFiltered(address, type, path) || address.page > 1 ? (
            <NothingFound onClear={() => show({ ...ALL_STEPS, all })} />
          ) : (
            <EmptyState icon={IconListDetails} title={TEXTS.noSteps}>
              {TEXTS.noStepsWhy}
            </EmptyState>
          )
        }
      >
        {(rows) => <StepsTable steps={rows} label={TEXTS.steps} all={all} withPerson />}
      </ListStates>
    </Page>
  );
}
