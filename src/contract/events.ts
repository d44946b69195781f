import { z } from './zod.ts';

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
  /** Our own: the change log of the team grew; clients ask "since N". */
  change: z.object({ seq: z.number() }),
} as const;

export type ServerEventName = keyof typeof SERVER_EVENTS;
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof SERVER_EVENTS)[N]>;
