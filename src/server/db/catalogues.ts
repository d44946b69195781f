/**
 * The modalities of a new server (CALL-036), in the order of lists: first the four that have extra fields (ENT-24), then the others. After that
 * they are data.
 */
export const FIRST_MODALITIES = ['CT', 'MR', 'XA', 'PT', 'US', 'CR', 'DX', 'MG', 'NM', 'RF', 'OT'] as const;
