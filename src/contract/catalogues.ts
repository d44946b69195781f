import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';

/** ENT-38. */
export const ModalityOption = z.object({ code: z.string() });
export type ModalityOption = z.infer<typeof ModalityOption>;

/** ENT-40: a series of this modality may be of this acquisition. Where a modality has none there is nothing to choose. */
export const Acquisition = z.object({ code: AcquisitionCode, modality: z.string() });
export type Acquisition = z.infer<typeof Acquisition>;

/** ENT-39. `acquisitions`: those that a study needs for it. */
export const Pipeline = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  modality_code: z.string(),
  acquisitions: z.array(z.object({ code: AcquisitionCode })),
});
export type Pipeline = z.infer<typeof Pipeline>;

/** What a team begins with: the reading for which the product knows its acquisitions (UPL2-035). */
export const FIRST_PIPELINES: readonly { code: string; name: string; modality_code: string; acquisitions: readonly AcquisitionCode[] }[] = [
  { code: 'prostate-mr', name: 'Prostate MR', modality_code: 'MR', acquisitions: ['T2W', 'DWI', 'ADC'] },
];
