import { expect, test } from 'vitest';
import { SAFE_ELEMENTS, safeVrOf } from './safe-private.ts';

/** Of PS3.15 table E.3.10-1 as it is printed: `xx` is the block of the creator, whatever it is. */
test.each([
  ['ELSCINT1', 0x00e1_1021, 'DS'],
  ['ELSCINT1', 0x01e1_1026, 'CS'],
  ['GEIIS PACS', 0x0903_1012, 'US'],
  ['GEMS_ACQU_01', 0x0019_109e, 'LO'],
  ['GEMS_PARM_01', 0x0043_1039, 'IS'],
  ['HOLOGIC, Inc.', 0x7e01_1011, 'SQ'],
  ['NQHeader', 0x0099_1020, 'SH'],
  ['NQRight', 0x0299_1016, 'FL'],
  ['Philips Imaging DD 001', 0x2001_10ff, 'OW'],
  ['Philips Imaging DD 129', 0x2001_ff01, 'SQ'],
  ['Philips PET Private Group', 0x7053_1000, 'DS'],
  ['Philips PET Private Group', 0x7053_ff09, 'DS'],
  ['SIEMENS MR HEADER', 0x0019_100c, 'IS'],
  ['SIEMENS MR HEADER', 0x0019_410d, 'CS'],
  ['SIEMENS Ultrasound SC2000', 0x0129_1103, 'UN'],
  ['siemens mr header', 0x0019_100e, 'FD'],
])('%s %i is %s', (creator, tag, vr) => {
  expect(safeVrOf(creator, tag)).toBe(vr);
});

test.each([
  ['an element next to it', 'SIEMENS MR HEADER', 0x0019_1008],
  ['another group', 'SIEMENS MR HEADER', 0x0051_100c],
  ['another creator', 'SIEMENS CSA HEADER', 0x0019_100c],
  ['a creator with a longer name', 'SIEMENS MR HEADER OF HERON', 0x0019_100c],
  ['no creator', '', 0x0019_100c],
])('%s is not in the table', (_what, creator, tag) => {
  expect(safeVrOf(creator, tag)).toBeUndefined();
});

test('all elements of the table are present', () => {
  expect(SAFE_ELEMENTS).toBe(479);
});
