import { ActionIcon, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBan,
  IconCheck,
  IconDots,
  IconMessageCheck,
  IconPencil,
  IconPlayerPlay,
  IconRotate2,
  type Icon,
} from '@tabler/icons-react';
import type { Task, TaskAct } from '#contract/tasks.ts';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { actsOf } from '#model/tasks/task-states.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { useSession } from '#ui/session-context.tsx';
import { EditForm } from './EditForm.tsx';
import { openReviewOf } from './open-assign.tsx';
import { useTaskMoves } from './task-moves-context.tsx';
import { MoveForm } from './MoveForm.tsx';
import classes from './Tasks.module.css';
import { ACTS, FORMS, TEXTS } from './texts.ts';
import { showRefusal, useTaskActions } from './use-tasks.ts';

const ICONS: Record<TaskAct, Icon> = {
  start: IconPlayerPlay,
  finish: IconCheck,
  send_back: IconArrowBackUp,
  hand_over: IconArrowForwardUp,
  reopen: IconRotate2,
  cancel: IconBan,
};

/**
 * What this user can do with a task. Without the server, moves of one's own task are kept on this device, and the others are disabled with the reason:
 * somebody else may have the task by then.
 */
export function TaskMenu({ task }: { task: Task }) {
  const { serverReachable } = useSession<Session>();
  const { move, busy } = useTaskActions();
  const { isKept } = useTaskMoves();
  const acts = actsOf(task.state, task.you);
  const mayEdit = task.you.includes('assigner') || task.you.includes('administrator');
  if (acts.length === 0 && !mayEdit) return null;

  async function cancelTask() {
    const answer = await move(task, { act: 'cancel' });
    modals.closeAll();
    showRefusal(answer);
  }
  function carryOut(act: TaskAct) {
    if (act === 'start' || act === 'reopen') void move(task, { act }).then(showRefusal);
    else if (act === 'cancel')
      askFirst({
        title: t('Cancel task'),
        why: TEXTS.cancelWhy,
        act: t('Cancel task'),
        keep: TEXTS.keep,
        onAct: cancelTask,
      });
    else openMove(task, act);
  }

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon className={classes.menu ?? ''} aria-label={TEXTS.actions} loading={busy}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        {acts.map((act) => (
          <Item
            key={act}
            icon={ICONS[act]}
            words={ACTS[act]}
            disabled={!serverReachable && !isKept(task, act)}
            onClick={() => carryOut(act)}
          />
        ))}
        {task.kind === 'annotate' && task.state === 'done' && !task.review && mayEdit && (
          <Item icon={IconMessageCheck} words={TEXTS.askReview} disabled={!serverReachable} onClick={() => openReviewOf(task)} />
        )}
        {mayEdit && (
          <Item
            icon={IconPencil}
            words={TEXTS.edit}
            disabled={!serverReachable}
            onClick={() => modals.open({ title: TEXTS.editTitle, children: <EditForm task={task} /> })}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

export function openMove(task: Task, act: keyof typeof FORMS): void {
  modals.open({ title: FORMS[act].title, children: <MoveForm task={task} act={act} /> });
}

function Item({ icon: ItemIcon, words, ...item }: { icon: Icon; words: string; disabled: boolean; onClick: () => void }) {
  return (
    <Menu.Item leftSection={<ItemIcon size={16} stroke={1.5} aria-hidden />} {...item}>
      {words}
    </Menu.Item>
  );
}
