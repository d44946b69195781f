import type { Reader } from '#server/db/database.ts';

/** A complete answer of a read that is finished is closed, until the read is sent back. Of a read that is not known, the answer stays open. */
export async function isReadOver(db: Reader, teamId: number, read: string): Promise<boolean> {
  const row = await db
    .selectFrom('campaign_read')
    .innerJoin('campaign', 'campaign.id', 'campaign_read.campaign_id')
    .select('campaign_read.state')
    .where('campaign.team_id', '=', teamId)
    .where('campaign_read.uuid', '=', read)
    .executeTakeFirst();
  return row?.state === 'done';
}
