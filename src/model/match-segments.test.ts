import { describe, expect, it } from 'vitest';
import { matchedSegments, type MatchedSide } from './match-segments.ts';

const side = (name: string, titles: readonly string[], structure = 'prostate', code: string | null = null): MatchedSide => ({
  ...{ structure, code },
  segments: titles.map((title) => ({ uuid: `${name}:${title}`, title })),
});
const matched = (...sides: MatchedSide[]) => matchedSegments(sides).map(({ title, uuids }) => [title, ...uuids]);

describe('the same segments of two segmentations', () => {
  it('are those of one title, in the order of the first [CMP-20]', () => {
    expect(matched(side('a', ['Part 1', 'Zone', 'Lesion']), side('b', ['zone ', 'Part 1', 'Cyst', 'Duct']))).toEqual([
      ['Part 1', 'a:Part 1', 'b:Part 1'],
      ['Zone', 'a:Zone', 'b:zone '],
      ['Lesion', 'a:Lesion', null],
      ['Cyst', null, 'b:Cyst'],
      ['Duct', null, 'b:Duct'],
    ]);
  });

  it('are the only ones of one structure, whatever their titles [CMP-20]', () => {
    expect(matched(side('a', ['Whole']), side('b', ['Part 1']))).toEqual([['Whole', 'a:Whole', 'b:Part 1']]);
    expect(matched(side('a', ['Whole', 'Zone']), side('b', ['Zone', 'Cyst']))).toHaveLength(3);
    expect(matched(side('a', ['Whole']), side('b', ['Part 1'], 'liver'))).toEqual([
      ['Whole', 'a:Whole', null],
      ['Part 1', null, 'b:Part 1'],
    ]);
    const coded = [side('a', ['Whole'], 'prostate', 'SCT 41216001'), side('b', ['Part 1'], 'own-prostate', 'SCT 41216001')];
    expect(matched(...coded)).toHaveLength(1);
    expect(matched(coded[0]!, { ...coded[1]!, code: 'SCT 10200004', structure: 'prostate' })).toHaveLength(2);
  });

  it('of different structures need a title that somebody has chosen [CMP-20]', () => {
    expect(matched(side('a', ['Part 1', 'Lesion']), side('b', ['Part 1', 'Lesion'], 'liver'))).toEqual([
      ['Part 1', 'a:Part 1', null],
      ['Lesion', 'a:Lesion', 'b:Lesion'],
      ['Part 1', null, 'b:Part 1'],
    ]);
  });

  it('of one structure are those of one value, if their titles differ [CAMP-17]', () => {
    const valued = (name: string, segments: readonly [title: string, value: number][]): MatchedSide => ({
      ...side(name, []),
      segments: segments.map(([title, value]) => ({ uuid: `${name}:${title}`, title, value })),
    });
    expect(
      matched(
        valued('a', [
          ['Zone', 1],
          ['Tumour', 2],
          ['Duct', 3],
        ]),
        valued('b', [
          ['Tumor', 2],
          ['Zone', 3],
          ['Cyst', 1],
        ]),
      ),
    ).toEqual([
      ['Zone', 'a:Zone', 'b:Zone'],
      ['Tumour', 'a:Tumour', 'b:Tumor'],
      ['Duct', 'a:Duct', null],
      ['Cyst', null, 'b:Cyst'],
    ]);
  });

  it('are one each, also where a title is there twice [CMP-20]', () => {
    const twice = { ...side('a', []), segments: ['1', '2'].map((uuid) => ({ uuid, title: 'Lesion' })) };
    expect(matched(twice, side('b', ['Lesion']))).toEqual([
      ['Lesion', '1', 'b:Lesion'],
      ['Lesion', '2', null],
    ]);
  });

  it('are found of three, too [CMP-20]', () => {
    expect(matched(side('a', ['Zone']), side('b', ['Zone', 'Lesion']), side('c', ['Lesion', 'Zone']))).toEqual([
      ['Zone', 'a:Zone', 'b:Zone', 'c:Zone'],
      ['Lesion', null, 'b:Lesion', 'c:Lesion'],
    ]);
  });
});
