import type { Subprocessor } from '#contract/calls/site-calls.ts';
import { takeContactMessage } from '#server/rules/mail/contact.ts';
import type { Handlers } from './handlers.ts';

export interface SiteSettings {
  /** Address of the platform administrators; null: contact page only. */
  contactEmail: string | null;
  subprocessors: readonly Subprocessor[];
  sendsMail: boolean;
}

/** What everybody may know about the server and ask its administrators. */
export function siteRoutes({ contactEmail, subprocessors, sendsMail }: SiteSettings) {
  return {
    site: async () => ({ contact_email: contactEmail, subprocessors: [...subprocessors] }),
    contact: async ({ body, context }) => {
      await takeContactMessage(context, body, sendsMail ? contactEmail : null);
      return null;
    },
  } satisfies Partial<Handlers>;
}
