import type { PatientIdentity } from '#model/studies/patient-identity.ts';
import { createElementValues } from '#imaging/dicom/elements/element-values.ts';
import { scanElements } from '#imaging/dicom/elements/scan-elements.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { ReadHeader } from './read-header.ts';

/** The patient of a file (PS3.3 C.7.1.1). */
export async function readPatient({ source, description, dataSet }: ReadHeader): Promise<PatientIdentity> {
  const bytes = await source.read(0, description.pixelData?.offset ?? source.size);
  const { elements } = scanElements(bytes, dataSet.position, dataSet.encoding, { fileSize: source.size });
  const values = createElementValues(bytes, dataSet.encoding.bigEndian, elements);
  const text = (tag: number) => values.text(elements, tag);
  return {
    patientId: text(TAG.PatientID),
    issuer: text(TAG.IssuerOfPatientID),
    birthDate: text(TAG.PatientBirthDate),
    sex: text(TAG.PatientSex),
  };
}
