import { describe, expect, it } from 'vitest';
import { TASK_ACTS, TASK_STATES, type TaskAct, type TaskParty, type TaskState } from '#contract/tasks.ts';
import { actsOf, moveOf, WAITING } from './task-states.ts';

describe('a task [TASK-002]', () => {
  it.each<[TaskState, TaskParty[], TaskAct[]]>([
    ['open', ['holder'], ['start', 'finish', 'send_back', 'hand_over']],
    ['open', ['assigner'], ['hand_over', 'cancel']],
    ['open', ['administrator'], ['hand_over', 'cancel']],
    ['open', ['holder', 'assigner'], ['start', 'finish', 'hand_over', 'cancel']],
    ['started', ['holder'], ['finish', 'send_back', 'hand_over']],
    ['returned', ['holder', 'assigner'], ['start', 'finish', 'hand_over', 'cancel']],
    ['done', ['holder'], ['reopen']],
    ['done', ['assigner'], ['send_back', 'reopen']],
    ['cancelled', ['holder'], []],
    ['cancelled', ['administrator'], ['reopen']],
  ])('that is %s allows %j exactly %j', (state, parties, acts) => {
    expect(actsOf(state, parties)).toEqual(acts);
  });

  it('allows nothing to anybody else, in no state', () => {
    for (const state of TASK_STATES) for (const act of TASK_ACTS) expect(moveOf(act, state, [])).toBeNull();
  });

  it('that is started or finished belongs to who did it', () => {
    expect(moveOf('start', 'open', ['holder'])).toEqual({ to: 'started', holder: 'mover' });
    expect(moveOf('finish', 'started', ['holder'])).toEqual({ to: 'done', holder: 'mover' });
  });

  it('that waits is sent back to its assigner, and one that is done to the person who finished it', () => {
    expect(moveOf('send_back', 'started', ['holder'])).toEqual({ to: 'returned', holder: 'assigner' });
    expect(moveOf('send_back', 'done', ['assigner'])).toEqual({ to: 'returned', holder: 'same' });
  });

  it('waits in every state from which it can be finished', () => {
    expect(TASK_STATES.filter((state) => moveOf('finish', state, ['holder']) !== null)).toEqual(WAITING);
  });
});
