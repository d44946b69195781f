import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { draftKey, type CommentDraft } from '#model/comments/comment-draft.ts';
import { showNotice, showTrouble } from '#ui/toasts.ts';
import { useComments } from './comments-context.tsx';
import classes from './CommentsPanel.module.css';
import { COMMENT_TEXTS, refusedText } from './texts.ts';
import { writtenAgain } from './write-again.ts';

/** A comment that the server refused. Its text is here until the user throws it away or writes it again. */
export function RefusedComment({ draft }: { draft: CommentDraft }) {
  const { study, drafts, keepDraft, dropDraft } = useComments();
  const { key, text, why } = draft;
  const isWriting = drafts?.some((each) => each.key === draftKey.new(study)) ?? true;
  function writeAgain(): void {
    keepDraft(writtenAgain(draft));
    dropDraft(key);
  }
  return (
    <article className={classes.refused} aria-label={refusedText(why ?? '')}>
      <p className={classes.why}>
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
        {refusedText(why ?? '')}
      </p>
      <p className={classes.text} dir="auto">
        {text}
      </p>
      {isWriting && <p className={classes.note}>{COMMENT_TEXTS.writeFirst}</p>}
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => showNotice(COMMENT_TEXTS.copied),
              () => showTrouble(COMMENT_TEXTS.notCopied),
            )
          }
        >
          {COMMENT_TEXTS.copy}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isWriting} onClick={writeAgain}>
          {COMMENT_TEXTS.writeAgain}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => dropDraft(key)}>
          {COMMENT_TEXTS.discard}
        </Button>
      </div>
    </article>
  );
}
