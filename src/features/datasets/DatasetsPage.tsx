import { Button } from '@mantine/core';
import { IconDatabase, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { LIMITS } from '#contract/limits.ts';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { ALL_DATASETS, datasetsAddressToQuery, parseDatasetsAddress, type DatasetsAddress } from './datasets-address.ts';
import { DatasetsTable } from './DatasetsTable.tsx';
import { TEXTS } from './texts.ts';
import { useDatasets } from './use-datasets.ts';

/** ROUTE-011: the datasets of the team. Page and search are in the address. */
export function DatasetsPage() {
  const address = parseDatasetsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const datasets = useDatasets(address);
  const isNarrowed = address.search !== '' || address.page > 1;

  function show(next: DatasetsAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/dataset', search: datasetsAddressToQuery(next), ...options });
  }

  const create = (
    <Button component={Link} to="/dataset/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
      {TEXTS.newDataset}
    </Button>
  );
  const isEmpty = datasets.data?.total === 0 && !isNarrowed;
  return (
    <ListPage
      title={TEXTS.datasets}
      actions={!isEmpty && create}
      list={datasets}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, datasets.error) }}
      search={{
        label: TEXTS.search,
        value: address.search,
        onSearch: (search) => show({ search, page: 1 }, { replace: true }),
      }}
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconDatabase, title: TEXTS.empty, why: TEXTS.emptyWhy, action: create }}
      narrowed={isNarrowed ? { title: TEXTS.nothingFound, by: narrowedBy(address), onClear: () => show(ALL_DATASETS) } : null}
    >
      {(rows) => <DatasetsTable datasets={rows} rows={LIMITS.datasetsPerPage} />}
    </ListPage>
  );
}
