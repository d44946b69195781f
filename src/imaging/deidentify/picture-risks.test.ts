import { expect, test } from 'vitest';
import { makeDescription } from '#tests/fixtures/instance.ts';
import { pictureRisks } from './picture-risks.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const PIXELS = { offset: 0, length: 0, encapsulated: false };

test.each([
  ['US', '', '', 'likely'],
  ['XA', '', '', 'likely'],
  ['CT', SECONDARY_CAPTURE, '', 'likely'],
  ['CT', CT, '', null],
  ['CT', CT, 'YES', 'stated'],
  ['US', '', 'NO', null],
] as const)('text in the picture of %s %s, where the device says "%s": %s', (modality, sopClassUid, stated, burnedIn) => {
  expect(pictureRisks(makeDescription({ modality, sopClassUid, pixelData: PIXELS }), stated).burnedIn).toBe(burnedIn);
});

test.each([
  ['MR', { bodyPartExamined: 'BRAIN' }, true],
  ['CT', { studyDescription: 'Schädel nativ' }, true],
  ['MR', { bodyPartExamined: 'PROSTATE', studyDescription: 'MR prostate' }, false],
  ['US', { bodyPartExamined: 'HEAD' }, false],
] as const)('a face in %s %o: %s', (modality, about, face) => {
  const neutral = { bodyPartExamined: '', studyDescription: '', seriesDescription: '', protocolName: '' };
  expect(pictureRisks(makeDescription({ ...neutral, modality, pixelData: PIXELS, ...about }), '').face).toBe(face);
});

test('where there is no picture there is nothing in it', () => {
  expect(pictureRisks(makeDescription({ modality: 'US', pixelData: null }), 'YES')).toEqual({ burnedIn: null, face: false });
});
