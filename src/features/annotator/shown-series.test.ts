import { describe, expect, it } from 'vitest';
import type { Series } from '#contract/study-detail.ts';
import { areImagesComing, completeSeries } from './shown-series.ts';

const READ = {} as Series['reading'];
const series = (uuid: string, part: Partial<Series>): Series =>
  ({ uuid, type: 'dcm', modalityCode: 'MR', files: 3, proved: 3, reading: READ, ...part }) as Series;

describe('series of a study', () => {
  it('are opened once the server has all their files and has read them [ANN-78]', () => {
    const coming = [series('sent', { proved: 2 }), series('unread', { reading: null })];
    const all = [series('read', {}), ...coming, series('drawn', { modalityCode: 'SEG' }), series('empty', { files: 0 })];
    const complete = completeSeries(all);
    expect(complete.series.map(({ uuid }) => uuid)).toEqual(['read']);
    expect(complete.overlays.map(({ uuid }) => uuid)).toEqual(['drawn']);
    for (const one of coming) expect(areImagesComing([one])).toBe(true);
    expect(
      areImagesComing([series('read', {}), series('drawn', { modalityCode: 'SR', reading: null }), series('empty', { files: 0 })]),
    ).toBe(false);
  });
});
