import { PERMISSIONS } from '#contract/permissions.ts';
import type { Connections } from '#server/rules/connections.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { createRole, grantPermission, listRoles, removeRole, saveRole } from '#server/rules/teams/role-changes.ts';
import type { Handlers } from './handlers.ts';

/** Roles of the server and of the caller's team, and what they allow. */
export function roleRoutes({ connections }: { connections: Connections }) {
  const rights = (context: ServerContext) => ({ ...context, connections });
  return {
    roles: ({ caller, context }) => listRoles(context.db.read, caller, context.now()),
    createRole: async ({ caller, body, context, http }) => {
      const role = await createRole(rights(context), caller, body);
      http.concerns({ subject: String(role.id) });
      return role;
    },
    saveRole: ({ caller, params, body, context }) => saveRole(rights(context), caller, Number(params.id), body),
    removeRole: async ({ caller, params, context }) => {
      await removeRole(rights(context), caller, Number(params.id));
      return null;
    },
    permissionList: async () => ({ data: [...PERMISSIONS] }),
    grantPermission: ({ caller, params, body, context }) => grantPermission(rights(context), caller, Number(params.id), body),
  } satisfies Partial<Handlers>;
}
