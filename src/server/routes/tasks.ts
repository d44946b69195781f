import { assigneesOf } from '#server/rules/tasks/assignees.ts';
import { assignTasks } from '#server/rules/tasks/assign-tasks.ts';
import { changeTask, moveTask } from '#server/rules/tasks/move-task.ts';
import { countReviews, listReviews } from '#server/rules/tasks/reviews.ts';
import { listMoves, oneTask } from '#server/rules/tasks/task-moves.ts';
import { countTasks, listTasks } from '#server/rules/tasks/tasks.ts';
import type { Handlers } from './handlers.ts';

export const taskRoutes = {
  tasks: ({ context, caller, query }) => listTasks(context, caller, query),
  taskCounts: ({ context, caller }) => countTasks(context, caller),
  taskAssignees: ({ context, caller }) => assigneesOf(context.db.read, caller.teamId),
  assignTasks: ({ context, caller, body, http }) => {
    http.concerns({ subjects: [...new Set(body.studies)] });
    return assignTasks(context, caller, body);
  },
  changeTask: async ({ context, caller, params, body }) => ({ data: await changeTask(context, caller, params.uuid, body) }),
  moveTask: async ({ context, caller, params, body }) => ({ data: await moveTask(context, caller, params.uuid, body) }),
  task: async ({ context, caller, params }) => ({ data: await oneTask(context, caller, params.task) }),
  taskMoves: async ({ context, caller, params }) => ({ data: await listMoves(context, caller, params.uuid) }),
  reviews: ({ context, caller, query }) => listReviews(context, caller, query),
  reviewCounts: ({ context, caller }) => countReviews(context, caller),
} satisfies Partial<Handlers>;
