import { describe, expect, it } from 'vitest';
import { PROBLEM_WORDS } from './problem-texts.ts';

describe('the text for a file that is not uploaded', () => {
  it.each(Object.entries(PROBLEM_WORDS))(
    '%s: names the file once, gives the reason in whole sentences, and says what to do',
    (_, { what, todo }) => {
      expect(what.split('{name}')).toHaveLength(2);
      expect(what).toMatch(/\.$/);
      expect(todo).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('differs for each reason', () => {
    const whats = Object.values(PROBLEM_WORDS).map(({ what }) => what);
    expect(new Set(whats).size).toBe(whats.length);
  });

  it('is the given one for a file without a data part [FILE-015, ERR-28]', () => {
    expect(PROBLEM_WORDS['no-pixel-data'].what).toBe('File {name} has no data part. Skipped.');
  });
});
