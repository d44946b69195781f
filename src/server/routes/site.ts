import type { Subprocessor } from '#contract/site-calls.ts';
import { takeContactMessage } from '#server/rules/contact.ts';
import type { Handlers } from './handlers.ts';

export interface SiteSettings {
  /** Where those who run the server are written to; null: by the contact page alone. */
  contactEmail: string | null;
  subprocessors: readonly Subprocessor[];
  sendsMail: boolean;
}

/** What everybody may know and ask of those who run this server. */
export function siteRoutes({ contactEmail, subprocessors, sendsMail }: SiteSettings) {
  return {
    site: async () => ({ contact_email: contactEmail, subprocessors: [...subprocessors] }),
    contact: async ({ body, context }) => {
      await takeContactMessage(context, body, sendsMail ? contactEmail : null);
      return null;
    },
  } satisfies Partial<Handlers>;
}
