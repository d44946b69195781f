import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Campaign, CampaignContent, ListedCampaign, SavedCampaign } from '#contract/campaigns.ts';
import { LIMITS } from '#contract/limits.ts';
import type { TaskAssignees } from '#contract/tasks.ts';
import { marked } from '#language/t.ts';
import { planReads } from '#model/campaigns/plan-reads.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { ignoreNotFound } from '#server/rules/segmentations/segmentation-rows.ts';
import { visibleTo } from '#server/rules/structures/structures.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { membersWith } from '#server/rules/tasks/assignees.ts';
import { dueText, nameOf, notifyOfTask } from '#server/rules/tasks/task-notices.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import {
  campaignsFor,
  contentOf,
  countsOfReads,
  readsOf,
  requireCampaign,
  toCampaign,
  toListed,
  type CampaignRow,
} from './campaign-rows.ts';

/** PCALL-130. */
export async function listCampaigns({ db }: ServerContext, caller: Member): Promise<ListedCampaign[]> {
  const all = await countsOfReads(db.read, caller.teamId);
  const own = await countsOfReads(db.read, caller.teamId, caller.userId);
  return (await campaignsFor(db.read, caller)).map(({ row, parts }) => {
    const isReader = !parts.includes('lead') && !parts.includes('reviewer');
    return toListed(row, parts, (isReader ? own : all).get(row.id) ?? NO_READS);
  });
}

const NO_READS: ListedCampaign['reads'] = { total: 0, done: 0, skipped: 0 };

/** PCALL-131: a reader opens the annotator, and calls the campaign's own addresses. */
export async function campaignPeople({ db }: ServerContext, { teamId }: Member): Promise<Pick<TaskAssignees, 'people'>> {
  return { people: (await peopleOf(db.read, teamId)).people };
}

const peopleOf = (db: Reader, teamId: number) => membersWith(db, teamId, ['r:reviews', 'r:studies', 'r:studies:detail']);

/** PCALL-133. */
export async function campaignFor({ db }: ServerContext, caller: Member, uuid: string): Promise<Campaign> {
  return toCampaign(db.read, caller, await requireCampaign(db.read, caller, uuid, ['lead', 'reviewer']));
}

/** PCALL-132. The same content again changes nothing, so the call can be repeated. */
export async function saveCampaign(
  context: ServerContext,
  caller: Member,
  uuid: string,
  { base, ...content }: SavedCampaign,
): Promise<Campaign> {
  return changeCampaign(context, caller, async (tx, now) => {
    const known = await tx
      .selectFrom('campaign')
      .select('id')
      .where('team_id', '=', caller.teamId)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (known === undefined) return insert(tx, caller, { uuid, content, now });
    const seen = await requireCampaign(tx, caller, uuid, ['lead']);
    const stored = contentOf(seen.row);
    if (isDeepStrictEqual(stored, content)) return null;
    if (seen.row.version !== base) throw new Refusal('conflict');
    if (seen.row.state === 'finished') throw new Refusal('campaign_state');
    if (seen.row.state === 'running' && !isSameReading(stored, content)) throw new Refusal('campaign_started');
    await assertPossible(tx, caller, content);
    await tx
      .updateTable('campaign')
      .set({
        ...columnsOf(content),
        version: base + 1,
        guideline_version: seen.row.guideline_version + (stored.guideline === content.guideline ? 0 : 1),
        updated_at: now,
      })
      .where('id', '=', seen.row.id)
      .execute();
    return { notified: [] };
  }).then(() => campaignFor(context, caller, uuid));
}

async function insert(tx: Writer, caller: Member, { uuid, content, now }: { uuid: string; content: CampaignContent; now: number }) {
  const { teamId } = caller;
  const { count } = await tx
    .selectFrom('campaign')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.campaignsPerTeam;
  if (Number(count) >= max) throw new Refusal('too_large', { limit: { name: 'campaignsPerTeam', max } });
  await assertPossible(tx, caller, content);
  await tx
    .insertInto('campaign')
    .values({
      ...{ team_id: teamId, uuid, state: 'draft', ...columnsOf(content), version: 1, guideline_version: 1 },
      ...{ created_by: caller.userId, created_at: now, updated_at: now },
    })
    .execute();
  return { notified: [] };
}

const columnsOf = (content: CampaignContent) => ({
  ...{ title: content.title, blinded: content.blinded ? (1 as const) : (0 as const) },
  ...{ reviewer_id: content.reviewer, content: JSON.stringify(content) },
});

/** Nothing changes of what is read, and by whom. */
const isSameReading = (stored: CampaignContent, content: CampaignContent): boolean =>
  isDeepStrictEqual({ ...stored, guideline: '', due: null }, { ...content, guideline: '', due: null });

/** What is named must be there. What a campaign lacks to be started is said when it is started. */
async function assertPossible(tx: Writer, caller: Member, { readers, reviewer, form, structure }: CampaignContent): Promise<void> {
  const people = new Set((await peopleOf(tx, caller.teamId)).people.map(({ id }) => id));
  const isKnown =
    structure === null || (await visibleTo(tx, caller).select('structure.id').where('structure.id', '=', structure).executeTakeFirst());
  const errors = {
    ...(readers.some((id) => !people.has(id)) && { readers: [marked('Choose members who can open reviews and studies.')] }),
    ...(new Set(readers).size < readers.length && { readers: [marked('Each reader can be chosen once.')] }),
    ...(reviewer !== null && !people.has(reviewer) && { reviewer: [marked('Choose a member who can open reviews and studies.')] }),
    ...(form !== null && !(await isForm(tx, caller, form)) && { form: [marked('Choose a form of the team.')] }),
    ...(isKnown === undefined && { structure: [marked('Choose a structure of the team.')] }),
  };
  if (Object.keys(errors).length > 0) throw new Refusal('invalid', { errors });
}

async function isForm(tx: Writer, { teamId }: Member, { uuid, version }: NonNullable<CampaignContent['form']>): Promise<boolean> {
  const found = await tx
    .selectFrom('form_version')
    .innerJoin('form', 'form.id', 'form_version.form_id')
    .select('form.id')
    .where('form.team_id', '=', teamId)
    .where('form.uuid', '=', uuid)
    .where('form_version.number', '=', version)
    .executeTakeFirst();
  return found !== undefined;
}

/** PCALL-134: reads are given to the readers. */
export async function startCampaign(context: ServerContext, caller: Member, uuid: string): Promise<Campaign> {
  const hidden: string[] = [];
  await changeCampaign(context, caller, async (tx, now) => {
    const { row } = await requireCampaign(tx, caller, uuid, ['lead']);
    if (row.state === 'running') return null;
    if (row.state === 'finished') throw new Refusal('campaign_state');
    const content = contentOf(row);
    const studies = await startable(tx, row, content);
    await assertPossible(tx, caller, content);
    await giveReads(tx, row, content, studies);
    await tx.updateTable('campaign').set({ state: 'running', updated_at: now }).where('id', '=', row.id).execute();
    const shown = await tx
      .selectFrom('segmentation')
      .select('uuid')
      .where('study_id', 'in', [...studies.values()])
      .execute();
    hidden.push(...shown.map((segmentation) => segmentation.uuid));
    return { notified: await tellReaders(tx, row, { by: caller.userId, readers: content.readers, cause: `started:${uuid}`, now }) };
  });
  // Whoever reads blinded now must not go on following the masks of the cases.
  for (const segmentation of hidden) context.news.endMask(segmentation);
  return campaignFor(context, caller, uuid);
}

/** Ids of its studies by UUID. */
async function startable(tx: Writer, row: CampaignRow, content: CampaignContent): Promise<Map<string, number>> {
  const { cases, readers, reads_per_case, form, structure, blinded, reviewer } = content;
  const wanted = [...new Set(cases.map(({ study }) => study))];
  const studies = new Map<string, number>();
  for (const some of inPortions(wanted)) {
    const seen = await studiesOfTeam(tx, row.team_id).select(['study.uuid', 'study.id']).where('study.uuid', 'in', some).execute();
    for (const { uuid, id } of seen) studies.set(uuid, id);
  }
  const errors = {
    ...(cases.length === 0 && { cases: [marked('Add cases.')] }),
    ...(wanted.length < cases.length && { cases: [marked('A study can be a case once.')] }),
    ...(studies.size < wanted.length && { cases: [marked('Some studies are no longer there. Remove them.')] }),
    ...(readers.length === 0 && { readers: [marked('Choose readers.')] }),
    ...(reads_per_case > readers.length && { reads_per_case: [marked('There are fewer readers.')] }),
    ...(cases.length * reads_per_case + readers.length * content.repeats > LIMITS.campaignReads && {
      cases: [marked('These are too many reads.')],
    }),
    ...(form === null && structure === null && { form: [marked('Choose a form or a structure: a read needs a result.')] }),
    ...(blinded && reviewer !== null && readers.includes(reviewer) && { reviewer: [marked('Whoever reads blinded cannot review.')] }),
    ...(blinded &&
      row.created_by !== null &&
      readers.includes(row.created_by) && { readers: [marked('Whoever leads a blinded campaign cannot read in it.')] }),
  };
  if (Object.keys(errors).length > 0) throw new Refusal('invalid', { errors });
  return studies;
}

async function giveReads(
  tx: Writer,
  { id, uuid }: CampaignRow,
  content: CampaignContent,
  studies: ReadonlyMap<string, number>,
): Promise<void> {
  const { cases, readers } = content;
  await tx
    .insertInto('campaign_reader')
    .values(readers.map((user_id, at) => ({ campaign_id: id, number: at + 1, user_id })))
    .execute();
  for (const some of inPortions(cases.map((one, at) => ({ ...one, number: at + 1 }))))
    await tx
      .insertInto('campaign_case')
      .values(some.map(({ study, known, number }) => ({ campaign_id: id, number, study_id: studies.get(study)!, known: known ? 1 : 0 })))
      .execute();
  const planned = planReads({
    ...{ cases: cases.length, readers: readers.length, readsPerCase: content.reads_per_case, repeats: content.repeats },
    seed: uuid,
  });
  for (const some of inPortions(planned))
    await tx
      .insertInto('campaign_read')
      .values(
        some.map((read) => ({
          ...{ uuid: randomUUID(), campaign_id: id, reader: read.reader + 1, case_number: read.case + 1, repeat: read.repeat ? 1 : 0 },
          ...{ user_id: readers[read.reader]!, study_id: studies.get(cases[read.case]!.study)! },
          ...{ number: read.position + 1, position: read.position + 1, state: 'open' as const, skipped: null, reason: '', spent_ms: 0 },
          ...{ last_move: null, started_at: null, finished_at: null },
        })),
      )
      .execute();
}

/** PCALL-135. */
export async function finishCampaign(context: ServerContext, caller: Member, uuid: string): Promise<Campaign> {
  await changeCampaign(context, caller, async (tx, now) => {
    const { row } = await requireCampaign(tx, caller, uuid, ['lead']);
    if (row.state === 'finished') return null;
    if (row.state === 'draft') throw new Refusal('campaign_state');
    await tx.updateTable('campaign').set({ state: 'finished', updated_at: now }).where('id', '=', row.id).execute();
    return { notified: [] };
  });
  return campaignFor(context, caller, uuid);
}

/** PCALL-136. Reads and what came of them are never deleted with a campaign. */
export async function removeCampaign(context: ServerContext, caller: Member, uuid: string): Promise<void> {
  await changeCampaign(context, caller, async (tx) => {
    const seen = await requireCampaign(tx, caller, uuid, ['lead']).catch(ignoreNotFound);
    if (seen === null) return null;
    if (seen.row.state !== 'draft') throw new Refusal('campaign_state');
    await tx.deleteFrom('campaign').where('id', '=', seen.row.id).execute();
    return { notified: [] };
  });
}

/** PCALL-139. */
export async function remindReaders(
  context: ServerContext,
  caller: Member,
  uuid: string,
  { reminder, readers: numbers }: { reminder: string; readers: readonly number[] },
): Promise<{ told: number }> {
  let told = 0;
  await changeCampaign(context, caller, async (tx, now) => {
    const { row } = await requireCampaign(tx, caller, uuid, ['lead']);
    if (row.state !== 'running') throw new Refusal('campaign_state');
    const left = (await readsOf(tx, row.id)).filter(({ state, reader }) => state !== 'done' && numbers.includes(reader));
    const readers = [...new Set(left.flatMap(({ user_id }) => (user_id === null ? [] : [user_id])))];
    const members = new Set((await peopleOf(tx, row.team_id)).people.map(({ id }) => id));
    const asked = readers.filter((id) => members.has(id));
    told = asked.length;
    return { notified: await tellReaders(tx, row, { by: caller.userId, readers: asked, cause: `reminder:${reminder}`, now }) };
  });
  return { told };
}

/** The title may name what the cases have in common, never a patient. */
async function tellReaders(
  tx: Writer,
  row: CampaignRow,
  { by, readers, cause, now }: { by: number; readers: readonly number[]; cause: string; now: number },
): Promise<Notified[]> {
  const name = await nameOf(tx, by);
  const { due } = contentOf(row);
  const notified: Notified[] = [];
  for (const reader of readers) {
    const { count } = await tx
      .selectFrom('campaign_read')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('campaign_id', '=', row.id)
      .where('user_id', '=', reader)
      .where('state', '<>', 'done')
      .executeTakeFirstOrThrow();
    const description = `${name}: read ${Number(count) === 1 ? '1 case' : `${count} cases`}${dueText(due ?? '')}`;
    const notice = { type: 'task.assigned', teamId: row.team_id, to: [reader], by, description, now } as const;
    notified.push(...(await notifyOfTask(tx, { ...notice, url: `/reviews/campaigns/${row.uuid}`, cause: `${cause}:${reader}` })));
  }
  return notified;
}

/** Changes of a team run one after the other. Null: nothing was changed. */
async function changeCampaign(
  { db, news, now }: ServerContext,
  { teamId }: Member,
  change: (tx: Writer, now: number) => Promise<{ notified: Notified[] } | null>,
): Promise<void> {
  const { seq, notified } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const time = now();
    const made = await change(tx, time);
    if (made === null) return { seq: null, notified: [] };
    return { seq: await appendChange(tx, { teamId, kind: 'campaign', ref: String(teamId), now: time }), notified: made.notified };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  for (const each of notified) tellNotified(news, each);
}
