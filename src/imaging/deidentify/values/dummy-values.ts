import type { DicomValue } from '#imaging/dicom/write-dicom.ts';

/** Dummy for a text that must not be empty. Fits the 16 characters of the shortest text VRs. */
export const DUMMY_TEXT = 'ANONYMIZED';

/** Meaningless values valid for their VR (PS3.5 6.2). UIDs have none: each is made from its original. */
const DUMMIES: Readonly<Record<string, DicomValue>> = {
  AE: DUMMY_TEXT,
  AS: '000Y',
  CS: DUMMY_TEXT,
  DA: '19000101',
  DS: '0',
  DT: '19000101000000',
  FD: 0,
  FL: 0,
  IS: '0',
  LO: DUMMY_TEXT,
  LT: DUMMY_TEXT,
  OB: Uint8Array.of(0, 0),
  PN: DUMMY_TEXT,
  SH: DUMMY_TEXT,
  SL: 0,
  SS: 0,
  ST: DUMMY_TEXT,
  TM: '000000',
  UC: DUMMY_TEXT,
  UL: 0,
  UN: Uint8Array.of(0, 0),
  UR: 'about:blank',
  US: 0,
  UT: DUMMY_TEXT,
};

/** Undefined for a VR without a dummy: such an element is left out. */
export function dummyOf(vr: string): DicomValue | undefined {
  return DUMMIES[vr];
}
