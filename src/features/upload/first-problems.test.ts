import { describe, expect, it } from 'vitest';
import type { ProblemView } from '#model/upload-view.ts';
import { firstProblems } from './first-problems.ts';

const problem = (name: string): ProblemView => ({ fileId: `id of ${name}`, name, problem: 'cut-off' });
const namesOf = (problems: readonly ProblemView[]): string[] => problems.map(({ name }) => name);

describe('the first rows of files that stay behind', () => {
  it('are those of the whole list in its order, for every number of them', () => {
    const problems = Array.from({ length: 200 }, (_, n) => problem(`IM_${(n * 77) % 200}`));
    const readable = new Set(['id of IM_150', 'id of IM_9']);
    const whole = namesOf(firstProblems(problems, readable, Infinity));
    expect(whole.slice(0, 4)).toEqual(['IM_9', 'IM_150', 'IM_0', 'IM_1']);
    expect(whole.indexOf('IM_10')).toBeGreaterThan(whole.indexOf('IM_2'));
    for (const count of [1, 2, 12, 199, 200, 201]) {
      expect(namesOf(firstProblems(problems, readable, count))).toEqual(whole.slice(0, count));
    }
  });
});
