/** What of the options of PS3.15 table E.1-1 a team has chosen. Nothing chosen: the Basic Profile as it stands. */
export interface DeidentifySettings {
  /** `shift` moves each date of a patient by the same number of whole days (Retain Longitudinal … Modified Dates), `keep` leaves them. */
  dates: 'remove' | 'shift' | 'keep';
  retain: Readonly<Record<RetainOption, boolean>>;
  clean: Readonly<Record<CleanOption, boolean>>;
}

export type RetainOption = 'uids' | 'device' | 'institution' | 'patientCharacteristics' | 'safePrivate';
export type CleanOption = 'descriptors' | 'structuredContent' | 'graphics';

export const BASIC_PROFILE: DeidentifySettings = {
  dates: 'remove',
  retain: { uids: false, device: false, institution: false, patientCharacteristics: false, safePrivate: false },
  clean: { descriptors: false, structuredContent: false, graphics: false },
};
