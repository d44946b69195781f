import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { Task, TaskAct, TaskDecision, TaskHolder, TaskKind, TaskListName } from '#contract/tasks.ts';
import { inContext, t, translated } from '#language/t.ts';
import { WAITING } from '#model/tasks/task-states.ts';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { formatCount, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { WorkWord } from '#ui/status/status-looks.ts';

/** Texts of tasks. */
export const TEXTS = {
  myWork: t('My work'),
  tasks: t('Tasks'),
  noName: t('No patient name'),
  columns: {
    subject: t('Case'),
    kind: t('Task'),
    round: t('Round'),
    from: t('From'),
    to: inContext('person', 'To'),
    author: t('Author'),
    reviewer: t('Reviewer'),
    due: t('Due'),
    state: t('State'),
  },
  lists: { mine: t('Mine'), roles: t("My role's"), given: t('Assigned by me') } satisfies Record<TaskListName, string>,
  modality: t('Modality'),
  onDevice: t('on this device'),
  kind: t('Task'),
  anyKind: t('Any task'),
  kinds: { annotate: t('Annotate'), review: t('Review'), answer: inContext('task', 'Answer') } satisfies Record<TaskKind, string>,
  urgent: t('Due by today'),
  later: t('Later'),
  done: t('Done'),
  actions: t('Actions for this task'),
  nextCase: t('Next case'),
  next: t('Next'),
  nobody: t('Nobody'),
  nothingFound: t('No task matches'),
  failed: t('The tasks could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  doneFailed: t('The tasks that are done could not be loaded.'),
  openStudies: t('Open studies'),
  /** Forms. */
  assign: t('Assign'),
  assignTo: t('Assign to'),
  reviewBy: t('Review by'),
  reviewByWhy: t('A review opens when the task is done.'),
  noReview: t('No review'),
  segmentation: t('Segmentation'),
  anySegmentation: t('The whole study'),
  askReview: t('Ask for a review…'),
  askReviewTitle: t('Ask for a review'),
  people: t('People'),
  roles: t('Roles'),
  due: t('Due date'),
  note: t('Note'),
  noteWhy: t('Colleagues see it with the task.'),
  reason: t('Reason'),
  answer: inContext('task', 'Answer'),
  comment: t('Comment'),
  decision: t('Decision'),
  decisions: { accepted: t('Accepted'), changes: t('Changes needed') } satisfies Record<TaskDecision, string>,
  minutes: t('Time spent, minutes'),
  edit: t('Due date and note…'),
  editTitle: t('Due date and note'),
  save: t('Save'),
  cancel: t('Cancel'),
  keep: t('Keep task'),
  cancelWhy: t('It leaves the list of the person who has it. It can be reopened from the study.'),
  needed: t('This field is required'),
  unknownAssignees: t('Members could not be loaded.'),
} as const;

export const EMPTY: Record<TaskListName, { title: string; why: string }> = {
  mine: { title: t('No tasks for you'), why: t('Tasks that somebody assigns to you appear here. Tasks are assigned from a study.') },
  roles: { title: t('No tasks for your role'), why: t('Tasks that somebody assigns to your role appear here. Whoever starts one has it.') },
  given: {
    title: t('No tasks assigned by you'),
    why: t('Tasks that you assign appear here until they are done. Tasks are assigned from a study.'),
  },
};

/** Menu items. Those with a form end in an ellipsis. */
export const ACTS: Record<TaskAct, string> = {
  start: t('Start'),
  finish: t('Finish…'),
  send_back: t('Send back…'),
  hand_over: t('Hand over…'),
  reopen: t('Reopen'),
  cancel: t('Cancel task…'),
};

export const FORMS: Record<'finish' | 'send_back' | 'hand_over', { title: string; act: string }> = {
  finish: { title: t('Finish task'), act: t('Finish') },
  send_back: { title: t('Send task back'), act: t('Send back') },
  hand_over: { title: t('Hand task over'), act: t('Hand over') },
};

export const assignTitle = (studies: number): string => t('Assign {studies, plural, one {# study} other {# studies}}', { studies });

export const tooManyText = (most: number): string =>
  t('At most {most} studies can be assigned at once. Select fewer.', { most: formatCount(most) });

export function assignedText({ created, known }: { created: number; known: number }): string {
  if (known === 0) return t('{created, plural, one {# study assigned} other {# studies assigned}}', { created });
  return t('{created, plural, one {# study assigned} other {# studies assigned}}. {known, plural, other {#}} already had this task.', {
    created,
    known,
  });
}

export const overdueText = (count: number): string => t('{count} overdue', { count: formatCount(count) });

/** `6 today, 1 h 42 min`. */
export function doneTodayText({ done_today: count, minutes_today: minutes }: { done_today: number; minutes_today: number }): string {
  if (count === 0) return '';
  return [t('{count} today', { count: formatCount(count) }), ...(minutes > 0 ? [formatDuration(minutes * 60)] : [])].join(', ');
}

/** Only the newest are shown. */
export const newestText = (shown: number, total: number): string =>
  t('The newest {shown} of {total}', { shown: formatCount(shown), total: formatCount(total) });

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
  const said = [...(decision === null ? [] : [TEXTS.decisions[decision]]), ...(reason === '' ? [] : [translated(reason)])].join(': ');
  if (said === '') return note;
  return by === null ? said : `${by.name}: ${said}`;
}

/** The line under the name of its case. */
export function aboutText(task: Task): string {
  const { segmentation, bodyPart } = task.subject;
  return [segmentation?.title, saidText(task) || (segmentation ? null : bodyPart)].filter(Boolean).join(' · ');
}

export const roundText = ({ round = 1 }: Pick<Task, 'round'>): string => t('Round {round}', { round: formatCount(round) });

export const holderName = ({ assignee, role }: Task): string => assignee?.name ?? role?.name ?? TEXTS.nobody;

export const nextCaseText = (name: string): string => `${TEXTS.nextCase}: ${name}`;

export const openTasksText = (count: number): string => t('{count, plural, one {# open task} other {# open tasks}}', { count });

/** `person:3`, for a list of people and roles. */
export const holderToKey = (holder: TaskHolder): string => ('person' in holder ? `person:${holder.person}` : `role:${holder.role}`);

export function parseHolder(key: string | null): TaskHolder | null {
  const [kind, id] = key?.split(':') ?? [];
  if (kind === 'person') return { person: Number(id) };
  return kind === 'role' ? { role: Number(id) } : null;
}

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: t('The task or its study is no longer there.'),
    not_allowed: t('Only the person who assigned the task, or a team administrator, can do this.'),
  });
