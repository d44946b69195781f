import { modals } from '@mantine/modals';
import { IconHierarchy3, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { TEXTS } from '#features/structures/texts.ts';
import type { Session } from '#model/session.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { BodyPartForm } from './BodyPartForm.tsx';
import { BodyPartsTable } from './BodyPartsTable.tsx';
import { AdministrationCrumb, SharedNav } from './SharedNav.tsx';
import { SHARED_TEXTS } from './texts.ts';
import { failedText, useSharedCategories } from './use-shared.ts';

/** ROUTE-122: the body parts of all teams, in list order. There are few, so the search is made here. */
export function BodyPartsPage() {
  const { serverReachable } = useSession<Session>();
  const [search, setSearch] = useState('');
  const parts = useSharedCategories();
  const wanted = search.trim().toLowerCase();
  const found = parts.data && { data: parts.data.data.filter(({ title, slug }) => `${title} ${slug}`.toLowerCase().includes(wanted)) };
  const create = () => modals.open({ title: SHARED_TEXTS.newBodyPart, size: 'md', children: <BodyPartForm base={null} /> });
  return (
    <ListPage
      title={SHARED_TEXTS.bodyParts}
      breadcrumb={[<AdministrationCrumb key="administration" />]}
      list={{ ...parts, data: found }}
      texts={{ ...TEXTS, failed: failedText(SHARED_TEXTS.bodyPartsFailed, parts.error) }}
      above={<SharedNav />}
      search={{ label: SHARED_TEXTS.searchBodyParts, value: search, onSearch: setSearch }}
      filters={
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={create}
        >
          {SHARED_TEXTS.newBodyPart}
        </ServerButton>
      }
      empty={{ icon: IconHierarchy3, title: SHARED_TEXTS.noBodyPart, why: SHARED_TEXTS.noBodyPartWhy }}
    >
      {(rows) => <BodyPartsTable parts={rows} />}
    </ListPage>
  );
}
