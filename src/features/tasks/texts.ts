import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Task, TaskAct, TaskDecision, TaskHolder, TaskKind, TaskListName } from '#contract/tasks.ts';
import { WAITING } from '#model/tasks/task-states.ts';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { formatCount, formatCountOf, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { WorkWord } from '#ui/status/status-looks.ts';

/** Texts of tasks. */
export const TEXTS = {
  myWork: 'My work',
  tasks: 'Tasks',
  noName: 'No patient name',
  columns: {
    subject: 'Case',
    kind: 'Task',
    round: 'Round',
    from: 'From',
    to: 'To',
    author: 'Author',
    reviewer: 'Reviewer',
    due: 'Due',
    state: 'State',
  },
  lists: { mine: 'Mine', roles: "My role's", given: 'Assigned by me' } satisfies Record<TaskListName, string>,
  onDevice: 'on this device',
  kind: 'Task',
  anyKind: 'Any task',
  kinds: { annotate: 'Annotate', review: 'Review', answer: 'Answer' } satisfies Record<TaskKind, string>,
  urgent: 'Due by today',
  later: 'Later',
  done: 'Done',
  actions: 'Actions for this task',
  nextCase: 'Next case',
  next: 'Next',
  nobody: 'Nobody',
  nothingFound: 'No task matches',
  failed: 'The tasks could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  doneFailed: 'The tasks that are done could not be loaded.',
  openStudies: 'Open studies',
  /** Forms. */
  assign: 'Assign',
  assignTo: 'Assign to',
  reviewBy: 'Review by',
  reviewByWhy: 'A review opens when the task is done.',
  noReview: 'No review',
  segmentation: 'Segmentation',
  anySegmentation: 'The whole study',
  askReview: 'Ask for a review…',
  askReviewTitle: 'Ask for a review',
  people: 'People',
  roles: 'Roles',
  due: 'Due date',
  note: 'Note',
  noteWhy: 'Colleagues see it with the task.',
  reason: 'Reason',
  answer: 'Answer',
  comment: 'Comment',
  decision: 'Decision',
  decisions: { accepted: 'Accepted', changes: 'Changes needed' } satisfies Record<TaskDecision, string>,
  minutes: 'Time spent, minutes',
  edit: 'Due date and note…',
  editTitle: 'Due date and note',
  save: 'Save',
  cancel: 'Cancel',
  keep: 'Keep task',
  cancelWhy: 'It leaves the list of the person who has it. It can be reopened from the study.',
  needed: 'This field is required',
  unknownAssignees: 'Members could not be loaded.',
} as const;

export const EMPTY: Record<TaskListName, { title: string; why: string }> = {
  mine: { title: 'No tasks for you', why: 'Tasks that somebody assigns to you appear here. Tasks are assigned from a study.' },
  roles: { title: 'No tasks for your role', why: 'Tasks that somebody assigns to your role appear here. Whoever starts one has it.' },
  given: {
    title: 'No tasks assigned by you',
    why: 'Tasks that you assign appear here until they are done. Tasks are assigned from a study.',
  },
};

/** Menu items. Those with a form end in an ellipsis. */
export const ACTS: Record<TaskAct, string> = {
  start: 'Start',
  finish: 'Finish…',
  send_back: 'Send back…',
  hand_over: 'Hand over…',
  reopen: 'Reopen',
  cancel: 'Cancel task…',
};

export const FORMS: Record<'finish' | 'send_back' | 'hand_over', { title: string; act: string }> = {
  finish: { title: 'Finish task', act: 'Finish' },
  send_back: { title: 'Send task back', act: 'Send back' },
  hand_over: { title: 'Hand task over', act: 'Hand over' },
};

export const assignTitle = (studies: number): string => `Assign ${formatCountOf(studies, 'study', 'studies')}`;

export const tooManyText = (most: number): string => `At most ${formatCount(most)} studies can be assigned at once. Select fewer.`;

export function assignedText({ created, known }: { created: number; known: number }): string {
  const made = formatCountOf(created, 'study assigned', 'studies assigned');
  return known === 0 ? made : `${made}. ${formatCount(known)} already had this task.`;
}

export const overdueText = (count: number): string => `${formatCount(count)} overdue`;

/** `6 today, 1 h 42 min`. */
export function doneTodayText({ done_today: count, minutes_today: minutes }: { done_today: number; minutes_today: number }): string {
  if (count === 0) return '';
  return [`${formatCount(count)} today`, ...(minutes > 0 ? [formatDuration(minutes * 60)] : [])].join(', ');
}

/** Only the newest are shown. */
export const newestText = (shown: number, total: number): string => `The newest ${formatCount(shown)} of ${formatCount(total)}`;

export function stateWord({ state, kind, assignee, role, you, review }: Task): WorkWord {
  if (state === 'started') return 'started';
  if (state === 'returned') return 'sent back';
  if (state === 'done' && review !== null && review !== undefined && WAITING.includes(review.state)) return 'in review';
  if (state === 'done' || state === 'cancelled') return state;
  if (assignee === null && role === null) return 'unassigned';
  return kind === 'answer' && you.includes('holder') ? 'asked you' : 'not started';
}

/** Beside its state: the server does not know of it. */
export const waitsText = ({ waits }: ShownTask): string | null => (waits ? TEXTS.onDevice : null);

/** What the task says about itself: why it is in its state, or else its note. */
export function saidText({ reason, note, changed_by: by, decision }: Task): string {
  const said = [...(decision === null ? [] : [TEXTS.decisions[decision]]), ...(reason === '' ? [] : [reason])].join(': ');
  if (said === '') return note;
  return by === null ? said : `${by.name}: ${said}`;
}

/** The line under the name of its case. */
export function aboutText(task: Task): string {
  const { segmentation, bodyPart } = task.subject;
  return [segmentation?.title, saidText(task) || (segmentation ? null : bodyPart)].filter(Boolean).join(' · ');
}

export const roundText = ({ round = 1 }: Pick<Task, 'round'>): string => `Round ${formatCount(round)}`;

export const holderName = ({ assignee, role }: Task): string => assignee?.name ?? role?.name ?? TEXTS.nobody;

export const nextCaseText = (name: string): string => `${TEXTS.nextCase}: ${name}`;

export const openTasksText = (count: number): string => formatCountOf(count, 'open task', 'open tasks');

/** `person:3`, for a list of people and roles. */
export const holderToKey = (holder: TaskHolder): string => ('person' in holder ? `person:${holder.person}` : `role:${holder.role}`);

export function parseHolder(key: string | null): TaskHolder | null {
  const [kind, id] = key?.split(':') ?? [];
  if (kind === 'person') return { person: Number(id) };
  return kind === 'role' ? { role: Number(id) } : null;
}

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: 'The task or its study is no longer there.',
    not_allowed: 'Only the person who assigned the task, or a team administrator, can do this.',
  });
