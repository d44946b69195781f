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

describe('an answer', () => {
  test('is accepted only if its acquisition is allowed for the modality, else it is NONE with score 0 (REC-017)', () => {
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

  test('of text and image that agree has the greater of the two scores (REC-018)', () => {
    expect(combinedAnswer({ code: 'DWI', score: 0.6 }, { code: 'DWI', score: 0.9 })).toEqual({ code: 'DWI', score: 0.9 });
    expect(combinedAnswer({ code: 'DWI', score: 0.9 }, { code: 'DWI', score: 0.6 })).toEqual({ code: 'DWI', score: 0.9 });
  });

  test('of text and image that disagree is the surer one, and on equal scores that of the text (REC-019)', () => {
    expect(combinedAnswer({ code: 'T2W', score: 0.5 }, { code: 'COR', score: 0.7 }).code).toBe('COR');
    expect(combinedAnswer({ code: 'T2W', score: 0.7 }, { code: 'COR', score: 0.5 }).code).toBe('T2W');
    expect(combinedAnswer({ code: 'T2W', score: 0.7 }, { code: 'COR', score: 0.7 }).code).toBe('T2W');
  });

  const text = { code: 'T2W', score: 0.6 } as const;
  const image = { code: 'COR', score: 0.7 } as const;

  test('of MR waits for text and image, whichever comes first (REC-010)', () => {
    expect(settled(true, { text, image: null }, WAIT_FOR_OTHER_MS - 1)).toBe('waiting');
    expect(settled(true, { text: null, image }, 0)).toBe('waiting');
    expect(settled(true, { text, image }, 0)).toBe('settled');
  });

  test('of MR stands alone after 45 seconds (REC-011)', () => {
    expect(WAIT_FOR_OTHER_MS).toBe(45_000);
    expect(settled(true, { text, image: null }, 45_000)).toBe('alone');
    expect(settled(true, { text: null, image }, 45_000)).toBe('alone');
    expect(settled(true, { text: null, image: null }, 90_000)).toBe('waiting');
  });

  test('of other modalities is that of the text, and nobody waits for an image (REC-012)', () => {
    expect(settled(false, { text, image: null }, 0)).toBe('settled');
    expect(settled(false, { text: null, image: null }, 90_000)).toBe('waiting');
  });
});

describe('an answer of a server beside that of the device (docs/decisions/429)', () => {
  const server = { code: 'COR', score: 0.9 } as const;

  test('changes nothing where the device is certain, or has ruled every kind out', () => {
    const sure = { code: 'T2W', score: 0.5, reasons: [] } as const;
    const ruledOut = { code: 'NONE', score: 0, reasons: [], isRuledOut: true } as const;
    for (const device of [sure, ruledOut]) expect(besideDevice({ ...device, reasons: [] }, server)).toMatchObject({ code: device.code });
  });

  test('holds where it is surer than a guess of the device, and silences none', () => {
    expect(besideDevice({ code: 'T2W', score: 0.4, reasons: [] }, server)).toEqual(server);
    expect(besideDevice({ code: 'NONE', score: 0, reasons: [] }, server)).toEqual(server);
    expect(besideDevice({ code: 'T2W', score: 0.4, reasons: [] }, { code: 'NONE', score: 0 }).code).toBe('T2W');
  });
});

describe('what a person has chosen', () => {
  const chosen: SeriesAcquisition = { code: 'SAG', score: MANUAL_SCORE, by: 'person' };

  test('scores 1.1, more than any answer (REC-023)', () => {
    expect(MANUAL_SCORE).toBe(1.1);
  });

  test('is not replaced by what is recognised later; what was recognised is (REC-024)', () => {
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

  test('of which the best of each of T2W, ADC, DWI, COR and SAG is selected by itself (REC-020)', () => {
    expect([...(selectedByAcquisition(prostate) ?? [])].sort()).toEqual(['adc', 'cor', 'dwi', 'sag', 'tra']);
  });

  test('of equals the first is selected, and what a person has chosen before all others (REC-020, REC-023)', () => {
    expect(selectedByAcquisition([series('a', 'T2W', 0.9), series('b', 'T2W', 0.9)])).toEqual(new Set(['a']));
    expect(selectedByAcquisition([series('a', 'T2W', 0.9), series('b', 'T2W', MANUAL_SCORE)])).toEqual(new Set(['b']));
  });

  test('are left as they are where nothing was recognised, or that is of another modality (REC-020)', () => {
    expect(selectedByAcquisition([series('pd', 'NONE', 0), { id: 'new', modality: 'MR', acquisition: null }])).toBeNull();
    expect(selectedByAcquisition([series('axial', 'AR', 0.9, 'CT')])).toBeNull();
  });

  test('of MR have the T2W of the highest score as their reference (REC-021)', () => {
    expect(referenceByAcquisition(prostate)).toBe('tra');
    expect(referenceByAcquisition([series('cor', 'COR', 0.9)])).toBeNull();
  });

  test('of other modalities have the AR of the highest score as their reference (REC-022)', () => {
    expect(referenceByAcquisition([series('thick', 'AR', 0.7, 'CT'), series('thin', 'AR', 0.8, 'CT')])).toBe('thin');
    expect(referenceByAcquisition([series('odd', 'T2W', 0.8, 'CT')])).toBeNull();
  });

  test('are counted anew from 1 within an acquisition where two have the same place (REC-025)', () => {
    const sorts = (...given: ['T2W' | 'DWI', number][]) =>
      sortedFromOne(given.map(([code, sort]) => ({ code, sort }))).map(({ sort }) => sort);
    expect(sorts(['T2W', 3], ['T2W', 3], ['T2W', 1])).toEqual([2, 3, 1]);
    expect(sorts(['T2W', 2], ['T2W', 5], ['DWI', 1], ['DWI', 1])).toEqual([2, 5, 1, 2]);
  });
});
