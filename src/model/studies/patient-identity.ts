/** Who the patient of a file is (PS3.3 C.7.1.1), as written there, without padding. An absent value is ''. */
export interface PatientIdentity {
  patientId: string;
  issuer: string;
  /** YYYYMMDD (PS3.5 6.2, DA). */
  birthDate: string;
  sex: string;
}

/**
 * Files with the same text are of one patient; null if the file does not tell. The name is not part of it, because two patients may share one.
 * The birth date is: two hospitals may give the same number to two patients, and without an issuer nothing else shows it. Two rows for one patient
 * can be merged, but nobody would notice two patients in one row.
 */
export function identityText({ patientId, issuer, birthDate }: PatientIdentity): string | null {
  const id = patientId.trim();
  return id === '' || PLACEHOLDERS.test(id) ? null : JSON.stringify([id, issuer.trim(), birthDate.trim()]);
}

/** Entered where the number is not known, and therefore shared by many patients. */
const PLACEHOLDERS = /^(?:[0x?.\s-]+|anon|anonym|anonymous|anonymi[sz]ed|no ?id|none|n\/?a|null|patient|removed|test|unknown)$/i;
