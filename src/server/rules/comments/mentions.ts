import type { Writer } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';
import { notify, type Notified } from '#server/rules/notifications/notify.ts';
import { findMember } from '#server/rules/teams/membership.ts';
import { findComment, type CommentRow } from './comment-rows.ts';

/** The mentioned users who are in the team and may open its studies, without the author. Those of an earlier version stay. */
export async function knownMentions(
  tx: Writer,
  caller: Member,
  { mentions, before, author }: { mentions: readonly number[]; before: readonly number[]; author: number | null },
): Promise<number[]> {
  const known: number[] = [];
  for (const userId of new Set(mentions)) {
    if (before.includes(userId)) known.push(userId);
    else if (userId !== author && (await mayOpen(tx, caller, userId)) !== null) known.push(userId);
  }
  return known;
}

async function mayOpen(tx: Writer, { signInId, teamSlug }: Member, userId: number): Promise<Member | null> {
  const member = await findMember(tx, { userId, signInId }, teamSlug);
  return member !== null && member.permissions.has('r:studies') && member.permissions.has('r:studies:detail') ? member : null;
}

interface Mention {
  /** Who was not mentioned in the version before. */
  added: readonly number[];
  comment: CommentRow;
  study: { id: number; uuid: string };
  now: number;
}

/** COM-11, for those who may see the comment. The last step of a transaction (see `notify`). */
export async function notifyOfMention(tx: Writer, caller: Member, { added, comment, study, now }: Mention): Promise<Notified[]> {
  const told: Notified[] = [];
  if (added.length === 0) return told;
  const { name } = await tx.selectFrom('user').select('name').where('id', '=', caller.userId).executeTakeFirstOrThrow();
  for (const userId of added) {
    const member = await mayOpen(tx, caller, userId);
    if (member === null || (await findComment(tx, member, { studyId: study.id, uuid: comment.uuid, act: 'read' })) === undefined) continue;
    const made = await notify(tx, {
      ...{ teamId: caller.teamId, userId, type: 'review.add.comment', section: 'review', now },
      description: `${name} mentioned you.`,
      url: `/annotator/case/${study.uuid}?comment=${comment.uuid}`,
      models: [study.id, comment.thread_task_id, comment.id],
      cause: `comment:${comment.uuid}`,
    });
    if (made !== null) told.push(made);
  }
  return told;
}
