import { Button } from '@mantine/core';
import { IconBox, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { ALL_MODELS, modelsAddressToQuery, parseModelsAddress, type ModelsAddress } from './models-address.ts';
import { ModelsTable } from './ModelsTable.tsx';
import { TEXTS } from './texts.ts';
import { useModels } from './use-models.ts';

/** ROUTE-007, 019: the models of the team. */
export function ModelsPage() {
  const address = parseModelsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const models = useModels(address);
  const isNarrowed = address.search !== '' || address.page > 1;

  function show(next: ModelsAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '.', search: modelsAddressToQuery(next) as never, ...options });
  }

  const create = (
    <Button component={Link} to="/ai2-model/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
      {TEXTS.newModel}
    </Button>
  );
  return (
    <ListPage
      title={TEXTS.models}
      actions={(isNarrowed || models.data?.total !== 0) && create}
      list={models}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, models.error) }}
      search={{ label: TEXTS.search, value: address.search, onSearch: (search) => show({ page: 1, search }, { replace: true }) }}
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconBox, title: TEXTS.empty, why: TEXTS.emptyWhy, action: create }}
      narrowed={isNarrowed ? { title: TEXTS.nothingFound, by: narrowedBy(address), onClear: () => show(ALL_MODELS) } : null}
    >
      {(rows) => <ModelsTable models={rows} />}
    </ListPage>
  );
}
