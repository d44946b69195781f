import { z } from '#contract/zod.ts';
import { Acquisition, ModalityOption, Pipeline } from '#contract/catalogues.ts';

/** What the user can choose from before Process. */
export const CATALOGUE_CALLS = {
  modalities: {
    id: 'CALL-036',
    base: 'api',
    method: 'GET',
    path: 'modality',
    access: { permission: 'r:upload-v2' },
    answer: z.object({ data: z.array(ModalityOption) }),
    summary: 'Modalities',
  },
  pipelines: {
    id: 'CALL-037',
    base: 'api',
    method: 'GET',
    path: 'pipelines',
    access: { permission: 'r:upload-v2', or: 'r:pipeline' },
    answer: z.object({ data: z.array(Pipeline) }),
    summary: 'Pipelines of the team, by name, with the acquisitions that each requires',
  },
  acquisitions: {
    id: 'CALL-038',
    base: 'api',
    method: 'GET',
    path: 'acquisition',
    access: { permission: 'r:upload-v2' },
    answer: z.object({ data: z.array(Acquisition) }),
    summary: 'Acquisitions that a series can have, by modality',
  },
} as const;
