import type { Trail } from '#server/audit/trail.ts';
import type { Database } from '#server/db/database.ts';
import { mayTokenEnter } from '#server/rules/guard.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import { findMemberOfOpenTeam } from '#server/rules/membership.ts';
import { callerOfBearer } from '#server/rules/sign-ins.ts';
import { mayFollowUpload } from '#server/rules/uploads.ts';
import type { Asked, From } from './forwarded.ts';
import type { SocketPorts } from '#server/realtime/socket-server.ts';

/** The rules as the socket asks them: the same as at the door of the calls. */
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
    memberOf: async (caller, teamSlug) =>
      mayTokenEnter(hosts, caller.host, teamSlug) ? findMemberOfOpenTeam(db.read, caller, teamSlug) : null,
    mayFollowUpload: (member, session) => mayFollowUpload({ db }, member, session),
    ipOf: (handshake) => fromOf(handshake).ip,
    isOurOrigin: (origin) => hosts.isOurOrigin(origin),
    mayConnect: (origin, host) => hosts.isOurOrigin(origin) || (hosts.isServed(host) && isOriginOf(origin, host)),
    record: (event) => trail.recordOnce({ kind: 'read', ...event }),
  };
}

/** Where the product is reached by an address that is no name, its page and the socket share it. */
function isOriginOf(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
