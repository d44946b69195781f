import { z } from './zod.ts';

/** CONST-51. What a series is taken for; NONE is none of them, and no code that a series may be sent with. */
export const ACQUISITION_CODES = ['T2W', 'ADC', 'DWI', 'COR', 'SAG', 'AR', 'NONE'] as const;
export const AcquisitionCode = z.enum(ACQUISITION_CODES);
export type AcquisitionCode = z.infer<typeof AcquisitionCode>;

/**
 * Which of them a series of which modality may be of (REC-026): what a server starts with, and what a device goes by that recognises without one. MR by
 * contrast and plane; of CT the axial stack that others are compared with. Modalities that are not here have none to choose from.
 */
export const FIRST_ACQUISITIONS: readonly { code: AcquisitionCode; modality: string }[] = [
  ...(['T2W', 'DWI', 'ADC', 'COR', 'SAG', 'NONE'] as const).map((code) => ({ code, modality: 'MR' })),
  ...(['AR', 'NONE'] as const).map((code) => ({ code, modality: 'CT' })),
];
