import { z } from '#contract/zod.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import { ListedRole, PermissionName, RoleScope } from '#contract/roles.ts';
import { nameUpTo, RowId } from '#contract/text.ts';

const WANTED = {
  name: nameUpTo(60),
  permissions: z.array(PermissionName).max(PERMISSIONS.length),
  invitable: z.boolean(),
};

/** Roles of the server and of the team of the request, and what they allow. */
export const ROLE_CALLS = {
  roles: {
    id: 'PCALL-26',
    base: 'api',
    method: 'GET',
    path: 'roles',
    access: { permission: 'r:roles', or: 'r:permissions' },
    /** `server_roles`: the caller may change those of the server too. */
    answer: z.object({ data: z.array(ListedRole), server_roles: z.boolean().optional() }),
    summary: 'Roles of the server and of the team, with their permissions and the number of people who have them',
  },
  createRole: {
    id: 'PCALL-26-create',
    base: 'api',
    method: 'POST',
    path: 'roles',
    access: { permission: 'r:roles' },
    recentPassword: true,
    body: z.object({ ...WANTED, scope: RoleScope.optional() }),
    answer: ListedRole,
    summary: 'Create a role of the team, or of the server for platform administrators',
  },
  saveRole: {
    id: 'PCALL-26-save',
    base: 'api',
    method: 'PUT',
    path: 'roles/:id',
    access: { permission: 'r:roles' },
    recentPassword: true,
    params: z.object({ id: RowId }),
    /** `version`: the version of the role that the change is based on. */
    body: z.object({ ...WANTED, version: z.number().int().min(1) }),
    answer: ListedRole,
    summary: 'Change the name or permissions of a role. Applies immediately to everyone who has it',
  },
  removeRole: {
    id: 'PCALL-26-remove',
    base: 'api',
    method: 'DELETE',
    path: 'roles/:id',
    access: { permission: 'r:roles' },
    recentPassword: true,
    params: z.object({ id: RowId }),
    answer: z.null(),
    summary: 'Delete a role that nobody holds',
  },
  permissionList: {
    id: 'PCALL-27',
    base: 'api',
    method: 'GET',
    path: 'permissions',
    access: { permission: 'r:permissions' },
    answer: z.object({ data: z.array(z.string()) }),
    summary: 'Every permission that this server knows',
  },
  grantPermission: {
    id: 'PCALL-27-grant',
    base: 'api',
    method: 'PUT',
    path: 'roles/:id/permissions',
    access: { permission: 'r:permissions', or: 'r:roles' },
    recentPassword: true,
    params: z.object({ id: RowId }),
    /** Changes a single permission, so it needs no version: it overwrites no other change. */
    body: z.object({ permission: PermissionName, held: z.boolean() }),
    answer: ListedRole,
    summary: 'Add a permission to a role, or remove it',
  },
} as const;
