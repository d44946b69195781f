import { z } from '#contract/zod.ts';
import { Dataset, DatasetList, DatasetName, DatasetPart, DatasetPatient, DatasetPatientList } from '#contract/datasets.ts';
import { Uuid } from '#contract/entities.ts';
import { StudyLinks } from '#contract/study-links.ts';
import { RowId, textUpTo } from '#contract/text.ts';

const OfDataset = z.object({ id: RowId });
const Percentage = z.number().int().min(0).max(100);

/** Datasets, their studies, and their split. */
export const DATASET_CALLS = {
  datasets: {
    id: 'PCALL-14',
    base: 'api',
    method: 'GET',
    path: 'dataset',
    access: { permission: 'r:datasets' },
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      /** Each word occurs in the name of the dataset or of its structure. */
      search: textUpTo(200).optional(),
    }),
    answer: DatasetList,
    summary: 'Datasets of the team, newest first, in pages',
  },
  dataset: {
    id: 'PCALL-14-one',
    base: 'api',
    method: 'GET',
    path: 'dataset/:id',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    answer: Dataset,
    summary: 'One dataset',
  },
  createDataset: {
    id: 'PCALL-14-create',
    base: 'api',
    method: 'POST',
    path: 'dataset',
    access: { permission: 'r:datasets' },
    body: z.object({
      /** Of the new dataset. Repeating the call with it has no effect. */
      uuid: Uuid,
      name: DatasetName,
      structure_id: z.number().int().min(1),
    }),
    answer: Dataset,
    summary: 'Create a dataset without studies. Its structure never changes',
  },
  changeDataset: {
    id: 'PCALL-14-save',
    base: 'api',
    method: 'PUT',
    path: 'dataset/:id',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    body: z.object({ name: DatasetName }),
    answer: Dataset,
    summary: 'Rename a dataset',
  },
  deleteDataset: {
    id: 'PCALL-14-remove',
    base: 'api',
    method: 'DELETE',
    path: 'dataset/:id',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    answer: z.null(),
    summary: 'Delete a dataset; its studies stay. One that somebody else created requires r:team and r:invitations',
  },
  changeDatasetStudies: {
    id: 'PCALL-52',
    base: 'api',
    method: 'POST',
    path: 'dataset/:id/studies',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    body: StudyLinks,
    answer: Dataset,
    summary: 'Add studies to a dataset and remove others. All or none. A study goes to the part of its patient',
  },
  splitDataset: {
    id: 'PCALL-53',
    base: 'api',
    method: 'POST',
    path: 'dataset/:id/split',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    body: z.object({
      train: Percentage,
      validation: Percentage,
      test: Percentage,
      /** `new`: only patients that are not split yet. */
      which: z.enum(['all', 'new']),
    }),
    answer: Dataset,
    summary: 'Split the patients of a dataset by percentages that add up to 100. The same patients and percentages give the same split',
  },
  movePatient: {
    id: 'PCALL-54',
    base: 'api',
    method: 'PUT',
    path: 'dataset/:id/patients/:uuid',
    access: { permission: 'r:datasets' },
    params: OfDataset.extend({ uuid: Uuid }),
    body: z.object({ part: DatasetPart }),
    answer: DatasetPatient,
    summary: 'Move all studies of a patient to another part. Requires r:studies',
  },
  datasetPatients: {
    id: 'PCALL-55',
    base: 'api',
    method: 'GET',
    path: 'dataset/:id/patients',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      part: z.enum([...DatasetPart.options, 'none']).optional(),
    }),
    answer: DatasetPatientList,
    summary: 'Patients of a dataset with their studies, in pages. Requires r:studies',
  },
} as const;
