import { z } from './zod.ts';
import { DateText, Sha256, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { TaskDue } from './tasks.ts';
import { nameUpTo, textUpTo } from './text.ts';

/** A campaign is changed while it is a draft, read while it runs, and open to its readers once it has finished. */
export const CAMPAIGN_STATES = ['draft', 'running', 'finished'] as const;
export const CampaignState = z.enum(CAMPAIGN_STATES);
export type CampaignState = z.infer<typeof CampaignState>;

/** `returned`: the reviewer sent it back with a reason. */
export const READ_STATES = ['open', 'started', 'returned', 'done'] as const;
export const ReadState = z.enum(READ_STATES);
export type ReadState = z.infer<typeof ReadState>;

export const SKIP_REASONS = ['unreadable', 'series_missing', 'patient_known', 'other'] as const;
export const SkipReason = z.enum(SKIP_REASONS);
export type SkipReason = z.infer<typeof SkipReason>;

const UserId = z.number().int().min(1);

/** Everything of a campaign that whoever leads it decides. */
export const CampaignContent = z.object({
  title: nameUpTo(LIMITS.campaignTitleChars),
  /** Shown to the readers beside each case. */
  guideline: textUpTo(LIMITS.guidelineChars),
  /** UUID of the form that each read fills in, and its version; null: none. */
  form: z.object({ uuid: Uuid, version: z.number().int().min(1) }).nullable(),
  /** Id of the structure of which each read makes a segmentation; null: none. */
  structure: z.number().int().min(1).nullable(),
  /** A reader sees of a case only what is made in the present read. */
  blinded: z.boolean(),
  cases: z
    .array(
      z.object({
        /** UUID of the study. */
        study: Uuid,
        /** Whoever leads the campaign has read it as well, and readers are compared with that. */
        known: z.boolean(),
      }),
    )
    .max(LIMITS.campaignCases),
  readers: z.array(UserId).max(LIMITS.campaignReaders),
  /** How many of the readers read each case. */
  reads_per_case: z.number().int().min(1).max(LIMITS.campaignReaders),
  /** Cases that each reader gets a second time, without being told. */
  repeats: z.number().int().min(0).max(LIMITS.campaignCases),
  /** Who accepts each finished read or sends it back; null: nobody. */
  reviewer: UserId.nullable(),
  due: TaskDue.nullable(),
});
export type CampaignContent = z.infer<typeof CampaignContent>;

/** A campaign as it is saved. `base`: number of the version that was changed; 0 for a new one. */
export const SavedCampaign = CampaignContent.extend({ base: z.number().int().min(0) });
export type SavedCampaign = z.infer<typeof SavedCampaign>;

/** What the caller is in a campaign. `lead`: who made it, and team administrators who do not read in it. */
export const CampaignPart = z.enum(['lead', 'reviewer', 'reader']);
export type CampaignPart = z.infer<typeof CampaignPart>;

const Counts = z.object({ total: z.number().int(), done: z.number().int(), skipped: z.number().int() });

/** In lists. For a reader, the counts are those of the own reads. */
export const ListedCampaign = z.object({
  uuid: Uuid,
  title: z.string(),
  state: CampaignState,
  blinded: z.boolean(),
  due: TaskDue.nullable(),
  /** Who made it; null if the account no longer exists. */
  lead: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  you: z.array(CampaignPart),
  reads: Counts,
  created_at: DateText,
});
export type ListedCampaign = z.infer<typeof ListedCampaign>;

/** A read of a case, as its reader sees it: nothing tells a repeat from a first read. */
export const OwnRead = z.object({
  uuid: Uuid,
  /** In the order of the reader, from 1. It does not change when a case is skipped. */
  number: z.number().int(),
  study: Uuid,
  state: ReadState,
  skipped: SkipReason.nullable(),
  /** Why the reviewer sent it back. */
  reason: z.string(),
  /** When it was started first; null: not yet. */
  started_at: DateText.nullable(),
  spent_ms: z.number().int(),
});
export type OwnRead = z.infer<typeof OwnRead>;

/** What a reader works with. */
export const ReadingList = z.object({
  campaign: ListedCampaign.extend({
    guideline: z.string(),
    /** 1 more with each change. */
    guideline_version: z.number().int(),
    form: CampaignContent.shape.form,
    structure: z.object({ slug: z.string(), title: z.string(), category: z.object({ slug: z.string(), title: z.string() }) }).nullable(),
  }),
  /** In the order in which they are to be read: skipped ones last. */
  reads: z.array(OwnRead),
});
export type ReadingList = z.infer<typeof ReadingList>;

/** A read, for whoever leads the campaign. */
export const CampaignRead = z.object({
  uuid: Uuid,
  /** Numbers of the reader and of the case in the campaign, from 1. */
  reader: z.number().int(),
  case: z.number().int(),
  /** A hidden second read. */
  repeat: z.boolean(),
  state: ReadState,
  skipped: SkipReason.nullable(),
  spent_ms: z.number().int(),
  finished_at: DateText.nullable(),
});
export type CampaignRead = z.infer<typeof CampaignRead>;

export const Campaign = ListedCampaign.extend({
  content: CampaignContent,
  version: z.number().int(),
  guideline_version: z.number().int(),
  /** `user` is null if the account no longer exists; `left`: who is no longer in the team. */
  readers: z.array(
    z.object({ number: z.number().int(), user: z.object({ id: z.number().int(), name: z.string() }).nullable(), left: z.boolean() }),
  ),
  cases: z.array(z.object({ number: z.number().int(), study: Uuid, patientName: z.string(), modality: z.string(), known: z.boolean() })),
  all_reads: z.array(CampaignRead),
});
export type Campaign = z.infer<typeof Campaign>;

/** What a reader does with a read. */
export const ReadMove = z.object({
  /** Made by the device. A move that arrives twice takes effect once. */
  move: Uuid,
  act: z.enum(['start', 'finish', 'skip']),
  /** Time that the case was open and in use since the last move. */
  spent_ms: z.number().int().min(0).max(LIMITS.readMsPerMove),
  /** Required to skip. */
  reason: SkipReason.optional(),
});
export type ReadMove = z.infer<typeof ReadMove>;

/** From 0 to 1 for Dice; kappa can be negative. Null: not defined, or too few cases for an interval. */
const Figure = z.object({ value: z.number().nullable(), interval: z.tuple([z.number(), z.number()]).nullable(), cases: z.number().int() });
/** With all reads that were finished until then. */
const Day = z.object({ day: z.iso.date(), between: z.number().nullable(), same: z.number().nullable() });

/** Why a read has no mask to compare: it has no segmentation of the structure, or several that were drawn on. */
export const MISSING_MASKS = ['none', 'several'] as const;

/** The mask of a finished read, or of a known case as whoever made the campaign has drawn it. */
export const ReadMask = z.object({
  /** Number of the case in the campaign. */
  case: z.number().int(),
  study: Uuid,
  /** Number of the reader; null: the mask of a known case, with which readers are compared. */
  reader: z.number().int().nullable(),
  repeat: z.boolean(),
  /** When the read was finished; null for a known case. */
  day: z.iso.date().nullable(),
  /** Null: `missing` says why. */
  mask: z
    .object({
      segmentation: Uuid,
      /** Number of its last operation; 0: nothing was drawn. */
      last: z.number().int(),
      /** Voxels of its grid along each axis; null: no mask was created. */
      grid: z.object({ hash: Sha256, size: z.tuple([z.number().int(), z.number().int(), z.number().int()]) }).nullable(),
      segments: z.array(z.object({ uuid: Uuid, title: z.string(), value: z.number().int() })),
    })
    .nullable(),
  missing: z.enum(MISSING_MASKS).nullable(),
});
export type ReadMask = z.infer<typeof ReadMask>;

/** How readers agree, over finished reads. A hidden repeat counts for its reader alone. */
export const Agreement = z.object({
  /** Of each field of the form with options. `between`: kappa of readers. `weighted`: the same, weighted, if the options have an order. */
  fields: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      between: Figure,
      weighted: Figure.nullable(),
      /** Of the first and the second read of one reader. */
      same: Figure,
      /** Of each reader: known cases that were read, and those with the known value. */
      known: z.array(z.object({ reader: z.number().int(), cases: z.number().int(), right: z.number().int() })),
      days: z.array(Day),
    }),
  ),
  /** Of each segment: mean Dice of pairs of readers. Empty in answers: the device computes it from `read_masks`, as the server replays no masks. */
  masks: z.array(z.object({ title: z.string(), between: Figure, same: Figure, days: z.array(Day) })),
  /** What the device compares, if the campaign has a structure. Absent in answers of servers before version 56. */
  read_masks: z.array(ReadMask).optional(),
  /** Cases with the least agreement, and skipped ones. */
  cases: z.array(
    z.object({
      /** Number of the case in the campaign. */
      case: z.number().int(),
      study: Uuid,
      about: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('values'), title: z.string(), values: z.array(z.string()) }),
        z.object({ kind: z.literal('mask'), title: z.string(), dice: z.number() }),
        z.object({ kind: z.literal('skipped'), reasons: z.array(SkipReason) }),
      ]),
    }),
  ),
});
export type Agreement = z.infer<typeof Agreement>;
