import type { ShownComment } from '#model/comments/shown-comments.ts';
import { useComments } from './comments-context.tsx';
import classes from './CommentsPanel.module.css';
import { mentionParts } from './mention-text.ts';
import { COMMENT_TEXTS } from './texts.ts';

export function CommentText({ comment: { text, mentions, deleted } }: { comment: ShownComment }) {
  const { people } = useComments();
  if (deleted) return <p className={classes.deleted}>{COMMENT_TEXTS.deleted}</p>;
  const mentioned = people?.all.filter(({ id }) => mentions.includes(id)) ?? [];
  return (
    <p className={classes.text} dir="auto">
      {mentionParts(text, mentioned).map((part, at) =>
        part.isMention ? (
          <b key={at} className={classes.mention}>
            {part.text}
          </b>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
