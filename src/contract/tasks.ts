import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';
import { Colour, textUpTo } from './text.ts';

/** What a person is asked to do. Reviews, pipelines and campaigns add kinds. */
export const TASK_KINDS = ['annotate', 'review', 'answer'] as const;
export const TaskKind = z.enum(TASK_KINDS);
export type TaskKind = z.infer<typeof TaskKind>;

export const TASK_STATES = ['open', 'started', 'returned', 'done', 'cancelled'] as const;
export const TaskState = z.enum(TASK_STATES);
export type TaskState = z.infer<typeof TaskState>;

export const TASK_ACTS = ['start', 'hand_over', 'send_back', 'finish', 'reopen', 'cancel'] as const;
export const TaskAct = z.enum(TASK_ACTS);
export type TaskAct = z.infer<typeof TaskAct>;

/** Who somebody is to a task: `holder` is its assignee, or has the role that it is assigned to while it has no assignee. */
export const TASK_PARTIES = ['holder', 'assigner', 'administrator'] as const;
export const TaskParty = z.enum(TASK_PARTIES);
export type TaskParty = z.infer<typeof TaskParty>;

/** What a review decided. */
export const TaskDecision = z.enum(['accepted', 'changes']);
export type TaskDecision = z.infer<typeof TaskDecision>;

/** A review is open while its task waits, and closed when it is done or cancelled. */
export const REVIEW_STATES = ['open', 'closed'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A day of the calendar, without a time. */
export const TaskDue = z.iso.date();
export const TaskNote = textUpTo(500);
export const MOST_MINUTES = 10_000;

const Person = z.object({ id: z.number().int(), name: z.string(), data: z.object({ color: Colour }) });
const TaskRole = z.object({ id: z.number().int(), name: z.string() });

/** What a task is about, with what its row shows of it. Later kinds of subjects are further members. */
const TaskSubject = z.object({
  kind: z.literal('study'),
  uuid: Uuid,
  patientName: z.string(),
  modality: z.string(),
  studyDate: z.string(),
  /** Title of the body part. */
  bodyPart: z.string().nullable(),
  /** The series whose thumbnail stands for it. */
  picture: z.object({ uuid: Uuid, state: z.string() }).nullable(),
  /** Of the study: what exactly the task is about. Null also if the caller may not see it. Absent in answers of servers before version 54. */
  segmentation: z.object({ uuid: Uuid, title: z.string() }).nullable().optional(),
});

/** ENT-57: something that waits for a person. */
export const Task = z.object({
  uuid: Uuid,
  /** In addresses: `task_id`. Absent in answers of servers before version 50, also in kept copies. */
  id: z.number().int().optional(),
  kind: TaskKind,
  subject: TaskSubject,
  /** Null: for the role, or unassigned if there is none. */
  assignee: Person.nullable(),
  role: TaskRole.nullable(),
  /** Who assigned it. */
  from: Person.nullable(),
  due: TaskDue.nullable(),
  note: z.string(),
  state: TaskState,
  /** Why it is in this state: the reason for sending it back, the answer, why it has no assignee. */
  reason: z.string(),
  /** Who made the last move, except a start: the author of the reason. */
  changed_by: Person.nullable(),
  decision: TaskDecision.nullable(),
  /** As entered by the people who worked on it. */
  minutes: z.number().int(),
  /** What the caller is to it. */
  you: z.array(TaskParty),
  created_at: DateText,
  updated_at: DateText,
  finished_at: DateText.nullable(),
  /** Who reviews it when it is done, as set with the assignment. This and what follows is absent in answers of servers before version 54. */
  review_by: z.object({ person: Person.nullable(), role: TaskRole.nullable() }).nullable().optional(),
  /** Its review, once there is one. */
  review: z.object({ uuid: Uuid, id: z.number().int(), state: TaskState, decision: TaskDecision.nullable() }).nullable().optional(),
  /** Of a review: the task that it reviews, and who finished that one. */
  of: z.object({ uuid: Uuid, id: z.number().int(), author: Person.nullable() }).nullable().optional(),
  /** Of a review: how many times it was opened. */
  round: z.number().int().optional(),
});
export type Task = z.infer<typeof Task>;

/** `mine`: assigned to the caller. `roles`: to the role of the caller, and nobody has started it. `given`: assigned by the caller. */
export const TASK_LISTS = ['mine', 'roles', 'given'] as const;
export type TaskListName = (typeof TASK_LISTS)[number];

export const TaskList = z.object({
  data: z.array(Task),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
  /** Numbers of tasks in the whole list, whatever the page. */
  groups: z.object({
    overdue: z.number().int(),
    today: z.number().int(),
    later: z.number().int(),
    done: z.number().int(),
    /** Finished since the `since` of the query, with the minutes spent on them. */
    done_today: z.number().int(),
    minutes_today: z.number().int(),
  }),
});
export type TaskList = z.infer<typeof TaskList>;

/** Tasks that are neither done nor cancelled, by list. */
export const TaskCounts = z.object({ mine: z.number().int(), roles: z.number().int(), given: z.number().int() });
export type TaskCounts = z.infer<typeof TaskCounts>;

/** Reviews: the same lists, and every review of the team for its administrators. */
export const REVIEW_LISTS = [...TASK_LISTS, 'all'] as const;
export type ReviewListName = (typeof REVIEW_LISTS)[number];

/** Open reviews by list; `all` is null for those who may not see it. */
export const ReviewCounts = TaskCounts.extend({ all: z.number().int().nullable() });
export type ReviewCounts = z.infer<typeof ReviewCounts>;

/** What somebody did with a task. */
export const TaskMove = z.object({
  act: TaskAct,
  /** Null if the account no longer exists. */
  user: Person.nullable(),
  reason: z.string(),
  decision: TaskDecision.nullable(),
  /** Of a review: the round in which it was made. */
  round: z.number().int(),
  created_at: DateText,
});
export type TaskMove = z.infer<typeof TaskMove>;

/** Those to whom tasks can be assigned. */
export const TaskAssignees = z.object({ people: z.array(Person), roles: z.array(TaskRole) });
export type TaskAssignees = z.infer<typeof TaskAssignees>;

/** A person or a role. */
export const TaskHolder = z.union([z.object({ person: z.number().int().min(1) }), z.object({ role: z.number().int().min(1) })]);
export type TaskHolder = z.infer<typeof TaskHolder>;

/** What somebody does with a task (PCALL-63). */
export const SentTaskMove = z.object({
  act: TaskAct,
  /** Required to hand a task over. */
  to: TaskHolder.optional(),
  /** Required to send a task back, to ask for changes, and as the answer to a question. */
  reason: TaskNote.optional(),
  /** Required to finish a review. */
  decision: TaskDecision.optional(),
  /** Added to the time spent, when a task is finished, sent back or handed over. */
  minutes: z.number().int().min(0).max(MOST_MINUTES).optional(),
  /** Chosen by the client. Repeating the call with it has no effect, whatever happened since. */
  move: Uuid.optional(),
  /** When a task is finished: asks for a review by them. */
  review_by: TaskHolder.optional(),
  /** What was drawn: the review is about it. */
  segmentation: Uuid.optional(),
  /** Number of the segmentation that the reviewer saw. Approving gives it a name. */
  number: z.number().int().min(1).optional(),
});
export type SentTaskMove = z.infer<typeof SentTaskMove>;
