import { expect, it } from 'vitest';
import { dayOf, dueText, groupByUrgency, startOfDay, urgencyOf } from './task-days.ts';

const TODAY = '2026-03-01';

it('the day is that of the clock on the wall', () => {
  const at = new Date(2026, 0, 2, 23, 59, 59);
  expect(dayOf(at)).toBe('2026-01-02');
  expect(new Date(startOfDay(at)).getHours()).toBe(0);
  expect(dayOf(new Date(startOfDay(at)))).toBe('2026-01-02');
});

it.each([
  [null, '', 'later'],
  ['2026-02-27', '27.02.2026', 'overdue'],
  ['2026-02-28', 'yesterday', 'overdue'],
  ['2026-03-01', 'today', 'today'],
  ['2026-03-02', 'tomorrow', 'later'],
  ['2026-03-03', '03.03.2026', 'later'],
] as const)('a task that is due %s shows "%s" and is in the group %s [TASK-012]', (due, words, urgency) => {
  expect([dueText(due, TODAY), urgencyOf(due, TODAY)]).toEqual([words, urgency]);
});

it('urgent tasks are a group before the others, and an empty group is left out [TASK-012]', () => {
  const tasks = [{ due: '2026-02-01' }, { due: TODAY }, { due: '2026-04-01' }, { due: null }];
  expect(groupByUrgency(tasks, TODAY).map((group) => [group.isUrgent, group.tasks.length])).toEqual([
    [true, 2],
    [false, 2],
  ]);
  expect(groupByUrgency(tasks.slice(3), TODAY)).toEqual([{ isUrgent: false, tasks: [{ due: null }] }]);
});
