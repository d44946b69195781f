import { Button } from '@mantine/core';
import { IconChartLine, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { TRAINING_STATES } from '#contract/ai/trainings.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { STATUS_OF, TEXTS } from './texts.ts';
import { ALL_TRAININGS, parseTrainingsAddress, trainingsAddressToQuery, type TrainingsAddress } from './trainings-address.ts';
import { TrainingsTable } from './TrainingsTable.tsx';
import { useTrainings } from './use-trainings.ts';

/** ROUTE-005, 008: the trainings of the team. */
export function TrainingsPage() {
  const address = parseTrainingsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const trainings = useTrainings(address);
  const isNarrowed = address.state !== null || address.model !== null || address.page > 1;

  function show(next: TrainingsAddress) {
    void navigate({ to: '.', search: trainingsAddressToQuery(next) as never });
  }

  const create = (
    <Button component={Link} to="/ai2-trainings/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
      {TEXTS.newTraining}
    </Button>
  );
  return (
    <ListPage
      title={TEXTS.trainings}
      actions={(isNarrowed || trainings.data?.total !== 0) && create}
      list={trainings}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, trainings.error) }}
      filters={
        <StateFilter
          label={TEXTS.state}
          states={[{ value: null, label: TEXTS.anyState }, ...TRAINING_STATES.map((value) => ({ value, label: STATUS_OF[value] }))]}
          chosen={address.state}
          onChoose={(state) => show({ ...address, state, page: 1 })}
        />
      }
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconChartLine, title: TEXTS.empty, why: TEXTS.emptyWhy, action: create }}
      narrowed={
        isNarrowed
          ? {
              title: TEXTS.nothingFound,
              by: narrowedBy(address, address.state === null ? [] : [STATUS_OF[address.state]]),
              onClear: () => show(ALL_TRAININGS),
            }
          : null
      }
    >
      {(rows) => <TrainingsTable trainings={rows} />}
    </ListPage>
  );
}
