import { Button, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListedRole } from '#contract/roles.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { PermissionsGrid } from './PermissionsGrid.tsx';
import classes from './Roles.module.css';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { rangeText, TEXTS } from './texts.ts';
import { usePermissionList, useRoles } from './use-roles.ts';

/** ROUTE-052: every permission, what it allows, and which roles have it, toggled by a press. */
export function PermissionsPage() {
  const { serverReachable } = useSession<Session>();
  const permissions = usePermissionList();
  const roles = useRoles();
  // Both are needed; the missing one determines the state of the page.
  const shown = roles.data === undefined ? roles : permissions;
  const isOld = permissions.data && roles.data && (!serverReachable || roles.isError);
  return (
    <Page title={TEXTS.permissions}>
      <div className={list.bar}>
        {isOld ? (
          <span className={list.asOf}>{asOfText(roles.dataUpdatedAt)}</span>
        ) : (
          <span className={classes.note}>
            {TEXTS.gridNote} <span className={classes.keys}>{TEXTS.gridKeys}</span>
          </span>
        )}
      </div>
      <ListStates<unknown>
        list={shown}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.permissionsFailed, shown.error) }}
        empty={<EmptyState icon={IconShieldLock} title={TEXTS.empty} />}
      >
        {(rows) => (
          <GridOfRoles
            permissions={rows === undefined ? undefined : permissions.data?.data}
            roles={rows === undefined ? undefined : roles.data?.data}
            serverRoles={roles.data?.server_roles === true}
          />
        )}
      </ListStates>
    </Page>
  );
}

interface GridOfRolesProps {
  permissions: readonly string[] | undefined;
  roles: readonly ListedRole[] | undefined;
  serverRoles: boolean;
}

/** As many role columns as fit; if only one fits, it can be chosen. */
function GridOfRoles({ permissions, roles, serverRoles }: GridOfRolesProps) {
  const most = useMostColumns();
  const [first, setFirst] = useState(0);
  if (permissions === undefined || roles === undefined)
    return <PermissionsGrid permissions={undefined} roles={[]} columns={Math.min(most, 6)} />;
  const from = Math.max(0, Math.min(first, roles.length - most));
  const shown = roles.slice(from, from + most);
  return (
    <>
      {most === 1 && (
        <Select
          className={classes.chosen ?? ''}
          label={TEXTS.role}
          data={roles.map(({ id, name }) => ({ value: String(id), label: translated(name) }))}
          value={String(shown[0]?.id)}
          allowDeselect={false}
          onChange={(id) =>
            setFirst(
              Math.max(
                0,
                roles.findIndex((role) => String(role.id) === id),
              ),
            )
          }
        />
      )}
      {most > 1 && roles.length > most && (
        <div className={list.bar}>
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} stroke={1.5} aria-hidden />}
            disabled={from === 0}
            onClick={() => setFirst(from - most)}
          >
            {TEXTS.earlier}
          </Button>
          <span className={classes.note} role="status">
            {rangeText(from + 1, from + shown.length, roles.length)}
          </span>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} stroke={1.5} aria-hidden />}
            disabled={from + most >= roles.length}
            onClick={() => setFirst(from + most)}
          >
            {TEXTS.later}
          </Button>
        </div>
      )}
      <PermissionsGrid permissions={permissions} roles={roles} shown={shown} columns={shown.length} serverRoles={serverRoles} />
    </>
  );
}

function useMostColumns(): number {
  const options = { getInitialValueInEffect: false };
  const isWidest = useMediaQuery('(min-width: 87.5em)', undefined, options);
  const isWide = useMediaQuery('(min-width: 75em)', undefined, options);
  const isMedium = useMediaQuery('(min-width: 62em)', undefined, options);
  if (isWidest) return 8;
  if (isWide) return 6;
  return isMedium ? 4 : 1;
}
