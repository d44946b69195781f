/**
 * What of the options of PS3.15 table E.1-1 a team has chosen. Nothing chosen: the Basic Profile as it stands. `conversion` is none of the standard's: what
 * converters read stays where its value can name nobody. Teams that were asked before it existed have it (`keepsForConversion`).
 */
export interface DeidentifySettings {
  /** `shift` moves each date of a patient by the same number of whole days (Retain Longitudinal … Modified Dates), `keep` leaves them. */
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
