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
] as const)('text in the image of %s %s, with the device value "%s": %s', (modality, sopClassUid, stated, burnedIn) => {
  expect(pictureRisks(makeDescription({ modality, sopClassUid, pixelData: PIXELS }), stated).burnedIn).toBe(burnedIn);
});

test.each(['US', 'IVUS', 'XA', 'RF', 'SC', 'OT', 'ES', 'XC', 'GM'])('images of %s usually contain text', (modality) => {
  const risks = pictureRisks(makeDescription({ modality, sopClassUid: '', pixelData: PIXELS }), '');
  expect(risks.burnedIn).toBe('likely');
});

/** PS3.4 B.5: secondary capture, ultrasound, angiography; and others beside them. */
test.each([
  ['7', 'likely'],
  ['7.1', 'likely'],
  ['7.4', 'likely'],
  ['7.5', null],
  ['3.1', 'likely'],
  ['6.1', 'likely'],
  ['6.2', 'likely'],
  ['6.3', 'likely'],
  ['12.1', 'likely'],
  ['12.1.1', 'likely'],
  ['12.2', 'likely'],
  ['12.2.1', 'likely'],
  ['12.3', null],
  ['2', null],
  ['4', null],
  ['77', null],
  ['7.1.9', null],
])('text in an image of the class 1.2.840.10008.5.1.4.1.1.%s: %s', (end, burnedIn) => {
  const risksOf = (sopClassUid: string) => pictureRisks(makeDescription({ modality: 'MR', sopClassUid, pixelData: PIXELS }), '').burnedIn;
  expect(risksOf(`1.2.840.10008.5.1.4.1.1.${end}`)).toBe(burnedIn);
  expect(risksOf(`9.1.2.840.10008.5.1.4.1.1.${end}`)).toBe(null);
});

test.each([
  ...['head', 'Brain', 'skull', 'CRANIUM', 'cerebrum', 'Neuro', 'face', 'facial bones', 'orbita', 'sinuses'],
  ...['Schädel', 'Schaedel', 'Kopf', 'Hirn', 'Gesicht', 'Tête', 'crâne', 'cerveau', 'testa', 'cervello', 'cabeza', 'cráneo'],
])('%s means a head, in any field', (word) => {
  const neutral = {
    bodyPartExamined: '',
    studyDescription: '',
    seriesDescription: '',
    protocolName: '',
    modality: 'PT',
    pixelData: PIXELS,
  };
  for (const field of ['bodyPartExamined', 'studyDescription', 'seriesDescription', 'protocolName'])
    expect(pictureRisks(makeDescription({ ...neutral, [field]: word }), '').face).toBe(true);
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

test('a file without an image has no risk', () => {
  expect(pictureRisks(makeDescription({ modality: 'US', pixelData: null }), 'YES')).toEqual({ burnedIn: null, face: false });
});
