import { describe, expect, it } from 'vitest';
import { testSource } from '#features/annotator/masks/test-masks.ts';
import { agreedMask, type Voter } from './agreed-mask.ts';

const voter = (name: string, titles: readonly string[], { isExclusive = true, colour = null as string | null } = {}): Voter => ({
  side: {
    ...{ id: name, at: null, proposal: null, series: 'ct', structure: 'liver', code: null },
    source: { ...testSource(8), segmentation: name, isExclusive },
    segments: titles.map((title) => ({ uuid: `${name} ${title}`, title })),
  },
  key: `key of ${name}`,
  colours: new Map(titles.map((title) => [`${name} ${title}`, colour])),
});

describe('what is asked of several segmentations [CMP-25]', () => {
  it('is a vote of each on every segment that one of them has, in segments with title and colour', () => {
    const { agreed, segments } = agreedMask(
      [voter('ann', ['Whole', 'Zone']), voter('bob', ['Zone', 'Cyst'], { colour: '#112233' }), voter('cora', ['Zone', 'Cyst'])],
      'new',
      2,
    );
    expect(agreed).toMatchObject({ to: { segmentation: 'new', study: 'study', gridHash: 'hash' }, atLeast: 2 });
    expect(segments.map(({ title, color }) => [title, color])).toEqual([
      ['Whole', null],
      ['Zone', '#112233'],
      ['Cyst', '#112233'],
    ]);
    const vote = (name: string, title: string) => ({ key: `key of ${name}`, segment: `${name} ${title}` });
    expect(agreed.segments.map(({ votes }) => votes)).toEqual([
      [vote('ann', 'Whole'), null, null],
      [vote('ann', 'Zone'), vote('bob', 'Zone'), vote('cora', 'Zone')],
      [null, vote('bob', 'Cyst'), vote('cora', 'Cyst')],
    ]);
    expect(agreed.segments.map(({ segment }) => segment)).toEqual(segments.map(({ segment }) => segment));
  });

  it('may not overlap only where that is so in all of them, and more than half must agree', () => {
    const three = (isExclusive: boolean): [Voter, Voter, Voter] => [
      voter('ann', ['Zone']),
      voter('bob', ['Zone'], { isExclusive }),
      voter('cora', ['Zone']),
    ];
    const isExclusive = (voters: [Voter, ...Voter[]], atLeast: number) => agreedMask(voters, 'new', atLeast).agreed.to.isExclusive;
    expect([1, 2, 3].map((atLeast) => isExclusive(three(true), atLeast))).toEqual([false, true, true]);
    expect(isExclusive(three(false), 2)).toBe(false);
  });
});
