import { describe, expect, it } from 'vitest';
import type { ProblemView } from '#model/uploads/upload-view.ts';
import { firstProblems } from './first-problems.ts';

const problem = (name: string): ProblemView => ({ fileId: `id of ${name}`, name, problem: 'cut-off' });
const namesOf = (problems: readonly ProblemView[]): string[] => problems.map(({ name }) => name);

describe('the first rows of files that are not uploaded', () => {
  it('are the beginning of the sorted list, for any number of rows', () => {
    const problems = Array.from({ length: 200 }, (_, n) => problem(`IM_${(n * 77) % 200}`));
    problems[50] = { ...problem('COPY'), problem: 'duplicate' };
    const whole = namesOf(firstProblems(problems, Infinity));
    expect([...whole.slice(0, 3), ...whole.slice(-2)]).toEqual(['IM_0', 'IM_1', 'IM_2', 'IM_199', 'COPY']);
    expect(whole.indexOf('IM_10')).toBeGreaterThan(whole.indexOf('IM_2'));
    for (const count of [1, 2, 12, 199, 200, 201]) {
      expect(namesOf(firstProblems(problems, count))).toEqual(whole.slice(0, count));
    }
  });
});
