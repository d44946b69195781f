import { describe, expect, it } from 'vitest';
import * as texts from './texts.ts';

const plain = (text: string) => text.replace(/[\u2009\u00a0]/g, ' ');

describe('given texts are shown verbatim', () => {
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
    [texts.TEXTS.studyExists, 'This study already exists'],
    [texts.unsupportedText(1), 'This file type is not supported. Try different format.'],
  ])('%j [UPL2-001, UPL2-004, UPL2-038, ERR-15, TOAST-12, ODD-40]', (shown, given) => {
    expect(shown).toBe(given);
  });
});

describe('texts with numbers', () => {
  it.each([
    [texts.unsupportedText(12), 'This file type is not supported. Try different format. (12 files)'],
    [texts.keepOpenText(340, 2411, 12), 'Keep this tab open for 12 s, 340 of 2 411 files are read'],
    [texts.keepOpenText(0, 1, null), 'Keep this tab open, 0 of 1 file is read'],
    [texts.provedText(211, 211), '211 of 211 files verified'],
    [texts.selectedText(7, 9), '7 of 9 series selected'],
    [texts.selectedSeriesText(7, 9, 3), '7 of 9 series · 3 studies'],
    [texts.contentText(209, 3, 37_300_000), '209 files · 3 studies · 37.3 MB'],
    [texts.roomInStudiesText(7_700_000_000), 'about 510 prostate MR or 35 chest CT'],
    [texts.roomInStudiesText(1_000), 'not enough for another study'],
    [texts.noRoomTitle(1, 512_000), 'Not enough space on this device for 1 file: 512 KB more needed'],
    [texts.namesText(['a', 'b', 'c', 'd']), 'a, b, c, d'],
    [texts.namesText(['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more'],
    [texts.evictedTitle(1), 'The browser removed up to 1 file that was not sent yet'],
  ])('%j', (shown, wanted) => {
    expect(plain(shown)).toBe(wanted);
  });
});

it('files with the same name and size are reported, without a consequence [FILE-013]', () => {
  expect(texts.versionsText(1)).toBe('1 file is a version of an image that is here more than once');
  expect(texts.versionsText(2)).toBe('2 files are versions of an image that is here more than once');
  expect(texts.sameNameText(1_284)).toBe('1\u2009284 files have the name and size of another. Their bytes differ, so none is a duplicate.');
});

it.each([
  [true, [], 30, 'This team has it, and all of these files are there byte for byte.'],
  [true, ['South'], 1_284, 'This team has it, and 1\u2009284 of these 2\u2009000 files are there byte for byte. South has it too.'],
  [true, [], 0, 'This team has it, and none of these files is there byte for byte.'],
  [false, ['East', 'South'], 0, 'East and South have it; this team does not.'],
])('where a study exists: in this team %s, in %j', (exists, teams, there, words) => {
  const total = there === 1_284 ? 2_000 : 30;
  expect(texts.knownStudyText({ exists, teams }, { there, total })).toBe(words);
});

it('what a study lacks, and what the server left off, is one sentence', () => {
  expect(texts.goesWithoutText('Heron^Quiet', ['ADC'])).toBe('Heron, Quiet goes without ADC.');
  expect(texts.goesWithoutText('', ['T2W', 'DWI', 'ADC'])).toBe('No patient name goes without T2W, DWI and ADC.');
  expect(texts.leftOffText(['labels', 'pipeline'])).toBe(
    'It was taken without a label that the team has no more and its pipeline, which is gone.',
  );
  expect([texts.setNoneText(1), texts.setNoneText(12)]).toEqual(['None of them: set NONE', 'None of them: set NONE for all 12']);
});
