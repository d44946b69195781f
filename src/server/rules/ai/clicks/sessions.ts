import type { Selectable } from 'kysely';
import { ModelManifest } from '#contract/ai/manifest.ts';
import type { ClickAnswer, ClickPrompt, NewClickSession } from '#contract/ai/click-sessions.ts';
import { LIMITS } from '#contract/limits.ts';
import type { z } from 'zod';
import { marked } from '#language/t.ts';
import type { ClickSessionTable } from '#server/db/ai-tables.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { blindingOf } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';
import { requireVersion, takesClicks } from '#server/rules/ai/model-rows.ts';
import { servingNow } from '#server/rules/ai/jobs/waiting.ts';

/** What a worker must offer to be given a session. */
export const CLICK_ENGINE = 'unet-clicks';
/** Channels of the clicks and of the mask so far. */
const CLICK_CHANNELS = 3;

type Session = Selectable<ClickSessionTable>;

/** PCALL-177. Everything is a row, so any server of the database can go on. `no_worker_for_clicks`: none that was seen lately could take it. */
export async function openClickSession(
  context: ServerContext,
  caller: Member,
  study: string,
  { uuid, series, version: versionUuid, grid }: z.infer<typeof NewClickSession>,
): Promise<void> {
  const { db } = context;
  const now = context.now();
  const { id: studyId } = await requireStudyRow(db.read, caller, study);
  if ((await blindingOf(db.read, caller, studyId)) !== null) throw new Refusal('not_found');
  const seriesId = await convertedSeries(db.read, studyId, series, grid);
  const version = await requireVersion(db.read, caller, versionUuid);
  if (version.state === 'withdrawn') throw new Refusal('version_withdrawn');
  const manifest = ModelManifest.parse(JSON.parse(version.manifest));
  if (!takesClicks(version.manifest) || manifest.channels.length !== CLICK_CHANNELS + 1)
    throw new Refusal('invalid', { errors: { version: [marked('It does not correct by clicks on one series.')] } });
  const serving = await servingNow(db.read, now);
  if (!serving.some(({ teamId, engines }) => (teamId === null || teamId === caller.teamId) && engines.has(CLICK_ENGINE)))
    throw new Refusal('no_worker_for_clicks');
  await db.write(async (tx) => {
    await deleteSilent(tx, now);
    const known = await tx.selectFrom('click_session').select(['team_id', 'user_id']).where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) {
      if (known.team_id !== caller.teamId || known.user_id !== caller.userId) throw new Refusal('conflict');
      return;
    }
    await tx.deleteFrom('click_session').where('team_id', '=', caller.teamId).where('user_id', '=', caller.userId).execute();
    await tx
      .insertInto('click_session')
      .values({
        ...{ uuid, team_id: caller.teamId, user_id: caller.userId, study_id: studyId, series_id: seriesId, version_id: version.id },
        ...{ grid_hash: grid, worker_id: null, lease_until: null, ticket_hash: null },
        ...{ client_until: now + LIMITS.clickSessionMs, created_at: now },
      })
      .execute();
  });
}

/** The converted series of a study whose masks are on a grid. */
async function convertedSeries(db: Reader, studyId: number, uuid: string, grid: string): Promise<number> {
  const series = await db
    .selectFrom('series')
    .select(['id', 'state'])
    .where('study_id', '=', studyId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (series === undefined) throw new Refusal('not_found');
  const volumes = await db.selectFrom('volume').select('id').where('series_id', '=', series.id).execute();
  if (series.state !== 'converted' || volumes.length !== 1)
    throw new Refusal('invalid', { errors: { series: [marked('It was not converted to one volume.')] } });
  const known = await db.selectFrom('grid').select('hash').where('series_id', '=', series.id).where('hash', '=', grid).executeTakeFirst();
  if (known === undefined) throw new Refusal('invalid', { errors: { grid: [marked('It is no grid of the series.')] } });
  return series.id;
}

/** PCALL-178. The same number again has no effect; `conflict`: a later one was sent. */
export async function sendClicks(context: ServerContext, caller: Member, uuid: string, prompt: ClickPrompt): Promise<void> {
  const now = context.now();
  await requireSession(context, caller, uuid);
  await context.db.write(async (tx) => {
    const { id } = await extended(tx, caller, uuid, now);
    const known = await tx.selectFrom('click_prompt').select('number').where('session_id', '=', id).executeTakeFirst();
    if (known !== undefined && known.number > prompt.number) throw new Refusal('conflict');
    if (known?.number === prompt.number) return;
    const row = {
      ...{ number: prompt.number, clicks: JSON.stringify(prompt.clicks), mask: prompt.mask && JSON.stringify(prompt.mask) },
      ...{ state: 'waiting' as const, answer: null, detail: '' },
    };
    await tx
      .insertInto('click_prompt')
      .values({ session_id: id, ...row })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
      .execute();
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
/** How often a row is looked at while somebody waits. A click is to be answered within a second. */
export const LOOK_AGAIN_MS = 100;

/** PCALL-179. `not_found`: the session is over, or another prompt has taken its place. */
export async function clickAnswer(
  context: ServerContext,
  caller: Member,
  { uuid, number }: { uuid: string; number: number },
  { waitMs, left }: { waitMs: number; left: AbortSignal },
): Promise<ClickAnswer> {
  const { id } = await requireSession(context, caller, uuid);
  const until = Date.now() + waitMs;
  for (;;) {
    const prompt = await context.db.read
      .selectFrom('click_prompt')
      .select(['state', 'answer', 'detail'])
      .where('session_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (prompt === undefined) throw new Refusal('not_found');
    const { state, answer, detail } = prompt;
    const isOver = Date.now() >= until || left.aborted;
    if (state !== 'waiting' || isOver) return { state, mask: answer === null ? null : JSON.parse(answer), detail };
    await pause(LOOK_AGAIN_MS);
  }
}

/** PCALL-180. Also twice. */
export async function closeClickSession({ db }: ServerContext, { teamId, userId }: Member, uuid: string): Promise<void> {
  await db.write((tx) =>
    tx.deleteFrom('click_session').where('uuid', '=', uuid).where('team_id', '=', teamId).where('user_id', '=', userId).execute(),
  );
}

/** Of the caller, on a study and with a version that the caller may still use. */
async function requireSession(context: ServerContext, caller: Member, uuid: string): Promise<Session> {
  const row = await context.db.read
    .selectFrom('click_session')
    .innerJoin('study', 'study.id', 'click_session.study_id')
    .innerJoin('ai_version', 'ai_version.id', 'click_session.version_id')
    .selectAll('click_session')
    .select(['study.deleted_at', 'ai_version.state'])
    .where('click_session.uuid', '=', uuid)
    .where('click_session.team_id', '=', caller.teamId)
    .where('user_id', '=', caller.userId)
    .where('client_until', '>=', context.now())
    .executeTakeFirst();
  if (row === undefined || row.deleted_at !== null) throw new Refusal('not_found');
  if ((await blindingOf(context.db.read, caller, row.study_id)) !== null) throw new Refusal('not_found');
  if (row.state === 'withdrawn') throw new Refusal('version_withdrawn');
  return row;
}

async function extended(tx: Writer, { teamId, userId }: Member, uuid: string, now: number): Promise<{ id: number }> {
  const row = await tx
    .updateTable('click_session')
    .set({ client_until: now + LIMITS.clickSessionMs })
    .where('uuid', '=', uuid)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** Sessions of people who went away. */
export async function deleteSilent(tx: Writer, now: number): Promise<void> {
  await tx.deleteFrom('click_session').where('client_until', '<', now).execute();
}
