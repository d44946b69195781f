import { expect, test } from 'vitest';
import { shiftDates } from './shift-dates.ts';

test.each([
  ['20240301', -1, '20240229'],
  ['20240301', -366, '20230301'],
  ['2024.03.01', -1, '2024.02.29'],
  ['20240301101112.123456+0100', -1, '20240229101112.123456+0100'],
  ['20240301\\20240303', -1, '20240229\\20240302'],
  ['202403', -1, '202402'],
  ['2024', -1, '2023'],
  ['', -1, ''],
  ['00500101', -1, '00491231'],
])('%s by %i days is %s', (text, days, shifted) => {
  expect(shiftDates(text, days)).toBe(shifted);
});

test.each(['20241301', '20240199', 'yesterday', '12/03/2024', '2024030', '00010101', '202403+0100'])(
  '%s is no date that can be moved',
  (text) => {
    expect(shiftDates(text, -1)).toBe(null);
  },
);
