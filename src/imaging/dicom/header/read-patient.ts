import type { PatientIdentity } from '#model/studies/patient-identity.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { readElements } from './read-elements.ts';
import type { ReadHeader } from './read-header.ts';

/** The patient of a file (PS3.3 C.7.1.1). */
export async function readPatient(header: ReadHeader): Promise<PatientIdentity> {
  const { elements, values } = await readElements(header);
  const text = (tag: number) => values.text(elements, tag);
  return {
    patientId: text(TAG.PatientID),
    issuer: text(TAG.IssuerOfPatientID),
    birthDate: text(TAG.PatientBirthDate),
    sex: text(TAG.PatientSex),
  };
}
