import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReviewListName, Task } from '#contract/tasks.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { AnnotatorIcon } from '#ui/AnnotatorIcon.tsx';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { formatCount } from '#ui/format.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import rowLink from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { Status } from '#ui/status/Status.tsx';
import { dueText, groupByUrgency, urgencyOf } from './task-days.ts';
import { TaskKindWord } from './TaskKindWord.tsx';
import { TaskMenu } from './TaskMenu.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import classes from './Tasks.module.css';
import { aboutText, holderName, overdueText, roundText, saidText, stateWord, TEXTS, waitsText } from './texts.ts';

/** The thumbnail of a study, from another feature through the app. */
export type SubjectPicture = (studyUuid: string, series: Task['subject']['picture']) => ReactNode;

interface Shown {
  /** Reviews show who did the work and how often it was reviewed, and open in the annotator. */
  of?: 'tasks' | 'reviews';
  list: ReviewListName;
  picture: SubjectPicture;
}

interface TasksTableProps extends Shown {
  label: string;
  /** Undefined while loading, which shows a skeleton. */
  tasks: readonly ShownTask[] | undefined;
  /** The next case. */
  next?: Task | null;
  today: string;
  /** Numbers of the whole list; null: one group without a head. */
  groups: { overdue: number; today: number; later: number } | null;
}

export function TasksTable({ label, tasks, next, today, groups, ...shown }: TasksTableProps) {
  const { columns } = TEXTS;
  const isReviews = shown.of === 'reviews';
  return (
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      data-wide={namesReviewer(shown) || undefined}
      role="table"
      aria-label={label}
      aria-busy={tasks === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader" className={classes.subject}>
          {columns.subject}
        </span>
        <span role="columnheader">{isReviews ? columns.round : columns.kind}</span>
        <span role="columnheader">{isReviews ? columns.author : shown.list === 'given' ? columns.to : columns.from}</span>
        {namesReviewer(shown) && <span role="columnheader">{columns.reviewer}</span>}
        <span role="columnheader">{columns.due}</span>
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {tasks === undefined && (
        <div role="rowgroup" aria-hidden>
          <SkeletonRows
            rows={6}
            cells={[
              { width: '56%' },
              { width: '60%', className: classes.wide },
              { width: '70%', className: classes.wide },
              { width: '60%', className: classes.wide },
              { width: '80%' },
            ]}
          />
        </div>
      )}
      {tasks !== undefined && groups === null && (
        <div role="rowgroup">
          {tasks.map((task) => (
            <TaskRow key={task.uuid} {...{ ...shown, task, today }} isNext={false} />
          ))}
        </div>
      )}
      {tasks !== undefined &&
        groups !== null &&
        groupByUrgency(tasks, today).map((group) => (
          <div role="rowgroup" key={String(group.isUrgent)} data-group={group.isUrgent ? 'urgent' : 'later'}>
            <GroupHead isUrgent={group.isUrgent} groups={groups} />
            {group.tasks.map((task) => (
              <TaskRow key={task.uuid} {...{ ...shown, task, today }} isNext={shown.list === 'mine' && task.uuid === next?.uuid} />
            ))}
          </div>
        ))}
    </div>
  );
}

function GroupHead({ isUrgent, groups }: { isUrgent: boolean; groups: { overdue: number; today: number; later: number } }) {
  return (
    <div role="row" className={classes.group}>
      <div role="rowheader" className={classes.groupName}>
        {isUrgent ? TEXTS.urgent : TEXTS.later}{' '}
        <span className={classes.count}>{formatCount(isUrgent ? groups.overdue + groups.today : groups.later)}</span>
        {isUrgent && groups.overdue > 0 && (
          <span className={classes.overdue}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            {overdueText(groups.overdue)}
          </span>
        )}
      </div>
    </div>
  );
}

/** In lists of one's own, everybody knows who reviews. */
const namesReviewer = ({ of, list }: Shown): boolean => of === 'reviews' && (list === 'given' || list === 'all');

interface TaskRowProps extends Shown {
  task: ShownTask;
  today: string;
  isNext: boolean;
}

function TaskRow({ task, today, isNext, ...shown }: TaskRowProps) {
  const { list, picture } = shown;
  const isReview = shown.of === 'reviews';
  const { subject, kind, due, state } = task;
  const isWaiting = state !== 'done' && state !== 'cancelled';
  return (
    <div className={classNames(table.row, rowLink.row, classes.row)} role="row" data-task={task.uuid} data-next={isNext || undefined}>
      <div role="rowheader" className={classes.subject}>
        {picture(subject.uuid, subject.picture)}
        <CodeChip code={subject.modality} name={TEXTS.modality} />
        <div className={classes.words}>
          {isReview ? (
            <a className={classNames(table.name, rowLink.link, classes.name)} href={taskPath(task)} {...OPENS_ANNOTATOR}>
              <bdi>{subjectName(task)}</bdi>
            </a>
          ) : (
            <Link className={classNames(table.name, rowLink.link, classes.name)} to="/studies-v2" search={{ study: subject.uuid }}>
              <bdi>{subjectName(task)}</bdi>
            </Link>
          )}
          <span className={classes.said} title={saidText(task)}>
            {aboutText(task)}
          </span>
        </div>
      </div>
      <div role="cell" className={classes.what}>
        {isReview ? roundText(task) : <TaskKindWord kind={kind} />}
      </div>
      <div role="cell" className={classes.who}>
        {isReview ? <Author task={task} /> : list === 'given' ? <Holder task={task} /> : <Assigner task={task} />}
      </div>
      {namesReviewer(shown) && (
        <div role="cell" className={classes.who}>
          <Holder task={task} />
        </div>
      )}
      <div role="cell" className={classes.due} data-overdue={(isWaiting && urgencyOf(due, today) === 'overdue') || undefined}>
        {dueText(due, today)}
      </div>
      <div role="cell" className={classes.state}>
        <Status word={stateWord(task)} note={waitsText(task)} />
      </div>
      <div role="cell" className={classes.acts}>
        {!isReview && <AnnotatorIcon className={classes.menu} href={taskPath(task)} name={subjectName(task)} />}
        <TaskMenu task={task} />
      </div>
    </div>
  );
}

/** In the annotator. */
export const taskPath = ({ subject, id, kind }: Task): string => annotatorPath(subject, id, kind === 'review');

export const subjectName = ({ subject }: Task): string => patientNameToText(subject.patientName) || TEXTS.noName;

function Assigner({ task: { from } }: { task: Task }) {
  return from === null ? null : <Person name={from.name} color={from.data.color} />;
}

function Author({ task: { of } }: { task: Task }) {
  return of?.author ? <Person name={of.author.name} color={of.author.data.color} /> : null;
}

function Holder({ task }: { task: Task }) {
  if (task.assignee !== null) return <Person name={task.assignee.name} color={task.assignee.data.color} />;
  return (
    <>
      {task.role !== null && <IconUsers size={16} stroke={1.5} aria-hidden />}
      <bdi className={table.text}>{holderName(task)}</bdi>
    </>
  );
}

function Person({ name, color }: { name: string; color: string }) {
  return (
    <>
      <LetterAvatar name={name} color={color} size={24} />
      <bdi className={table.text} title={name}>
        {name}
      </bdi>
    </>
  );
}
