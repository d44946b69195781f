import { describe, expect, it } from 'vitest';
import type { Measured } from '#contract/measurements.ts';
import type { LesionRow } from '#model/lesions/follow-up-table.ts';
import { priorValue } from './prior-value.ts';

const measured = (values: Measured['values'], rest: Partial<Measured> = {}): Measured => ({
  values,
  scale: 'patient',
  unit: null,
  ...rest,
});
const one = (uuid: string, text: string, of: Measured, kind: 'length' | 'ellipse' | 'angle' = 'length') => ({
  uuid,
  text,
  kind,
  measured: of,
});
const cell = (uuid: string | null, mm: number | null) => ({
  study: '',
  state: null,
  measurement: uuid === null ? null : { uuid },
  mm,
  why: null,
});
const lesion = (node: boolean, ...cells: ReturnType<typeof cell>[]) =>
  ({ lesion: { node }, cells, sincePrior: null }) as unknown as LesionRow;
const known = (given: Partial<Parameters<typeof priorValue>[1]>) => ({ lesions: [], own: [], earlier: [], ...given });

describe('what a measurement was in an earlier study [ANN-68]', () => {
  const now = one('now', 'Left hilum', measured({ length: 20.3 }));

  it('is that of the same lesion, in the latest study where it was measured', () => {
    const lesions = [lesion(false, cell('old', 13.9), cell('prior', 14.3), cell(null, null), cell('now', 20.3))];
    const earlier = [[one('other', 'left hilum', measured({ length: 1 }))]];
    expect(priorValue(now, known({ lesions, own: [now], earlier }))).toMatchObject({ measurement: 'prior', percent: 42, by: 'lesion' });
    const node = [lesion(true, cell('prior', 9), cell('now', 12))];
    expect(priorValue(now, known({ lesions: node }))).toMatchObject({
      name: 'shortAxis',
      measured: { values: { shortAxis: 9 } },
      percent: 33,
    });
  });

  it('is that of the same kind and text, in the latest study that has it', () => {
    const earlier = [
      [one('angle', 'left hilum', measured({ angle: 40 }), 'angle')],
      [one('prior', ' LEFT hilum', measured({ length: 14.3 }))],
      [one('older', 'left hilum', measured({ length: 3 }))],
    ];
    expect(priorValue(now, known({ own: [now], earlier }))).toMatchObject({ measurement: 'prior', percent: 42, by: 'text' });
  });

  it('is nothing without a text, and where two have the same one', () => {
    const unnamed = one('now', ' ', measured({ length: 2 }));
    expect(priorValue(unnamed, known({ own: [unnamed], earlier: [[one('a', '', measured({ length: 1 }))]] }))).toBeNull();
    const twice = [one('a', 'left hilum', measured({ length: 1 })), one('b', 'left hilum', measured({ length: 2 }))];
    expect(priorValue(now, known({ own: [now], earlier: [twice] }))).toBeNull();
    expect(priorValue(now, known({ own: [now, { ...now, uuid: 'second' }], earlier: [[twice[0]!]] }))).toBeNull();
  });

  it('is nothing across units: not pixels with mm, not SUV with Bq/ml, not where the unit is unknown', () => {
    const inPixels = one('prior', 'left hilum', measured({ length: 14 }, { scale: 'pixels' }));
    expect(priorValue(now, known({ own: [now], earlier: [[inPixels]] }))).toBeNull();
    const mean = (uuid: string, value: number, unit: string | null) => one(uuid, 'x', measured({ mean: value }, { unit }), 'ellipse');
    const of = (own: ReturnType<typeof mean>, prior: ReturnType<typeof mean>) => priorValue(own, known({ own: [own], earlier: [[prior]] }));
    expect(of(mean('now', 3, 'SUV'), mean('prior', 2, 'SUV'))).toMatchObject({ percent: 50 });
    expect(of(mean('now', 3, 'SUV'), mean('prior', 2, 'Bq/ml'))).toBeNull();
    expect(of(mean('now', 3, null), mean('prior', 2, null))).toBeNull();
    expect(of(mean('now', -90, 'HU'), mean('prior', -100, 'HU'))).toMatchObject({ percent: null });
  });
});
