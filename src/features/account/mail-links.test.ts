import { expect, it } from 'vitest';
import { resetTokenOf, verifyLinkOf } from './mail-links.ts';

const TOKEN = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF';

it('reads the links as the mails contain them', () => {
  expect(resetTokenOf(`#token=${TOKEN}`)).toBe(TOKEN);
  expect(verifyLinkOf(`?url=${encodeURIComponent(`/email/verify/7/${TOKEN}`)}`)).toEqual({ id: '7', hash: TOKEN });
});

it.each([
  '',
  '?url=',
  `?url=/email/verify/7/${TOKEN}/`,
  `?url=/email/verify/0/${TOKEN}`,
  `?url=https://evil.example/email/verify/7/${TOKEN}`,
  `?url=//evil.example/email/verify/7/${TOKEN}`,
  `?url=/email/verify/7/../../logout`,
  '?url=/logout',
])('ignores %s', (search) => {
  expect(verifyLinkOf(search)).toBeNull();
});

it.each(['', '#token=', `#token=${TOKEN}x`, `#${TOKEN}`, `#token=${TOKEN}&x=1`])('finds no token in %s', (hash) => {
  expect(resetTokenOf(hash)).toBeNull();
});
