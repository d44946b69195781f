import { describe, expect, it } from 'vitest';
import { isEmail, isNewPassword, isSlug } from './validate.ts';

describe('the checks of the account forms', () => {
  it('accept what the server accepts', () => {
    expect([isEmail(' ines@example.org '), isNewPassword('0123456789'), isSlug('radiology-west')]).toEqual([null, null, null]);
  });

  it('report what is missing', () => {
    expect(isEmail('')).toBe('This field is required');
    expect(isEmail('ines@example')).toBe('Enter a valid e-mail address');
    expect(isNewPassword('short')).toBe('5 of at least 10 characters');
    expect(isSlug('-west')).toBe('Lowercase letters, digits and hyphens, up to 63');
  });
});
