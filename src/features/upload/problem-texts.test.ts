import { describe, expect, it } from 'vitest';
import { PROBLEM_WORDS } from './problem-texts.ts';

describe('the words for a file that stays behind', () => {
  it.each(Object.entries(PROBLEM_WORDS))('%s: name the file once, say why in whole sentences, and what to do', (_, { what, todo }) => {
    expect(what.split('{name}')).toHaveLength(2);
    expect(what).toMatch(/\.$/);
    expect(todo).toMatch(/^[A-Z].*\.$/);
  });

  it('are different for each reason', () => {
    const whats = Object.values(PROBLEM_WORDS).map(({ what }) => what);
    expect(new Set(whats).size).toBe(whats.length);
  });

  it('are the given ones where there is no data part', () => {
    expect(PROBLEM_WORDS['no-pixel-data'].what).toBe('File {name} has no data part. Skipped.');
  });
});
