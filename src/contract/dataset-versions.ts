import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';
import { DatasetPart } from './datasets.ts';
import { DateText, Sha256, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { nameUpTo, RowId } from './text.ts';

/**
 * Why a study cannot be in a version:
 * - `no-part`: its patient is not split yet;
 * - `no-mask`: nothing is drawn in a segmentation of the structure that the caller may see (or that the chosen person made);
 * - `several`: there are several such segmentations, and none was chosen;
 * - `other-segments`: its segments have other titles than those of most studies, or two have the same;
 * - `other-grid`: the series was read again since, with other slices;
 * - `not-converted`: the series has no volume (yet);
 * - `no-volume`: no volume of the series has exactly the voxels that were drawn on;
 * - `tilted`: the slices are shifted against each other by a tilted gantry, which programs that train refuse;
 * - `no-channel`: a further channel has no converted series;
 * - `channel-grid`: a further channel is in another frame of reference than the series that was drawn on, or lies elsewhere. On other voxels of the same frame it
 *   is resampled.
 */
export const NotInVersion = z.enum([
  ...(['no-part', 'no-mask', 'several', 'other-segments', 'other-grid', 'not-converted', 'no-volume', 'tilted'] as const),
  ...(['no-channel', 'channel-grid'] as const),
]);
export type NotInVersion = z.infer<typeof NotInVersion>;

/** Which segmentation of a study is taken, if there are several: the one that was changed last, that of a person, or only what is picked. */
export const MaskRule = z.union([
  z.object({ rule: z.literal('newest') }),
  z.object({ rule: z.literal('person'), person: z.number().int().min(1) }),
  z.object({ rule: z.literal('by-hand') }),
]);
export type MaskRule = z.infer<typeof MaskRule>;

const Pick = z.object({ study: Uuid, segmentation: Uuid });

const Channel = AcquisitionCode.exclude(['NONE']);

/** What a version is made of. */
export const VersionChoice = z.object({
  masks: MaskRule,
  /** Chosen for single studies, whatever the rule says. */
  picks: z.array(Pick).max(LIMITS.studiesPerVersion),
  /** Further series of each study, by acquisition. The first channel is always the series that was drawn on. */
  channels: z.array(Channel).max(LIMITS.channelsPerVersion - 1),
});
export type VersionChoice = z.infer<typeof VersionChoice>;

/** A class of the label maps. 0 is the background. */
export const VersionClass = z.object({ value: z.number().int().min(1).max(255), title: z.string() });
export type VersionClass = z.infer<typeof VersionClass>;

const Counts = z.object({ patients: z.number().int(), studies: z.number().int() });
const PartCounts = z.object({ train: Counts, validation: Counts, test: Counts });
const Person = z.object({ id: z.number().int(), name: z.string() });

/** A segmentation that a study could be in a version with. */
export const VersionCandidate = z.object({
  uuid: Uuid,
  /** Who created it; null if the account no longer exists. */
  user: Person.nullable(),
  updated_at: DateText,
  /** Number of its last operation. */
  number: z.number().int(),
  /** Titles of its segments. */
  segments: z.array(z.string()),
});
export type VersionCandidate = z.infer<typeof VersionCandidate>;

export const PlannedStudy = z.object({
  uuid: Uuid,
  patientName: z.string(),
  studyDate: z.string(),
  modality: z.string(),
  part: DatasetPart.nullable(),
  /** Null: it can be in the version. */
  why: NotInVersion.nullable(),
  candidates: z.array(VersionCandidate),
  /** The one that is taken. */
  segmentation: Uuid.nullable(),
});
export type PlannedStudy = z.infer<typeof PlannedStudy>;

/** What a version would be made of now. */
export const DatasetPlan = z.object({
  /** Those that cannot be in it first. */
  studies: z.array(PlannedStudy),
  classes: z.array(VersionClass),
  /** Of what can be in it. */
  parts: PartCounts,
  /** Who made segmentations of the structure. */
  people: z.array(Person),
  /** Acquisitions that further series have. */
  acquisitions: z.array(Channel),
  /** Studies that can be in it and may show a face. */
  faces: z.number().int(),
});
export type DatasetPlan = z.infer<typeof DatasetPlan>;

export const VersionTitle = nameUpTo(100);

/**
 * - `freezing`: its label maps are being made;
 * - `frozen`: complete. Nothing of it changes any more, except that cases are withdrawn;
 * - `failed`: it stays as it is and can only be deleted.
 */
export const VersionState = z.enum(['freezing', 'frozen', 'failed']);
export type VersionState = z.infer<typeof VersionState>;

/**
 * - `damaged`: the operations of a mask cannot be read;
 * - `too-large`: a mask has more operations than can be replayed;
 * - `withdrawn`: nothing is left, because all its studies or segmentations were deleted meanwhile;
 * - `broke`, `interrupted`: making the label maps crashed, or the server stopped, each time.
 */
export const VersionFailure = z.enum(['damaged', 'too-large', 'withdrawn', 'broke', 'interrupted']);
export type VersionFailure = z.infer<typeof VersionFailure>;

export const DatasetVersion = z.object({
  uuid: Uuid,
  /** From 1 in its dataset; never used again. */
  number: z.number().int(),
  title: z.string(),
  state: VersionState,
  failure: VersionFailure.nullable(),
  /** Cases whose label map is made. */
  done: z.number().int(),
  cases: z.number().int(),
  /** Cases whose study or segmentation was deleted since. */
  withdrawn: z.number().int(),
  /** Studies of the dataset that were left out, with the reason. */
  left_out: z.array(z.object({ study: Uuid, why: NotInVersion.nullable() })),
  classes: z.array(VersionClass),
  /** Names of the channels. */
  channels: z.array(z.string()),
  /** By channel: cases of which it was resampled to the voxels of the first one. Absent in answers of servers before version 60. */
  resampled: z.array(z.number().int()).optional(),
  parts: PartCounts,
  masks: MaskRule,
  /** Cases that may show a face. */
  faces: z.number().int(),
  /** Who confirmed that they may leave, and when; null: nobody yet. */
  faces_confirmed: z.object({ user: z.string().nullable(), at: DateText }).nullable(),
  created_by: z.string().nullable(),
  created_at: DateText,
  /** The caller may delete it. */
  deletable: z.boolean(),
});
export type DatasetVersion = z.infer<typeof DatasetVersion>;

const paged = { total: z.number().int(), per_page: z.number().int(), current_page: z.number().int() };
export const DatasetVersionList = z.object({ data: z.array(DatasetVersion), ...paged });

/** A study in a version. */
export const DatasetCase = z.object({
  /** Name of its files, which says nothing of the patient. */
  id: z.string(),
  study: Uuid,
  patient: Uuid,
  part: DatasetPart,
  /** Its study or segmentation was deleted. It has no files any more. */
  withdrawn: z.boolean(),
  may_show_face: z.boolean(),
  /** By channel. `sha256`: of the converted volume. */
  images: z.array(z.object({ series: Uuid, grid: Sha256.nullable(), sha256: Sha256, bytes: z.number().int() })),
  /** Null while the caller reads this study blinded. */
  mask: z
    .object({
      segmentation: Uuid,
      /** Number of the last operation that is in it. */
      number: z.number().int(),
      grid: Sha256,
      segments: z.array(z.object({ segment: Uuid, value: z.number().int() })),
      /** Of the label map; null until it is made. */
      sha256: Sha256.nullable(),
      /** By class, in the order of the values. */
      voxels: z.array(z.number().int()).nullable(),
      /** Voxels that were in several segments. They have the value of the last. */
      overlapping: z.number().int(),
    })
    .nullable(),
});
export type DatasetCase = z.infer<typeof DatasetCase>;
export const DatasetCaseList = z.object({ data: z.array(DatasetCase), ...paged });

export const OfVersion = z.object({ id: RowId, version: Uuid });
