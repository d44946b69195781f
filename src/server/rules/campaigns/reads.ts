import type { OwnRead, ReadingList, ReadMove } from '#contract/campaigns.ts';
import { dateToWire } from '#contract/dates.ts';
import { marked } from '#language/t.ts';
import { countReads } from '#model/campaigns/shown-reads.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { visibleTo } from '#server/rules/structures/structures.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { openReviewOfRead } from './review-reads.ts';
import { contentOf, requireCampaign, toListed, type ReadRow } from './campaign-rows.ts';

/** PCALL-137. Of a campaign that has finished too, so that a device learns that it has. */
export async function readingList({ db }: ServerContext, caller: Member, uuid: string): Promise<ReadingList> {
  const { row, parts } = await requireCampaign(db.read, caller, uuid, ['reader']);
  const reads = await ownReads(db.read, caller, row.id).orderBy('position').orderBy('number').execute();
  const { guideline, form, structure } = contentOf(row);
  return {
    campaign: {
      ...toListed(row, parts, countReads(reads)),
      ...{ guideline, guideline_version: row.guideline_version, form },
      structure: structure === null ? null : await structureOf(db.read, caller, structure),
    },
    reads: reads.map(toOwnRead),
  };
}

async function structureOf(db: Reader, caller: Member, id: number): Promise<ReadingList['campaign']['structure']> {
  const found = await visibleTo(db, caller)
    .innerJoin('category', 'category.slug', 'structure.category_slug')
    .select(['structure.slug', 'structure.title', 'category.slug as category', 'category.title as category_title'])
    .where('structure.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return null;
  return { slug: found.slug, title: found.title, category: { slug: found.category, title: found.category_title } };
}

/** Without those whose study is gone. */
const ownReads = (db: Reader, { teamId, userId }: Member, campaignId: number) =>
  db
    .selectFrom('campaign_read')
    .innerJoin('study', 'study.id', 'campaign_read.study_id')
    .selectAll('campaign_read')
    .select('study.uuid as study')
    .where('campaign_read.campaign_id', '=', campaignId)
    .where('campaign_read.user_id', '=', userId)
    .where('study.id', 'in', studiesOfTeam(db, teamId).select('study.id'));

/**
 * PCALL-138. A device sends the moves of a reader in their order, perhaps long after they were made. Of two reads of one campaign, one is open at a
 * time: starting another pauses it.
 */
export async function moveRead(
  { db, news, now }: ServerContext,
  caller: Member,
  { uuid, read }: { uuid: string; read: string },
  wanted: ReadMove,
): Promise<OwnRead> {
  const { teamId, userId } = caller;
  const { answer, seq, hidden, notified } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const { row: campaign } = await requireCampaign(tx, caller, uuid, ['reader']);
    const found = () => ownReads(tx, caller, campaign.id).where('campaign_read.uuid', '=', read).executeTakeFirst();
    const before = await found();
    if (before === undefined) throw new Refusal('not_found');
    if (before.last_move === wanted.move) return { answer: toOwnRead(before), seq: null, hidden: [], notified: [] };
    if (campaign.state !== 'running') throw new Refusal('campaign_state');
    const time = now();
    const changed = await changeOf(tx, before, wanted, time);
    if (wanted.act === 'start') await pauseOthers(tx, before);
    await tx
      .updateTable('campaign_read')
      .set({ ...changed, spent_ms: before.spent_ms + wanted.spent_ms, last_move: wanted.move })
      .where('id', '=', before.id)
      .execute();
    const after = (await found())!;
    const tells = wanted.act === 'finish' ? await openReviewOfRead(tx, campaign, after, caller, time) : [];
    const shown = await tx
      .selectFrom('segmentation')
      .select('uuid')
      .where('study_id', '=', before.study_id)
      .where('user_id', '=', userId)
      .execute();
    const logged = await appendChange(tx, { teamId, kind: 'read', ref: read, now: time });
    const told: Notified[] = [];
    for (const tell of tells) told.push(...(await tell()));
    return { answer: toOwnRead(after), seq: logged, hidden: shown.map((segmentation) => segmentation.uuid), notified: told };
  });
  // Which own segmentations are seen has changed: [Note: Blinded reads].
  for (const segmentation of hidden) news.endMask(segmentation);
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  for (const each of notified) tellNotified(news, each);
  return answer;
}

async function changeOf(tx: Writer, before: ReadRow, { act, reason }: ReadMove, now: number): Promise<Partial<ReadRow>> {
  if (before.state === 'done') throw new Refusal('task_moved');
  if (act === 'start') return { state: 'started', skipped: null, started_at: before.started_at ?? now };
  if (act === 'finish') return { state: 'done', skipped: null, reason: '', started_at: before.started_at ?? now, finished_at: now };
  if (reason === undefined) throw new Refusal('invalid', { errors: { reason: [marked('Say why.')] } });
  return { state: 'open', skipped: reason, position: (await lastPosition(tx, before)) + 1 };
}

async function lastPosition(tx: Writer, { campaign_id, reader }: ReadRow): Promise<number> {
  const { last } = await tx
    .selectFrom('campaign_read')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('campaign_id', '=', campaign_id)
    .where('reader', '=', reader)
    .executeTakeFirstOrThrow();
  return Number(last);
}

async function pauseOthers(tx: Writer, { id, campaign_id, reader }: ReadRow): Promise<void> {
  await tx
    .updateTable('campaign_read')
    .set({ state: 'open' })
    .where('campaign_id', '=', campaign_id)
    .where('reader', '=', reader)
    .where('state', '=', 'started')
    .where('id', '<>', id)
    .execute();
}

function toOwnRead(row: ReadRow & { study: string }): OwnRead {
  const { uuid, number, study, state, skipped, reason, started_at, spent_ms } = row;
  return {
    ...{ uuid, number, study, state, skipped, reason, spent_ms },
    started_at: started_at === null ? null : dateToWire(new Date(started_at)),
  };
}
