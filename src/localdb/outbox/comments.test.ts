import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommentContent } from '#contract/comments.ts';
import { LocalDb, type Sealed } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { deleteComment, resolveComment, saveComment } from './comments.ts';
import { savedWrites } from './outbox.ts';

const STUDY = 'study';
const content = (thread: string, text: string): CommentContent => ({
  ...{ thread, pin: null, segmentation: null, segment: null, task: null, text, mentions: [3] },
});

describe('comments in the outbox', () => {
  let db: LocalDb;
  beforeEach(() => void (db = new LocalDb(nextUser())));
  const save = (comment: string, text: string, { thread = comment, isNew = true, base = 0 } = {}) =>
    saveComment(db, { study: STUDY, comment, base, isNew, content: content(thread, text) });
  const kinds = async () => (await savedWrites(db)).map(({ write }) => `${write.kind} ${'comment' in write ? write.comment : ''}`);

  it('are sealed whole [COM-21]', async () => {
    await save('a', 'Quiet Heron has a lesion');
    const [stored] = await db.outbox.toArray();
    expect(stored!.key).toBe('comment:a');
    expect(new TextDecoder().decode(stored!.write as Sealed)).not.toMatch(/Heron|mentions/);
    const device = (await db.keys.toCollection().first())!.id;
    expect((await savedWrites(db))[0]!.write).toEqual({
      ...{ kind: 'comment', study: STUDY, comment: 'a', base: 0, device, content: content('a', 'Quiet Heron has a lesion') },
    });
  });

  it('stay before their answers when they are changed, and only the last change is sent', async () => {
    await save('a', 'one');
    await save('b', 'answer', { thread: 'a' });
    await save('a', 'two', { isNew: false });
    await save('a', 'three', { isNew: false });
    await resolveComment(db, { study: STUDY, comment: 'a', on: true });
    await resolveComment(db, { study: STUDY, comment: 'a', on: false });
    expect(await kinds()).toEqual(['comment a', 'comment b', 'comment-change a', 'comment-resolved a']);
    expect((await savedWrites(db))[2]!.write).toMatchObject({ content: { text: 'three' } });
    expect((await savedWrites(db))[3]!.write).toMatchObject({ on: false });
  });

  it('are not sent once they are deleted', async () => {
    await save('a', 'one');
    await save('a', 'two', { isNew: false });
    await save('b', 'other');
    await deleteComment(db, { study: STUDY, comment: 'a' });
    expect(await kinds()).toEqual(['comment b', 'comment-deletion a']);
  });
});
