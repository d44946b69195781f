import { expect, test } from 'vitest';
import { foundFields } from './found-fields.ts';

const FIELDS = [
  { group: 'Patient', code: '(0010,0010)', name: "Patient's Name", value: 'Heron^Quiet' },
  { group: 'Acquisition', code: '(0018,0081)', name: 'Echo Time', value: '104' },
  { group: 'Acquisition', code: '(0018,0080)', name: 'Repetition Time', value: '5660' },
];
const codes = (search: string) => foundFields(FIELDS, search).flatMap(({ fields }) => fields.map(({ code }) => code));

test('fields are found by name, code or value, with all words of the search [UI-10]', () => {
  expect(foundFields(FIELDS, '').map(({ group, fields }) => [group, fields.length])).toEqual([
    ['Patient', 1],
    ['Acquisition', 2],
  ]);
  expect(codes('time')).toEqual(['(0018,0081)', '(0018,0080)']);
  expect(codes('TIME 104')).toEqual(['(0018,0081)']);
  expect(codes('00180080')).toEqual(['(0018,0080)']);
  expect(codes('heron time')).toEqual([]);
});
