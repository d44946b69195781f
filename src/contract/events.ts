import { z } from './zod.ts';
import { Seen } from './notifications.ts';

/** Socket events of this stage (contract.md §4). The socket is a hint: every one can be lost, repeated or late. */
export const CLIENT_EVENTS = {
  /** SOCK-01, once per connection; acknowledged with true when the server checked the membership. */
  'set-team-user': z.object({ team: z.string(), user: z.number() }),
  /** SOCK-04, repeated after each reconnect; acknowledged. */
  'upload:session:add': z.object({ session: z.string() }),
} as const;

export const SERVER_EVENTS = {
  /** SOCK-12, with serieRemoteUuid so that an event of another tab's upload is told apart. */
  'upload:conversion:oneserie:done': z.object({ session: z.string(), idx: z.number(), serieRemoteUuid: z.string() }),
  /** SOCK-13. `message` never carries patient data. */
  'upload:conversion:oneserie:error': z.object({ session: z.string(), idx: z.number(), serieRemoteUuid: z.string(), message: z.string() }),
  /** SOCK-09. */
  'permission:updated': z.object({ permission_version: z.number() }),
  /** SOCK-06, to the person alone, in this team; so are the two below. */
  'notification:updated': z.object({ id: z.number(), is_seen: Seen }),
  /** SOCK-07: all up to that one. */
  'notification:updated:all': z.object({ is_seen: z.literal(1), last_id: z.number() }),
  /** SOCK-08. What it says is asked for (CALL-015). */
  'notification:created': z.object({ id: z.number() }),
  /** Our own: the change log of the team grew; clients ask "since N". */
  change: z.object({ seq: z.number() }),
} as const;

export type ServerEventName = keyof typeof SERVER_EVENTS;
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof SERVER_EVENTS)[N]>;
