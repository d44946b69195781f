import { describe, expect, it } from 'vitest';
import type { FormItem } from '#contract/forms.ts';
import type { ShownAnswer } from '#model/forms/shown-answers.ts';
import { lesionMarks, nearnessOf } from './lesion-marks.ts';
import { lesionRing } from './lesion-ring.ts';
import { createLesionStore } from './lesion-store.ts';

const place = (number: number, point: [number, number] | null, sop = `1.${number}`) => ({
  series: 'ct',
  slice: { grid: 'hash', number, sop, frame: 0, point },
});
const item = (uuid: string, number: number, more: Partial<FormItem> = {}): FormItem => ({
  ...{ uuid, scope: 'lesion', number, place: place(2, [10, 20]), values: {}, sources: {} },
  ...more,
});
const answer = (items: FormItem[], more: object = {}) =>
  ({ uuid: 'a', form: 'f', number: 1, read: null, aside: false, user: { id: 1 }, items, ...more }) as unknown as ShownAnswer;
const OWN = { read: null, userId: 1, other: null };

describe('lesions on the panes [FORM-24]', () => {
  it('are those of the own answer that have a position, each with its number and colour', () => {
    const marks = lesionMarks(
      [
        answer([
          item('one', 1),
          item('two', 2, { place: place(3, null) }),
          item('three', 3, { place: null }),
          item('s', 1, { scope: 'slice' }),
        ]),
        answer([item('other', 1)], { uuid: 'b', user: { id: 2 } }),
        answer([item('of a read', 1)], { uuid: 'c', read: 'r' }),
        answer([item('kept aside', 1)], { uuid: 'd', aside: true }),
      ],
      OWN,
    );
    expect(marks).toMatchObject([{ form: 'f', lesion: 'one', number: 1, point: [10, 20], place: { series: 'ct', slice: 2, sop: '1.2' } }]);
    const two = lesionMarks([answer([item('one', 1), item('two', 2)])], OWN);
    expect(two[0]!.colour).not.toBe(two[1]!.colour);
  });

  it('in a read are those of the read, and while somebody else’s answer is shown, those of it', () => {
    const answers = [answer([item('own', 1)]), answer([item('of a read', 1)], { uuid: 'c', read: 'r' })];
    expect(lesionMarks(answers, { ...OWN, read: 'r' }).map(({ lesion }) => lesion)).toEqual(['of a read']);
    const other = answer([item('theirs', 1)], { uuid: 'b', user: { id: 2 } });
    expect(lesionMarks(answers, { ...OWN, other }).map(({ lesion }) => lesion)).toEqual(['theirs']);
  });

  it('are on their slice, faint on the slices beside it, and on no other', () => {
    const [mark] = lesionMarks([answer([item('one', 1)])], OWN);
    // Slices of the pane go the other way than those of the grid.
    const open = { gridHash: 'hash', gridSlices: [4, 3, 2, 1, 0] };
    const on = (slice: number, series = 'ct') =>
      nearnessOf(mark!, series, { facts: {}, slice, sop: `1.${4 - slice}`, frameInFile: 0 } as never, open);
    expect([0, 1, 2, 3, 4].map((slice) => on(slice))).toEqual([null, 'beside', 'here', 'beside', null]);
    expect(on(1, 'mr')).toBeNull();
  });

  it('have their ring within the cell', () => {
    expect(lesionRing({ x: 100, y: 100 }, { width: 200 })).toEqual({ x: 128, y: 72 });
    expect(lesionRing({ x: 190, y: 10 }, { width: 200 })).toEqual({ x: 162, y: 38 });
  });

  it('ask the form to open them, each time', () => {
    const store = createLesionStore();
    let told = 0;
    store.subscribe(() => (told += 1));
    store.show('f', 'one');
    store.show('f', 'one');
    expect(store.read()).toMatchObject({ current: 'one', asked: { form: 'f', lesion: 'one', times: 2 } });
    store.choose('one');
    expect(told).toBe(2);
  });
});
