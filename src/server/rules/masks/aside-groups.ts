import { dateToWire } from '#contract/dates.ts';
import type { AsideDecided, AsideDecision, AsideGroup } from '#contract/aside-groups.ts';
import type { AsideReason } from '#contract/mask-operations.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { noteChange, placeFor, tellOf, type Place } from './append.ts';
import { applyRow, asideOf, discardedRows } from './aside.ts';

/** PCALL-128: the oldest group first. */
export async function asideGroups({ db }: ServerContext, caller: Member): Promise<AsideGroup[]> {
  const groups = await asideOf(db.read, caller)
    .clearSelect()
    .select((eb) => [
      ...(['user_id', 'user.name as author', 'study_uuid', 'segmentation_uuid', 'reason'] as const),
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('size_bytes').as('bytes'),
      eb.fn.min('mask_operation_aside.created_at').as('first_at'),
      eb.fn.max('mask_operation_aside.created_at').as('last_at'),
      eb.fn.max('mask_operation_aside.id').as('until'),
    ])
    .groupBy(['user_id', 'user.name', 'study_uuid', 'segmentation_uuid', 'reason'])
    .orderBy('first_at')
    .orderBy('until')
    .execute();
  if (groups.length === 0) return [];
  const studies = await studiesOfTeam(db.read, caller.teamId)
    .select('study.uuid')
    .where('study.uuid', 'in', [...new Set(groups.map(({ study_uuid }) => study_uuid))])
    .execute();
  const segmentations = await segmentationsSeenBy(db.read, caller)
    .innerJoin('structure', 'structure.id', 'segmentation.structure_id')
    .select(['segmentation.uuid', 'structure.title'])
    .where('segmentation.uuid', 'in', [...new Set(groups.map(({ segmentation_uuid }) => segmentation_uuid))])
    .execute();
  const known = new Set(studies.map(({ uuid }) => uuid));
  const titles = new Map(segmentations.map(({ uuid, title }) => [uuid, title]));
  return groups.map((group) => ({
    user: group.user_id === null ? null : { id: group.user_id, name: group.author ?? '' },
    ...{ study: group.study_uuid, segmentation: group.segmentation_uuid, reason: group.reason as AsideReason },
    has_study: known.has(group.study_uuid),
    structure: titles.get(group.segmentation_uuid) ?? null,
    ...{ count: Number(group.count), bytes: Number(group.bytes), until: Number(group.until) },
    first_at: dateToWire(new Date(Number(group.first_at))),
    last_at: dateToWire(new Date(Number(group.last_at))),
  }));
}

/** PCALL-129: sent twice, it finds nothing left to do. */
export async function decideAside(context: ServerContext, caller: Member, decision: AsideDecision): Promise<AsideDecided> {
  return decision.how === 'discard' ? discardGroup(context, caller, decision) : applyGroup(context, caller, decision);
}

async function discardGroup({ db, now }: ServerContext, caller: Member, decision: AsideDecision): Promise<AsideDecided> {
  return db.write(async (tx) => {
    const { numUpdatedRows } = await discardedRows(tx, now())
      .where('id', 'in', groupOf(tx, caller, decision).clearSelect().select('mask_operation_aside.id'))
      .executeTakeFirst();
    return { done: Number(numUpdatedRows), stayed: 0, next: null };
  });
}

/** Some in a call, in the order of arrival. */
async function applyGroup(context: ServerContext, caller: Member, decision: AsideDecision): Promise<AsideDecided> {
  const { segmentation, study } = decision;
  const { decided, last, seq } = await context.db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const now = context.now();
    const rows = await groupOf(tx, caller, decision).orderBy('mask_operation_aside.id').limit(PER_CALL).execute();
    if (rows.length === 0) return { decided: { done: 0, stayed: 0, next: null }, last: 0, seq: null };
    const place: Place | null = await placeFor(tx, caller, { study, segmentation });
    if (place === null) throw new Refusal('not_allowed');
    let done = 0;
    for (const row of rows) if ('number' in (await applyRow(tx, place, row, now))) done += 1;
    const next = rows.length < PER_CALL ? null : rows.at(-1)!.id;
    const isChanged = place.last > place.row.operation_number;
    return {
      decided: { done, stayed: rows.length - done, next },
      last: isChanged ? place.last : 0,
      seq: isChanged ? await noteChange(tx, caller, place, now) : null,
    };
  });
  tellOf(context, caller, { segmentation, last, seq });
  return decided;
}

const PER_CALL = 50;

const groupOf = (db: Parameters<typeof asideOf>[0], caller: Member, { user, study, segmentation, reason, until, after }: AsideDecision) =>
  asideOf(db, caller)
    .where('mask_operation_aside.user_id', user === null ? 'is' : '=', user)
    .where('study_uuid', '=', study)
    .where('segmentation_uuid', '=', segmentation)
    .where('reason', '=', reason)
    .where('mask_operation_aside.id', '>', after)
    .where('mask_operation_aside.id', '<=', until);
