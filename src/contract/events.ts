import { z } from './zod.ts';
import { Uuid } from './entities.ts';
import { Seen } from './notifications.ts';
import { RecognisedSeries } from './recognition.ts';

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
  /** SOCK-10: an archive of a session was opened on the server, the `index`th (from 0) of `count`. Its name is left to its owner, who sent it. */
  'upload:server:inflation:one': z.object({ session: z.string(), index: z.number(), count: z.number() }),
  /** SOCK-11: all of them, and everything is sorted. */
  'upload:server:inflated:all': z.object({ session: z.string() }),
  /** SOCK-14, to the connection that asked: `id` of the prompt, `i` the study as its device calls it. Never a word of a header. */
  'upload:study:aiprompt:response': z.object({ id: Uuid, i: Uuid, series: z.array(RecognisedSeries) }),
  /** SOCK-15, to the connection that asked. */
  'upload:study:image-grid:analysis:response': z.object({ studyId: Uuid, series: z.array(RecognisedSeries) }),
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
