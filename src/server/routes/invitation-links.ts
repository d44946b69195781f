import type { Hosts } from '#server/rules/hosts.ts';
import { invitationLink } from '#server/rules/invitation-links.ts';
import type { InvitationLinks } from '#server/rules/invitation-links.ts';
import type { Http } from './handlers.ts';

/** The link that is shown goes to who asks and leads where they are. Where the link of a mail leads no request says. */
export function invitationLinks(hosts: Hosts, { mailOrigin }: { mailOrigin: () => string }, http: Http): InvitationLinks {
  return { origin: mailOrigin(), linkOf: (token) => invitationLink(hosts.mainOrigin(http), token) };
}
