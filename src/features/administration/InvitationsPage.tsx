import { Box } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import type { InvitationSearch } from '#contract/calls/administration-calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation } from '#contract/members.ts';
import { InvitationLinks, type InvitationLink } from '#ui/InvitationLinks.tsx';
import { AdminListPage } from './AdminListPage.tsx';
import { InvitationsTable } from './InvitationsTable.tsx';
import { INVITATION_STATE_TEXTS, TEXTS } from './texts.ts';
import { useAllInvitations } from './use-admin-lists.ts';

/** ROUTE-049: all invitations with team, inviter and state; only those of the own team unless a platform administrator. */
export function InvitationsPage() {
  const [asked, setAsked] = useState<InvitationSearch>({ search: '', state: 'all', page: 1 });
  const [handed, setHanded] = useState<readonly InvitationLink[]>([]);
  const invitations = useAllInvitations(asked);
  const ask = (change: Partial<InvitationSearch>) => setAsked({ ...asked, page: 1, ...change });
  // A renewed link replaces the previous one, which is no longer valid.
  const drop = (id: number) => setHanded((before) => before.filter((one) => one.id !== id));
  const take = ({ id, email, link, expires_at }: HandedInvitation) => {
    drop(id);
    setHanded((before) => [{ id, email, link, until: parseWireDate(expires_at) }, ...before]);
  };
  const isOwn = invitations.data?.all === false;
  return (
    <AdminListPage
      title={TEXTS.invitations}
      rows={invitations}
      search={{
        label: isOwn ? TEXTS.searchOwnInvitations : TEXTS.searchInvitations,
        value: asked.search,
        onSearch: (search) => ask({ search }),
      }}
      filter={{
        chosen: asked.state,
        words: INVITATION_STATE_TEXTS,
        onChoose: (state) => ask({ state: state as InvitationSearch['state'] }),
      }}
      onPage={(page) => ask({ page })}
      texts={{ failed: TEXTS.invitationsFailed, none: TEXTS.noInvitations, noneWhy: TEXTS.noInvitationsWhy, icon: IconMailForward }}
      above={
        handed.length > 0 && (
          <Box mb="lg">
            <InvitationLinks links={handed} onDone={() => setHanded([])} />
          </Box>
        )
      }
    >
      {(rows) => <InvitationsTable invitations={rows} onHanded={take} onWithdrawn={drop} />}
    </AdminListPage>
  );
}
