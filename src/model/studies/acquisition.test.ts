import { describe, expect, test } from 'vitest';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import {
  acceptedRecognition,
  besideDevice,
  combinedAnswer,
  MANUAL_SCORE,
  recognisedAcquisition,
  referenceByAcquisition,
  selectedByAcquisition,
  settled,
  sortedFromOne,
  WAIT_FOR_OTHER_MS,
  type AcquiredSeries,
  type SeriesAcquisition,
} from './acquisition.ts';

const ALLOWED = [
  { code: 'T2W', modality: 'MR' },
  { code: 'DWI', modality: 'MR' },
  { code: 'AR', modality: 'CT' },
] as const;

describe('a recognition result', () => {
  test('is accepted only if its acquisition is allowed for the modality, else it is NONE with score 0 [REC-017]', () => {
    expect(acceptedRecognition({ code: 'T2W', score: 0.8, reasons: ['long'] }, 'MR', ALLOWED)).toEqual({
      code: 'T2W',
      score: 0.8,
      reasons: ['long'],
    });
    const refused = (code: AcquisitionCode, modality: string) =>
      acceptedRecognition({ code, score: 0.8, reasons: ['long'] }, modality, ALLOWED);
    expect(refused('AR', 'PT')).toEqual({ code: 'NONE', score: 0, reasons: ['Looks like AR, which is no acquisition of PT'] });
    expect([refused('AR', 'MR'), refused('ADC', 'MR')]).toMatchObject([
      { code: 'NONE', score: 0 },
      { code: 'NONE', score: 0 },
    ]);
    expect(acceptedRecognition({ code: 'NONE', score: 0, reasons: ['short'] }, 'US', ALLOWED).reasons).toEqual(['short']);
  });

  test('of text and image that agree gets the higher of the two scores [REC-018]', () => {
    expect(combinedAnswer({ code: 'DWI', score: 0.6 }, { code: 'DWI', score: 0.9 })).toEqual({ code: 'DWI', score: 0.9 });
    expect(combinedAnswer({ code: 'DWI', score: 0.9 }, { code: 'DWI', score: 0.6 })).toEqual({ code: 'DWI', score: 0.9 });
  });

  test('of text and image that disagree is the one with the higher score, or that of the text when scores are equal [REC-019]', () => {
    expect(combinedAnswer({ code: 'T2W', score: 0.5 }, { code: 'COR', score: 0.7 }).code).toBe('COR');
    expect(combinedAnswer({ code: 'T2W', score: 0.7 }, { code: 'COR', score: 0.5 }).code).toBe('T2W');
    expect(combinedAnswer({ code: 'T2W', score: 0.7 }, { code: 'COR', score: 0.7 }).code).toBe('T2W');
  });

  const text = { code: 'T2W', score: 0.6 } as const;
  const image = { code: 'COR', score: 0.7 } as const;

  test('for MR waits for text and image, in any order [REC-010]', () => {
    expect(settled(true, { text, image: null }, WAIT_FOR_OTHER_MS - 1)).toBe('waiting');
    expect(settled(true, { text: null, image }, 0)).toBe('waiting');
    expect(settled(true, { text, image }, 0)).toBe('settled');
  });

  test('for MR is used alone after 45 seconds [REC-011, CONST-49]', () => {
    expect(WAIT_FOR_OTHER_MS).toBe(45_000);
    expect(settled(true, { text, image: null }, 45_000)).toBe('alone');
    expect(settled(true, { text: null, image }, 45_000)).toBe('alone');
    expect(settled(true, { text: null, image: null }, 90_000)).toBe('waiting');
  });

  test('for other modalities is that of the text, without waiting for an image [REC-012]', () => {
    expect(settled(false, { text, image: null }, 0)).toBe('settled');
    expect(settled(false, { text: null, image: null }, 90_000)).toBe('waiting');
  });
});

describe('a server answer next to that of the device (docs/decisions/429)', () => {
  const server = { code: 'COR', score: 0.9 } as const;

  test('changes nothing when the device is certain, or has ruled out every acquisition', () => {
    const sure = { code: 'T2W', score: 0.5, reasons: [] } as const;
    const ruledOut = { code: 'NONE', score: 0, reasons: [], isRuledOut: true } as const;
    for (const device of [sure, ruledOut]) expect(besideDevice({ ...device, reasons: [] }, server)).toMatchObject({ code: device.code });
  });

  test('is used when its score is higher than a guess of the device, and hides none', () => {
    expect(besideDevice({ code: 'T2W', score: 0.4, reasons: [] }, server)).toEqual(server);
    expect(besideDevice({ code: 'NONE', score: 0, reasons: [] }, server)).toEqual(server);
    expect(besideDevice({ code: 'T2W', score: 0.4, reasons: [] }, { code: 'NONE', score: 0 }).code).toBe('T2W');
  });
});

describe("the user's choice", () => {
  const chosen: SeriesAcquisition = { code: 'SAG', score: MANUAL_SCORE, by: 'person' };

  test('scores 1.1, more than any result [REC-023, CONST-52]', () => {
    expect(MANUAL_SCORE).toBe(1.1);
  });

  test('is not replaced by a later result, but an earlier result is [REC-024]', () => {
    expect(recognisedAcquisition(chosen, { code: 'T2W', score: 0.9 })).toEqual(chosen);
    expect(recognisedAcquisition(null, { code: 'T2W', score: 0.9 })).toEqual({ code: 'T2W', score: 0.9, by: 'device' });
    expect(recognisedAcquisition({ code: 'COR', score: 1, by: 'device' }, { code: 'T2W', score: 0.9 })).toMatchObject({ code: 'T2W' });
  });
});

function series(id: string, code: SeriesAcquisition['code'], score: number, modality = 'MR'): AcquiredSeries {
  return { id, modality, acquisition: { code, score, by: score > 1 ? 'person' : 'device' } };
}

describe('the series of a study', () => {
  const prostate = [
    series('sag', 'SAG', 0.9),
    series('tra', 'T2W', 0.9),
    series('tra again', 'T2W', 0.8),
    series('cor', 'COR', 0.9),
    series('dwi calculated', 'DWI', 0.97),
    series('dwi', 'DWI', 0.99),
    series('adc', 'ADC', 0.9),
    series('pd', 'NONE', 0),
  ];

  test('are selected automatically: the best of each of T2W, ADC, DWI, COR and SAG [REC-020, CONST-51]', () => {
    expect([...(selectedByAcquisition(prostate) ?? [])].sort()).toEqual(['adc', 'cor', 'dwi', 'sag', 'tra']);
  });

  test("are selected in order when scores are equal, and the user's choice comes first [REC-020, REC-023]", () => {
    expect(selectedByAcquisition([series('a', 'T2W', 0.9), series('b', 'T2W', 0.9)])).toEqual(new Set(['a']));
    expect(selectedByAcquisition([series('a', 'T2W', 0.9), series('b', 'T2W', MANUAL_SCORE)])).toEqual(new Set(['b']));
  });

  test('stay unchanged when nothing was recognised, or only for another modality [REC-020]', () => {
    expect(selectedByAcquisition([series('pd', 'NONE', 0), { id: 'new', modality: 'MR', acquisition: null }])).toBeNull();
    expect(selectedByAcquisition([series('axial', 'AR', 0.9, 'CT')])).toBeNull();
  });

  test('of MR have the T2W with the highest score as their reference [REC-021]', () => {
    expect(referenceByAcquisition(prostate)).toBe('tra');
    expect(referenceByAcquisition([series('cor', 'COR', 0.9)])).toBeNull();
  });

  test('of other modalities have the AR with the highest score as their reference [REC-022]', () => {
    expect(referenceByAcquisition([series('thick', 'AR', 0.7, 'CT'), series('thin', 'AR', 0.8, 'CT')])).toBe('thin');
    expect(referenceByAcquisition([series('odd', 'T2W', 0.8, 'CT')])).toBeNull();
  });

  test('are renumbered from 1 within an acquisition when two have the same number [REC-025]', () => {
    const sorts = (...given: ['T2W' | 'DWI', number][]) =>
      sortedFromOne(given.map(([code, sort]) => ({ code, sort }))).map(({ sort }) => sort);
    expect(sorts(['T2W', 3], ['T2W', 3], ['T2W', 1])).toEqual([2, 3, 1]);
    expect(sorts(['T2W', 2], ['T2W', 5], ['DWI', 1], ['DWI', 1])).toEqual([2, 5, 1, 2]);
  });
});
