import { z } from './zod.ts';
import { Email, nameUpTo } from './text.ts';

/** Who else handles data of this server, in the words of whoever runs it. */
export const Subprocessor = z.object({ name: z.string(), purpose: z.string(), country: z.string() });
export type Subprocessor = z.infer<typeof Subprocessor>;

/** What everybody may know and ask of those who run this server. */
export const SITE_CALLS = {
  site: {
    id: 'site',
    base: 'api',
    method: 'GET',
    path: 'site',
    access: 'open',
    answer: z.object({ contact_email: z.string().nullable(), subprocessors: z.array(Subprocessor) }),
    repeats: true,
    summary: 'Where those who run this server are written to, and who else handles data for them',
  },
  contact: {
    id: 'PCALL-09',
    base: 'api',
    method: 'POST',
    path: 'contact',
    access: 'open',
    body: z.object({ name: nameUpTo(200), email: Email, text: nameUpTo(4_000) }),
    answer: z.null(),
    summary: 'A message to those who run this server; the same one again within a day is the same message',
  },
} as const;
