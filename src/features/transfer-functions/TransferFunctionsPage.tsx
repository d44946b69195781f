import { Button } from '@mantine/core';
import { IconColorSwatch, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { TEXTS } from './texts.ts';
import { TransferFunctionsTable } from './TransferFunctionsTable.tsx';
import { useTransferFunctions } from './use-transfer-functions.ts';

/** ROUTE-032: shipped transfer functions and those of the team. The search is in the address, and works offline. */
export function TransferFunctionsPage() {
  const { search: given } = useSearch({ strict: false }) as { search?: unknown };
  const search = typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, 200) : '';
  const navigate = useNavigate();
  const functions = useTransferFunctions();
  const words = search.toLowerCase().split(/\s+/);
  const found = functions.data?.data.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));

  function show(next: string) {
    void navigate({ to: '/transfer-functions', search: (next === '' ? {} : { search: next }) as never, replace: true });
  }

  return (
    <ListPage
      title={TEXTS.transferFunctions}
      actions={
        <Button
          component={Link}
          to="/transfer-functions/$id"
          params={{ id: 'create' } as never}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
        >
          {TEXTS.newShort}
        </Button>
      }
      list={{ ...functions, data: found && { data: found } }}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, functions.error) }}
      search={{ label: TEXTS.search, value: search, onSearch: show }}
      empty={{ icon: IconColorSwatch, title: TEXTS.empty, why: TEXTS.emptyWhy }}
      narrowed={search === '' ? null : { title: TEXTS.nothingFound, by: narrowedBy({ search, page: 1 }), onClear: () => show('') }}
    >
      {(rows) => <TransferFunctionsTable functions={rows} />}
    </ListPage>
  );
}
