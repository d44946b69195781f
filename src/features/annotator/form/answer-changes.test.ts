import { expect, it } from 'vitest';
import type { FormDefinition } from '#contract/forms.ts';
import { carriedOver, EMPTY_ANSWER, settled, withItem, withoutItem, withPlace, withValue } from './answer-changes.ts';
import { formsToChoose, ownAnswers } from './own-answers.ts';
import { rulersFor } from './rulers.ts';

const common = { label: 'A', hint: '', code: null, required: true, shownWhen: null } as const;
const FORM: FormDefinition = {
  sections: [
    { scope: 'study', title: 'S', fields: [{ ...common, key: 'a', kind: 'text' }] },
    { scope: 'lesion', title: 'L', fields: [{ ...common, key: 'n', kind: 'number', unit: 'mm', min: 0, max: 10, decimals: 1 }] },
  ],
};
const text = (of: string) => ({ kind: 'text' as const, text: of });
const number = (of: number) => ({ kind: 'number' as const, number: of });

it('lesions are numbered by the greatest number, and values and sources are theirs [FORM-06]', () => {
  let content = withItem(withItem(EMPTY_ANSWER, { uuid: 'x', scope: 'lesion', place: null }), { uuid: 'y', scope: 'lesion', place: null });
  content = withItem(withoutItem(content, 'x'), { uuid: 'z', scope: 'lesion', place: null });
  expect(content.items.map(({ uuid, number }) => [uuid, number])).toEqual([
    ['y', 2],
    ['z', 3],
  ]);
  content = withValue(content, { item: 'z', field: 'n', value: number(8), source: 'ruler' });
  expect(content.items[1]).toMatchObject({ values: { n: number(8) }, sources: { n: 'ruler' } });
  // What is typed was not measured.
  content = withValue(content, { item: 'z', field: 'n', value: number(9) });
  expect(content.items[1]).toMatchObject({ values: { n: number(9) }, sources: {} });
  expect(withValue(content, { item: 'z', field: 'n', value: null }).items[1]!.values).toEqual({});
  expect(withPlace(content, 'z', { series: 's', slice: null }).items[1]!.place).toEqual({ series: 's', slice: null });
});

it('a complete answer becomes a draft when something is missing again [FORM-10]', () => {
  const complete = { ...EMPTY_ANSWER, state: 'complete' as const, values: { a: text('x') } };
  expect(settled(FORM, complete)).toBe(complete);
  expect(settled(FORM, { ...complete, values: {} }).state).toBe('draft');
});

it('a later version takes over what is still valid in it [FORM-13]', () => {
  const before = {
    ...{ state: 'complete' as const, values: { a: text('x'), gone: text('y') }, sources: {} },
    items: [
      { uuid: 'x', scope: 'lesion' as const, number: 1, place: null, values: { n: number(8) }, sources: { n: 'ruler' } },
      { uuid: 'y', scope: 'lesion' as const, number: 2, place: null, values: { n: number(80) }, sources: { n: 'ruler' } },
      { uuid: 'z', scope: 'series' as const, number: 1, place: null, values: {}, sources: {} },
    ],
  };
  expect(carriedOver(FORM, before)).toEqual({
    ...{ state: 'draft', values: { a: text('x') }, sources: {} },
    items: [before.items[0], { ...before.items[1], values: {}, sources: {} }],
  });
});

it('numbers are taken from lengths on the patient, in the unit of the field, the current one first [FORM-21]', () => {
  const ruler = (uuid: string, values: object, scale: 'patient' | 'detector' | 'pixels' = 'patient') => ({
    ...{ uuid, number: 1, kind: 'length' as const, text: '' },
    measured: { values, scale, unit: null },
  });
  const all = [
    ruler('a', { length: 22.36 }),
    ruler('b', { longAxis: 8, shortAxis: 4 }),
    ruler('c', { length: 5 }, 'pixels'),
    ruler('d', { length: 5 }, 'detector'),
    ruler('e', { angle: 45 }),
  ];
  const values = (unit: string, current: string | null) =>
    rulersFor(all, { unit, decimals: 1 }, current).map(({ uuid, value }) => [uuid, value]);
  expect(values('mm', null)).toEqual([
    ['b', 8],
    ['a', 22.4],
  ]);
  expect(values('cm', 'a')).toEqual([
    ['a', 2.2],
    ['b', 0.8],
  ]);
  expect(values('ml', 'a')).toEqual([]);
});

it('a reader has one answer in a read, in the latest version that was answered, and what is aside [FORM-06, FORM-09]', () => {
  const answer = (uuid: string, version: number, more: object = {}) => ({
    ...{ ...EMPTY_ANSWER, uuid, form: 'f', number: version, read: null, aside: false, user: { id: 1, name: 'Eva' }, editable: true },
    ...{ version: 1, created_at: null, updated_at: null, waits: false },
    ...more,
  });
  const all = [
    answer('first', 1),
    answer('second', 2),
    answer('aside', 2, { aside: true }),
    answer('read', 3, { read: 'r' }),
    answer('other', 3, { user: { id: 2, name: 'Tom' } }),
  ];
  const own = ownAnswers(all, { form: 'f', read: null, userId: 1 });
  expect([own.answer?.uuid, own.aside.map(({ uuid }) => uuid)]).toEqual(['second', ['aside']]);
  expect(ownAnswers(all, { form: 'f', read: 'r', userId: 1 }).answer?.uuid).toBe('read');
  const version = (form: string, of: number, offered: boolean) => ({
    ...{ form, number: of, title: form, definition: FORM, project: { id: 1, name: 'P' }, offered },
  });
  const forms = [version('f', 1, false), version('f', 3, true), version('g', 1, false), version('h', 1, true)];
  expect(formsToChoose(forms, all, { read: null, userId: 1 }).map(({ form, number }) => [form, number])).toEqual([
    ['f', 3],
    ['h', 1],
  ]);
});
