/**
 * The options of PS3.15 table E.1-1 that a team has chosen. None: the Basic Profile unchanged. `conversion` is not in the standard: values
 * that converters read are kept if they cannot identify anyone. Teams that chose before it existed have it on (`keepsForConversion`).
 */
export interface DeidentifySettings {
  /** `shift` moves all dates of a patient by the same whole days (Retain Longitudinal … Modified Dates), `keep` leaves them. */
  dates: 'remove' | 'shift' | 'keep';
  retain: Readonly<Record<RetainOption, boolean>> & { readonly conversion?: boolean | undefined };
  clean: Readonly<Record<CleanOption, boolean>>;
}

export type RetainOption = 'uids' | 'device' | 'institution' | 'patientCharacteristics' | 'safePrivate';
export type CleanOption = 'descriptors' | 'structuredContent' | 'graphics';

export const BASIC_PROFILE: DeidentifySettings = {
  dates: 'remove',
  retain: { uids: false, device: false, institution: false, patientCharacteristics: false, safePrivate: false, conversion: false },
  clean: { descriptors: false, structuredContent: false, graphics: false },
};

export function keepsForConversion({ retain }: DeidentifySettings): boolean {
  return retain.conversion ?? true;
}
