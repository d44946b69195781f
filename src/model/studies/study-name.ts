import { patientNameToText } from './patient-name.ts';

/** The displayed name of a study, and the one in its files. `dirty` if the two differ (ENT-26, UPL2-055). */
export interface StudyName {
  patientName: string;
  originalPatientName: string;
  dirty: boolean;
}

/** Longest name that a user may enter, in UTF-16 units. */
export const LONGEST_WRITTEN_NAME = 256;

/**
 * An entered name, stored as plain text. `^` and `=` separate the parts and scripts of a DICOM name (PS3.5 6.2.1.1) and would be read like that
 * again, so spaces replace them. '' for an empty text.
 */
export function textToWrittenName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\^=\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WRITTEN_NAME)
    .trim();
}

/** `written` is null if none was entered. A text that equals the name in the files does not count as another name (UPL2-055, 057). */
export function studyName(originalPatientName: string, written: string | null): StudyName {
  const dirty = written !== null && written !== patientNameToText(originalPatientName);
  return { patientName: dirty ? written : originalPatientName, originalPatientName, dirty };
}
