import { Button } from '@mantine/core';
import { IconSparkles, IconStack2 } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { NotForDiagnosis } from '#ui/status/NotForDiagnosis.tsx';
import type { Thumbnail } from './choose-studies.ts';
import classes from './Infers.module.css';
import { ALL_INFERS, infersAddressToQuery, parseInfersAddress, type InfersAddress } from './infers-address.ts';
import { InfersTable } from './InfersTable.tsx';
import { StateTabs } from './StateTabs.tsx';
import { STATE_LABELS, TEXTS } from './texts.ts';
import { useInfers } from './use-infers.ts';

/** ROUTE-003, 006: the inferences of the team, by state. */
export function InfersPage({ thumbnail }: { thumbnail: Thumbnail }) {
  const address = parseInfersAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const infers = useInfers(address);
  const isNarrowed = address.state !== null || address.model !== null || address.page > 1;

  function show(next: InfersAddress) {
    void navigate({ to: '.', search: infersAddressToQuery(next) as never });
  }

  const run = (
    <Button component={Link} to="/ai-infers/create" leftSection={<IconSparkles size={16} stroke={1.5} aria-hidden />}>
      {TEXTS.run}
    </Button>
  );
  return (
    <ListPage
      title={TEXTS.infers}
      actions={(isNarrowed || infers.data?.total !== 0) && run}
      list={infers}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, infers.error) }}
      filters={
        <>
          <StateTabs counts={infers.data?.counts} chosen={address.state} />
          <Button
            component={Link}
            to="/admin/batch-infer"
            variant="default"
            leftSection={<IconStack2 size={16} stroke={1.5} aria-hidden />}
          >
            {TEXTS.batches}
          </Button>
        </>
      }
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconSparkles, title: TEXTS.empty, why: TEXTS.emptyWhy, action: run }}
      narrowed={
        isNarrowed
          ? {
              title: TEXTS.nothingFound,
              by: narrowedBy(address, address.state === null ? [] : [STATE_LABELS[address.state]]),
              onClear: () => show(ALL_INFERS),
            }
          : null
      }
      after={
        <div className={classes.foot}>
          <NotForDiagnosis>{TEXTS.notDiagnosis}</NotForDiagnosis>
        </div>
      }
    >
      {(rows) => <InfersTable infers={rows} thumbnail={thumbnail} />}
    </ListPage>
  );
}
