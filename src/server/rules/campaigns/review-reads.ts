import type { Writer } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';
import { openReviewOf, type Tell } from '#server/rules/tasks/open-review.ts';
import { doneText, nameOf, notifyOfTask } from '#server/rules/tasks/task-notices.ts';
import type { TaskRow } from '#server/rules/tasks/tasks.ts';
import { contentOf, type CampaignRow, type ReadRow } from './campaign-rows.ts';

/** A read is done: its review opens, for the first time or again, if the campaign has a reviewer. The note names no patient. */
export async function openReviewOfRead(
  tx: Writer,
  campaign: CampaignRow,
  read: ReadRow & { study: string },
  reader: Member,
  now: number,
): Promise<Tell[]> {
  const { reviewer } = contentOf(campaign);
  if (reviewer === null) return [];
  return openReviewOf(
    tx,
    {
      ...{ of: { of_id: null, read_id: read.id }, subject_uuid: read.study, study_id: read.study_id },
      ...{ segmentationId: await segmentationOfRead(tx, read), author: read.user_id, wanted: { assignee_id: reviewer, role_id: null } },
      ...{ note: noteOf(campaign, read), created_by: campaign.created_by },
    },
    reader,
    now,
  );
}

/** A hidden repeat is named: its reviewer is not its reader. */
const noteOf = ({ title }: CampaignRow, { case_number, reader, repeat }: ReadRow): string =>
  `${title}: case ${case_number}, reader ${reader}${repeat === 1 ? ', repeat' : ''}`;

/** The last one that its reader made in it; null if there is none. */
export async function segmentationOfRead(tx: Writer, { study_id, user_id, started_at, finished_at }: ReadRow): Promise<number | null> {
  if (user_id === null || started_at === null) return null;
  const made = await tx
    .selectFrom('segmentation')
    .select('id')
    .where('study_id', '=', study_id)
    .where('user_id', '=', user_id)
    .where('created_at', '>=', started_at)
    .$if(finished_at !== null, (seen) => seen.where('created_at', '<=', finished_at!))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** The reviewer asks for changes: the read is its reader's again, with the reason. One that is being read again already stays as it is. */
export async function sendBackRead(tx: Writer, review: TaskRow, me: Member, now: number): Promise<Tell[]> {
  const read = await tx.selectFrom('campaign_read').selectAll().where('id', '=', review.read_id).executeTakeFirst();
  if (read?.state !== 'done') return [];
  const campaign = await tx.selectFrom('campaign').select(['uuid', 'state']).where('id', '=', read.campaign_id).executeTakeFirstOrThrow();
  if (campaign.state !== 'running') return [];
  await tx
    .updateTable('campaign_read')
    .set({ state: 'returned', reason: review.reason, finished_at: null })
    .where('id', '=', read.id)
    .execute();
  return [
    async () =>
      notifyOfTask(tx, {
        ...{ type: 'task.returned', teamId: me.teamId, to: [read.user_id], by: me.userId, now },
        ...{ description: doneText(await nameOf(tx, me.userId), review), url: `/reviews/campaigns/${campaign.uuid}` },
        cause: `${read.uuid}:send_back:${now}`,
      }),
  ];
}
