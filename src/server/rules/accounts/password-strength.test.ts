import { expect, test } from 'vitest';
import { Refusal } from '#server/rules/context.ts';
import { assertStrongPassword } from './password-strength.ts';

const ADA = { name: 'Ada Lindqvist', email: 'ada.lindqvist@westhospital.org' };

async function refusalOf(password: string): Promise<string | null> {
  try {
    await assertStrongPassword(password, ADA);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.code).toBe('weak_password');
    return error.detail.errors?.['password']?.[0] ?? '';
  }
}

test.each(['1234567890', 'qwertyuiop', 'PASSWORD123', 'iloveyou123'])('%s is on the list of common passwords', async (password) => {
  expect(await refusalOf(password)).toBe('This password is on a list of common and leaked passwords.');
});

test.each(['Ada.Lindqvist', 'adalindqvist2026', 'ada.lindqvist@westhospital.org', 'Westhospital!1', 'LINDQVIST-Ada-1'])(
  "%s is derived from the user's name or address",
  async (password) => {
    expect(await refusalOf(password)).toBe('This password is based on your name or e-mail address.');
  },
);

test.each(['aaaaaaaaaaaa', 'abcdefghijkl', 'Summer2026!', 'Winter2026', 'hospital1234', 'Password2026!', '1985-03-07', 'lightship1'])(
  '%s is too easy to guess',
  async (password) => {
    expect(await refusalOf(password)).toBe('This password is too easy to guess. Use a longer one, such as four words.');
  },
);

test.each(['a violet heron of strangers', 'correct horse battery staple', 'k7#Vq2!mZp9', 'lindqvist likes slow trains'])(
  '%s is accepted',
  async (password) => {
    expect(await refusalOf(password)).toBeNull();
  },
);

test('a password of any length is rated in time', async () => {
  expect(await refusalOf('4@8({[</369&#!1|0$5+7%2'.repeat(40))).toBeNull();
  expect(await refusalOf('a'.repeat(1024))).not.toBeNull();
});
