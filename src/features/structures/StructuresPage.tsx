import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFilter, IconPlus, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { StateFilter } from '#ui/lists/Filter.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { asOfText } from '#ui/lists/list-texts.ts';
import { Pager } from '#ui/lists/Pager.tsx';
import { SearchField } from '#ui/lists/SearchField.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import {
  ALL_STRUCTURES,
  isFiltered,
  parseStructuresAddress,
  structuresAddressToQuery,
  type StructuresAddress,
} from './structures-address.ts';
import { StructuresTable } from './StructuresTable.tsx';
import { searchedText, TEXTS } from './texts.ts';
import { useCategories, useStructures } from './use-structures.ts';

/** ROUTE-038, 039: shipped structures and those of the team. Page and filters are in the address. */
export function StructuresPage() {
  const { serverReachable } = useSession<Session>();
  const address = parseStructuresAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const structures = useStructures(address);
  const categories = useCategories();

  function show(next: StructuresAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/structures', search: structuresAddressToQuery(next), ...options });
  }

  const titleOf = (slug: string) => categories.find((category) => category.slug === slug)?.title ?? slug;
  const filters = [
    ...(address.search === '' ? [] : [searchedText(address.search)]),
    ...(address.category === null ? [] : [titleOf(address.category)]),
    ...(address.page > 1 ? [`Page ${address.page}`] : []),
  ];
  return (
    <Page
      title={TEXTS.structures}
      actions={
        <>
          <Tooltip label={TEXTS.reload}>
            <ActionIcon aria-label={TEXTS.reload} loading={structures.isFetching} onClick={() => void structures.refetch()}>
              <IconRefresh size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
          <Button component={Link} to="/structures/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
            {TEXTS.newStructure}
          </Button>
        </>
      }
    >
      <div className={list.bar}>
        <SearchField
          label={TEXTS.search}
          search={address.search}
          onSearch={(search) => show({ ...address, search, page: 1 }, { replace: true })}
        />
        <StateFilter
          label={TEXTS.category}
          icon={IconFilter}
          states={[{ value: null, label: TEXTS.anyCategory }, ...categories.map(({ slug, title }) => ({ value: slug, label: title }))]}
          chosen={address.category}
          onChoose={(category) => show({ ...address, category, page: 1 })}
        />
        {structures.data && (!serverReachable || structures.isError) && (
          <span className={list.asOf}>{asOfText(structures.dataUpdatedAt)}</span>
        )}
        {structures.data && (
          <Pager
            page={structures.data.current_page}
            perPage={structures.data.per_page}
            total={structures.data.total}
            onPage={(page) => show({ ...address, page })}
          />
        )}
      </div>
      <ListStates
        list={structures}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, structures.error) }}
        empty={
          <EmptyState
            icon={IconFilter}
            title={TEXTS.nothingFound}
            action={
              isFiltered(address) && (
                <Button variant="default" onClick={() => show(ALL_STRUCTURES)}>
                  {TEXTS.clearFilters}
                </Button>
              )
            }
          >
            {filters.join(' · ')}
          </EmptyState>
        }
      >
        {(rows) => <StructuresTable structures={rows} rows={LIMITS.structuresPerPage} />}
      </ListStates>
    </Page>
  );
}
