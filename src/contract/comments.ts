import { z } from './zod.ts';
import { DateText, Sha256, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { SlicePoint } from './measurements.ts';
import { nameUpTo, textUpTo } from './text.ts';

/** A slice that a thread is about, and where on it. */
const CommentPin = z.object({
  /** UUID of the series. */
  series: Uuid,
  /** Hash of its grid. */
  grid: Sha256,
  /** Number in the grid, from 0; what the grid has there follows. */
  slice: z.number().int().min(0),
  sop: textUpTo(LIMITS.uidChars),
  frame: z.number().int().min(0),
  /** Null: the whole slice. */
  point: SlicePoint.nullable(),
});
export type CommentPin = z.infer<typeof CommentPin>;

/** What a thread is about. It never changes, and an answer has that of its thread. */
const place = {
  /** Null: the study. */
  pin: CommentPin.nullable(),
  /** UUIDs. Whoever may not see the segmentation does not see the thread. */
  segmentation: Uuid.nullable(),
  segment: Uuid.nullable(),
  /** The task during which it was written. */
  task: Uuid.nullable(),
};

const words = {
  text: nameUpTo(LIMITS.commentChars),
  /** IDs of users. Those who are not in the team, or may not see its studies, are left out. */
  mentions: z.array(z.number().int().min(1)).max(LIMITS.mentionsPerComment),
};

/** Everything of a comment that its author decides. */
export const CommentContent = z.object({
  /** UUID of the first comment of its thread; that of the comment itself begins a thread. */
  thread: Uuid,
  ...place,
  ...words,
});
export type CommentContent = z.infer<typeof CommentContent>;

/** A comment as it is saved. Of a comment that the server has, only text and mentions change. */
export const SavedComment = CommentContent.extend({
  /** Number of the version that was changed; 0 for a new comment. */
  base: z.number().int().min(0),
  /** The device that saves it. Its own earlier version is never in conflict with a later one. */
  device: Uuid,
});
export type SavedComment = z.infer<typeof SavedComment>;

const Author = z.object({ id: z.number().int(), name: z.string() });

/** COM-01. */
export const Comment = z.object({
  uuid: Uuid,
  thread: Uuid,
  ...place,
  /** Empty if it was deleted. */
  text: z.string(),
  mentions: z.array(z.number().int()),
  /** Of its thread in the study. The server gives it, and never again after a deletion. */
  number: z.number().int(),
  /** 1 more with each change of the text. */
  version: z.number().int(),
  /** The author; null if the account no longer exists. */
  user: Author.nullable(),
  created_at: DateText,
  updated_at: DateText,
  /** The caller may change and delete it. */
  editable: z.boolean(),
  /** Only of the first comment of a thread that has others, which keep its place. */
  deleted: z.boolean(),
  /** Of a first comment: who resolved its thread. Null while it is unresolved. */
  resolved: z.object({ user: Author.nullable(), at: DateText }).nullable(),
});
export type Comment = z.infer<typeof Comment>;
