import { Button } from '@mantine/core';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { actsOf } from '#model/tasks/task-states.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { AssignButton } from './AssignButton.tsx';
import { dueText } from './task-days.ts';
import { useTaskMoves } from './task-moves-context.tsx';
import { TaskKindWord } from './TaskKindWord.tsx';
import { openMove, TaskMenu } from './TaskMenu.tsx';
import classes from './Tasks.module.css';
import { FORMS, ACTS, holderName, saidText, stateWord, TEXTS, waitsText } from './texts.ts';
import { showRefusal, useTaskActions, useTasks } from './use-tasks.ts';

/** The tasks of a study in its panel, and the way to assign it. */
export function StudyTasks({ studyUuid }: { studyUuid: string }) {
  const { serverReachable } = useSession<Session>();
  const tasks = useTasks({ study: studyUuid });
  const shown = tasks.data?.data ?? [];
  return (
    <section className={classes.ofStudy} aria-label={TEXTS.tasks}>
      {shown.length > 0 && (
        <ul className={classes.list}>
          {shown.map((task) => (
            <StudyTask key={task.uuid} task={task} today={tasks.today} />
          ))}
        </ul>
      )}
      {serverReachable && tasks.isError && tasks.data === undefined && (
        <p className={classes.below} role="alert">
          {TEXTS.failed}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void tasks.refetch()}>
            {t('Try again')}
          </Button>
        </p>
      )}
      <AssignButton studies={[studyUuid]} size="compact-sm" />
    </section>
  );
}

function StudyTask({ task, today }: { task: ShownTask; today: string }) {
  const { serverReachable } = useSession<Session>();
  const { move, busy } = useTaskActions();
  const { isKept } = useTaskMoves();
  const acts = actsOf(task.state, task.you);
  const next = acts.find((act) => act === 'start') ?? acts.find((act) => act === 'finish');
  const due = dueText(task.due, today);
  return (
    <li className={classes.item} data-task={task.uuid}>
      <TaskKindWord kind={task.kind} />
      <bdi className={classes.holder}>{holderName(task)}</bdi>
      {due !== '' && <span className={classes.dim}>{t('Due {due}', { due })}</span>}
      <Status word={stateWord(task)} note={waitsText(task)} />
      <span className={classes.itemActs}>
        {next !== undefined && (
          <ServerButton
            size="compact-sm"
            variant="default"
            serverReachable={serverReachable || isKept(task, next)}
            why={TEXTS.needsServer}
            loading={busy}
            onClick={() => (next === 'start' ? void move(task, { act: next }).then(showRefusal) : openMove(task, 'finish'))}
          >
            {next === 'start' ? ACTS.start : FORMS.finish.act}
          </ServerButton>
        )}
        <TaskMenu task={task} />
      </span>
      {saidText(task) !== '' && <span className={classes.itemSaid}>{saidText(task)}</span>}
    </li>
  );
}
