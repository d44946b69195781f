import { expect, it } from 'vitest';
import { languageFor, loadTexts } from './languages.ts';

it('the chosen language is shown, else the first of the browser’s that there is, else English [OQ-32]', () => {
  expect(languageFor('en', ['de-CH'])).toBe('en');
  expect(languageFor(null, ['fr', 'de-CH', 'en-US'])).toBe('de');
  expect(languageFor(null, ['fr-CH'])).toBe('en');
  expect(languageFor('xx', ['de'])).toBe('de');
});

it('the texts of a language are loaded when it is shown', async () => {
  expect(await loadTexts('en')).toEqual({});
  expect((await loadTexts('de'))['Language']).toBe('Sprache');
});

it('a language that there is not cannot be found [NAV-15, ERR-24]', async () => {
  await expect(loadTexts('xx')).rejects.toThrow('Cannot find module');
});
