import { describe, expect, it } from 'vitest';
import * as texts from './texts.ts';

const plain = (text: string) => text.replace(/[\u2009\u00a0]/g, ' ');

describe('given texts are shown to the letter', () => {
  it.each([
    [texts.TEXTS.configure, 'Configure upload'],
    [texts.TEXTS.unsupported, 'This file type is not supported. Try different format.'],
    [texts.TEXTS.emptyStudy, 'This study will not be uploaded since it is empty (not containing any series anymore).'],
    [texts.TEXTS.nothingSelected, 'Nothing selected'],
    [texts.TEXTS.missingBodyPart, 'Missing bodypart'],
    [texts.TEXTS.finished, 'Upload finished!'],
    [texts.TEXTS.drop, 'Drag and drop single files or folders here OR be smart and upload a single zip'],
    [texts.noDataPartText('SR_0001.dcm'), 'File SR_0001.dcm has no data part. Skipped.'],
    [texts.TEXTS.missingAcquisition, 'Some selected series are missing the acquisition. Please select it manually.'],
    [
      texts.missingForPipelineText(2, 'Heron^Quiet', ['T2W', 'ADC']),
      'Study 2 (Heron, Quiet) is missing required acquisitions for pipeline: T2W, ADC',
    ],
    [texts.TEXTS.recommendedTitle, 'Recommended MR acquisitions not selected for upload'],
    [texts.TEXTS.selectRecommended, 'Select recommended series'],
    [texts.TEXTS.continueAnyway, 'Continue upload anyway'],
    [texts.unsupportedText(1), 'This file type is not supported. Try different format.'],
  ])('%j', (shown, given) => {
    expect(shown).toBe(given);
  });
});

describe('texts with numbers', () => {
  it.each([
    [texts.unsupportedText(12), 'This file type is not supported. Try different format. (12 files)'],
    [texts.keepOpenText(340, 2411, 12), 'Keep this tab open for 12 s, 340 of 2 411 files are read'],
    [texts.keepOpenText(0, 1, null), 'Keep this tab open, 0 of 1 file is read'],
    [texts.provedText(211, 211), '211 of 211 files proved identical'],
    [texts.selectedText(7, 9), '7 of 9 series selected'],
    [texts.selectedSeriesText(7, 9, 3), '7 of 9 series · 3 studies'],
    [texts.contentText(209, 3, 37_300_000), '209 files · 3 studies · 37.3 MB'],
    [texts.roomInStudiesText(7_700_000_000), 'about 510 prostate MR or 35 chest CT'],
    [texts.roomInStudiesText(1_000), 'not enough for one more study'],
    [texts.noRoomTitle(1, 512_000), 'No room on this device for 1 file: 512 KB are missing'],
    [texts.namesText(['a', 'b', 'c', 'd']), 'a, b, c, d'],
    [texts.namesText(['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more'],
    [texts.evictedTitle(1), 'The browser removed up to 1 file that was not sent yet'],
  ])('%j', (shown, wanted) => {
    expect(plain(shown)).toBe(wanted);
  });
});

it('what a study lacks, and what the server left off, is said in one sentence', () => {
  expect(texts.goesWithoutText('Heron^Quiet', ['ADC'])).toBe('Heron, Quiet goes without ADC.');
  expect(texts.goesWithoutText('', ['T2W', 'DWI', 'ADC'])).toBe('No patient name goes without T2W, DWI and ADC.');
  expect(texts.leftOffText(['labels', 'pipeline'])).toBe(
    'It was taken without a label that the team has no more and its pipeline, which is gone.',
  );
  expect([texts.setNoneText(1), texts.setNoneText(12)]).toEqual(['None of them: set NONE', 'None of them: set NONE for all 12']);
});
