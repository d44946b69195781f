import { z } from './zod.ts';
import { StudyList, StudyState, Uuid } from './entities.ts';
import { FINDING_CODES } from './quality.ts';
import { textUpTo } from './text.ts';

/** Orders of the studies list: `-` is descending. */
export const StudyOrder = z.enum(['-created', 'created', '-date', 'date', 'name', '-name']);
export type StudyOrder = z.infer<typeof StudyOrder>;

/** As DICOM writes it (PS3.5 6.2, DA). */
const DicomDate = z.string().regex(/^[0-9]{8}$/);

/** The filters of the studies list. All that are given must match. The names are those of the address. */
export const StudyFilters = z.object({
  bupload_id: z.coerce.number().int().optional(),
  search: textUpTo(200).optional(),
  /** ID of a label (LIST-017). */
  filter_id: z.coerce.number().int().optional(),
  /** ID of a project, for callers who may see projects. */
  project: z.coerce.number().int().optional(),
  folder: z.coerce.number().int().optional(),
  /** ID of a dataset, for callers who may see datasets. */
  dataset: z.coerce.number().int().optional(),
  /** With a segmentation that the caller may see. */
  segmented: z.literal('1').optional(),
  modality: textUpTo(16).optional(),
  /** Slug of a body part. */
  body_part: textUpTo(64).optional(),
  patient: Uuid.optional(),
  state: StudyState.optional(),
  /** With a finding of this code, or with any warning or error, that nobody has accepted. */
  finding: z.enum(['any', ...FINDING_CODES]).optional(),
  /** ID of the member who uploaded it. */
  user: z.coerce.number().int().optional(),
  /** First and last study date. A study without date matches neither. */
  date_from: DicomDate.optional(),
  date_to: DicomDate.optional(),
  order: StudyOrder.optional(),
});
export type StudyFilters = z.infer<typeof StudyFilters>;

export const StudyFilterName = StudyFilters.omit({ order: true }).keyof();
export type StudyFilterName = z.infer<typeof StudyFilterName>;

export const FilteredStudies = StudyList.extend({
  /** On request, if several filters together match nothing: how many studies match without one of them, the most first. */
  without: z.array(z.object({ filter: StudyFilterName, total: z.number().int().min(1) })).optional(),
});
export type FilteredStudies = z.infer<typeof FilteredStudies>;
