import { describe, expect, it } from 'vitest';
import type { Measurement, MeasurementContent } from '#contract/measurements.ts';
import { shownMeasurements, type MeasurementWrite } from './shown-measurements.ts';

const CONTENT: MeasurementContent = {
  ...{
    series: 'series',
    grid: 'grid',
    slice: 3,
    sop: '1.2',
    frame: 0,
    kind: 'length',
    points: [
      [1, 2],
      [4, 6],
    ],
    text: 'Aorta',
  },
  measured: { values: { length: 5 }, scale: 'patient', unit: null },
};
const EVA = { id: 1, name: 'Eva' };
const TOM = { id: 2, name: 'Tom' };
const at = (measurement: string) => ({ study: 'study', measurement });
const answered = (uuid: string, more: Partial<Measurement> = {}): Measurement => ({
  ...CONTENT,
  ...{ uuid, number: 1, version: 4, user: EVA, created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05', editable: true },
  ...more,
});
const saving = (measurement: string, more: Partial<MeasurementContent> = {}, base = 0): MeasurementWrite => ({
  ...{ kind: 'measurement', ...at(measurement), base, device: 'tablet', content: { ...CONTENT, ...more } },
});
const shown = (list: Measurement[], ...writes: ({ kind: string } | MeasurementWrite)[]) => shownMeasurements('study', list, writes, TOM);

describe('measurements of a study with what waits', () => {
  it('are those of the server if nothing waits', () => {
    expect(shown([answered('a')])).toEqual([{ ...answered('a'), waits: null }]);
  });

  it('have a new one without a number, by the person who made it [MEAS-13]', () => {
    expect(shown([answered('a')], saving('b'))).toEqual([
      { ...answered('a'), waits: null },
      {
        ...CONTENT,
        ...{ uuid: 'b', number: null, version: 0, user: TOM, editable: true, created_at: null, updated_at: null, waits: 'number' },
      },
    ]);
  });

  it('have the latest change of one, on the version of the server [MEAS-13]', () => {
    const [changed] = shown(
      [answered('a')],
      saving(
        'a',
        {
          text: 'Arch',
          points: [
            [0, 0],
            [1, 1],
          ],
        },
        4,
      ),
    );
    expect(changed).toEqual({
      ...answered('a'),
      text: 'Arch',
      points: [
        [0, 0],
        [1, 1],
      ],
      waits: 'change',
    });
    expect(shown([answered('a')], saving('b'), saving('b', { text: 'Arch' }))).toMatchObject([
      {},
      { uuid: 'b', text: 'Arch', number: null },
    ]);
  });

  it('mark one that waits to be deleted, and leave out one that was never there [MEAS-13]', () => {
    expect(shown([answered('a')], { kind: 'measurement-deletion', ...at('a') })).toEqual([{ ...answered('a'), waits: 'deletion' }]);
    expect(shown([answered('a')], { kind: 'measurement-deletion', ...at('b') })).toHaveLength(1);
  });

  it('do not mark what the server has received meanwhile', () => {
    expect(shown([answered('a', { text: 'Arch' })], saving('a', { text: 'Arch' }))).toEqual([
      { ...answered('a', { text: 'Arch' }), waits: null },
    ]);
  });

  it('leave out what waits for another study, or is something else', () => {
    expect(shown([], { ...saving('b'), study: 'other' }, { kind: 'study-label' })).toEqual([]);
  });
});
