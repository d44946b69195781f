import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Task, TaskListName } from '#contract/tasks.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { AnnotatorIcon } from '#ui/AnnotatorIcon.tsx';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { formatCount } from '#ui/format.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { Status } from '#ui/status/Status.tsx';
import { dueText, groupByUrgency, urgencyOf } from './task-days.ts';
import { TaskKindWord } from './TaskKindWord.tsx';
import { TaskMenu } from './TaskMenu.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import classes from './Tasks.module.css';
import { holderName, overdueText, saidText, stateWord, TEXTS } from './texts.ts';

/** The thumbnail of a study, from another feature through the app. */
export type SubjectPicture = (studyUuid: string, series: Task['subject']['picture']) => ReactNode;

interface TasksTableProps {
  label: string;
  /** Undefined while loading, which shows a skeleton. */
  tasks: readonly Task[] | undefined;
  list: TaskListName;
  today: string;
  /** Numbers of the whole list; null: one group without a head. */
  groups: { overdue: number; today: number; later: number } | null;
  picture: SubjectPicture;
}

export function TasksTable({ label, tasks, list, today, groups, picture }: TasksTableProps) {
  const { columns } = TEXTS;
  return (
    <div className={classNames(table.table, classes.columns)} data-list role="table" aria-label={label} aria-busy={tasks === undefined}>
      <div className={table.head} role="row">
        <span role="columnheader" className={classes.subject}>
          {columns.subject}
        </span>
        <span role="columnheader">{columns.kind}</span>
        <span role="columnheader">{list === 'given' ? columns.to : columns.from}</span>
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
            <TaskRow key={task.uuid} {...{ task, list, today, picture }} isNext={false} />
          ))}
        </div>
      )}
      {tasks !== undefined &&
        groups !== null &&
        groupByUrgency(tasks, today).map((group) => (
          <div role="rowgroup" key={String(group.isUrgent)} data-group={group.isUrgent ? 'urgent' : 'later'}>
            <GroupHead isUrgent={group.isUrgent} groups={groups} />
            {group.tasks.map((task) => (
              <TaskRow key={task.uuid} {...{ task, list, today, picture }} isNext={list === 'mine' && task === tasks[0]} />
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

interface TaskRowProps {
  task: Task;
  list: TaskListName;
  today: string;
  isNext: boolean;
  picture: SubjectPicture;
}

function TaskRow({ task, list, today, isNext, picture }: TaskRowProps) {
  const { subject, kind, due, state } = task;
  const isWaiting = state !== 'done' && state !== 'cancelled';
  return (
    <div className={classNames(table.row, link.row, classes.row)} role="row" data-task={task.uuid} data-next={isNext || undefined}>
      <div role="rowheader" className={classes.subject}>
        {picture(subject.uuid, subject.picture)}
        <CodeChip code={subject.modality} name="Modality" />
        <div className={classes.words}>
          <Link className={classNames(table.name, link.link, classes.name)} to="/studies-v2" search={{ study: subject.uuid }}>
            <bdi>{subjectName(task)}</bdi>
          </Link>
          <span className={classes.said} title={saidText(task)}>
            {saidText(task) || subject.bodyPart}
          </span>
        </div>
      </div>
      <div role="cell" className={classes.what}>
        <TaskKindWord kind={kind} />
      </div>
      <div role="cell" className={classes.who}>
        {list === 'given' ? <Holder task={task} /> : <Assigner task={task} />}
      </div>
      <div role="cell" className={classes.due} data-overdue={(isWaiting && urgencyOf(due, today) === 'overdue') || undefined}>
        {dueText(due, today)}
      </div>
      <div role="cell" className={classes.state}>
        <Status word={stateWord(task)} />
      </div>
      <div role="cell" className={classes.acts}>
        <AnnotatorIcon className={classes.menu} href={annotatorPath(subject, task.id)} name={subjectName(task)} />
        <TaskMenu task={task} />
      </div>
    </div>
  );
}

export const subjectName = ({ subject }: Task): string => patientNameToText(subject.patientName) || TEXTS.noName;

function Assigner({ task: { from } }: { task: Task }) {
  return from === null ? null : <Person name={from.name} color={from.data.color} />;
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
