import { expect, it } from 'vitest';
import { CATEGORY_CODES, LATERALITY_CODES, SnomedId } from './structures.ts';

it('accepts the codes of the lists', () => {
  for (const { value } of [...CATEGORY_CODES, ...LATERALITY_CODES])
    expect([value, SnomedId.safeParse(value).success]).toEqual([value, true]);
});

it('detects every single wrong digit of a code and every two exchanged neighbours', () => {
  const right = '900000000000207008';
  expect(SnomedId.safeParse(right).success).toBe(true);
  const wrong = [...right].flatMap((digit, at) => [
    ...[...'0123456789'].filter((other) => other !== digit).map((other) => right.slice(0, at) + other + right.slice(at + 1)),
    ...(right[at + 1] === undefined || right[at + 1] === digit ? [] : [right.slice(0, at) + right[at + 1] + digit + right.slice(at + 2)]),
  ]);
  expect(wrong.filter((id) => SnomedId.safeParse(id).success)).toEqual([]);
});
