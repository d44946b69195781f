import { expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { readDicomHeader } from './read-header.ts';
import { readPatient } from './read-patient.ts';

async function patientOf(bytes: Uint8Array) {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  return readPatient(header);
}

it.each([TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian])(
  'reads ID, issuer, birth date and sex without padding from %s',
  async (transferSyntaxUid) => {
    const given = { PatientID: '00123 ', IssuerOfPatientID: 'RADWEST ', PatientBirthDate: '19580412', PatientSex: 'F ' };
    expect(await patientOf(smallFile(given, { transferSyntaxUid }))).toEqual({
      patientId: '00123',
      issuer: 'RADWEST',
      birthDate: '19580412',
      sex: 'F',
    });
  },
);

it('reads absent values as empty texts', async () => {
  expect(await patientOf(smallFile({ PatientID: '', PatientSex: '' }))).toEqual({ patientId: '', issuer: '', birthDate: '', sex: '' });
});
