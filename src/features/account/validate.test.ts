import { describe, expect, it } from 'vitest';
import { isEmail, isNewPassword, isSlug } from './validate.ts';

describe('the checks of the account forms', () => {
  it('take what the server takes', () => {
    expect([isEmail(' ines@example.org '), isNewPassword('0123456789'), isSlug('radiology-west')]).toEqual([null, null, null]);
  });

  it('say what is missing', () => {
    expect(isEmail('')).toBe('This field is needed');
    expect(isEmail('ines@example')).toBe('This is not an e-mail address');
    expect(isNewPassword('short')).toBe('5 of at least 10 characters');
    expect(isSlug('-west')).toBe('Small letters, digits and hyphens, up to 63');
  });
});
