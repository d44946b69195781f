import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';
import { Structure } from './structures.ts';
import { nameUpTo } from './text.ts';

export const DatasetName = nameUpTo(100);
export const DatasetPart = z.enum(['train', 'validation', 'test']);
export type DatasetPart = z.infer<typeof DatasetPart>;

const Counts = z.object({ patients: z.number().int(), studies: z.number().int() });

/** ENT-56. */
export const Dataset = z.object({
  id: z.number().int(),
  name: z.string(),
  structure: Structure.pick({ id: true, title: true, color: true }),
  ...Counts.shape,
  /** `none`: not split yet. The sums are `patients` and `studies`. */
  split: z.object({ train: Counts, validation: Counts, test: Counts, none: Counts }),
  /** Null if the account no longer exists. */
  created_by: z.string().nullable(),
  created_at: DateText,
  /** The caller may delete it. */
  deletable: z.boolean(),
});
export type Dataset = z.infer<typeof Dataset>;

export const DatasetList = z.object({
  data: z.array(Dataset),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});

/** A patient of a dataset, with those of its studies that are in it. */
export const DatasetPatient = z.object({
  uuid: Uuid,
  /** Name of the newest of these studies. */
  name: z.string(),
  /** Null: not split yet. */
  part: DatasetPart.nullable(),
  /** Newest first. */
  studies: z.array(z.object({ uuid: Uuid, studyDate: z.string(), modality: z.string() })),
});
export type DatasetPatient = z.infer<typeof DatasetPatient>;

export const DatasetPatientList = z.object({
  data: z.array(DatasetPatient),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});
