import { expect, it } from 'vitest';
import { FINDING_CODES, FindingSaid } from '#contract/quality.ts';
import { FINDING_ADVICE, FINDING_NAMES, findingInWords } from './finding-words.ts';

const SAID: [FindingSaid, string][] = [
  [{ code: 'missing-slices', missing: 1, present: 18, stepMm: 3 }, '1 slice missing between 18, which are 3 mm apart.'],
  [
    { code: 'unequal-spacing', usualMm: 3, smallestMm: 1.5, largestMm: 6, unusual: 2 },
    'Most slices are 3 mm apart; 2 distances differ, from 1.5 to 6 mm.',
  ],
  [{ code: 'repeated-positions', positions: 20, images: 3 }, '20 positions with up to 3 images.'],
  [{ code: 'incomplete-acquisition', of: 'slices', expected: 299, present: 199 }, '199 of 299 slices.'],
  [{ code: 'incomplete-acquisition', of: 'positions', expected: 6, present: 4 }, '4 of 6 positions have all their images.'],
  [{ code: 'lossy-compression', images: 96, of: 96 }, '96 of 96 images compressed with losses.'],
  [{ code: 'burned-in-text', images: 1, of: 1, stated: true }, 'The header says so of 1 of 1 image.'],
  [{ code: 'burned-in-text', images: 8, of: 8, stated: false }, 'Usual for this kind of image; 8 images.'],
  [{ code: 'wrong-body-part', written: 'whole-body', study: 'knee' }, 'The header says whole body, the study knee.'],
  [{ code: 'mixed-body-parts', parts: ['chest', 'knee'] }, 'The headers say chest, knee.'],
  [{ code: 'duplicate-images', images: 19, of: 40 }, '19 of 40 images of this study.'],
  [{ code: 'duplicate-pixels', volumes: 1, of: 2 }, '1 of 2 volumes of this study, under other UIDs.'],
];

it('says the numbers of each finding, and what to do [QIN-01]', () => {
  for (const [said, words] of SAID) expect(findingInWords(FindingSaid.parse(said))).toBe(words);
  expect(new Set(SAID.map(([{ code }]) => code))).toEqual(new Set(FINDING_CODES));
  expect(FINDING_CODES).toEqual(FindingSaid.options.map(({ shape }) => shape.code.value));
  for (const code of FINDING_CODES) expect(FINDING_NAMES[code] + FINDING_ADVICE[code]).toMatch(/^[A-Z].*\.$/);
});
