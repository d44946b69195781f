import { afterEach, expect, it } from 'vitest';
import { setCurrentLanguage } from './current-language.ts';
import { formatFigure } from './numbers.ts';

afterEach(() => setCurrentLanguage('en'));

it('writes a number with its own digits', () => {
  expect([2.5, 10, -0.0123, 1e-7, '1.20'].map(formatFigure)).toEqual(['2.5', '10', '-0.0123', '1e-7', '1.20']);
});

it('has the decimal comma in German', () => {
  setCurrentLanguage('de');
  expect([2.5, 10, -0.0123].map(formatFigure)).toEqual(['2,5', '10', '-0,0123']);
});
