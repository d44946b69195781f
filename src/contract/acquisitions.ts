import { z } from './zod.ts';

/** CONST-51. What a series is taken for; NONE is none of them, and no code that a series may be sent with. */
export const AcquisitionCode = z.enum(['T2W', 'ADC', 'DWI', 'COR', 'SAG', 'AR', 'NONE']);
export type AcquisitionCode = z.infer<typeof AcquisitionCode>;
