import { afterEach, expect, it } from 'vitest';
import { setCurrentLanguage } from '#language/current-language.ts';
import { figureText } from './figure-text.ts';

afterEach(() => setCurrentLanguage('en'));

it('writes a number with its own digits', () => {
  expect([2.5, 10, -0.0123, 1e-7].map(figureText)).toEqual(['2.5', '10', '-0.0123', '1e-7']);
});

it('has the decimal comma in German', () => {
  setCurrentLanguage('de');
  expect([2.5, 10, -0.0123].map(figureText)).toEqual(['2,5', '10', '-0,0123']);
});
