import { mergePatients, splitPatient } from '#server/rules/patients/merge-patients.ts';
import { findPatient, listPatients } from '#server/rules/patients/patients.ts';
import type { Handlers } from './handlers.ts';

export const patientRoutes = {
  patients: ({ context, caller, query }) => listPatients(context, caller, query),
  patient: async ({ context, caller, params, http }) => {
    http.concerns({ subject: params.uuid });
    return { data: await findPatient(context, caller, params.uuid) };
  },
  mergePatients: async ({ context, caller, params, body, http }) => {
    http.concerns({ subject: params.uuid });
    await mergePatients(context, caller, { into: params.uuid, from: body.from });
    return { data: await findPatient(context, caller, params.uuid) };
  },
  splitPatient: async ({ context, caller, params, body, http }) => {
    http.concerns({ subject: params.uuid });
    await splitPatient(context, caller, { from: params.uuid, ...body });
    return { data: await findPatient(context, caller, body.uuid) };
  },
} satisfies Partial<Handlers>;
