import type { AcquisitionCode } from '#contract/acquisitions.ts';

/** What a server starts with (CALL-036 to 038). Data from then on. */

/** In the order in which lists show them: the four that have fields of their own (ENT-24), then the others. */
export const FIRST_MODALITIES = ['CT', 'MR', 'XA', 'PT', 'US', 'CR', 'DX', 'MG', 'NM', 'RF', 'OT'] as const;

/** MR by contrast and plane, CT by the phase: REC-020 to 022. Other modalities have none to choose from. */
export const FIRST_ACQUISITIONS: readonly { code: AcquisitionCode; modality: string }[] = [
  ...(['T2W', 'DWI', 'ADC', 'COR', 'SAG', 'NONE'] as const).map((code) => ({ code, modality: 'MR' })),
  ...(['AR', 'NONE'] as const).map((code) => ({ code, modality: 'CT' })),
];
