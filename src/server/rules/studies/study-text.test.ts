import { describe, expect, it } from 'vitest';
import { parseStudyText, studyToText } from './study-text.ts';

describe('the text of a study', () => {
  it.each([1, 12, 4_821, 999_999_999_999_999])('is read as the id that it was made of: %d [ODD-36]', (id) => {
    expect(parseStudyText(studyToText(id))).toBe(String(id));
  });

  it('fits into an address, and is never taken for a plain id or a uuid', () => {
    for (const id of [1, 62, 63, 999_999_999_999_999]) expect(studyToText(id)).toMatch(/^(?=.*[A-Za-z])[\w-]{1,35}$/);
  });

  const encode = (text: string) => Buffer.from(text).toString('base64url');
  it.each([
    ['nothing', ''],
    ['a plain id', '12'],
    ['a uuid', '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d'],
    ['another kind', encode('series:12')],
    ['an id of 0', encode('study:0')],
    ['a sign', encode('study:-1')],
    ['a leading zero', encode('study:012')],
    ['more than an id', encode('study:12 or 1=1')],
    ['an id that is too long', encode('study:1000000000000000')],
    ['padding', `${studyToText(1)}=`],
    ['letters that base64 ignores', ` ${studyToText(12)}!`],
  ])('is not read from %s', (_what, text) => {
    expect(parseStudyText(text)).toBeNull();
  });
});
