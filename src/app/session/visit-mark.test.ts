import { describe, expect, it } from 'vitest';
import { hasLeft, markOfSignIn, markOfSignOut, markToText, parseMark } from './visit-mark.ts';

const INES = markOfSignIn(null, 7, '00000001');

describe('the visit mark', () => {
  it('is read as it was written, and anything else is ignored', () => {
    const left = markOfSignOut(INES, '00000002');
    for (const mark of [INES, left]) expect(parseMark(markToText(mark))).toEqual(mark);
    for (const text of [null, '', '7', '7.1.', '7.0000000g.', 'x.00000001.', '7.00000001.00000002.3', '7.00000001.<b>']) {
      expect(parseMark(text)).toBeNull();
    }
  });

  it('tells every host that its user has signed out', () => {
    expect(hasLeft(markOfSignOut(INES, '00000002'), INES)).toBe(true);
    expect(hasLeft(markOfSignIn(INES, 8, '00000002'), INES)).toBe(true);
    const back = markOfSignIn(markOfSignOut(INES, '00000002'), 7, '00000003');
    expect(hasLeft(back, INES)).toBe(true);
    expect(hasLeft(back, back)).toBe(false);
  });

  it('is unchanged when the same user signs in again after an expired sign-in', () => {
    expect(hasLeft(markOfSignIn(INES, 7, '00000002'), INES)).toBe(false);
  });

  it('that is missing after a crash, or is older, does not end a visit', () => {
    expect(hasLeft(null, INES)).toBe(false);
    const signedOut = markOfSignOut(null, '00000001');
    expect(hasLeft(signedOut, markOfSignIn(signedOut, 7, '00000002'))).toBe(false);
  });

  it('that a host never saw ends its visit', () => {
    expect(hasLeft(markOfSignOut(null, '00000002'), null)).toBe(true);
  });
});
