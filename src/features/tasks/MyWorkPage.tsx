import { Button } from '@mantine/core';
import { IconChecklist, IconCircleCheck } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { TASK_KINDS, TASK_LISTS } from '#contract/tasks.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { nextTask } from '#model/tasks/shown-tasks.ts';
import { DoneTasks } from './DoneTasks.tsx';
import { ListTabs } from './ListTabs.tsx';
import { NextCase, NextCaseFoot } from './NextCase.tsx';
import { MY_TASKS, parseTaskAddress, taskAddressToSearch, type TaskAddress } from './task-address.ts';
import { TasksTable, type SubjectPicture } from './TasksTable.tsx';
import classes from './Tasks.module.css';
import { doneTodayText, EMPTY, TEXTS } from './texts.ts';
import { useLetterKey } from './use-letter-key.ts';
import { useTaskCounts, useTasks } from './use-tasks.ts';

/** ROUTE-115: what waits for this user, for the role of this user, and what this user has assigned. Filters are in the address. `above`: other work. */
export function MyWorkPage({ picture, above }: { picture: SubjectPicture; above?: ReactNode }) {
  const address = parseTaskAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const counts = useTaskCounts().data;
  const { list, kind, page } = address;
  const tasks = useTasks({ list, kind, page });
  const show = (next: TaskAddress) => void navigate({ to: '/my-work', search: taskAddressToSearch(next) });
  const next = tasks.isPlaceholderData || list === 'given' ? null : nextTask(tasks.data?.data ?? []);
  const nextCase = useRef<HTMLAnchorElement>(null);
  useLetterKey('n', next === null ? null : () => nextCase.current?.click());
  const isNarrowed = kind !== null || page > 1;

  return (
    <ListPage
      title={TEXTS.myWork}
      actions={
        <>
          {tasks.data !== undefined && doneTodayText(tasks.data.groups) !== '' && <DoneToday text={doneTodayText(tasks.data.groups)} />}
          {next !== null && <NextCase next={next} ref={nextCase} />}
        </>
      }
      list={tasks}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, tasks.error) }}
      above={
        <>
          {above}
          <ListTabs
            label={TEXTS.tasks}
            to="/my-work"
            current={list}
            tabs={TASK_LISTS.map((one) => ({
              list: one,
              name: TEXTS.lists[one],
              count: counts?.[one],
              search: taskAddressToSearch({ ...address, list: one, page: 1 }),
            }))}
          />
        </>
      }
      filters={
        <StateFilter
          label={TEXTS.kind}
          icon={IconChecklist}
          states={[{ value: null, label: TEXTS.anyKind }, ...TASK_KINDS.map((value) => ({ value, label: TEXTS.kinds[value] }))]}
          chosen={kind}
          onChoose={(chosen) => show({ ...address, kind: chosen, page: 1 })}
        />
      }
      onPage={(shown) => show({ ...address, page: shown })}
      empty={{
        icon: IconChecklist,
        ...EMPTY[list],
        action: (
          <Button variant="default" renderRoot={(props) => <Link to="/studies-v2" {...props} />}>
            {TEXTS.openStudies}
          </Button>
        ),
      }}
      narrowed={
        isNarrowed
          ? {
              title: TEXTS.nothingFound,
              by: narrowedBy({ page }, kind === null ? [] : [TEXTS.kinds[kind]]),
              onClear: () => show({ ...MY_TASKS, list }),
            }
          : null
      }
      after={
        <>
          {tasks.data !== undefined && (
            <DoneTasks
              groups={tasks.data.groups}
              address={address}
              onToggle={() => show({ ...address, done: !address.done })}
              picture={picture}
            />
          )}
          {next !== null && <NextCaseFoot next={next} />}
        </>
      }
    >
      {(rows) => (
        <TasksTable
          label={TEXTS.tasks}
          tasks={rows}
          list={list}
          next={next}
          today={tasks.today}
          groups={tasks.data?.groups ?? { overdue: 0, today: 0, later: 0 }}
          picture={picture}
        />
      )}
    </ListPage>
  );
}

function DoneToday({ text }: { text: string }) {
  return (
    <span className={classes.today}>
      <IconCircleCheck size={16} stroke={1.75} aria-hidden />
      {`${TEXTS.done}: ${text}`}
    </span>
  );
}
