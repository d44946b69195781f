import { z } from './zod.ts';
import { PERMISSIONS } from './permissions.ts';

/** A permission as somebody gives or takes it: one of those that this server knows. */
export const PermissionName = z.enum(PERMISSIONS);

/** A role as who looks after roles sees it. Permissions are texts: a page of before shows those that it does not know. */
export const ListedRole = z.object({
  id: z.number().int(),
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
  /** Who holds it, in all teams; and invitations to it that wait for an answer. */
  people: z.number().int(),
  invitations: z.number().int(),
});
export type ListedRole = z.infer<typeof ListedRole>;
