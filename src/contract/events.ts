import { z } from './zod.ts';
import { Uuid } from './entities.ts';
import { FollowerPen, FollowerPresence, MaskPen, MaskPresence } from './mask-company.ts';
import { Seen } from './notifications.ts';
import { RecognisedSeries } from './recognition.ts';

/** Socket events of this stage (contract.md §4). The socket is a hint: every one can be lost, repeated or late. */
export const CLIENT_EVENTS = {
  /** SOCK-01, once per connection; acknowledged with true after the server has checked the membership. */
  'set-team-user': z.object({ team: z.string(), user: z.number() }),
  /** SOCK-04, repeated after each reconnect; acknowledged. */
  'upload:session:add': z.object({ session: z.string() }),
  /** Ours, repeated after each reconnect; acknowledged with true if the caller may see the segmentation. */
  'mask:follow': z.object({ segmentation: Uuid }),
  /** Ours, only from those who follow: passed on to the others who do, and not stored. */
  'mask:presence': MaskPresence,
  /** Ours, only from those who follow and may draw: passed on as above. */
  'mask:pen': MaskPen,
  /** Ours: the page has closed the segmentation, and is told nothing more of it. */
  'mask:leave': z.object({ segmentation: Uuid }),
} as const;

export const SERVER_EVENTS = {
  /** SOCK-12, with serieRemoteUuid to tell events of an upload in another tab apart. */
  'upload:conversion:oneserie:done': z.object({ session: z.string(), idx: z.number(), serieRemoteUuid: z.string() }),
  /** SOCK-13. `message` never carries patient data. */
  'upload:conversion:oneserie:error': z.object({ session: z.string(), idx: z.number(), serieRemoteUuid: z.string(), message: z.string() }),
  /** SOCK-10: the server has opened archive `index` (from 0) of `count` in a session. The name is left out, because only its sender may see it. */
  'upload:server:inflation:one': z.object({ session: z.string(), index: z.number(), count: z.number() }),
  /** SOCK-11: all archives are opened and everything is sorted. */
  'upload:server:inflated:all': z.object({ session: z.string() }),
  /** SOCK-14, sent only to the connection that asked: `id` of the prompt, `i` the ID of the study on its device. Contains no header values. */
  'upload:study:aiprompt:response': z.object({ id: Uuid, i: Uuid, series: z.array(RecognisedSeries) }),
  /** SOCK-15, sent only to the connection that asked. */
  'upload:study:image-grid:analysis:response': z.object({ studyId: Uuid, series: z.array(RecognisedSeries) }),
  /** SOCK-09. */
  'permission:updated': z.object({ permission_version: z.number() }),
  /** SOCK-06, sent only to this person in this team, like the two events below. */
  'notification:updated': z.object({ id: z.number(), is_seen: Seen }),
  /** SOCK-07: all notifications up to that one. */
  'notification:updated:all': z.object({ is_seen: z.literal(1), last_id: z.number() }),
  /** SOCK-08. The client fetches the content with CALL-015. */
  'notification:created': z.object({ id: z.number() }),
  /** Ours: operations were appended to a mask; clients ask "since N". Sent to those who follow it. */
  mask: z.object({ segmentation: Uuid, last: z.number() }),
  /** Ours: rights on a segmentation have changed, and nobody follows it any more. Clients ask with `mask:follow` again. */
  'mask:ended': z.object({ segmentation: Uuid }),
  /** Ours: who else has the segmentation open; not repeated by the server. */
  'mask:present': FollowerPresence,
  /** Ours: where somebody's pen is. */
  'mask:drawing': FollowerPen,
  /** Ours: somebody has closed it. Whoever says nothing for some seconds is gone as well. */
  'mask:left': z.object({ segmentation: Uuid, connection: Uuid }),
  /** Ours: the change log of the team has grown; clients ask "since N". */
  change: z.object({ seq: z.number() }),
} as const;

export type ServerEventName = keyof typeof SERVER_EVENTS;
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof SERVER_EVENTS)[N]>;

export type ClientEvent<N extends keyof typeof CLIENT_EVENTS> = z.infer<(typeof CLIENT_EVENTS)[N]>;
