import { Button } from '@mantine/core';
import { IconFilter, IconHierarchy2, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { LIMITS } from '#contract/limits.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import {
  ALL_STRUCTURES,
  isFiltered,
  parseStructuresAddress,
  structuresAddressToQuery,
  type StructuresAddress,
} from './structures-address.ts';
import { StructuresTable } from './StructuresTable.tsx';
import { TEXTS } from './texts.ts';
import { useCategories, useStructures } from './use-structures.ts';

/** ROUTE-038, 039: shipped structures and those of the team. Page and filters are in the address. */
export function StructuresPage() {
  const address = parseStructuresAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const structures = useStructures(address);
  const categories = useCategories();

  function show(next: StructuresAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/structures', search: structuresAddressToQuery(next), ...options });
  }

  const titleOf = (slug: string) => categories.find((category) => category.slug === slug)?.title ?? slug;
  return (
    <ListPage
      title={TEXTS.structures}
      actions={
        <Button component={Link} to="/structures/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
          {TEXTS.newStructure}
        </Button>
      }
      list={structures}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, structures.error) }}
      search={{
        label: TEXTS.search,
        value: address.search,
        onSearch: (search) => show({ ...address, search, page: 1 }, { replace: true }),
      }}
      filters={
        <StateFilter
          label={TEXTS.category}
          icon={IconFilter}
          states={[{ value: null, label: TEXTS.anyCategory }, ...categories.map(({ slug, title }) => ({ value: slug, label: title }))]}
          chosen={address.category}
          onChoose={(category) => show({ ...address, category, page: 1 })}
        />
      }
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconHierarchy2, title: TEXTS.nothingFound }}
      narrowed={
        isFiltered(address)
          ? {
              title: TEXTS.nothingFound,
              by: narrowedBy(address, address.category === null ? [] : [titleOf(address.category)]),
              onClear: () => show(ALL_STRUCTURES),
            }
          : null
      }
    >
      {(rows) => <StructuresTable structures={rows} rows={LIMITS.structuresPerPage} />}
    </ListPage>
  );
}
