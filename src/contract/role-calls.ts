import { z } from './zod.ts';
import { PERMISSIONS } from './permissions.ts';
import { ListedRole, PermissionName, RoleScope } from './roles.ts';
import { nameUpTo, RowId } from './text.ts';

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
    summary: 'Roles of the server and of the team, with what each allows and how many people hold it',
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
    summary: 'A new role, of the team, or of the server for who runs it',
  },
  saveRole: {
    id: 'PCALL-26-save',
    base: 'api',
    method: 'PUT',
    path: 'roles/:id',
    access: { permission: 'r:roles' },
    recentPassword: true,
    params: z.object({ id: RowId }),
    /** `version`: of the role as it was when somebody began to change it. */
    body: z.object({ ...WANTED, version: z.number().int().min(1) }),
    answer: ListedRole,
    summary: 'Another name or other permissions for a role, at once for everybody who holds it',
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
    /** One permission alone, so it needs no version: it overwrites nothing that somebody else changed. */
    body: z.object({ permission: PermissionName, held: z.boolean() }),
    answer: ListedRole,
    summary: 'Give a role one permission, or take it',
  },
} as const;
