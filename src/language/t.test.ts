import { afterEach, describe, expect, it } from 'vitest';
import { currentLanguage } from './current-language.ts';
import { formatDecimal } from './numbers.ts';
import { inContext, marked, setTexts, t, translated } from './t.ts';

const STUDIES = '{count, plural, one {# study} other {# studies}}';

afterEach(() => setTexts('en', {}));

describe('a text', () => {
  it('is the English one where no language is set', () => {
    expect(currentLanguage()).toBe('en');
    expect(t('Can’t be read')).toBe('Can’t be read');
    expect([0, 1, 2, 1284].map((count) => t(STUDIES, { count }))).toEqual(['0 studies', '1 study', '2 studies', '1\u2009284 studies']);
  });

  it('is the one of the language, with its values in its own order', () => {
    setTexts('de', { '{name} in {place}': 'In {place}: {name}', [STUDIES]: '{count, plural, one {# Studie} other {# Studien}}' });
    expect(t('{name} in {place}', { name: '<b>', place: '{x}' })).toBe('In {x}: <b>');
    expect([1, 2].map((count) => t(STUDIES, { count }))).toEqual(['1 Studie', '2 Studien']);
  });

  it('is English where the language lacks it', () => {
    setTexts('de', {});
    expect(t('Studies')).toBe('Studies');
  });

  it('of several meanings has a context, which is never shown', () => {
    expect(inContext('verb', 'Open')).toBe('Open');
    setTexts('de', { Open: 'Offen', 'Open [verb]': 'Öffnen' });
    expect([t('Open'), inContext('verb', 'Open')]).toEqual(['Offen', 'Öffnen']);
  });

  it('may have braces, in quotes', () => {
    expect(t("a '{b}' c")).toBe('a {b} c');
  });

  it('without a value that it names is a fault', () => {
    expect(() => t('{name} in {place}', { name: 'x' })).toThrow();
  });

  it('that was made elsewhere is translated where it is shown, if it is one of the product’s', () => {
    const text = marked('Not authorized');
    setTexts('de', { 'Not authorized': 'Nicht berechtigt' });
    expect([translated(text), translated('ACME Medical')]).toEqual(['Nicht berechtigt', 'ACME Medical']);
  });
});

it('a number has the decimal comma where the language has it', () => {
  expect(formatDecimal(8.46, 1)).toBe('8.5');
  setTexts('de', {});
  expect([formatDecimal(8.46, 1), formatDecimal(-0.5, 2)]).toEqual(['8,5', '-0,50']);
});
