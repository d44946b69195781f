import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { nameUpTo, textUpTo } from './text.ts';

/** As in RECIST 1.1: measured in each study; only observed; or first seen after the first study. */
export const LESION_KINDS = ['target', 'non-target', 'new'] as const;
export type LesionKind = (typeof LESION_KINDS)[number];

/** What is said of a lesion in a study beside its diameter. `progression`: unequivocal, of a non-target lesion. */
export const LESION_STATES = ['present', 'absent', 'progression'] as const;
export type LesionState = (typeof LESION_STATES)[number];

/** Complete and partial response, stable and progressive disease; `non-complete`: non-CR/non-PD, where there are no target lesions. */
export const RESPONSES = ['complete', 'partial', 'stable', 'progressive', 'non-complete', 'not-evaluable'] as const;
export type Response = (typeof RESPONSES)[number];

/** What a lesion is, in all studies of its patient. */
export const LesionContent = z.object({
  title: nameUpTo(LIMITS.lesionTitleChars),
  kind: z.enum(LESION_KINDS),
  /** In which it lies; empty: nobody has said. */
  organ: textUpTo(LIMITS.lesionOrganChars),
  /** A lymph node: its short axis counts. */
  node: z.boolean(),
});
export type LesionContent = z.infer<typeof LesionContent>;

/** What is said of a lesion in one study. Both null: nothing, any more. */
export const FindingContent = z.object({
  /** UUID of a `length` or `bidirectional` of the study. It may arrive later, and may be deleted: then the lesion is not measured. */
  measurement: Uuid.nullable(),
  state: z.enum(LESION_STATES).nullable(),
});
export type FindingContent = z.infer<typeof FindingContent>;

const versioned = {
  /** Number of the version that was changed; 0 for something new. */
  base: z.number().int().min(0),
  /** The device that saves it. Its own earlier version is never in conflict with a later one. */
  device: Uuid,
};

/** One of both is saved at a time, each with its own version. */
export const SavedLesion = z.object({
  ...versioned,
  change: z.discriminatedUnion('of', [
    LesionContent.extend({ of: z.literal('lesion') }),
    FindingContent.extend({ of: z.literal('finding') }),
  ]),
});
export type SavedLesion = z.infer<typeof SavedLesion>;

const Author = z.object({ id: z.number().int(), name: z.string() }).nullable();

/** LES-02: one at most of a lesion and a study. */
export const Finding = FindingContent.extend({
  /** UUID of the study. */
  study: Uuid,
  /** 1 more with each change. */
  version: z.number().int(),
  /** Who saved this version; null if the account no longer exists. */
  user: Author,
  updated_at: DateText,
});
export type Finding = z.infer<typeof Finding>;

/** LES-01. */
export const Lesion = LesionContent.extend({
  uuid: Uuid,
  /** Of the patient. The server gives it, and never again after a deletion. */
  number: z.number().int(),
  version: z.number().int(),
  /** The author; null if the account no longer exists. */
  user: Author,
  created_at: DateText,
  updated_at: DateText,
  /** The caller may delete it. Everybody who may measure may change it. */
  deletable: z.boolean(),
  findings: z.array(Finding),
});
export type Lesion = z.infer<typeof Lesion>;

/** The response in a study, as somebody has decided. `suggested`: what the table of RECIST 1.1 gave then; null: nothing. */
export const ResponseContent = z.object({ response: z.enum(RESPONSES), suggested: z.enum(RESPONSES).nullable() });
export type ResponseContent = z.infer<typeof ResponseContent>;

export const SavedResponse = ResponseContent.extend(versioned);
export type SavedResponse = z.infer<typeof SavedResponse>;

/** LES-12. */
export const StudyResponse = ResponseContent.extend({
  uuid: Uuid,
  /** UUID of the study. */
  study: Uuid,
  version: z.number().int(),
  user: Author,
  created_at: DateText,
  updated_at: DateText,
  /** The caller may change it. */
  editable: z.boolean(),
});
export type StudyResponse = z.infer<typeof StudyResponse>;

/** Which study of the patient others are compared with; null: the first one with a lesion. */
export const SavedBaseline = z.object({ ...versioned, baseline: Uuid.nullable() });
export type SavedBaseline = z.infer<typeof SavedBaseline>;

/** LES-17: as somebody has chosen it. */
export const Baseline = z.object({
  /** UUID of the study. Null: the first one with a lesion, also where the chosen one is not there any more. */
  study: Uuid.nullable(),
  version: z.number().int(),
  /** Who has chosen it; null if the account no longer exists. */
  user: Author,
  updated_at: DateText,
});
export type Baseline = z.infer<typeof Baseline>;

/** A study of the patient. `studyDate` as in DICOM, YYYYMMDD; empty: it is not known. */
export const FollowedStudy = z.object({ uuid: Uuid, id: z.number().int(), studyDate: z.string() });
export type FollowedStudy = z.infer<typeof FollowedStudy>;

/** Everything that is known of the lesions of the patient of a study. `studies`: all that the team sees, that study among them. */
export const FollowUp = z.object({
  studies: z.array(FollowedStudy),
  lesions: z.array(Lesion),
  responses: z.array(StudyResponse),
  /** Null: nobody has chosen one. A server before version 56 does not say. */
  baseline: Baseline.nullable().optional(),
});
export type FollowUp = z.infer<typeof FollowUp>;
