import { Button } from '@mantine/core';
import { IconFilter, IconShape, IconX } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy, removeFilterText } from '#ui/lists/list-texts.ts';
import { useSession } from '#ui/session-context.tsx';
import { TEXTS } from '#features/segmentations/texts.ts';
import {
  ALL_SEGMENTATIONS,
  isFiltered,
  parseSegmentationsAddress,
  segmentationsAddressToQuery,
  type SegmentationsAddress,
} from './segmentations-address.ts';
import { SegmentationsTable } from './SegmentationsTable.tsx';
import { useSegmentations } from './use-segmentations.ts';

const SHARING = [
  { value: null, label: TEXTS.anySharing },
  { value: '1', label: TEXTS.isShared },
  { value: '0', label: TEXTS.isNotShared },
] as const;

/** ROUTE-027: the segmentations that this user may see. Page and filters are in the address. */
export function SegmentationsPage() {
  const { permissions } = useSession<Session>();
  const address = parseSegmentationsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const segmentations = useSegmentations(address);
  const [first] = segmentations.data?.data ?? [];

  function show(next: SegmentationsAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/segmentations', search: segmentationsAddressToQuery(next), ...options });
  }

  const given = [
    ['structure', address.structure, first?.structure.title ?? TEXTS.ofStructure],
    ['user', address.user, first?.user?.name ?? TEXTS.listColumns.user],
    ['study', address.study, TEXTS.ofStudy],
  ] as const;
  const chosen = given.filter(([, value]) => value !== null);
  return (
    <ListPage
      title={TEXTS.segmentations}
      list={segmentations}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.listFailed, segmentations.error) }}
      search={{
        label: TEXTS.search,
        value: address.search,
        onSearch: (search) => show({ ...address, search, page: 1 }, { replace: true }),
      }}
      filters={
        <>
          <StateFilter
            label={TEXTS.shared}
            icon={IconFilter}
            states={SHARING}
            chosen={address.shared}
            onChoose={(shared) => show({ ...address, shared, page: 1 })}
          />
          {chosen.map(([name, , label]) => (
            <Button
              key={name}
              variant="default"
              aria-label={removeFilterText(label)}
              rightSection={<IconX size={14} stroke={1.75} aria-hidden />}
              onClick={() => show({ ...address, [name]: null, page: 1 })}
            >
              {label}
            </Button>
          ))}
        </>
      }
      onPage={(page) => show({ ...address, page })}
      empty={{
        icon: IconShape,
        title: TEXTS.noneYet,
        why: TEXTS.noneYetWhy,
        action: permissions.has('r:studies') ? (
          <Button component={Link} to="/studies-v2">
            {TEXTS.openStudies}
          </Button>
        ) : undefined,
      }}
      narrowed={
        isFiltered(address)
          ? {
              title: TEXTS.nothingFound,
              by: narrowedBy(address, [
                ...(address.shared === null ? [] : [address.shared === '1' ? TEXTS.isShared : TEXTS.isNotShared]),
                ...chosen.map(([, , label]) => label),
              ]),
              onClear: () => show(ALL_SEGMENTATIONS),
            }
          : null
      }
    >
      {(rows) => <SegmentationsTable segmentations={rows} rows={LIMITS.segmentationsPerPage} />}
    </ListPage>
  );
}
