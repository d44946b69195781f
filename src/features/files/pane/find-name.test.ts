import { expect, it } from 'vitest';
import { isTyping, NOTHING_TYPED, placeOfTyped, typed } from './find-name.ts';

const NAMES = ['..', 'apple', 'Ähre', 'banana', 'apricot', 'scan 2'];

it('letters that follow each other are one search, after a pause a new one', () => {
  const first = typed(NOTHING_TYPED, 'a', 100);
  const second = typed(first, 'p', 900);
  expect([isTyping(NOTHING_TYPED, 0), isTyping(first, 1_100), isTyping(first, 1_101)]).toEqual([false, true, false]);
  expect([first.text, second.text, typed(second, 'b', 1_901).text]).toEqual(['a', 'ap', 'b']);
});

it('finds the next name that begins so, in any case, and begins again at the top', () => {
  expect(placeOfTyped(NAMES, 'AP', 0)).toBe(1);
  expect(placeOfTyped(NAMES, 'apr', 1)).toBe(4);
  expect(placeOfTyped(NAMES, 'ap', 5)).toBe(1);
  expect(placeOfTyped(NAMES, 'scan ', 0)).toBe(5);
});

it('the same letter again goes to the next one', () => {
  expect(placeOfTyped(NAMES, 'a', 0)).toBe(1);
  expect(placeOfTyped(NAMES, 'aa', 1)).toBe(4);
  expect(placeOfTyped(NAMES, 'aaa', 4)).toBe(1);
});

it('finds a letter in either of its Unicode forms', () => {
  expect(placeOfTyped(NAMES, 'a\u0308', 0)).toBe(2);
});

it('stays where nothing begins so', () => {
  expect([placeOfTyped(NAMES, 'x', 0), placeOfTyped([], 'a', 0)]).toEqual([-1, -1]);
});
