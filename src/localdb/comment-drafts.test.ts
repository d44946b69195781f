import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommentDraft } from '#model/comments/comment-draft.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { dropCommentDraft, keepCommentDraft, keptCommentDrafts } from './comment-drafts.ts';
import { LocalDb } from './schema.ts';

const draft = (key: string, text: string, study = 'study'): CommentDraft => ({
  ...{ key, study, thread: null, pin: null, segmentation: null, segment: null, text, mentions: [], why: null },
});

describe('comments that were not sent', () => {
  let db: LocalDb;
  beforeEach(() => void (db = new LocalDb(nextUser())));

  it('are there after a reload, the last text of each, sealed [COM-24]', async () => {
    await keepCommentDraft(db, draft('new:study', 'Quiet'));
    await keepCommentDraft(db, draft('new:study', 'Quiet Heron'));
    await keepCommentDraft(db, draft('answer:a', 'Yes'));
    await keepCommentDraft(db, draft('new:other', 'No', 'other'));
    const [row] = await db.commentDrafts.toArray();
    expect(new TextDecoder().decode(row!.sealed)).not.toContain('Quiet');
    db.close();
    db = new LocalDb(Number(/\d+$/.exec(db.name)![0]));
    expect((await keptCommentDrafts(db, 'study')).map(({ text }) => text)).toEqual(['Yes', 'Quiet Heron']);
    await dropCommentDraft(db, 'answer:a');
    expect(await keptCommentDrafts(db, 'study')).toEqual([draft('new:study', 'Quiet Heron')]);
  });

  it('cannot be read after their key is gone', async () => {
    await keepCommentDraft(db, draft('new:study', 'Quiet Heron'));
    await db.keys.clear();
    expect(await keptCommentDrafts(db, 'study')).toEqual([]);
  });
});
