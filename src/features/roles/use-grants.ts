import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Permission } from '#contract/permissions.ts';
import type { ListedRole } from '#contract/roles.ts';
import { showFailure } from '#ui/toasts.ts';
import { textOfFailure } from './texts.ts';
import { useShowRoles } from './use-roles.ts';

/** One cell of the grid: shows the pressed state until the server has answered, then the actual one. */
export function useGrants(role: ListedRole, permission: string): { held: boolean; grant: (held: boolean) => Promise<void> } {
  const { show, askAgain } = useShowRoles();
  const [wanted, setWanted] = useState<boolean | null>(null);

  async function grant(held: boolean) {
    // One press at a time per cell, because the next one starts from its result.
    if (wanted !== null) return;
    setWanted(held);
    const answer = await callApi(CALLS.grantPermission, {
      params: { id: String(role.id) },
      body: { permission: permission as Permission, held },
    });
    if (answer.ok) await show(answer.value);
    else {
      // Stays until it is closed, because an intended change was not made.
      showFailure(textOfFailure(answer.failure));
      askAgain();
    }
    setWanted(null);
  }

  return { held: wanted ?? role.permissions.includes(permission), grant };
}
