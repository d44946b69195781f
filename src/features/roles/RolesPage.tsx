import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListedRole } from '#contract/roles.ts';
import type { Session } from '#model/session.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { RolePanel } from './RolePanel.tsx';
import { RolesTable } from './RolesTable.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { TEXTS } from './texts.ts';
import { useRoles } from './use-roles.ts';

/** ROUTE-053: the roles of the server and of the team; create, change and delete if permitted. */
export function RolesPage() {
  const { serverReachable } = useSession<Session>();
  const roles = useRoles();
  const [opened, setOpened] = useState<ListedRole | 'new' | null>(null);
  return (
    <ListPage
      title={TEXTS.roles}
      actions={
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() => setOpened('new')}
        >
          {TEXTS.newRole}
        </ServerButton>
      }
      list={roles}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, roles.error) }}
      empty={{ icon: IconShieldLock, title: TEXTS.empty }}
      after={
        <RolePanel
          opened={opened}
          roles={roles.data?.data ?? []}
          serverRoles={roles.data?.server_roles === true}
          onClose={() => setOpened(null)}
        />
      }
    >
      {(rows) => <RolesTable roles={rows} onOpen={setOpened} />}
    </ListPage>
  );
}
