import type { Comment, CommentContent } from '#contract/comments.ts';

/** UUIDs of the study and the comment; a new one gets its own here. */
type OfComment = { study: string; comment: string };

/** `base`: the version that was changed, 0 for a new one. `device`: the id of this device. */
type Written = OfComment & { base: number; device: string; content: CommentContent };

/** What waits to be sent. A change does not take the place of its comment, because answers that wait need that one first. */
export type CommentWrite =
  | (Written & { kind: 'comment' })
  | (Written & { kind: 'comment-change' })
  | (OfComment & { kind: 'comment-deletion' })
  | (OfComment & { kind: 'comment-resolved'; on: boolean });

/** A comment with this user's later changes. */
export interface ShownComment extends CommentContent, Pick<Comment, 'uuid' | 'user' | 'editable' | 'deleted'> {
  /** Of its thread; null until the server has received that. */
  number: number | null;
  /** The version on the server; 0 until it has received it. A change names it as its base. */
  version: number;
  /** As on the wire; null until the server has received it. */
  created_at: string | null;
  resolved: Comment['resolved'] | 'here';
  /** What the server has not received: that it exists, a change of it, or its deletion. */
  waits: 'number' | 'change' | 'deletion' | null;
}

/** A first comment and what was answered to it. */
export interface CommentThread {
  /** UUID of its first comment. */
  uuid: string;
  number: number | null;
  isResolved: boolean;
  first: ShownComment;
  answers: readonly ShownComment[];
}

/**
 * The threads of a study from the last answer, with this user's later changes applied in their order: unresolved ones first, then by number, those
 * without one last. What the server has received meanwhile is not applied twice. New comments have `author` as theirs.
 */
export function shownThreads(
  study: string,
  answered: readonly Comment[],
  writes: readonly ({ kind: string } | CommentWrite)[],
  author: Comment['user'],
): CommentThread[] {
  const shown = writes
    .filter((write) => isOfComment(write))
    .filter((write) => write.study === study)
    .reduce<ShownComment[]>(
      (comments, write) => withWrite(comments, write, author),
      answered.map((each) => ({ ...each, waits: null })),
    );
  return [...Map.groupBy(shown, ({ thread }) => thread)]
    .flatMap(([uuid, comments]) => toThread(uuid, comments) ?? [])
    .toSorted((a, b) => Number(a.isResolved) - Number(b.isResolved) || (a.number ?? Infinity) - (b.number ?? Infinity) || 0);
}

function isOfComment(write: { kind: string }): write is CommentWrite {
  return ['comment', 'comment-change', 'comment-deletion', 'comment-resolved'].includes(write.kind);
}

/** Without a first comment, or without anything that is not deleted, there is nothing to show. */
function toThread(uuid: string, comments: readonly ShownComment[]): CommentThread | null {
  const first = comments.find((each) => each.uuid === uuid);
  const answers = comments.filter((each) => each.uuid !== uuid && each.waits !== 'deletion');
  const isGone = first?.deleted === true || first?.waits === 'deletion';
  if (first === undefined || (isGone && answers.length === 0)) return null;
  const shown = isGone ? { ...first, text: '', mentions: [], deleted: true, editable: false } : first;
  return { uuid, number: first.number, isResolved: first.resolved !== null, first: shown, answers };
}

function withWrite(shown: ShownComment[], write: CommentWrite, author: Comment['user']): ShownComment[] {
  const known = shown.find(({ uuid }) => uuid === write.comment);
  if (known !== undefined) return shown.map((each) => (each === known ? changed(known, write) : each));
  if (write.kind !== 'comment' && write.kind !== 'comment-change') return shown;
  const { comment: uuid, base: version, content } = write;
  const first = shown.find((each) => each.uuid === content.thread);
  const number = first?.number ?? null;
  const made = { ...{ uuid, version, number, user: author, created_at: null }, editable: true, deleted: false, resolved: null };
  return [...shown, { ...content, ...made, waits: 'number' }];
}

function changed(shown: ShownComment, write: CommentWrite): ShownComment {
  // Until the server has received it, it waits for its number whatever else changes.
  const waits = shown.waits === 'number' ? 'number' : 'change';
  switch (write.kind) {
    case 'comment-deletion':
      return { ...shown, waits: 'deletion' };
    case 'comment-resolved':
      if ((shown.resolved !== null) === write.on) return shown;
      return { ...shown, resolved: write.on ? 'here' : null, waits };
    default: {
      const { text, mentions } = write.content;
      return text === shown.text && isSameList(mentions, shown.mentions) ? shown : { ...shown, text, mentions, waits };
    }
  }
}

const isSameList = (one: readonly number[], other: readonly number[]): boolean => one.join(' ') === other.join(' ');
