import { z } from './zod.ts';
import { Deidentification, DeidentificationRules } from './deidentification.ts';
import { LIMITS } from './limits.ts';
import { ClientId, textUpTo } from './text.ts';

/** What a device asks before it takes out of a study what identifies its patient. */
export const DEIDENTIFICATION_CALLS = {
  anonymiseNames: {
    id: 'CALL-056',
    base: 'services',
    method: 'POST',
    path: 'c-upload/a',
    access: { permission: 'r:upload-v2' },
    // given: `s`, `n` and `a` are the wire's own short names.
    body: z.object({ s: z.array(z.object({ id: ClientId, n: textUpTo(400) })).max(LIMITS.studiesPerUpload) }),
    answer: z.object({ a: z.array(z.object({ id: z.string(), n: z.string() })) }),
    summary: 'Names for patients who are to stay unnamed; the same name in a team is answered the same, and no name is kept',
  },
  deidentification: {
    id: 'team-deidentification',
    base: 'api',
    method: 'GET',
    path: 'team/deidentification',
    access: 'member',
    answer: Deidentification,
    summary: 'How the studies of the team are de-identified',
  },
  deidentificationRules: {
    id: 'team-deidentification-rules',
    base: 'services',
    method: 'GET',
    path: 'c-upload/deidentification',
    access: { permission: 'r:upload-v2' },
    answer: DeidentificationRules,
    summary: 'What a device needs to de-identify: how the team wants it, and the key that makes its replacements',
  },
  saveDeidentification: {
    id: 'team-deidentification-save',
    base: 'api',
    method: 'PUT',
    path: 'team/deidentification',
    access: { permission: 'r:team' },
    body: Deidentification,
    answer: z.null(),
    summary: 'How the studies of the team are de-identified from now on',
  },
} as const;
