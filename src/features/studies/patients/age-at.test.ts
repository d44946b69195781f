import { expect, it } from 'vitest';
import { ageAt } from './age-at.ts';

it.each([
  ['the day before a birthday', '19580412', '20260411', 67],
  ['a birthday', '19580412', '20260412', 68],
  ['the day of birth', '20260412', '20260412', 0],
  ['a study before the birth', '20260412', '20260411', null],
  ['an unknown birth date', '', '20260411', null],
  ['an unknown study date', '19580412', '', null],
  ['a date of another form', '1958-04-12', '20260411', null],
])('the age at %s', (_when, birthDate, date, age) => {
  expect(ageAt(birthDate, date)).toBe(age);
});
