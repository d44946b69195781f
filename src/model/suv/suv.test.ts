import { describe, expect, it, test } from 'vitest';
import type { Suv, SuvUnknown } from '#contract/suv.ts';
import type { SeriesPet } from '#model/studies/study.ts';
import { bodySurfaceCm2, leanBodyMassKg } from './body.ts';
import { joinMoment, momentSeconds } from './moments.ts';
import { suvOf } from './suv.ts';

/** Half of 400 MBq is left an hour after the injection: 70 kg are 70 000 g by 200 MBq. */
const PET: SeriesPet = {
  ...{ units: 'BQML', suvType: '', decayCorrection: 'START', correctedImage: ['ATTN', 'DECY'] },
  ...{ patientWeightKg: 70, patientHeightM: 1.7, patientSex: 'M', totalDoseBq: 400e6, halfLifeSeconds: 3600 },
  ...{ injectedAt: '100000', seriesAt: '20260102110000', acquiredAt: '20260102110000', scanAt: '' },
  ...{ vendorSuvFactor: null, vendorActivityFactor: null },
};
const BY_WEIGHT = 70_000 / 200e6;

const weightOf = (suv: Suv): number | null => ('rule' in suv ? suv.weight : null);
const ruleOf = (suv: Suv): string => ('rule' in suv ? suv.rule : suv.why);

describe('factors to uptake values', () => {
  it('are by weight, lean body mass and body surface, of the dose that is left at the scan [PET-01]', () => {
    const suv = suvOf(PET);
    expect(suv).toMatchObject({ rule: 'series' });
    expect(weightOf(suv)).toBeCloseTo(BY_WEIGHT, 12);
    // Lean body mass of 70 kg and 170 cm by James, surface by Du Bois: published tables have 55.3 kg and 1.81 m².
    expect(suv).toMatchObject({ lean_mass: expect.closeTo(55_297.6 / 200e6, 8), surface: expect.closeTo(18_097 / 200e6, 7) });
  });

  test.each<[string, Partial<SeriesPet>, string, number]>([
    ['a full date of the injection', { injectedAt: '20260102100000.000000' }, 'series', BY_WEIGHT],
    [
      'an injection before midnight',
      { injectedAt: '233000', seriesAt: '20260102003000', acquiredAt: '20260102003000' },
      'series',
      BY_WEIGHT,
    ],
    ['a series that was made later', { seriesAt: '20260105080000' }, 'acquisition', BY_WEIGHT],
    [
      'GE, which names the scan',
      { seriesAt: '20260105080000', acquiredAt: '20260102111000', scanAt: '20260102110000.00' },
      'scan',
      BY_WEIGHT,
    ],
    ['a series without a date', { seriesAt: '' }, 'acquisition', BY_WEIGHT],
    ['images without a time', { acquiredAt: '' }, 'series', BY_WEIGHT],
    ['images corrected to the injection', { decayCorrection: 'ADMIN', injectedAt: '', halfLifeSeconds: null }, 'injection', BY_WEIGHT / 2],
    ['DECAY in place of DECY', { correctedImage: ['DECAY', 'SCAT', 'ATTN'] }, 'series', BY_WEIGHT],
    ['counts of Philips with its factor', { units: 'CNTS', vendorSuvFactor: 0.0005 }, 'vendor', 0.0005],
    [
      'counts of Philips with that of the activity',
      { units: 'CNTS', vendorSuvFactor: 0, vendorActivityFactor: 3 },
      'series',
      3 * BY_WEIGHT,
    ],
    ['images that hold uptake', { units: 'GML', decayCorrection: 'NONE' }, 'stored', 1],
  ])('are found for %s [PET-01, PET-02]', (_, change, rule, factor) => {
    const suv = suvOf({ ...PET, ...change });
    expect(ruleOf(suv)).toBe(rule);
    expect(weightOf(suv)).toBeCloseTo(factor, 12);
  });

  test.each<[Partial<SeriesPet>, SuvUnknown]>([
    [{ units: 'PROPCPS' }, 'units'],
    [{ units: 'CNTS' }, 'units'],
    [{ units: 'GML', suvType: 'IBW' }, 'units'],
    [{ correctedImage: ['ATTN'] }, 'not-corrected'],
    [{ correctedImage: ['DECY'] }, 'not-corrected'],
    [{ decayCorrection: 'NONE' }, 'not-corrected'],
    [{ patientWeightKg: 0 }, 'no-weight'],
    [{ patientWeightKg: null }, 'no-weight'],
    [{ totalDoseBq: null }, 'no-dose'],
    // In megabecquerels.
    [{ totalDoseBq: 400 }, 'no-dose'],
    [{ halfLifeSeconds: null }, 'no-half-life'],
    [{ injectedAt: '' }, 'no-injection-time'],
    [{ seriesAt: '', acquiredAt: '' }, 'no-scan-time'],
    [{ injectedAt: '20260102130000' }, 'time-order'],
    // Two hours after the scan is no injection before midnight.
    [{ injectedAt: '130000' }, 'time-order'],
  ])('are not known with %o: %s [PET-03]', (change, why) => {
    expect(suvOf({ ...PET, ...change })).toEqual({ why });
  });

  it('are by weight only without height or sex', () => {
    expect(suvOf({ ...PET, patientHeightM: 0 })).toMatchObject({ lean_mass: null, surface: null });
    expect(suvOf({ ...PET, patientSex: 'O' })).toMatchObject({ lean_mass: null, surface: expect.any(Number) });
    // In centimetres.
    expect(suvOf({ ...PET, patientHeightM: 170 })).toEqual(suvOf(PET));
  });

  it('of the vendor give those by lean mass and surface where the body is known', () => {
    const suv = suvOf({ ...PET, units: 'CNTS', vendorSuvFactor: 0.0005 });
    expect(suv).toMatchObject({ lean_mass: expect.closeTo((0.0005 * 55_297.6) / 70_000, 9) });
    expect(suvOf({ ...PET, units: 'CNTS', vendorSuvFactor: 0.0005, patientWeightKg: null })).toEqual({
      ...{ rule: 'vendor', weight: 0.0005, lean_mass: null, surface: null },
    });
  });

  it('of stored values keep to what the file says they are by', () => {
    expect(suvOf({ ...PET, units: 'GML', suvType: 'LBMJAMES128' })).toEqual({ rule: 'stored', weight: null, lean_mass: 1, surface: null });
    expect(suvOf({ ...PET, units: 'GML', suvType: 'BSA' })).toEqual({ rule: 'stored', weight: null, lean_mass: null, surface: 1 });
  });
});

test('lean body mass and surface are those of the published formulas', () => {
  expect(leanBodyMassKg(60, 165, 'F')).toBeCloseTo(64.2 - 148 * (60 / 165) ** 2, 9);
  expect(leanBodyMassKg(250, 150, 'F')).toBeNull();
  expect(bodySurfaceCm2(70, 170)).toBeCloseTo(18_097, -1);
});

test.each([
  ['20260102', '110000.5', '20260102110000.5'],
  ['2026.01.02', '11:00:00', '20260102110000'],
  ['', '110000', ''],
  ['20260102', '', ''],
])('date %s and time %s are the moment %s', (date, time, moment) => {
  expect(joinMoment(date, time)).toBe(moment);
});

test.each([
  ['19700101010203.5', 3723.5],
  ['1970010101', 3600],
  ['197001010100+0200', 3600],
  ['19700101', null],
  ['', null],
])('the moment %s is second %s', (moment, seconds) => {
  expect(momentSeconds(moment)).toBe(seconds);
});
