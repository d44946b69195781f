import { describe, expect, it } from 'vitest';
import { markToText, nextMark, parseMark } from './eviction-mark.ts';

const A = 'aaaaaaaa';
const B = 'bbbbbbbb';

describe('the eviction mark', () => {
  it('follows the database while it is the same one', () => {
    expect(nextMark(null, { keyId: A, files: 3 })).toEqual({ keyId: A, files: 3, lost: 0 });
    expect(nextMark({ keyId: A, files: 3, lost: 0 }, { keyId: A, files: 0 })).toEqual({ keyId: A, files: 0, lost: 0 });
  });

  it('counts the files of a replaced database as lost, and keeps counting', () => {
    const once = nextMark({ keyId: A, files: 16, lost: 0 }, { keyId: B, files: 0 });
    expect(once).toEqual({ keyId: B, files: 0, lost: 16 });
    const later = nextMark(once, { keyId: B, files: 4 });
    expect(later).toEqual({ keyId: B, files: 4, lost: 16 });
    expect(nextMark(later, { keyId: A, files: 0 })).toEqual({ keyId: A, files: 0, lost: 20 });
  });

  it('counts nothing as lost when nothing was stored', () => {
    expect(nextMark({ keyId: A, files: 0, lost: 0 }, { keyId: B, files: 2 }).lost).toBe(0);
  });

  it('is read as it was written, and foreign content is ignored', () => {
    const mark = { keyId: 'e2cb3639', files: 1234, lost: 5 };
    expect(parseMark(markToText(mark))).toEqual(mark);
    for (const text of ['', 'x', 'e2cb3639.1', 'e2cb3639.-1.0', 'E2CB3639.1.0', 'e2cb3639.1.0.0', `e2cb3639.${'9'.repeat(30)}.0`])
      expect(parseMark(text)).toBeNull();
  });
});
