import { z } from './zod.ts';
import { PERMISSIONS } from './permissions.ts';

/** Who a role is of. Where a new one does not say it, it is of the server for who runs that, and of the team for everybody else. */
export const RoleScope = z.enum(['server', 'team']);
export type RoleScope = z.infer<typeof RoleScope>;

/** A permission as somebody gives or takes it: one of those that this server knows. */
export const PermissionName = z.enum(PERMISSIONS);

/** A role as who looks after roles sees it. Permissions are texts: a page of before shows those that it does not know. */
export const ListedRole = z.object({
  id: z.number().int(),
  /** The team of the request for a role of that team alone; null, or not said, for one of the server, in force in every team. */
  team_id: z.number().int().nullable().optional(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** Of these, what it can never lose. */
  kept: z.array(z.string()),
  /** Teams may give it to their members. */
  invitable: z.boolean(),
  /** Came with the server, which counts on it: it is never deleted. */
  built_in: z.boolean(),
  /** Grows with every change: a change names the one that it was made from. */
  version: z.number().int(),
  /** Who holds it, and invitations to it that wait for an answer: in all teams for who runs the server, in their own team for everybody else. */
  people: z.number().int(),
  invitations: z.number().int(),
});
export type ListedRole = z.infer<typeof ListedRole>;
