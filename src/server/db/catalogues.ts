/**
 * The modalities that a server starts with (CALL-036), in the order in which lists show them: the four that have fields of their own (ENT-24), then the
 * others. Data from then on.
 */
export const FIRST_MODALITIES = ['CT', 'MR', 'XA', 'PT', 'US', 'CR', 'DX', 'MG', 'NM', 'RF', 'OT'] as const;
