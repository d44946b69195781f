import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import {
  MOST_MINUTES,
  Task,
  TASK_LISTS,
  TaskAct,
  TaskAssignees,
  TaskCounts,
  TaskDecision,
  TaskDue,
  TaskHolder,
  TaskKind,
  TaskList,
  TaskNote,
} from '#contract/tasks.ts';

const OfTask = z.object({ uuid: Uuid });

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
    body: z.object({
      act: TaskAct,
      /** Required to hand a task over. */
      to: TaskHolder.optional(),
      /** Required to send a task back, and as the answer to a question. */
      reason: TaskNote.optional(),
      /** Required to finish a review. */
      decision: TaskDecision.optional(),
      /** Added to the time spent, when a task is finished, sent back or handed over. */
      minutes: z.number().int().min(0).max(MOST_MINUTES).optional(),
    }),
    answer: z.object({ data: Task }),
    summary: 'Start, hand over, send back, finish, reopen or cancel a task. No effect if it was the last change and made by the caller',
  },
} as const;
