import { z } from '#contract/zod.ts';
import { Email, nameUpTo } from '#contract/text.ts';

/** A company that processes data of this server, as described by the platform administrator. */
export const Subprocessor = z.object({ name: z.string(), purpose: z.string(), country: z.string() });
export type Subprocessor = z.infer<typeof Subprocessor>;

/** What anyone may know about the platform administrators, and how to contact them. */
export const SITE_CALLS = {
  site: {
    id: 'site',
    base: 'api',
    method: 'GET',
    path: 'site',
    access: 'open',
    answer: z.object({ contact_email: z.string().nullable(), subprocessors: z.array(Subprocessor) }),
    repeats: true,
    summary: 'Contact address of the platform administrators, and the subprocessors',
  },
  contact: {
    id: 'PCALL-09',
    base: 'api',
    method: 'POST',
    path: 'contact',
    access: 'open',
    body: z.object({ name: nameUpTo(200), email: Email, text: nameUpTo(4_000) }),
    answer: z.null(),
    summary: 'Send a message to the platform administrators. A repeat within a day is not sent again',
  },
} as const;
