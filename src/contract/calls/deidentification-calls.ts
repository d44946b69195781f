import { z } from '#contract/zod.ts';
import { Deidentification, DeidentificationRules } from '#contract/deidentification.ts';
import { LIMITS } from '#contract/limits.ts';
import { ClientId, textUpTo } from '#contract/text.ts';

/** What a device needs before it de-identifies a study. */
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
    summary: 'Replacement names for patients. The same name in a team always gets the same replacement, and no name is stored',
  },
  deidentification: {
    id: 'team-deidentification',
    base: 'api',
    method: 'GET',
    path: 'team/deidentification',
    access: 'member',
    answer: Deidentification,
    summary: 'De-identification settings of the team',
  },
  deidentificationRules: {
    id: 'team-deidentification-rules',
    base: 'services',
    method: 'GET',
    path: 'c-upload/deidentification',
    access: { permission: 'r:upload-v2' },
    answer: DeidentificationRules,
    summary: 'What a device needs to de-identify: the settings of the team and the key for its replacement values',
  },
  saveDeidentification: {
    id: 'team-deidentification-save',
    base: 'api',
    method: 'PUT',
    path: 'team/deidentification',
    access: { permission: 'r:team' },
    body: Deidentification,
    answer: z.null(),
    summary: 'Change the de-identification settings of the team',
  },
} as const;
