import { Box } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import type { InvitationSearch } from '#contract/calls/administration-calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation } from '#contract/members.ts';
import { InvitationLinks } from '#ui/invitations/InvitationLinks.tsx';
import { useInvitationLinks } from '#ui/invitations/use-invitation-links.ts';
import { AdminListPage } from './AdminListPage.tsx';
import { InvitationsTable } from './InvitationsTable.tsx';
import { INVITATION_STATE_TEXTS, TEXTS } from './texts.ts';
import { useAllInvitations } from './use-admin-lists.ts';

/** ROUTE-049: all invitations with team, inviter and state; only those of the own team unless a platform administrator. */
export function InvitationsPage() {
  const [asked, setAsked] = useState<InvitationSearch>({ search: '', state: 'all', page: 1 });
  const handed = useInvitationLinks();
  const invitations = useAllInvitations(asked);
  const ask = (change: Partial<InvitationSearch>) => setAsked({ ...asked, page: 1, ...change });
  const take = ({ id, email, link, expires_at }: HandedInvitation) => handed.take([{ id, email, link, until: parseWireDate(expires_at) }]);
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
        handed.links.length > 0 && (
          <Box mb="lg">
            <InvitationLinks links={handed.links} onDone={handed.clear} />
          </Box>
        )
      }
    >
      {(rows) => <InvitationsTable invitations={rows} onHanded={take} onWithdrawn={handed.drop} />}
    </AdminListPage>
  );
}
