import type { CommentContent } from '#contract/comments.ts';

/** What is being written, or was refused. It stays on this device until it is sent or discarded. */
export interface CommentDraft extends Pick<CommentContent, 'pin' | 'segmentation' | 'segment' | 'text' | 'mentions'> {
  /** Says what it is: see `draftKey`. */
  key: string;
  study: string;
  /** UUID of the thread that it answers; null: it begins one. */
  thread: string | null;
  /** Why the server refused it; null: it was not sent. */
  why: string | null;
}

/** There is one of each: a new thread in a study, an answer in a thread, a change of a comment, and what was refused of it. */
export const draftKey = {
  new: (study: string) => `new:${study}`,
  answer: (thread: string) => `answer:${thread}`,
  change: (comment: string) => `change:${comment}`,
  refused: (comment: string) => `refused:${comment}`,
};
