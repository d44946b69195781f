import type { Comment, CommentContent, SavedComment } from '#contract/comments.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import type { Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { findRowToDrawOn, ignoreNotFound } from '#server/rules/segmentations/segmentation-rows.ts';
import { requireSlice } from '#server/rules/segmentations/slices.ts';
import { changeWorkOnStudy } from '#server/rules/studies/change-work.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';
import { commentsOf, DELETED, findComment, toComment, type CommentRow } from './comment-rows.ts';
import { knownMentions, notifyOfMention } from './mentions.ts';

interface OfComment {
  /** UUID of the study. */
  study: string;
  uuid: string;
}

/** PCALL-108. A deleted first comment is listed as long as its thread has others. */
export async function listComments({ db }: ServerContext, caller: Member, study: string): Promise<Comment[]> {
  const { id } = await requireStudyRow(db.read, caller, study);
  const rows = await (await commentsOf(db.read, caller, id, 'read')).orderBy('first.number').orderBy('comment.id').execute();
  const alive = new Set(rows.flatMap(({ thread, deleted_at }) => (deleted_at === null ? [thread] : [])));
  return rows
    .filter(({ uuid, thread, deleted_at }) => deleted_at === null || (uuid === thread && alive.has(thread)))
    .map((row) => toComment(row, caller));
}

/**
 * PCALL-109. A version that the device did not change is not overwritten, unless the same device has saved it: then its answer was lost, or the
 * device has not read it yet.
 */
export async function saveComment(
  context: ServerContext,
  caller: Member,
  { study, uuid }: OfComment,
  { base, device, ...content }: SavedComment,
): Promise<Comment> {
  return changeComments(context, caller, study, async (tx, of, now) => {
    const stored = await findToWrite(tx, caller, of.id, uuid);
    if (stored !== undefined) assertMayChange(stored, caller, { base, device });
    const before = stored === undefined ? [] : (JSON.parse(stored.mentions) as number[]);
    const author = stored === undefined ? caller.userId : stored.user_id;
    const mentions = await knownMentions(tx, caller, { mentions: content.mentions, before, author });
    const words = { text: content.text, mentions: JSON.stringify(mentions), device, updated_at: now };
    if (stored?.text === words.text && stored.mentions === words.mentions) return { isChanged: false, comment: stored };
    if (stored === undefined) {
      const row = { ...(await placeOf(tx, caller, of.id, uuid, content)), ...words, study_id: of.id, uuid, version: base + 1 };
      await tx
        .insertInto('comment')
        .values({ ...row, user_id: caller.userId, resolved_at: null, resolved_by: null, deleted_at: null, created_at: now })
        .execute();
    } else {
      const changed = { ...words, version: stored.version + 1 };
      await tx.updateTable('comment').set(changed).where('id', '=', stored.id).execute();
    }
    const comment = await findToWrite(tx, caller, of.id, uuid);
    return { isChanged: true, comment: comment!, added: mentions.filter((userId) => !before.includes(userId)) };
  });
}

/** PCALL-110. One that was deleted or never arrived is deleted. */
export async function deleteComment(context: ServerContext, caller: Member, { study, uuid }: OfComment): Promise<void> {
  await changeComments(context, caller, study, async (tx, { id }, now) => {
    const stored = await findToWrite(tx, caller, id, uuid);
    if (stored === undefined || stored.deleted_at !== null) return { isChanged: false, comment: stored };
    if (!mayDeleteWorkOf(stored.user_id, caller)) throw new Refusal('not_allowed');
    await tx
      .updateTable('comment')
      .set({ ...DELETED, deleted_at: now, updated_at: now })
      .where('id', '=', stored.id)
      .execute();
    return { isChanged: true, comment: stored };
  });
}

/** PCALL-111, for everybody who sees the thread. */
export async function resolveComment(
  context: ServerContext,
  caller: Member,
  { study, uuid }: OfComment,
  resolved: boolean,
): Promise<Comment> {
  return changeComments(context, caller, study, async (tx, { id }, now) => {
    const stored = await findToWrite(tx, caller, id, uuid);
    if (stored === undefined || stored.thread !== uuid) throw new Refusal('not_found');
    if ((stored.resolved_at !== null) === resolved) return { isChanged: false, comment: stored };
    const by = resolved ? { resolved_at: now, resolved_by: caller.userId } : { resolved_at: null, resolved_by: null };
    await tx.updateTable('comment').set(by).where('id', '=', stored.id).execute();
    return { isChanged: true, comment: (await findToWrite(tx, caller, id, uuid))! };
  });
}

const findToWrite = (tx: Writer, caller: Member, studyId: number, uuid: string) => findComment(tx, caller, { studyId, uuid, act: 'write' });

interface Changed<Row> {
  isChanged: boolean;
  comment: Row;
  /** Who is mentioned and was not before. */
  added?: readonly number[];
}

async function changeComments<Row extends CommentRow | undefined>(
  context: ServerContext,
  caller: Member,
  study: string,
  change: (tx: Writer, study: { id: number; uuid: string }, now: number) => Promise<Changed<Row>>,
): Promise<Row extends CommentRow ? Comment : Comment | null> {
  const { comment, told } = await changeWorkOnStudy(context, caller, { study, kind: 'comment' }, async (tx, _, now, of) => {
    const { isChanged, comment: changed, added = [] } = await change(tx, of, now);
    const notified: Notified[] =
      changed === undefined ? [] : await notifyOfMention(tx, caller, { added, comment: changed, study: of, now });
    return { isChanged, answer: { comment: changed, told: notified } };
  });
  for (const one of told) tellNotified(context.news, one);
  return (comment === undefined ? null : toComment(comment, caller)) as Row extends CommentRow ? Comment : Comment | null;
}

function assertMayChange(stored: CommentRow, caller: Member, { base, device }: Pick<SavedComment, 'base' | 'device'>): void {
  if (!mayDeleteWorkOf(stored.user_id, caller)) throw new Refusal('not_allowed');
  if (stored.deleted_at !== null) throw new Refusal('comment_deleted');
  if (stored.version !== base && stored.device !== device) throw new Refusal('conflict');
}

const NO_PLACE = { task_id: null, series_id: null, pin: null, segmentation: null, segment: null };

/** The place and the number of a new comment: of its own for the first of a thread, none for an answer. */
async function placeOf(tx: Writer, caller: Member, studyId: number, uuid: string, content: CommentContent) {
  const { thread, pin, task } = content;
  await assertRoom(tx, studyId, uuid);
  if (thread !== uuid) {
    const first = await findToWrite(tx, caller, studyId, thread);
    if (first?.thread !== thread) throw new Refusal('invalid', { errors: { thread: [marked('The study has no such thread.')] } });
    return { ...NO_PLACE, thread, number: null };
  }
  const { series = null, ...at } = pin ?? {};
  return {
    thread,
    number: await nextNumber(tx, studyId),
    task_id: task === null ? null : await taskOf(tx, studyId, task),
    series_id: pin === null ? null : await requireSlice(tx, studyId, pin),
    pin: series === null ? null : JSON.stringify(at),
    ...(await segmentOf(tx, caller, studyId, content)),
  };
}

async function taskOf(tx: Writer, studyId: number, uuid: string): Promise<number> {
  const task = await tx.selectFrom('task').select('id').where('uuid', '=', uuid).where('study_id', '=', studyId).executeTakeFirst();
  if (task === undefined) throw new Refusal('invalid', { errors: { task: [marked('The study has no such task.')] } });
  return task.id;
}

async function segmentOf(tx: Writer, caller: Member, studyId: number, { segmentation, segment }: CommentContent) {
  if (segmentation === null) return { segmentation: null, segment: null };
  const row = await findRowToDrawOn(tx, caller, segmentation).catch(ignoreNotFound);
  if (row?.study_id !== studyId)
    throw new Refusal('invalid', { errors: { segmentation: [marked('The study has no such segmentation.')] } });
  if (segment === null) return { segmentation, segment };
  const known = await tx
    .selectFrom('segment')
    .select('id')
    .where('uuid', '=', segment)
    .where('segmentation_id', '=', row.id)
    .executeTakeFirst();
  if (known === undefined) throw new Refusal('invalid', { errors: { segment: [marked('The segmentation has no such segment.')] } });
  return { segmentation, segment };
}

/** A comment that the caller may not see has its UUID too. */
async function assertRoom(tx: Writer, studyId: number, uuid: string): Promise<void> {
  const all = tx.selectFrom('comment').where('study_id', '=', studyId);
  if ((await all.select('id').where('uuid', '=', uuid).executeTakeFirst()) !== undefined) throw new Refusal('not_found');
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const max = LIMITS.commentsPerStudy;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'commentsPerStudy', max } });
}

async function nextNumber(tx: Writer, studyId: number): Promise<number> {
  const { number } = await tx
    .selectFrom('comment')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.val(0)).as('number'))
    .where('study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  return Number(number) + 1;
}
