import { sql } from 'kysely';
import type { XrSession, XrSessionPage, XrWorker } from '#contract/xr-sessions.ts';
import { dateToWire } from '#contract/dates.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { deviceName } from '#server/rules/accounts/device-name.ts';
import { KEPT_MS } from '#server/rules/logs/forget-job.ts';
import { findRow, segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';

const PER_PAGE = 50;
const MOST_WORKERS = 200;
/** Without a call for this long, it ended when it was last heard of. The page calls every 45 seconds. */
export const SILENT_MS = 120_000;

/**
 * PCALL-35. Also twice: the page makes the uuid. `not_found`: no such segmentation of the study, or the caller may not see it.
 */
export async function startXrSession(
  { db, now }: ServerContext,
  caller: Member,
  { uuid, study, segmentation }: { uuid: string; study: string; segmentation: string },
  userAgent: string | undefined,
): Promise<void> {
  const at = now();
  const { id: segmentationId, study_id: studyId } = await findRow(db.read, caller, segmentation, study);
  await db.write(async (tx) => {
    const known = await tx.selectFrom('xr_session').select(['team_id', 'user_id']).where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) {
      if (known.team_id !== caller.teamId || known.user_id !== caller.userId) throw new Refusal('conflict');
      return;
    }
    const row = { uuid, team_id: caller.teamId, user_id: caller.userId, study_id: studyId, segmentation_id: segmentationId };
    await tx
      .insertInto('xr_session')
      .values({ ...row, headset: 0, device: deviceName(userAgent), started_at: at, seen_at: at, ended_at: null })
      .execute();
  });
}

/** PCALL-35. Of the caller's own. One that has ended, or fell silent, goes on if it is heard of again: a laptop may have slept. */
export async function keepXrSession(
  { db, now }: ServerContext,
  { teamId, userId }: Member,
  uuid: string,
  { headset, ended }: { headset: boolean; ended: boolean },
): Promise<void> {
  const at = now();
  const { numUpdatedRows } = await db.write((tx) =>
    tx
      .updateTable('xr_session')
      .set({ seen_at: at, ended_at: ended ? at : null, ...(headset ? { headset: 1 } : {}) })
      .where('uuid', '=', uuid)
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
}

/** PCALL-35, ROUTE-057: those of the team on segmentations that the caller may see, newest first. The job that deletes old ones runs once a day. */
export async function listXrSessions(db: Reader, caller: Member, page: number, now: number): Promise<XrSessionPage> {
  const found = segmentationsSeenBy(db, caller)
    .innerJoin('xr_session', 'xr_session.segmentation_id', 'segmentation.id')
    .where('xr_session.started_at', '>=', now - KEPT_MS);
  const [rows, { total }] = await Promise.all([
    found
      .innerJoin('user', 'user.id', 'xr_session.user_id')
      .innerJoin('structure', 'structure.id', 'segmentation.structure_id')
      .select([
        'xr_session.uuid',
        'xr_session.headset',
        'xr_session.device',
        'xr_session.started_at',
        'xr_session.seen_at',
        'xr_session.ended_at',
      ])
      .select(['user.id as userId', 'user.name', 'study.uuid as study', 'study.modality', 'study.study_date', 'structure.title'])
      .orderBy('xr_session.started_at', 'desc')
      .orderBy('xr_session.id', 'desc')
      .limit(PER_PAGE)
      .offset((page - 1) * PER_PAGE)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const data = rows.map(({ userId, name, study, modality, study_date, title, ...row }): XrSession => {
    const endedAt = row.ended_at ?? (row.seen_at + SILENT_MS < now ? row.seen_at : null);
    return {
      ...{ uuid: row.uuid, user: { id: userId, name }, study: { uuid: study, modality, study_date: study_date || null } },
      ...{ structure: title, headset: row.headset === 1, device: row.device, started_at: dateToWire(new Date(row.started_at)) },
      ended_at: endedAt === null ? null : dateToWire(new Date(endedAt)),
    };
  });
  return { data, total: Number(total), per_page: PER_PAGE, current_page: page };
}

/** PCALL-34, ROUTE-058: the browsers that draw, of sessions on segmentations that the caller may see; last seen first. */
export async function listXrWorkers(db: Reader, caller: Member, now: number): Promise<XrWorker[]> {
  const rows = await segmentationsSeenBy(db, caller)
    .innerJoin('xr_session', 'xr_session.segmentation_id', 'segmentation.id')
    .innerJoin('user', 'user.id', 'xr_session.user_id')
    .select(['user.id as userId', 'user.name', 'xr_session.device'])
    .select(({ fn, case: when }) => [
      fn.max('xr_session.headset').as('headset'),
      fn.max('xr_session.seen_at').as('seenAt'),
      fn.countAll<number>().as('sessions'),
      fn.max(when().when('xr_session.ended_at', 'is', null).then(sql.ref<number>('xr_session.seen_at')).else(0).end()).as('openAt'),
    ])
    .groupBy(['user.id', 'user.name', 'xr_session.device'])
    .orderBy('seenAt', 'desc')
    .orderBy('userId')
    .orderBy('xr_session.device')
    .limit(MOST_WORKERS)
    .execute();
  return rows.map(({ userId, name, device, headset, seenAt, sessions, openAt }) => ({
    ...{ user: { id: userId, name }, device, headset: Number(headset) === 1, sessions: Number(sessions) },
    state: Number(openAt) + SILENT_MS >= now ? 'drawing' : 'idle',
    last_seen: dateToWire(new Date(Number(seenAt))),
  }));
}
