import { Button, Kbd } from '@mantine/core';
import { IconChecklist, IconCircleCheck, IconPlayerTrackNext } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, type Ref } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { TASK_KINDS, TASK_LISTS, type Task } from '#contract/tasks.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { formatCount } from '#ui/format.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import tabs from '#ui/tabs.module.css';
import { DoneTasks } from './DoneTasks.tsx';
import { MY_TASKS, parseTaskAddress, taskAddressToSearch, type TaskAddress } from './task-address.ts';
import { subjectName, TasksTable, type SubjectPicture } from './TasksTable.tsx';
import classes from './Tasks.module.css';
import { doneTodayText, EMPTY, nextCaseText, TEXTS } from './texts.ts';
import { useLetterKey } from './use-letter-key.ts';
import { useTaskCounts, useTasks } from './use-tasks.ts';

/** ROUTE-115: what waits for this user, for the role of this user, and what this user has assigned. Filters are in the address. */
export function MyWorkPage({ picture }: { picture: SubjectPicture }) {
  const address = parseTaskAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { list, kind, page } = address;
  const tasks = useTasks({ list, kind, page });
  const show = (next: TaskAddress) => void navigate({ to: '/my-work', search: taskAddressToSearch(next) });
  const next = tasks.isPlaceholderData || list === 'given' ? null : (tasks.data?.data[0] ?? null);
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
      above={<Lists address={address} />}
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
          today={tasks.today}
          groups={tasks.data?.groups ?? { overdue: 0, today: 0, later: 0 }}
          picture={picture}
        />
      )}
    </ListPage>
  );
}

function Lists({ address }: { address: TaskAddress }) {
  const counts = useTaskCounts().data;
  return (
    <nav aria-label={TEXTS.tasks} className={`${tabs.nav} ${classes.tabs}`}>
      {TASK_LISTS.map((list) => (
        <Link
          key={list}
          to="/my-work"
          search={taskAddressToSearch({ ...address, list, page: 1 })}
          className={tabs.tab}
          activeProps={NOT_MARKED}
          {...(list === address.list ? { 'aria-current': 'page' } : {})}
        >
          {TEXTS.lists[list]}
          {counts !== undefined && <span className={classes.tabCount}>{formatCount(counts[list])}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The router would mark every link to this page as current, whatever its query. */
const NOT_MARKED = { 'aria-current': undefined } as const;

function DoneToday({ text }: { text: string }) {
  return (
    <span className={classes.today}>
      <IconCircleCheck size={16} stroke={1.75} aria-hidden />
      {`${TEXTS.done}: ${text}`}
    </span>
  );
}

/** In the annotator, in a new tab. On phones it is at the foot. */
function NextCase({ next, ref }: { next: Task; ref: Ref<HTMLAnchorElement> }) {
  return (
    <Button
      component="a"
      ref={ref}
      visibleFrom="sm"
      href={annotatorPath(next.subject, next.id)}
      leftSection={<IconPlayerTrackNext size={16} stroke={1.5} aria-hidden />}
      rightSection={<Kbd aria-hidden>N</Kbd>}
      aria-keyshortcuts="N"
      {...OPENS_ANNOTATOR}
    >
      {TEXTS.nextCase}
    </Button>
  );
}

function NextCaseFoot({ next }: { next: Task }) {
  return (
    <div className={classes.foot}>
      <Button
        component="a"
        fullWidth
        size="md"
        href={annotatorPath(next.subject, next.id)}
        leftSection={<IconPlayerTrackNext size={18} stroke={1.5} aria-hidden />}
        {...OPENS_ANNOTATOR}
      >
        {nextCaseText(subjectName(next))}
      </Button>
    </div>
  );
}
