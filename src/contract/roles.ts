import { z } from './zod.ts';
import { PERMISSIONS } from './permissions.ts';

/** What a role belongs to. By default a new one belongs to the server if a platform administrator creates it, otherwise to the team. */
export const RoleScope = z.enum(['server', 'team']);
export type RoleScope = z.infer<typeof RoleScope>;

/** A permission that can be granted: one of those that this server knows. */
export const PermissionName = z.enum(PERMISSIONS);

/** A role, as shown in the administration of roles. Permissions are plain texts, so that an older page can show unknown ones. */
export const ListedRole = z.object({
  id: z.number().int(),
  /** The team of the request for a role of that team; null or absent for a role of the server, which applies in every team. */
  team_id: z.number().int().nullable().optional(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** Those of its permissions that it can never lose. */
  kept: z.array(z.string()),
  /** Teams can assign this role to their members. */
  invitable: z.boolean(),
  /** Created with the server, which depends on it: it can never be deleted. */
  built_in: z.boolean(),
  /** Increases with every change. A change names the version that it is based on. */
  version: z.number().int(),
  /** People who have the role and pending invitations to it: in all teams for platform administrators, otherwise in the caller's team. */
  people: z.number().int(),
  invitations: z.number().int(),
});
export type ListedRole = z.infer<typeof ListedRole>;
