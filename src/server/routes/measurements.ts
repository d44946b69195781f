import { deleteMeasurement, listMeasurements, saveMeasurement } from '#server/rules/measurements/measurements.ts';
import type { Handlers } from './handlers.ts';

export const measurementRoutes = {
  measurements: async ({ context, caller, params }) => ({ data: await listMeasurements(context, caller, params.uuid) }),
  saveMeasurement: async ({ context, caller, params, body }) => ({
    data: await saveMeasurement(context, caller, { study: params.uuid, uuid: params.measurement }, body),
  }),
  deleteMeasurement: async ({ context, caller, params }) => {
    await deleteMeasurement(context, caller, { study: params.uuid, uuid: params.measurement });
    return null;
  },
} satisfies Partial<Handlers>;
