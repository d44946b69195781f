import {
  changeDatasetStudies,
  createDataset,
  deleteDataset,
  movePatient,
  renameDataset,
  splitDataset,
} from '#server/rules/datasets/change-dataset.ts';
import { listDatasets, patientsOfDataset, readDataset } from '#server/rules/datasets/datasets.ts';
import { freezeDataset } from '#server/rules/datasets/versions/freeze.ts';
import { planDatasetVersion } from '#server/rules/datasets/versions/plan.ts';
import { casesOfVersion, confirmFaces, deleteVersion, listVersions, readVersion } from '#server/rules/datasets/versions/versions.ts';
import type { Handlers } from './handlers.ts';

export const datasetRoutes = {
  datasets: ({ context, caller, query }) => listDatasets(context, caller, query),
  dataset: ({ context, caller, params }) => readDataset(context.db.read, caller, Number(params.id)),
  createDataset: async ({ context, caller, body, http }) => {
    const dataset = await createDataset(context, caller, body);
    http.concerns({ subject: String(dataset.id) });
    return dataset;
  },
  changeDataset: ({ context, caller, params, body }) => renameDataset(context, caller, Number(params.id), body.name),
  deleteDataset: async ({ context, caller, params }) => {
    await deleteDataset(context, caller, Number(params.id));
    return null;
  },
  changeDatasetStudies: ({ context, caller, params, body, http }) => {
    http.concerns({ subjects: [params.id, ...body.add, ...body.remove] });
    return changeDatasetStudies(context, caller, Number(params.id), body);
  },
  splitDataset: ({ context, caller, params, body }) => splitDataset(context, caller, Number(params.id), body),
  movePatient: ({ context, caller, params, body }) =>
    movePatient(context, caller, Number(params.id), { uuid: params.uuid, part: body.part }),
  datasetPatients: ({ context, caller, params, query }) => patientsOfDataset(context, caller, Number(params.id), query),
  planDatasetVersion: ({ context, caller, params, body }) => planDatasetVersion(context, caller, Number(params.id), body),
  freezeDataset: ({ context, caller, params, body, http }) => {
    http.concerns({ subjects: [params.id, body.uuid] });
    return freezeDataset(context, caller, Number(params.id), body);
  },
  datasetVersions: ({ context, caller, params, query }) => listVersions(context, caller, Number(params.id), query.page),
  datasetVersion: ({ context, caller, params, http }) => {
    http.concerns({ subject: params.version });
    return readVersion(context.db.read, caller, { id: Number(params.id), version: params.version });
  },
  datasetCases: ({ context, caller, params, query, http }) => {
    http.concerns({ subject: params.version });
    return casesOfVersion(context, caller, { id: Number(params.id), version: params.version }, query.page);
  },
  confirmFaces: ({ context, caller, params, http }) => {
    http.concerns({ subject: params.version });
    return confirmFaces(context, caller, { id: Number(params.id), version: params.version });
  },
  deleteDatasetVersion: async ({ context, caller, params, http }) => {
    http.concerns({ subject: params.version });
    await deleteVersion(context, caller, { id: Number(params.id), version: params.version });
    return null;
  },
} satisfies Partial<Handlers>;
