import { expect, it } from 'vitest';
import { ApiFailureError } from '#api/result.ts';
import { failureText, loadingFailedText, TEXTS } from './texts.ts';

it.each([
  [TEXTS.placeholder, 'Select project'],
  [TEXTS.notFound, 'No elements found.'],
  [TEXTS.none, 'No projects available'],
  [TEXTS.saved, 'Projects for this study have been updated'],
  [TEXTS.locked, 'This project cannot be removed because it has already been started'],
  [loadingFailedText('Too slow'), 'Error loading projects: Too slow'],
  [failureText(new Error('anything')), 'Failed to fetch projects'],
])('given texts are shown verbatim: %j [PROJ-14]', (shown, given) => {
  expect(shown).toBe(given);
});

it('the message of a refusal is kept [PROJ-13, ERR-09]', () => {
  const refused = new ApiFailureError({ kind: 'refused', status: 403, code: 'forbidden', message: 'You may not see projects.' } as never);
  expect(failureText(refused)).toBe('You may not see projects.');
});
