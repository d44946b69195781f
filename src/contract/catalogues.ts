import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';

/** ENT-38. */
export const ModalityOption = z.object({ code: z.string() });
export type ModalityOption = z.infer<typeof ModalityOption>;

/** ENT-40: a series of this modality can have this acquisition. A modality without acquisitions offers no choice. */
export const Acquisition = z.object({ code: AcquisitionCode, modality: z.string() });
export type Acquisition = z.infer<typeof Acquisition>;

/** ENT-39. `acquisitions`: those that a study must have. */
export const Pipeline = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  modality_code: z.string(),
  acquisitions: z.array(z.object({ code: AcquisitionCode })),
});
export type Pipeline = z.infer<typeof Pipeline>;

/** The pipelines of a new team: the reading whose acquisitions the product knows (UPL2-035). */
export const FIRST_PIPELINES: readonly { code: string; name: string; modality_code: string; acquisitions: readonly AcquisitionCode[] }[] = [
  { code: 'prostate-mr', name: 'Prostate MR', modality_code: 'MR', acquisitions: ['T2W', 'DWI', 'ADC'] },
];
