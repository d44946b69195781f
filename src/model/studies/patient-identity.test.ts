import { describe, expect, it } from 'vitest';
import { identityText, type PatientIdentity } from './patient-identity.ts';

const identity = (given: Partial<PatientIdentity>): PatientIdentity => ({
  patientId: 'P-17',
  issuer: '',
  birthDate: '19580412',
  sex: 'M',
  ...given,
});

describe('the identity of a patient', () => {
  it('is the same with and without padding, whatever the sex', () => {
    expect(identityText(identity({ patientId: ' P-17 ', sex: '' }))).toBe(identityText(identity({})));
  });

  it.each([{ patientId: 'P-18' }, { patientId: 'p-17' }, { issuer: 'RADWEST' }, { birthDate: '19580413' }, { birthDate: '' }])(
    'is another one with %o',
    (given) => {
      expect(identityText(identity(given))).not.toBe(identityText(identity({})));
    },
  );

  it('keeps the parts apart', () => {
    expect(identityText(identity({ patientId: 'A', issuer: 'B' }))).not.toBe(identityText(identity({ patientId: 'A","B', issuer: '' })));
  });

  it.each(['', '  ', '0', '0000', 'ANON', 'Anonymized', 'anonymous', 'N/A', 'unknown', 'No ID', 'XXXX', '-', 'Test'])(
    'is not known from the ID %j',
    (patientId) => {
      expect(identityText(identity({ patientId }))).toBeNull();
    },
  );

  it.each(['ANON-0123456789ABCDEF', 'Testmann-1', '00017', 'X-1'])('is known from the ID %j', (patientId) => {
    expect(identityText(identity({ patientId }))).not.toBeNull();
  });
});
