import type { Selectable } from 'kysely';
import { CampaignContent, type Campaign, type CampaignPart, type CampaignRead, type ListedCampaign } from '#contract/campaigns.ts';
import { dateToWire } from '#contract/dates.ts';
import { countReads } from '#model/campaigns/shown-reads.ts';
import type { Reader } from '#server/db/database.ts';
import type { CampaignReadTable } from '#server/db/schema.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { maySeeStudies } from '#server/rules/studies/studies.ts';
import { administers } from '#server/rules/teams/roles.ts';
import { draftCases } from './draft-cases.ts';

/** Campaigns of the team, with who made them. */
const campaignsOf = (db: Reader, teamId: number) =>
  db
    .selectFrom('campaign')
    .leftJoin('user as lead', 'lead.id', 'campaign.created_by')
    .selectAll('campaign')
    .select('lead.name as lead_name')
    .where('campaign.team_id', '=', teamId);

export type CampaignRow = Awaited<ReturnType<ReturnType<typeof campaignsOf>['execute']>>[number];
export type ReadRow = Selectable<CampaignReadTable>;

/** With what the caller is in it. */
export interface SeenCampaign {
  row: CampaignRow;
  parts: CampaignPart[];
}

/** What the caller is in each campaign of the team; none of those in which the caller is nothing. */
export async function campaignsFor(db: Reader, caller: Member): Promise<SeenCampaign[]> {
  const rows = await campaignsOf(db, caller.teamId).orderBy('campaign.created_at', 'desc').orderBy('campaign.id', 'desc').execute();
  const read = new Set(
    (await db.selectFrom('campaign_reader').select('campaign_id').where('user_id', '=', caller.userId).execute()).map(
      (row) => row.campaign_id,
    ),
  );
  return rows.map((row) => ({ row, parts: partsIn(row, caller, read.has(row.id)) })).filter(({ parts }) => parts.length > 0);
}

/** Others do not learn that it exists. Drafts have no readers yet. */
export async function requireCampaign(db: Reader, caller: Member, uuid: string, among: readonly CampaignPart[]): Promise<SeenCampaign> {
  const row = await campaignsOf(db, caller.teamId).where('campaign.uuid', '=', uuid).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  const reader = await db
    .selectFrom('campaign_reader')
    .select('number')
    .where('campaign_id', '=', row.id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  const parts = partsIn(row, caller, reader !== undefined);
  if (parts.length === 0) throw new Refusal('not_found');
  if (!parts.some((part) => among.includes(part))) throw new Refusal('not_allowed');
  return { row, parts };
}

/** [Note: Blinded reads]: whoever reads blinded leads and reviews nothing in the meantime, also as a team administrator. */
function partsIn(row: CampaignRow, caller: Member, reads: boolean): CampaignPart[] {
  const isBlind = reads && row.blinded === 1 && row.state === 'running';
  return [
    ...(!isBlind && (row.created_by === caller.userId || administers(caller)) ? (['lead'] as const) : []),
    ...(!isBlind && row.reviewer_id === caller.userId && row.state !== 'draft' ? (['reviewer'] as const) : []),
    ...(reads ? (['reader'] as const) : []),
  ];
}

export const contentOf = (row: Pick<CampaignRow, 'content'>): CampaignContent => CampaignContent.parse(JSON.parse(row.content));

export async function readsOf(db: Reader, campaignId: number): Promise<ReadRow[]> {
  return db.selectFrom('campaign_read').selectAll().where('campaign_id', '=', campaignId).orderBy('reader').orderBy('number').execute();
}

export function toListed(row: CampaignRow, parts: readonly CampaignPart[], reads: ListedCampaign['reads']): ListedCampaign {
  return {
    ...{ uuid: row.uuid, title: row.title, state: row.state, blinded: row.blinded === 1, due: contentOf(row).due },
    lead: row.created_by === null ? null : { id: row.created_by, name: row.lead_name ?? '' },
    ...{ you: [...parts], reads, created_at: dateToWire(new Date(row.created_at)) },
  };
}

/** Of each campaign with reads, by its id: those of all its readers, or of one of them. */
export async function countsOfReads(db: Reader, teamId: number, reader?: number): Promise<ReadonlyMap<number, ListedCampaign['reads']>> {
  const counted = await db
    .selectFrom('campaign_read')
    .innerJoin('campaign', 'campaign.id', 'campaign_read.campaign_id')
    .select('campaign_id')
    .select((eb) => {
      const count = () => eb.fn.countAll<number>();
      return [
        count().as('total'),
        count().filterWhere('campaign_read.state', '=', 'done').as('done'),
        count().filterWhere('campaign_read.state', '<>', 'done').filterWhere('skipped', 'is not', null).as('skipped'),
      ];
    })
    .where('campaign.team_id', '=', teamId)
    .$if(reader !== undefined, (own) => own.where('campaign_read.user_id', '=', reader!))
    .groupBy('campaign_id')
    .execute();
  return new Map(counted.map(({ campaign_id, ...counts }) => [campaign_id, counts]));
}

/** As whoever leads it sees it. */
export async function toCampaign(db: Reader, caller: Member, { row, parts }: SeenCampaign): Promise<Campaign> {
  const reads = await readsOf(db, row.id);
  const readers = await db
    .selectFrom('campaign_reader')
    .leftJoin('user', 'user.id', 'campaign_reader.user_id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.user_id', '=', 'campaign_reader.user_id').on('membership.team_id', '=', row.team_id),
    )
    .select(['campaign_reader.number', 'campaign_reader.user_id', 'user.name', 'membership.user_id as member'])
    .where('campaign_reader.campaign_id', '=', row.id)
    .orderBy('campaign_reader.number')
    .execute();
  const cases = await db
    .selectFrom('campaign_case')
    .innerJoin('study', 'study.id', 'campaign_case.study_id')
    .select(['campaign_case.number', 'campaign_case.known', 'study.uuid', 'study.patient_name', 'study.modality'])
    .where('campaign_case.campaign_id', '=', row.id)
    .orderBy('campaign_case.number')
    .execute();
  return {
    ...toListed(row, parts, countReads(reads)),
    ...{ content: contentOf(row), version: row.version, guideline_version: row.guideline_version },
    readers: readers.map(({ number, user_id, name, member }) => ({
      number,
      user: user_id === null ? null : { id: user_id, name: name ?? '' },
      left: member === null,
    })),
    cases:
      row.state === 'draft'
        ? await draftCases(db, caller, contentOf(row))
        : cases.map(({ number, uuid, patient_name, modality, known }) => ({
            ...{ number, study: uuid, patientName: maySeeStudies(caller) ? patient_name : '', modality, known: known === 1 },
          })),
    all_reads: reads.map(toCampaignRead),
  };
}

function toCampaignRead({ uuid, reader, case_number, repeat, state, skipped, spent_ms, finished_at }: ReadRow): CampaignRead {
  return {
    ...{ uuid, reader, case: case_number, repeat: repeat === 1, state, skipped, spent_ms },
    finished_at: finished_at === null ? null : dateToWire(new Date(finished_at)),
  };
}
