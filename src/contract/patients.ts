import { z } from './zod.ts';
import { DateText, ListedStudy, Uuid } from './entities.ts';

/** ENT-53: a patient of a team. Texts are '' where nothing is known; after de-identification they are what it left. */
export const Patient = z.object({
  uuid: Uuid,
  /** Name of its newest study. */
  name: z.string(),
  patientId: z.string(),
  issuer: z.string(),
  /** YYYYMMDD, as in DICOM. */
  birthDate: z.string(),
  sex: z.string(),
  studies: z.number().int(),
  created_at: DateText,
});
export type Patient = z.infer<typeof Patient>;

export const PatientList = z.object({
  data: z.array(Patient),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});
export type PatientList = z.infer<typeof PatientList>;

/** `list`: its studies, newest first, at most LIMITS.studiesPerPatient. */
export const PatientDetail = Patient.extend({ list: z.array(ListedStudy) });
export type PatientDetail = z.infer<typeof PatientDetail>;
