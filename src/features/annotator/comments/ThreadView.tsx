import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconClock, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { parseWireDate } from '#contract/dates.ts';
import type { Series } from '#contract/study-detail.ts';
import { draftKey } from '#model/comments/comment-draft.ts';
import type { CommentThread, ShownComment } from '#model/comments/shown-comments.ts';
import { formatDateTime } from '#ui/format.ts';
import { useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import listClasses from '#features/annotator/panel-list.module.css';
import { classNames } from '#ui/class-names.ts';
import { CommentText } from './CommentText.tsx';
import { useComments } from './comments-context.tsx';
import classes from './CommentsPanel.module.css';
import { PlaceText } from './PlaceText.tsx';
import { showThread } from './show-thread.ts';
import { answersText, COMMENT_TEXTS } from './texts.ts';
import { WriteComment } from './WriteComment.tsx';

interface ThreadViewProps {
  thread: CommentThread;
  isCurrent: boolean;
  series: readonly Series[];
}

/** A thread in the list. A click shows its slice, its answers and what can be done with it. */
export function ThreadView({ thread, isCurrent, series }: ThreadViewProps) {
  const { store, study, drafts, send, resolve } = useComments();
  const workstation = useWorkstation();
  const { choose } = useMaskPanel();
  const { uuid, number, first, answers, isResolved } = thread;
  const key = draftKey.answer(uuid);
  const draft = drafts?.find((each) => each.key === key);
  return (
    <li
      className={classNames(listClasses.row, classes.row)}
      data-thread={uuid}
      data-current={isCurrent || undefined}
      data-resolved={isResolved || undefined}
    >
      <button
        type="button"
        className={classNames(listClasses.choose, classes.choose)}
        aria-expanded={isCurrent}
        onClick={() => {
          store.choose(isCurrent ? null : uuid);
          if (!isCurrent) showThread(workstation, choose, first);
        }}
      >
        <span className={classes.ring}>{number ?? <Waits>{COMMENT_TEXTS.waitsForNumber}</Waits>}</span>
        <span className={classes.where}>
          <PlaceText place={first} series={series} />
        </span>
        {!isCurrent && answers.length > 0 && <span className={classes.dim}>{answersText(answers.length)}</span>}
      </button>
      <div className={classes.comments}>
        <OneComment comment={first} isOpen={isCurrent} />
        {isCurrent && answers.map((answer) => <OneComment key={answer.uuid} comment={answer} isOpen />)}
        {isCurrent && (
          <>
            {drafts !== undefined && (
              <WriteComment
                draft={
                  draft ?? { key, study, thread: uuid, pin: null, segmentation: null, segment: null, text: '', mentions: [], why: null }
                }
                label={COMMENT_TEXTS.answer}
                act={COMMENT_TEXTS.sendAnswer}
                hasFocus={false}
                onSend={(words) =>
                  send({ key, study, thread: uuid, pin: null, segmentation: null, segment: null, why: null, ...words }, words)
                }
              />
            )}
            <Button className={classes.resolve ?? ''} size="compact-sm" variant="default" onClick={() => resolve(thread, !isResolved)}>
              {isResolved ? COMMENT_TEXTS.reopen : COMMENT_TEXTS.resolve}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function OneComment({ comment, isOpen }: { comment: ShownComment; isOpen: boolean }) {
  const { drafts, study, change, remove, dropDraft, keepDraft } = useComments();
  const [isEditing, setEditing] = useState(false);
  const { uuid, user, created_at, version, waits, editable, deleted, text, mentions } = comment;
  const key = draftKey.change(uuid);
  const kept = drafts?.find((each) => each.key === key);
  const at = created_at === null ? null : parseWireDate(created_at);
  const own = { key, study, thread: comment.thread, pin: null, segmentation: null, segment: null, why: null };
  return (
    <article className={classes.comment} data-comment={uuid}>
      <header className={classes.head}>
        <bdi className={classes.author}>{user?.name ?? COMMENT_TEXTS.unknownAuthor}</bdi>
        <span className={classes.dim}>
          {at !== null && formatDateTime(at, { seconds: false })}
          {version > 1 && !deleted && `, ${COMMENT_TEXTS.changed}`}
        </span>
        {waits !== null && <Waits>{waits === 'number' ? COMMENT_TEXTS.waitsForNumber : COMMENT_TEXTS.waitsForServer}</Waits>}
        {isOpen && editable && !deleted && (
          <span className={classes.acts}>
            <Tooltip label={COMMENT_TEXTS.edit}>
              <ActionIcon
                size={24}
                variant="subtle"
                aria-label={COMMENT_TEXTS.edit}
                onClick={() => {
                  keepDraft({ ...own, text, mentions });
                  setEditing(true);
                }}
              >
                <IconPencil size={14} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={COMMENT_TEXTS.delete}>
              <ActionIcon size={24} variant="subtle" aria-label={COMMENT_TEXTS.delete} onClick={() => remove(comment)}>
                <IconTrash size={14} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </span>
        )}
      </header>
      {isOpen && kept !== undefined ? (
        <WriteComment
          draft={kept}
          label={COMMENT_TEXTS.edit}
          act={COMMENT_TEXTS.save}
          hasFocus={isEditing}
          onSend={(words) => change(comment, words)}
          onDiscard={() => dropDraft(key)}
        />
      ) : (
        <CommentText comment={comment} />
      )}
    </article>
  );
}

function Waits({ children }: { children: string }): ReactNode {
  return (
    <span className={classes.waits} role="img" aria-label={children} title={children}>
      <IconClock size={14} stroke={1.5} aria-hidden />
    </span>
  );
}
