import { expect, it } from 'vitest';
import { contentName, isWithoutImages } from './not-images.ts';

it.each([
  ['SEG', 'Segmentation'],
  ['RTSTRUCT', 'Structure set'],
  [' sr ', 'Report'],
  ['PR', 'Presentation state'],
  ['MR', null],
  ['RTDOSE', null],
  ['', null],
])('a series of %s is named %s [ANN-73]', (modalityCode, name) => {
  expect(contentName(modalityCode)).toBe(name);
});

it.each([
  ['structure set', '1.2.840.10008.5.1.4.1.1.481.3', true],
  ['radiation dose report', '1.2.840.10008.5.1.4.1.1.88.67', true],
  ['presentation state', '1.2.840.10008.5.1.4.1.1.11.1', true],
  ['segmentation', '1.2.840.10008.5.1.4.1.1.66.4', true],
  ['dose, which is an image', '1.2.840.10008.5.1.4.1.1.481.2', false],
  ['CT', '1.2.840.10008.5.1.4.1.1.2', false],
  ['unknown', '', false],
])('no volume is expected of a %s: %s %s', (_, uid, expected) => {
  expect(isWithoutImages(uid)).toBe(expected);
});
