import { Button } from '@mantine/core';
import { IconEyeOff, IconFilter, IconHierarchy3, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { TEXTS } from '#features/structures/texts.ts';
import {
  ALL_STRUCTURES,
  isFiltered,
  parseStructuresAddress,
  structuresAddressToQuery,
  type StructuresAddress,
} from '#features/structures/structures-address.ts';
import { useCategories } from '#features/structures/use-structures.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { AdministrationCrumb, SharedNav } from './SharedNav.tsx';
import { SharedStructuresTable } from './SharedStructuresTable.tsx';
import { SHARED_TEXTS } from './texts.ts';
import { failedText, useSharedStructures, type SharedState } from './use-shared.ts';

/** ROUTE-054: the structures of all teams, for platform administrators. Page and filters are in the address. */
export function SharedStructuresPage() {
  const query = useSearch({ strict: false }) as Record<string, unknown>;
  const address = parseStructuresAddress(query);
  const state: SharedState = query['state'] === 'hidden' ? 'hidden' : 'all';
  const navigate = useNavigate();
  const structures = useSharedStructures(address, state);
  const categories = useCategories();

  function show(next: StructuresAddress, { state: shown = state, ...options }: { state?: SharedState; replace?: boolean } = {}) {
    const search = { ...structuresAddressToQuery(next), ...(shown === 'hidden' && { state: shown }) };
    void navigate({ to: '/admin/structures-x', search, ...options });
  }

  const titleOf = (slug: string) => categories.find((category) => category.slug === slug)?.title ?? slug;
  const isNarrowed = isFiltered(address) || state === 'hidden';
  return (
    <ListPage
      title={SHARED_TEXTS.title}
      breadcrumb={[<AdministrationCrumb key="administration" />]}
      list={structures}
      texts={{ ...TEXTS, failed: failedText(SHARED_TEXTS.failed, structures.error) }}
      above={<SharedNav />}
      search={{
        label: TEXTS.search,
        value: address.search,
        onSearch: (search) => show({ ...address, search, page: 1 }, { replace: true }),
      }}
      filters={
        <>
          <StateFilter
            label={TEXTS.category}
            icon={IconFilter}
            states={[{ value: null, label: TEXTS.anyCategory }, ...categories.map(({ slug, title }) => ({ value: slug, label: title }))]}
            chosen={address.category}
            onChoose={(category) => show({ ...address, category, page: 1 })}
          />
          <StateFilter
            label={SHARED_TEXTS.state}
            icon={IconEyeOff}
            states={(['all', 'hidden'] as const).map((value) => ({ value, label: SHARED_TEXTS.states[value] }))}
            chosen={state}
            onChoose={(chosen) => show({ ...address, page: 1 }, { state: chosen })}
          />
          <Button
            component={Link}
            to="/admin/structures-x/create"
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          >
            {TEXTS.newStructure}
          </Button>
        </>
      }
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconHierarchy3, title: SHARED_TEXTS.none, why: SHARED_TEXTS.noneWhy }}
      narrowed={
        isNarrowed
          ? {
              title: SHARED_TEXTS.nothingFound,
              by: narrowedBy(address, [
                ...(address.category === null ? [] : [titleOf(address.category)]),
                ...(state === 'hidden' ? [SHARED_TEXTS.states.hidden] : []),
              ]),
              onClear: () => show(ALL_STRUCTURES, { state: 'all' }),
            }
          : null
      }
    >
      {(rows) => <SharedStructuresTable structures={rows} rows={LIMITS.structuresPerPage} />}
    </ListPage>
  );
}
