import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { PatientDetail, PatientList } from '#contract/patients.ts';
import { textUpTo } from '#contract/text.ts';

const OfPatient = z.object({ uuid: Uuid });

/** Patients of a team. */
export const PATIENT_CALLS = {
  patients: {
    id: 'PCALL-41',
    base: 'api',
    method: 'GET',
    path: 'patients',
    access: { permission: 'r:studies' },
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      /** Words of a name, or the patient ID. */
      search: textUpTo(200).optional(),
    }),
    answer: PatientList,
    summary: 'Patients of the team, those with the latest change first',
  },
  patient: {
    id: 'PCALL-42',
    base: 'api',
    method: 'GET',
    path: 'patients/:uuid',
    access: { permission: 'r:studies' },
    params: OfPatient,
    answer: z.object({ data: PatientDetail }),
    summary: 'A patient with its studies, newest first. The address of a merged patient returns the one that it became part of',
  },
  mergePatients: {
    id: 'PCALL-39',
    base: 'api',
    method: 'POST',
    path: 'patients/:uuid/merge',
    access: { permission: 'r:studies' },
    params: OfPatient,
    body: z.object({ from: Uuid }),
    answer: z.object({ data: PatientDetail }),
    summary: 'Merge another patient into this one: its studies move here. No effect if it was merged already',
  },
  splitPatient: {
    id: 'PCALL-40',
    base: 'api',
    method: 'POST',
    path: 'patients/:uuid/split',
    access: { permission: 'r:studies' },
    params: OfPatient,
    body: z.object({
      /** Of the new patient. Repeating the call with it has no effect. */
      uuid: Uuid,
      studies: z.array(Uuid).min(1).max(LIMITS.studiesPerPatient),
    }),
    answer: z.object({ data: PatientDetail }),
    summary: 'Split studies off: they become a new patient. At least one study stays',
  },
} as const;
