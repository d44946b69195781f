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
    [texts.TEXTS.drop, 'Drag and drop single files or folders here'],
    [texts.noDataPartText('SR_0001.dcm'), 'File SR_0001.dcm has no data part. Skipped.'],
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
    [texts.nextTryText(18), 'Next try in 18 s, then for as long as it takes. Nothing is sent twice, nothing is selected twice.'],
    [
      texts.waitingText('network', 20_600_000, 42_900_000),
      'The network went away. 20.6 of 42.9 MB are on the server, the rest is on this device.',
    ],
    [texts.waitingText('network', 0, 42_900_000), 'The network went away. Everything is on this device.'],
    [texts.failedText({ code: 'too_large', message: 'Too large.' }), 'Too large.'],
    [
      texts.failedText({ code: 'bytes_missing', message: '' }),
      'The browser has lost bytes that were on this device. Clear this upload and drop the same files again.',
    ],
    [texts.failedText({ code: 'unheard_of', message: '' }), 'The upload stopped.'],
    [texts.noRoomText(['a.dcm'], 512_000), 'a.dcm was not copied: 512 KB more are needed on this device. What is stored stays.'],
  ])('%j', (shown, wanted) => {
    expect(plain(shown)).toBe(wanted);
  });
});
