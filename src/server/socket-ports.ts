import type { Trail } from '#server/audit/trail.ts';
import type { Database } from '#server/db/database.ts';
import { mayTokenEnter } from '#server/rules/guard.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import { findMemberOfOpenTeam } from './rules/teams/membership.ts';
import { aliveAmong, callerOfBearer } from './rules/accounts/sign-ins.ts';
import { mayDrawMask, mayFollowMask } from './rules/masks/operations.ts';
import { mayFollowUpload } from './rules/uploads/uploads.ts';
import type { Asked, From } from './forwarded.ts';
import type { SocketPorts } from '#server/realtime/socket-server.ts';

/** The rules as the socket uses them, the same as for API calls. */
export function createSocketPorts({
  db,
  hosts,
  trail,
  fromOf,
  now,
}: {
  db: Database;
  hosts: Hosts;
  trail: Trail;
  fromOf: (asked: Asked) => From;
  now: () => number;
}): SocketPorts {
  return {
    callerOf: (token) => callerOfBearer(db.read, token, now()),
    aliveAmong: (signInIds) => aliveAmong(db.read, signInIds, now()),
    memberOf: async (caller, teamSlug) =>
      mayTokenEnter(hosts, caller.host, teamSlug) ? findMemberOfOpenTeam(db.read, caller, teamSlug) : null,
    mayFollowUpload: (member, session) => mayFollowUpload({ db }, member, session),
    mayFollowMask: (member, segmentation) => mayFollowMask({ db }, member, segmentation),
    mayDrawMask: (member, segmentation) => mayDrawMask({ db }, member, segmentation),
    personOf: async (userId) =>
      (await db.read.selectFrom('user').select(['name', 'color']).where('id', '=', userId).executeTakeFirst()) ?? null,
    ipOf: (handshake) => fromOf(handshake).ip,
    isOurOrigin: (origin) => hosts.isOurOrigin(origin),
    mayConnect: (origin, host) => hosts.isOurOrigin(origin) || (hosts.isServed(host) && isOriginOf(origin, host)),
    record: (event) => trail.recordOnce({ kind: 'read', ...event }),
  };
}

/** If the product is reached by an IP address, the page and the socket share it. */
function isOriginOf(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
