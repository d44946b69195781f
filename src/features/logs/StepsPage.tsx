import { Select } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LOG_TYPES } from '#contract/logs.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { SearchField } from '#ui/lists/SearchField.tsx';
import { addressToSearch, ALL_STEPS, isFiltered, parseStepsAddress, type StepsAddress, type StepType } from './log-address.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogCrumb, LogNav } from './LogNav.tsx';
import classes from './LogFilters.module.css';
import { narrowed } from './narrowed.ts';
import { StepsTable } from './StepsTable.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { TEXTS, TYPES } from './texts.ts';
import { useSteps } from './use-logs.ts';

/** ROUTE-060: every step of every user, newest first. */
export function StepsPage() {
  const address = parseStepsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const steps = useSteps(address);
  const show = (next: StepsAddress, options: { replace?: boolean } = {}) =>
    void navigate({ to: '/admin/log/table', search: addressToSearch(next), ...options });
  const { user, from, to, type, path, all } = address;

  return (
    <ListPage
      title={TEXTS.steps}
      breadcrumb={[<LogCrumb key="logs" />]}
      list={steps}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, steps.error) }}
      above={<LogNav />}
      filters={
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
      }
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconListDetails, title: TEXTS.noSteps, why: TEXTS.noStepsWhy }}
      narrowed={narrowed(isFiltered(address, type, path) || address.page > 1, () => show({ ...ALL_STEPS, all }))}
    >
      {(rows) => <StepsTable steps={rows} label={TEXTS.steps} all={all} withPerson />}
    </ListPage>
  );
}
