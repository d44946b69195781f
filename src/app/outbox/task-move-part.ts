import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Task, TaskList } from '#contract/tasks.ts';
import { refusedMoveText } from '#features/tasks/move-texts.ts';
import type { TaskMoveWrite } from '#model/tasks/shown-tasks.ts';
import type { WritePart } from './write-part.ts';

/** Moves of tasks. One that was moved meanwhile is refused, and its page shows what is on the server. */
export const TASK_MOVES: WritePart<TaskMoveWrite, Task> = {
  send: sendMove,
  show({ client, team }, { task: uuid }, task) {
    if (task !== undefined) {
      for (const name of ['tasks', 'reviews'])
        client.setQueriesData<TaskList>(
          { queryKey: [name, team] },
          (list) => list && { ...list, data: list.data.map((each) => (each.uuid === uuid ? task : each)) },
        );
      client.setQueriesData<Task>({ queryKey: ['task', team] }, (each) => (each?.uuid === uuid ? task : each));
    }
    // What follows from it on the server, and the lists that it leaves.
    for (const queryKey of listsOf(team)) void client.invalidateQueries({ queryKey });
  },
  keys: (team) => [...listsOf(team), ['task', team]],
  refusedText: (failure, { body }) => refusedMoveText(failure, body),
};

const listsOf = (team: string) => ['tasks', 'task-counts', 'reviews', 'review-counts', 'task-moves'].map((name) => [name, team]);

async function sendMove({ task: uuid, body }: TaskMoveWrite): Promise<ApiResult<Task>> {
  const answer = await callApi(CALLS.moveTask, { params: { uuid }, body, quiet: true });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}
