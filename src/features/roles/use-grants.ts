import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Permission } from '#contract/permissions.ts';
import type { ListedRole } from '#contract/roles.ts';
import { textOfFailure } from './texts.ts';
import { useShowRoles } from './use-roles.ts';

/** One cell of the grid: shown as it was pressed until the server has answered, then as it is. */
export function useGrants(role: ListedRole, permission: string): { held: boolean; grant: (held: boolean) => Promise<void> } {
  const { show, askAgain } = useShowRoles();
  const [wanted, setWanted] = useState<boolean | null>(null);

  async function grant(held: boolean) {
    // One press at a time for each cell: what it comes to is what the next one begins from.
    if (wanted !== null) return;
    setWanted(held);
    const answer = await callApi(CALLS.grantPermission, {
      params: { id: String(role.id) },
      body: { permission: permission as Permission, held },
    });
    if (answer.ok) await show(answer.value);
    else {
      // Stays until it was closed: something that a person meant to do was not done.
      notifications.show({ message: textOfFailure(answer.failure), color: 'coral', autoClose: false, role: 'alert' });
      askAgain();
    }
    setWanted(null);
  }

  return { held: wanted ?? role.permissions.includes(permission), grant };
}
