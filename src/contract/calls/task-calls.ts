import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { RowId } from '#contract/text.ts';
import {
  REVIEW_LISTS,
  REVIEW_STATES,
  ReviewCounts,
  SentTaskMove,
  Task,
  TASK_LISTS,
  TaskAssignees,
  TaskCounts,
  TaskDue,
  TaskHolder,
  TaskKind,
  TaskList,
  TaskMove,
  TaskNote,
} from '#contract/tasks.ts';

const OfTask = z.object({ uuid: Uuid });
const TaskKey = z.union([RowId, Uuid]);

/** What waits for people. */
export const TASK_CALLS = {
  tasks: {
    id: 'PCALL-60',
    base: 'api',
    method: 'GET',
    path: 'tasks',
    access: { permission: 'r:studies' },
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      list: z.enum(TASK_LISTS).default('mine'),
      kind: TaskKind.optional(),
      /** All tasks of this study, in place of a list; cancelled ones as well. */
      study: Uuid.optional(),
      /** `1`: those that are done, newest first, in place of the open ones. */
      done: z.literal('1').optional(),
      /** The day of the caller, and when it began, ms. */
      today: TaskDue,
      since: z.coerce.number().int().min(0),
    }),
    answer: TaskList,
    summary: 'Tasks for the caller, for the role of the caller or assigned by the caller, the most urgent first, in pages',
  },
  taskCounts: {
    id: 'PCALL-65',
    base: 'api',
    method: 'GET',
    path: 'tasks/counts',
    access: { permission: 'r:studies' },
    answer: TaskCounts,
    summary: 'Numbers of tasks that are neither done nor cancelled',
  },
  taskAssignees: {
    id: 'PCALL-61',
    base: 'api',
    method: 'GET',
    path: 'tasks/assignees',
    access: { permission: 'r:studies' },
    answer: TaskAssignees,
    summary: 'Members and roles of the team that may see studies',
  },
  assignTasks: {
    id: 'PCALL-62',
    base: 'api',
    method: 'POST',
    path: 'tasks',
    access: { permission: 'r:studies' },
    body: z.object({
      /** Chosen by the client. Repeating the call with it has no effect. */
      assignment: Uuid,
      studies: z.array(Uuid).min(1).max(LIMITS.tasksPerAssignment),
      kind: TaskKind,
      to: TaskHolder,
      due: TaskDue.nullable(),
      note: TaskNote,
      /** What exactly it is about: of the one study. The assignee must be able to see it. */
      segmentation: Uuid.optional(),
      /** Opens a review for them when the task is done. Only for `annotate`. */
      review_by: TaskHolder.optional(),
      /** Only for a review of one study: the task that it reviews. */
      of: Uuid.optional(),
    }),
    answer: z.object({
      /** How many were created. */
      created: z.number().int(),
      /** Studies that already had such a task, which is not done. */
      known: z.number().int(),
    }),
    summary: 'Assign studies to a person or a role: a task for each study',
  },
  changeTask: {
    id: 'PCALL-64',
    base: 'api',
    method: 'PUT',
    path: 'tasks/:uuid',
    access: { permission: 'r:studies' },
    params: OfTask,
    body: z.object({ due: TaskDue.nullable().optional(), note: TaskNote.optional() }),
    answer: z.object({ data: Task }),
    summary: 'Change due date and note. Omitted fields are unchanged. Requires to be the assigner or a team administrator',
  },
  moveTask: {
    id: 'PCALL-63',
    base: 'api',
    method: 'PUT',
    path: 'tasks/:uuid/state',
    access: { permission: 'r:studies' },
    params: OfTask,
    body: SentTaskMove,
    answer: z.object({ data: Task }),
    summary: 'Start, hand over, send back, finish, reopen or cancel a task. No effect if it was the last change and made by the caller',
  },
  task: {
    id: 'PCALL-121',
    base: 'api',
    method: 'GET',
    path: 'tasks/:task',
    access: { permission: 'r:studies' },
    params: z.object({ task: TaskKey }),
    answer: z.object({ data: Task }),
    summary: 'A task, by its number or its UUID',
  },
  taskMoves: {
    id: 'PCALL-122',
    base: 'api',
    method: 'GET',
    path: 'tasks/:uuid/moves',
    access: { permission: 'r:studies' },
    params: OfTask,
    answer: z.object({ data: z.array(TaskMove) }),
    summary: 'What was done with a task, the newest first',
  },
  reviews: {
    id: 'PCALL-119',
    base: 'api',
    method: 'GET',
    path: 'reviews',
    access: { permission: 'r:reviews' },
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      list: z.enum(REVIEW_LISTS).default('mine'),
      state: z.enum(REVIEW_STATES).default('open'),
      /** The day of the caller, and when it began, ms. */
      today: TaskDue,
      since: z.coerce.number().int().min(0),
    }),
    answer: TaskList,
    summary: 'Reviews that are open, the most urgent first, or closed, the newest first, in pages',
  },
  reviewCounts: {
    id: 'PCALL-120',
    base: 'api',
    method: 'GET',
    path: 'reviews/counts',
    access: { permission: 'r:reviews' },
    answer: ReviewCounts,
    summary: 'Numbers of open reviews',
  },
} as const;
