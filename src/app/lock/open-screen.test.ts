import { beforeEach, expect, it } from 'vitest';
import type { ApiFailure } from '#api/result.ts';
import { openScreen } from './open-screen.ts';

const WRONG: ApiFailure = {
  kind: 'refused',
  status: 422,
  code: 'invalid',
  message: 'Some fields are wrong',
  errors: { password: ['The password is wrong.'] },
};
let kept: string[];
let tries: number;
beforeEach(() => {
  kept = [];
  tries = 0;
});

const open = (failure: ApiFailure | null, offline: 'right' | 'none' | 'spent' | number = 'none') =>
  openScreen(7, 'secret', {
    ask: async () => (failure === null ? { ok: true, value: null } : { ok: false, failure }),
    offline: {
      keep: async (userId, password) => void kept.push(`${userId} ${password}`),
      async check() {
        tries += 1;
        return typeof offline === 'number' ? { verdict: 'wrong', left: offline } : { verdict: offline };
      },
    },
  });

it('unlocks when the server accepts the password, and keeps what an offline check needs', async () => {
  expect(await open(null)).toBeNull();
  expect(kept).toEqual(['7 secret']);
});

it.each<[string, ApiFailure, string]>([
  ['the password is wrong', WRONG, 'The password is wrong'],
  [
    'there were too many tries',
    { kind: 'refused', status: 429, code: 'too_many', message: '', retryAfterMs: 16_000 },
    'Too many tries. Wait 16 seconds, then try again.',
  ],
  ['the server is busy', { kind: 'refused', status: 503, code: 'unavailable', message: 'Not now.' }, 'Not now.'],
])('shows the reason when %s, and does not check on the device instead', async (_why, failure, words) => {
  expect(await open(failure, 'right')).toBe(words);
  expect([kept, tries]).toEqual([[], 0]);
});

it.each<['right' | 'none' | 'spent' | number, string | null]>([
  ['right', null],
  [3, 'The password is wrong. 3 more tries without the server.'],
  [1, 'The password is wrong. One more try without the server.'],
  ['spent', 'Too many attempts without the server. Unlock when the server can be reached again.'],
  ['none', 'This device cannot check the password yet. Unlock when the server can be reached.'],
])('checks on the device when no server answers: %s', async (verdict, words) => {
  expect(await open({ kind: 'network' }, verdict)).toBe(words);
  expect([kept, tries]).toEqual([[], 1]);
});
