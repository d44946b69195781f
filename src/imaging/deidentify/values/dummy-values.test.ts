import { expect, test } from 'vitest';
import { writeElement } from '#imaging/dicom/write-dicom.ts';
import { dummyOf } from './dummy-values.ts';

/** What PS3.5 6.2 allows in a value of each VR that the table gives a dummy to, as the letters of its bytes. */
const FORMS: Readonly<Record<string, RegExp>> = {
  AE: /^[\x20-\x7e]{1,16}$/,
  AS: /^\d{3}[DWMY]$/,
  CS: /^[A-Z0-9_ ]{1,16}$/,
  DA: /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  DS: /^-?\d+(?:\.\d+)? ?$/,
  DT: /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/,
  IS: /^-?\d+ ?$/,
  LO: /^[^\\]{1,64}$/,
  LT: /^.{1,64}$/,
  PN: /^[^\\]{1,64}$/,
  SH: /^[^\\]{1,16}$/,
  ST: /^.{1,64}$/,
  TM: /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/,
  UC: /^[^\\]{1,64}$/,
  UR: /^[a-z]+:[\x21-\x7e]+ ?$/,
  UT: /^.{1,64}$/,
};
const BYTES: Readonly<Record<string, number>> = { FD: 8, FL: 4, OB: 2, SL: 4, SS: 2, UL: 4, UN: 2, US: 2 };

test.each(Object.entries(FORMS))('the dummy of %s is not empty, and valid', (vr, form) => {
  expect(lettersOf(vr)).toMatch(form);
});

test.each(Object.entries(BYTES))('the dummy of %s is %i bytes of zeros', (vr, length) => {
  expect(lettersOf(vr)).toBe('\0'.repeat(length));
});

test.each(['UI', 'SQ', 'OW', 'AT'])('%s has no dummy', (vr) => {
  expect(dummyOf(vr)).toBeUndefined();
});

function lettersOf(vr: string): string {
  const [, value] = writeElement({ tag: 0x00181000, vr, value: dummyOf(vr)! }, { explicit: true, bigEndian: false });
  return Buffer.from(value!).toString('latin1');
}
