import { z } from '#contract/zod.ts';
import {
  DatasetCaseList,
  DatasetPlan,
  DatasetVersion,
  DatasetVersionList,
  OfVersion,
  VersionChoice,
  VersionTitle,
} from '#contract/dataset-versions.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { RowId } from '#contract/text.ts';

const OfDataset = z.object({ id: RowId });
const Page = z.object({ page: z.coerce.number().int().min(1).default(1) });

/** Versions of datasets, and their files. They are downloaded by `prepareDownload`. */
export const DATASET_VERSION_CALLS = {
  planDatasetVersion: {
    id: 'PCALL-141',
    base: 'api',
    method: 'POST',
    path: 'dataset/:id/versions/plan',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    body: VersionChoice,
    answer: DatasetPlan,
    records: 'read',
    summary: 'What a version of a dataset would be made of, and why studies cannot be in it. Requires r:studies and r:studies:detail',
  },
  freezeDataset: {
    id: 'PCALL-142',
    base: 'api',
    method: 'POST',
    path: 'dataset/:id/versions',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    body: z.object({
      /** Of the new version. Repeating the call with it has no effect. */
      uuid: Uuid,
      title: VersionTitle,
      ...VersionChoice.shape,
      /** Studies that are left out, because somebody said so. */
      without: z.array(Uuid).max(LIMITS.studiesPerVersion),
    }),
    answer: DatasetVersion,
    summary: 'Freeze a dataset as a new version. Refused while a study that is not left out cannot be in it',
  },
  datasetVersions: {
    id: 'PCALL-143',
    base: 'api',
    method: 'GET',
    path: 'dataset/:id/versions',
    access: { permission: 'r:datasets' },
    params: OfDataset,
    query: Page,
    answer: DatasetVersionList,
    summary: 'Versions of a dataset, newest first, in pages',
  },
  datasetVersion: {
    id: 'PCALL-144',
    base: 'api',
    method: 'GET',
    path: 'dataset/:id/versions/:version',
    access: { permission: 'r:datasets' },
    params: OfVersion,
    answer: DatasetVersion,
    summary: 'One version of a dataset',
  },
  datasetCases: {
    id: 'PCALL-145',
    base: 'api',
    method: 'GET',
    path: 'dataset/:id/versions/:version/cases',
    access: { permission: 'r:datasets' },
    params: OfVersion,
    query: Page,
    answer: DatasetCaseList,
    summary: 'Cases of a version with their hashes, in pages. Requires r:studies and r:studies:detail',
  },
  confirmFaces: {
    id: 'PCALL-146',
    base: 'api',
    method: 'POST',
    path: 'dataset/:id/versions/:version/faces',
    access: { permission: 'r:datasets' },
    params: OfVersion,
    answer: DatasetVersion,
    summary: 'Confirm that images which may show a face may leave the server with this version. Requires r:studies and r:studies:detail',
  },
  deleteDatasetVersion: {
    id: 'PCALL-147',
    base: 'api',
    method: 'DELETE',
    path: 'dataset/:id/versions/:version',
    access: { permission: 'r:datasets' },
    params: OfVersion,
    answer: z.null(),
    summary: 'Delete a version with its label maps. One that somebody else made requires r:team and r:invitations',
  },
} as const;
