import type { Hosts } from '#server/rules/hosts.ts';
import { invitationLink } from '#server/rules/teams/invitation-links.ts';
import type { InvitationLinks } from '#server/rules/teams/invitation-links.ts';
import type { Http } from './handlers.ts';

/** The displayed link goes to the caller and leads to the host in use. Where a mailed link leads never depends on a request. */
export function invitationLinks(hosts: Hosts, { mailOrigin }: { mailOrigin: () => string }, http: Http): InvitationLinks {
  return { origin: mailOrigin(), linkOf: (token) => invitationLink(hosts.mainOrigin(http), token) };
}
