import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { Measurement, SavedMeasurement } from '#contract/measurements.ts';

const OfStudy = z.object({ uuid: Uuid });
/** The UUID of a measurement is made by the device that creates it. */
const OfMeasurement = OfStudy.extend({ measurement: Uuid });

/** Measurements of a study. */
export const MEASUREMENT_CALLS = {
  measurements: {
    id: 'PCALL-90',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/measurements',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    answer: z.object({ data: z.array(Measurement) }),
    repeats: true,
    summary: 'The measurements of a study by number, without deleted ones',
  },
  saveMeasurement: {
    id: 'PCALL-91',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/measurements/:measurement',
    access: { permission: 'r:studies:detail' },
    params: OfMeasurement,
    body: SavedMeasurement,
    answer: z.object({ data: Measurement }),
    summary: 'Save a new measurement or a new version. Another version than the changed one is a conflict, whose answer has it in `stored`',
  },
  deleteMeasurement: {
    id: 'PCALL-92',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/studies/:uuid/measurements/:measurement',
    access: { permission: 'r:studies:detail' },
    params: OfMeasurement,
    answer: z.null(),
    summary: 'Delete a measurement. One of somebody else requires r:team and r:invitations',
  },
} as const;
