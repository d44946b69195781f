import { describe, expect, it } from 'vitest';
import { mayShowFace } from './may-show-face.ts';
import { nnunetDataset, nnunetSplits } from './nnunet.ts';
import { classesOf } from './version-classes.ts';

const segments = (...titles: string[]) => titles.map((title) => ({ uuid: `${title} of ${titles.length}`, title }));

describe('the classes of a version [DSET-01]', () => {
  it('are the segments that most masks have, whatever the order of the masks', () => {
    const all = [
      segments('Anterior', 'Posterior'),
      segments('posterior ', 'anterior'),
      segments('Anterior'),
      segments('Anterior', 'Posterior'),
    ];
    for (const masks of [all, all.toReversed()]) {
      const { classes, valuesOf } = classesOf(masks);
      expect(classes).toEqual([
        { value: 1, title: 'Anterior' },
        { value: 2, title: 'Posterior' },
      ]);
      expect(masks.map((mask) => valuesOf(mask)?.map(({ value }) => value) ?? null)).toEqual(
        masks.map((mask) => (mask.length === 1 ? null : mask[0]!.title.startsWith('A') ? [1, 2] : [2, 1])),
      );
    }
  });

  it('are the first by their text where as many have others, and none of masks without segments or with two alike', () => {
    expect(classesOf([segments('B'), segments('A')]).classes).toEqual([{ value: 1, title: 'A' }]);
    expect(classesOf([segments(), segments('A', 'a'), segments('Z')]).classes).toEqual([{ value: 1, title: 'Z' }]);
    expect(classesOf([]).classes).toEqual([]);
  });
});

describe('the layout of nnU-Net [DSET-09]', () => {
  const cases = [
    { id: 'case_0001', part: 'train' },
    { id: 'case_0002', part: 'validation' },
    { id: 'case_0003', part: 'test' },
  ] as const;

  it('counts validation as training, and says in a split which cases it is', () => {
    const dataset = nnunetDataset({ classes: [{ value: 1, title: 'Background' }], channels: ['CT', 'DWI'], cases });
    expect(dataset).toEqual({
      ...{ channel_names: { 0: 'CT', 1: 'DWI' }, labels: { background: 0, 'Background (segment)': 1 } },
      ...{ numTraining: 2, file_ending: '.nii.gz' },
    });
    expect(nnunetSplits(cases)).toEqual([{ train: ['case_0001'], val: ['case_0002'] }]);
    expect(nnunetSplits(cases.slice(1))).toBeNull();
  });
});

describe('a face [DSET-12]', () => {
  it.each([
    ['head', 'CT', true],
    ['brain', 'MR', true],
    ['whole-body', 'PT', true],
    ['', 'MR', true],
    ['a part that a server has added', 'CT', true],
    ['prostate', 'MR', false],
    ['head', 'US', false],
  ])('can be drawn from %s in %s: %s', (bodyPart, modality, expected) => {
    expect(mayShowFace({ bodyPart, modality })).toBe(expected);
  });
});
