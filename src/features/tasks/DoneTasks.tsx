import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { TaskList } from '#contract/tasks.ts';
import { formatCount } from '#ui/format.ts';
import type { TaskAddress } from './task-address.ts';
import { TasksTable, type SubjectPicture } from './TasksTable.tsx';
import classes from './Tasks.module.css';
import { doneTodayText, newestText, TEXTS } from './texts.ts';
import { useTasks } from './use-tasks.ts';

interface DoneTasksProps {
  groups: TaskList['groups'];
  address: TaskAddress;
  onToggle: () => void;
  picture: SubjectPicture;
}

/** The last group of 'My work', folded: what is done, newest first. */
export function DoneTasks({ groups, address: { list, kind, done: isOpen }, onToggle, picture }: DoneTasksProps) {
  const tasks = useTasks({ list, kind, done: true }, { enabled: isOpen });
  if (groups.done === 0) return null;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.done} aria-label={TEXTS.done}>
      <UnstyledButton className={classes.group ?? ''} aria-expanded={isOpen} onClick={onToggle}>
        <span className={classes.groupName}>
          {TEXTS.done} <span className={classes.count}>{formatCount(groups.done)}</span>
        </span>
        <span className={classes.sum}>
          {doneTodayText(groups)}
          <Chevron size={16} stroke={1.5} aria-hidden />
        </span>
      </UnstyledButton>
      {isOpen && tasks.isError && tasks.data === undefined && (
        <p className={classes.below} role="alert">
          {TEXTS.doneFailed}
        </p>
      )}
      {isOpen && !(tasks.isError && tasks.data === undefined) && (
        <TasksTable label={TEXTS.done} tasks={tasks.data?.data} list={list} today={tasks.today} groups={null} picture={picture} />
      )}
      {isOpen && tasks.data !== undefined && tasks.data.total > tasks.data.data.length && (
        <p className={classes.below}>{newestText(tasks.data.data.length, tasks.data.total)}</p>
      )}
    </section>
  );
}
