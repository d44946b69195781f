import { marked } from '#language/t.ts';
import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { textUpTo } from './text.ts';

/** In order: an error is more than a warning. */
export const FINDING_SEVERITIES = ['info', 'warning', 'error'] as const;
export const FindingSeverity = z.enum(FINDING_SEVERITIES);
export type FindingSeverity = z.infer<typeof FindingSeverity>;

const Count = z.number().int().min(0);
const Mm = z.number().min(0);
/** Slug of a body part. */
const Part = textUpTo(LIMITS.structureSlugChars);

/**
 * What can be found, each with the numbers that show it. Of a series:
 * - `missing-slices`: the distances between slices are equal but for gaps that are whole multiples of them;
 * - `unequal-spacing`: the distances between slices differ;
 * - `repeated-positions`: each position has the same number of images, as in a series over time;
 * - `incomplete-acquisition`: the header names more than there is. `of`: what is counted. `positions`: some positions have fewer images than
 *   others (`expected` images at each);
 * - `lossy-compression`: images were compressed with losses;
 * - `burned-in-text`: there is text in the image, as the header states, or as is usual for this kind of image.
 *
 * Of a study:
 * - `wrong-body-part`: the header of a series names another body part than the study has;
 * - `mixed-body-parts`: the headers of its series name several;
 * - `duplicate-images`: another study of the team has images of the same SOP instances;
 * - `duplicate-pixels`: another study of the team has volumes with the same values, under other UIDs.
 */
export const FindingSaid = z.discriminatedUnion('code', [
  z.object({ code: z.literal('missing-slices'), missing: Count, present: Count, stepMm: Mm }),
  z.object({ code: z.literal('unequal-spacing'), usualMm: Mm, smallestMm: Mm, largestMm: Mm, unusual: Count }),
  z.object({ code: z.literal('repeated-positions'), positions: Count, images: Count }),
  z.object({
    code: z.literal('incomplete-acquisition'),
    of: z.enum(['images', 'frames', 'slices', 'times', 'positions']),
    expected: Count,
    present: Count,
  }),
  z.object({ code: z.literal('lossy-compression'), images: Count, of: Count }),
  z.object({ code: z.literal('burned-in-text'), images: Count, of: Count, stated: z.boolean() }),
  z.object({ code: z.literal('wrong-body-part'), written: Part, study: Part }),
  z.object({ code: z.literal('mixed-body-parts'), parts: z.array(Part).min(2) }),
  z.object({ code: z.literal('duplicate-images'), images: Count, of: Count }),
  z.object({ code: z.literal('duplicate-pixels'), volumes: Count, of: Count }),
]);
export type FindingSaid = z.infer<typeof FindingSaid>;

export const FINDING_CODES = [
  ...(['missing-slices', 'unequal-spacing', 'repeated-positions', 'incomplete-acquisition', 'lossy-compression'] as const),
  ...(['burned-in-text', 'wrong-body-part', 'mixed-body-parts', 'duplicate-images', 'duplicate-pixels'] as const),
] as const satisfies readonly FindingSaid['code'][];
export const FindingCode = z.enum(FINDING_CODES);
export type FindingCode = z.infer<typeof FindingCode>;

/** `seen`: somebody has looked at it. `accepted`: the study is used as it is, for the reason that is given. */
export const FindingMark = z.enum(['seen', 'accepted']);
export type FindingMark = z.infer<typeof FindingMark>;

/** QIN-01. */
export const Finding = z.object({
  uuid: Uuid,
  severity: FindingSeverity,
  said: FindingSaid,
  /** UUID of the series that it is about; null: of the study. */
  series: Uuid.nullable(),
  /** UUID of the study with the same images. */
  other: Uuid.nullable(),
  /** 1 more each time that what it says changes, which also takes its mark away. */
  version: z.number().int(),
  mark: z
    .object({
      as: FindingMark,
      reason: z.string(),
      /** Null if the account no longer exists. */
      user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
      at: DateText,
    })
    .nullable(),
  found_at: DateText,
});
export type Finding = z.infer<typeof Finding>;

/** A finding in the list of the team, with its study. */
export const ListedFinding = Finding.extend({
  study: z.object({ uuid: Uuid, data: z.object({ patientName: z.string() }), modality: z.string(), studyDate: z.string() }),
});
export type ListedFinding = z.infer<typeof ListedFinding>;

export const FindingFilters = z.object({
  code: FindingCode.optional(),
  /** This severity or a higher one. */
  severity: FindingSeverity.optional(),
  /** `open`: without a mark. */
  mark: z.enum(['open', ...FindingMark.options]).optional(),
});
export type FindingFilters = z.infer<typeof FindingFilters>;

/** An accepted finding has a reason. `mark` null: it is open again. */
export const SavedMark = z
  .object({
    /** Of the finding that the person saw. */
    version: z.number().int().min(1),
    mark: FindingMark.nullable(),
    reason: textUpTo(LIMITS.findingReasonChars),
  })
  .refine(({ mark, reason }) => mark !== 'accepted' || reason.trim() !== '', {
    path: ['reason'],
    message: marked('A reason is required.'),
  });
export type SavedMark = z.infer<typeof SavedMark>;
