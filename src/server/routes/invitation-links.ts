import type { Hosts } from '#server/rules/hosts.ts';
import { invitationLink } from '#server/rules/invitation-links.ts';
import type { InvitationLinks } from '#server/rules/invitation-links.ts';
import type { Http } from './handlers.ts';

/** Where a mail leads is not left to the `Host` of a request, where there is a setting for it. */
export function invitationLinks(hosts: Hosts, { publicUrl }: { publicUrl: string | null }, http: Http): InvitationLinks {
  const origin = publicUrl ?? hosts.mainOrigin(http);
  return { origin, linkOf: (token) => invitationLink(origin, token) };
}
