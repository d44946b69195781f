import { describe, expect, it } from 'vitest';
import type { SentTaskMove, Task } from '#contract/tasks.ts';
import { isKept, nextTask, shownTask, type TaskMoveWrite } from './shown-tasks.ts';

const person = (id: number, name: string) => ({ id, name, data: { color: '#112233' } });
const ADA = person(1, 'Ada');
const GUS = person(2, 'Gus');

const task = (uuid: string, more: Partial<Task> = {}): Task => ({
  ...{ uuid, kind: 'annotate', assignee: ADA, role: null, from: GUS, due: null, note: '', state: 'open', reason: '' },
  subject: { kind: 'study', uuid: 'study', patientName: '', modality: 'MR', studyDate: '', bodyPart: null, picture: null },
  ...{ changed_by: null, decision: null, minutes: 3, you: ['holder'], created_at: '', updated_at: '', finished_at: null },
  ...more,
});
const move = (of: string, body: SentTaskMove): TaskMoveWrite => ({ kind: 'task-move', task: of, study: 'study', after: 0, body });
const shown = (of: Task, ...moves: SentTaskMove[]) =>
  shownTask(
    of,
    moves.map((body) => move(of.uuid, body)),
    ADA,
  );

describe('a task with moves that wait [REVIEW-11]', () => {
  it('is in the state that they lead to', () => {
    expect(shown(task('a'))).toMatchObject({ state: 'open', waits: false });
    expect(shown(task('a', { state: 'returned', reason: 'Apex' }), { act: 'start' })).toMatchObject({
      ...{ state: 'started', reason: 'Apex', waits: true },
    });
    expect(shown(task('a'), { act: 'start' }, { act: 'finish', minutes: 4 })).toMatchObject({
      ...{ state: 'done', minutes: 7, changed_by: ADA, you: ['holder'], waits: true },
    });
    expect(shown(task('a', { kind: 'review' }), { act: 'finish', decision: 'changes', reason: 'Apex' })).toMatchObject({
      ...{ state: 'done', decision: 'changes', reason: 'Apex' },
    });
  });

  it('goes to its assigner when it is sent back', () => {
    expect(shown(task('a'), { act: 'send_back', reason: 'No ADC' })).toMatchObject({ state: 'returned', assignee: GUS, you: [] });
  });

  it('is as the server has it, if the move will be refused, or is of another task', () => {
    expect(shown(task('a', { state: 'cancelled' }), { act: 'finish' })).toMatchObject({ state: 'cancelled', waits: false });
    expect(shownTask(task('a'), [move('b', { act: 'finish' }), { kind: 'layout' }], ADA)).toMatchObject({ state: 'open', waits: false });
  });
});

it.each([
  ['start', ADA, true],
  ['finish', ADA, true],
  ['send_back', ADA, true],
  ['hand_over', ADA, false],
  ['reopen', ADA, false],
  ['start', null, false],
  ['finish', GUS, false],
] as const)('%s of a task that is assigned to %j is kept on the device: %s [REVIEW-11]', (act, assignee, expected) => {
  expect(isKept({ assignee }, act, ADA.id)).toBe(expected);
});

describe('the next case [REVIEW-14]', () => {
  const list = [task('a'), task('b', { state: 'done' }), task('c'), task('d', { you: ['assigner'] })].map((one) => shown(one));
  it.each([
    [undefined, 'a'],
    ['a', 'c'],
    ['c', 'a'],
    ['gone', 'a'],
  ])('after %s is %s', (after, expected) => {
    expect(nextTask(list, after)?.uuid).toBe(expected);
  });

  it('is none when only the current one waits', () => {
    expect(nextTask([shown(task('a'))], 'a')).toBeNull();
    expect(nextTask([], 'a')).toBeNull();
  });
});
