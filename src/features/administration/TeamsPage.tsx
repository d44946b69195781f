import { Box } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { parseWireDate } from '#contract/dates.ts';
import type { Session } from '#model/session.ts';
import { InvitationLinks } from '#ui/invitations/InvitationLinks.tsx';
import { useInvitationLinks } from '#ui/invitations/use-invitation-links.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { AdminListPage } from './AdminListPage.tsx';
import { NewTeamForm } from './NewTeamForm.tsx';
import { TeamsTable } from './TeamsTable.tsx';
import { TEXTS } from './texts.ts';
import { useTeams } from './use-admin-lists.ts';

/** ROUTE-055: all teams: create, edit title and colour, suspend and reopen. `baseHost` follows a team's label. */
export function TeamsPage({ baseHost }: { baseHost: string }) {
  const { serverReachable } = useSession<Session>();
  const [asked, setAsked] = useState({ search: '', page: 1 });
  const handed = useInvitationLinks();
  const teams = useTeams(asked);

  function create() {
    modals.open({
      title: TEXTS.newTeam,
      size: 'md',
      children: (
        <NewTeamForm
          baseHost={baseHost}
          onCreated={({ invitation: { id, email, link, expires_at } }) => {
            modals.closeAll();
            handed.take([{ id, email, link, until: parseWireDate(expires_at) }]);
          }}
        />
      ),
    });
  }

  return (
    <AdminListPage
      title={TEXTS.teams}
      rows={teams}
      search={{ label: TEXTS.searchTeams, value: asked.search, onSearch: (search) => setAsked({ search, page: 1 }) }}
      onPage={(page) => setAsked({ ...asked, page })}
      texts={{ failed: TEXTS.teamsFailed, none: TEXTS.noTeams, noneWhy: TEXTS.noTeamsWhy, icon: IconUsersGroup }}
      act={
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={create}
        >
          {TEXTS.newTeam}
        </ServerButton>
      }
      above={
        handed.links.length > 0 && (
          <Box mb="lg">
            <InvitationLinks links={handed.links} onDone={handed.clear} />
          </Box>
        )
      }
    >
      {(rows) => <TeamsTable teams={rows} />}
    </AdminListPage>
  );
}
