import { z } from './zod.ts';

/** CONST-51. The acquisition that a series is recognised as. NONE means none of them, and no series is sent with it. */
export const ACQUISITION_CODES = ['T2W', 'ADC', 'DWI', 'COR', 'SAG', 'AR', 'NONE'] as const;
export const AcquisitionCode = z.enum(ACQUISITION_CODES);
export type AcquisitionCode = z.infer<typeof AcquisitionCode>;

/**
 * The acquisitions that a series can have, by modality (REC-026): the first rows of a new server, and the list of a device that recognises without
 * one. For MR they depend on contrast and plane; for CT there is the axial stack that others are compared with. Other modalities have none.
 */
export const FIRST_ACQUISITIONS: readonly { code: AcquisitionCode; modality: string }[] = [
  ...(['T2W', 'DWI', 'ADC', 'COR', 'SAG', 'NONE'] as const).map((code) => ({ code, modality: 'MR' })),
  ...(['AR', 'NONE'] as const).map((code) => ({ code, modality: 'CT' })),
];
