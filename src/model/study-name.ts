import { patientNameToText } from './patient-name.ts';

/** The name of a study for people, beside the one that its files have; `dirty` while the two say different things (ENT-26, UPL2-055). */
export interface StudyName {
  patientName: string;
  originalPatientName: string;
  dirty: boolean;
}

/** The longest name that a person may write, in UTF-16 units. */
export const LONGEST_WRITTEN_NAME = 256;

/**
 * A name as a person wrote it, kept as plain text. `^` and `=` set the parts and scripts of a DICOM name apart (PS3.5 6.2.1.1): in a text for
 * people they would be read as that again, so a space takes their place. '' for a text that says nothing.
 */
export function textToWrittenName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\^=\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WRITTEN_NAME)
    .trim();
}

/** `written` is null while nobody has written one. What reads as the files' own name is no other name (UPL2-055, 057). */
export function studyName(originalPatientName: string, written: string | null): StudyName {
  const dirty = written !== null && written !== patientNameToText(originalPatientName);
  return { patientName: dirty ? written : originalPatientName, originalPatientName, dirty };
}
