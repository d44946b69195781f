import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListedRole } from '#contract/roles.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { RolePanel } from './RolePanel.tsx';
import { RolesTable } from './RolesTable.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { TEXTS } from './texts.ts';
import { useRoles } from './use-roles.ts';

/** ROUTE-053: the roles of the server and of the team; create, change and delete if permitted. */
export function RolesPage() {
  const { serverReachable } = useSession<Session>();
  const roles = useRoles();
  const [opened, setOpened] = useState<ListedRole | 'new' | null>(null);
  return (
    <Page
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
    >
      {roles.data && (!serverReachable || roles.isError) && (
        <div className={list.bar}>
          <span className={list.asOf}>{asOfText(roles.dataUpdatedAt)}</span>
        </div>
      )}
      <ListStates
        list={roles}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, roles.error) }}
        empty={<EmptyState icon={IconShieldLock} title={TEXTS.empty} />}
      >
        {(rows) => <RolesTable roles={rows} onOpen={setOpened} />}
      </ListStates>
      <RolePanel
        opened={opened}
        roles={roles.data?.data ?? []}
        serverRoles={roles.data?.server_roles === true}
        onClose={() => setOpened(null)}
      />
    </Page>
  );
}
