import { Button, Kbd } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState, type RefObject } from 'react';
import type { SentTaskMove, TaskHolder } from '#contract/tasks.ts';
import type { Session } from '#model/session.ts';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { actsOf } from '#model/tasks/task-states.ts';
import { HolderSelect } from '#features/tasks/HolderSelect.tsx';
import { dayOf } from '#features/tasks/task-days.ts';
import { useTaskMoves } from '#features/tasks/task-moves-context.tsx';
import { TaskKindIcon } from '#features/tasks/TaskKindWord.tsx';
import { taskPath } from '#features/tasks/TasksTable.tsx';
import { saidText, stateWord, TEXTS, waitsText } from '#features/tasks/texts.ts';
import { useDay } from '#features/tasks/use-day.ts';
import { showRefusal, useTaskActions } from '#features/tasks/use-tasks.ts';
import { keyNames } from '#ui/key-names.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { CASE_TEXTS, decisionText, originText, titleText } from './case-texts.ts';
import classes from './CaseTaskFoot.module.css';
import { NextButton } from './NextButton.tsx';
import { ReasonField } from './ReasonField.tsx';
import { useNextCase } from './use-next-case.ts';
import { useEarlierDecisions } from './use-task.ts';

export type CaseTaskKeys = (key: 'approve' | 'send-back' | 'next-case') => void;

interface CaseTaskFootProps {
  task: ShownTask;
  /** The segmentation that is drawn on. */
  drawn: string | null;
  /** Set to what keys do here. */
  keysRef: RefObject<CaseTaskKeys | null>;
  /** Opens a path of the page. */
  onOpen: (path: string) => void;
}

/** The task of a case at the foot of the panel: what it is, what can be decided, and the next one. */
export function CaseTaskFoot({ task, drawn, keysRef, onOpen }: CaseTaskFootProps) {
  const { serverReachable } = useSession<Session>();
  const { move, busy } = useTaskActions();
  const { isKept } = useTaskMoves();
  const today = dayOf(useDay());
  const next = useNextCase(task);
  const earlier = useEarlierDecisions(task);
  const [isSendingBack, setSendingBack] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [reviewBy, setReviewBy] = useState<TaskHolder | null>(null);
  const canFinish = task.you.includes('holder') && actsOf(task.state, task.you).includes('finish');
  const isPossible = serverReachable || isKept(task, 'finish');
  const server = { serverReachable: isPossible, why: TEXTS.needsServer, size: 'xs', loading: busy } as const;

  async function send(body: SentTaskMove): Promise<boolean> {
    const answer = await move(task, body);
    showRefusal(answer);
    return answer.ok;
  }
  const openNext = () => next !== null && onOpen(taskPath(next));
  async function finish(isLeaving: boolean, reason = '') {
    if (!isPossible || busy) return;
    const isDone = await send({
      act: 'finish',
      reason,
      ...(task.kind === 'annotate' && drawn !== null && { segmentation: drawn }),
      ...(isAsking && reviewBy !== null && { review_by: reviewBy }),
    });
    if (isDone && isLeaving) openNext();
  }
  const approve = () => isPossible && !busy && void send({ act: 'finish', decision: 'accepted' });

  useEffect(() => {
    keysRef.current = (key) => {
      if (key === 'next-case') return canFinish && task.kind === 'annotate' ? void finish(true) : void openNext();
      if (!canFinish || task.kind !== 'review') return;
      if (key === 'approve') approve();
      else setSendingBack(true);
    };
    return () => {
      keysRef.current = null;
    };
  });

  return (
    <section className={classes.foot} aria-label={TEXTS.kind} data-task={task.uuid}>
      <div className={classes.head}>
        <TaskKindIcon kind={task.kind} />
        <span className={classes.title}>{titleText(task)}</span>
        <Status word={stateWord(task)} note={waitsText(task)} />
      </div>
      <span className={classes.about}>{originText(task, today)}</span>
      {saidText(task) !== '' && <p className={classes.said}>{saidText(task)}</p>}
      {earlier.map((decision) => (
        <p key={decision.created_at} className={classes.about}>
          {decisionText(decision)}
        </p>
      ))}
      {task.waits && <span className={classes.about}>{CASE_TEXTS.onDevice}</span>}
      {canFinish && task.kind === 'review' && isSendingBack ? (
        <ReasonField
          label={CASE_TEXTS.reason}
          act={CASE_TEXTS.sendBack}
          server={server}
          onCancel={() => setSendingBack(false)}
          onSend={(reason) => void send({ act: 'finish', decision: 'changes', reason }).then((isDone) => isDone && setSendingBack(false))}
        />
      ) : (
        <>
          {canFinish && task.kind === 'answer' && (
            <ReasonField
              label={CASE_TEXTS.answer}
              act={CASE_TEXTS.answerAndNext}
              server={server}
              onSend={(answer) => void finish(true, answer)}
            />
          )}
          {canFinish && isAsking && (
            <HolderSelect
              label={CASE_TEXTS.reviewBy}
              placeholder={CASE_TEXTS.noReview}
              isInDialog={false}
              value={reviewBy}
              error={null}
              onChange={setReviewBy}
            />
          )}
          <div className={classes.acts}>
            {canFinish && task.kind === 'annotate' && !isAsking && !task.review_by && !task.review && (
              <Button variant="subtle" color="gray" size="xs" className={classes.ask ?? ''} onClick={() => setAsking(true)}>
                {CASE_TEXTS.askReview}
              </Button>
            )}
            {canFinish && task.kind === 'review' && (
              <>
                <NextButton next={next} isQuiet onOpen={openNext} />
                <Button variant="default" size="xs" disabled={busy} aria-keyshortcuts="Shift+X" onClick={() => setSendingBack(true)}>
                  {CASE_TEXTS.sendBack}
                </Button>
                <ServerButton {...server} leftSection={<IconCheck size={16} stroke={1.5} aria-hidden />} onClick={approve}>
                  {CASE_TEXTS.approve}
                </ServerButton>
              </>
            )}
            {canFinish && task.kind === 'annotate' && (
              <>
                <ServerButton {...server} variant={next === null ? 'filled' : 'default'} onClick={() => void finish(false)}>
                  {CASE_TEXTS.finish}
                </ServerButton>
                {next !== null && (
                  <ServerButton {...server} rightSection={<Kbd aria-hidden>{keyNames('Ctrl ↵')}</Kbd>} onClick={() => void finish(true)}>
                    {CASE_TEXTS.finishAndNext}
                  </ServerButton>
                )}
              </>
            )}
            {!canFinish && <NextButton next={next} onOpen={openNext} />}
          </div>
        </>
      )}
    </section>
  );
}
