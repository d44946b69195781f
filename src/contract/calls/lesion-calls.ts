import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { Baseline, FollowUp, Lesion, SavedBaseline, SavedLesion, SavedResponse, StudyResponse } from '#contract/lesions.ts';

const OfStudy = z.object({ uuid: Uuid });
/** The UUIDs of lesions and responses are made by the device that creates them. */
const OfLesion = OfStudy.extend({ lesion: Uuid });
const OfResponse = OfStudy.extend({ response: Uuid });

/** Lesions of the patient of a study. */
export const LESION_CALLS = {
  followUp: {
    id: 'PCALL-123',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/lesions',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    answer: z.object({ data: FollowUp }),
    repeats: true,
    summary: 'The lesions of the patient of a study by number, with what is said of them in each study, and the responses',
  },
  saveLesion: {
    id: 'PCALL-124',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/lesions/:lesion',
    access: { permission: 'r:studies:detail' },
    params: OfLesion,
    body: SavedLesion,
    answer: z.object({ data: Lesion }),
    summary: 'Save a lesion, or what is said of it in this study. Another version than the changed one is a conflict',
  },
  deleteLesion: {
    id: 'PCALL-125',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/studies/:uuid/lesions/:lesion',
    access: { permission: 'r:studies:detail' },
    params: OfLesion,
    answer: z.null(),
    summary: 'Delete a lesion in all studies. One of somebody else requires r:team and r:invitations',
  },
  saveResponse: {
    id: 'PCALL-126',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/responses/:response',
    access: { permission: 'r:studies:detail' },
    params: OfResponse,
    body: SavedResponse,
    answer: z.object({ data: StudyResponse }),
    summary: 'Save the response that the caller has decided on in a study',
  },
  saveBaseline: {
    id: 'PCALL-193',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/baseline',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    body: SavedBaseline,
    answer: z.object({ data: Baseline }),
    summary: 'Choose the study of the patient that later ones are compared with. Another version than the changed one is a conflict',
  },
} as const;
