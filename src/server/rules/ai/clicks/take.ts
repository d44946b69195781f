import type { Selectable } from 'kysely';
import { ModelManifest } from '#contract/ai/manifest.ts';
import type { ClickPrompt, ClickTaken, ClickTurn, ClickWork } from '#contract/ai/click-sessions.ts';
import type { Grid } from '#contract/grids.ts';
import { LIMITS } from '#contract/limits.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import type { ClickSessionTable } from '#server/db/ai-tables.ts';
import type { Reader } from '#server/db/database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { JobInput } from '#server/rules/ai/jobs/job-parts.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';
import { seenWorker } from '#server/rules/ai/workers.ts';
import { CLICK_ENGINE, deleteSilent, LOOK_AGAIN_MS } from './sessions.ts';

type Session = Selectable<ClickSessionTable>;

interface Asking {
  keyId: number | null;
  worker: string;
  left: AbortSignal;
  /** Of this server, without a slash at the end. */
  origin: string;
}

const NOTHING: ClickTaken = { session: null, prompt: null, ended: false };
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** PCALL-181. A worker has one session at a time, and keeps it while it calls at least once in each lease. */
export async function takeClicks(context: ServerContext, { waitSeconds, held, answer }: ClickTurn, asking: Asking): Promise<ClickTaken> {
  const until = Date.now() + waitSeconds * 1_000;
  const { workerId, teamId, engines, isDraining } = await seenWorker(context, asking.keyId, asking.worker);
  await context.db.write((tx) => deleteSilent(tx, context.now()));
  if (held !== null && answer !== null) await saveAnswer(context, { workerId, held }, answer);
  for (;;) {
    if (held !== null) {
      if (!(await keepLease(context, workerId, held))) return { ...NOTHING, ended: true };
      const prompt = await promptOf(context.db.read, held);
      if (prompt !== null) return { ...NOTHING, prompt };
    } else if (!isDraining && engines.includes(CLICK_ENGINE)) {
      const session = await claimSession(context, { workerId, teamId }, asking.origin);
      if (session !== null) return { ...NOTHING, session };
    }
    if (Date.now() >= until || asking.left.aborted) return NOTHING;
    await pause(LOOK_AGAIN_MS);
  }
}

/** An answer to a prompt that was replaced, or to a session of somebody else, is left out. */
async function saveAnswer(
  { db }: ServerContext,
  { workerId, held }: { workerId: number; held: string },
  { number, mask, detail }: NonNullable<ClickTurn['answer']>,
): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable('click_prompt')
      .set({ state: detail === '' ? 'answered' : 'failed', answer: mask && JSON.stringify(mask), detail })
      .where('number', '=', number)
      .where('state', '=', 'waiting')
      .where('session_id', 'in', (eb) =>
        eb.selectFrom('click_session').select('id').where('uuid', '=', held).where('worker_id', '=', workerId),
      )
      .execute(),
  );
}

/** False: the session is over, or another worker has it. Written only when a part of the lease is gone. */
async function keepLease({ db, now }: ServerContext, workerId: number, held: string): Promise<boolean> {
  const session = await db.read
    .selectFrom('click_session')
    .innerJoin('study', 'study.id', 'click_session.study_id')
    .innerJoin('ai_version', 'ai_version.id', 'click_session.version_id')
    .select(['click_session.id', 'lease_until'])
    .where('click_session.uuid', '=', held)
    .where('worker_id', '=', workerId)
    .where('client_until', '>=', now())
    .where('study.deleted_at', 'is', null)
    .where('ai_version.state', '=', 'ready')
    .executeTakeFirst();
  if (session === undefined || session.lease_until === null || session.lease_until < now()) return false;
  if (session.lease_until - now() > (LIMITS.workerLeaseMs * 5) / 6) return true;
  const kept = await db.write((tx) =>
    tx
      .updateTable('click_session')
      .set({ lease_until: now() + LIMITS.workerLeaseMs })
      .where('id', '=', session.id)
      .where('worker_id', '=', workerId)
      .executeTakeFirst(),
  );
  return Number(kept.numUpdatedRows) === 1;
}

async function promptOf(db: Reader, held: string): Promise<ClickPrompt | null> {
  const row = await db
    .selectFrom('click_prompt')
    .innerJoin('click_session', 'click_session.id', 'click_prompt.session_id')
    .select(['number', 'clicks', 'mask'])
    .where('click_session.uuid', '=', held)
    .where('click_prompt.state', '=', 'waiting')
    .executeTakeFirst();
  return row === undefined ? null : { number: row.number, clicks: JSON.parse(row.clicks), mask: row.mask && JSON.parse(row.mask) };
}

/** A session that no worker has, or whose worker was silent for longer than its lease; the oldest first. Null: there is none. */
async function claimSession(
  context: ServerContext,
  { workerId, teamId }: { workerId: number; teamId: number | null },
  origin: string,
): Promise<ClickWork | null> {
  const now = context.now();
  const found = await context.db.read
    .selectFrom('click_session')
    .innerJoin('study', 'study.id', 'click_session.study_id')
    .innerJoin('ai_version', 'ai_version.id', 'click_session.version_id')
    .selectAll('click_session')
    .where((eb) => eb.or([eb('worker_id', 'is', null), eb('lease_until', '<', now)]))
    .where('client_until', '>=', now)
    .where('study.deleted_at', 'is', null)
    .where('ai_version.state', '=', 'ready')
    .$if(teamId !== null, (query) => query.where('click_session.team_id', '=', teamId!))
    .orderBy('click_session.id')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return null;
  const parts = await partsOfSession(context.db.read, found);
  if (parts === null) {
    // Its volume or its grid is gone.
    await context.db.write((tx) => tx.deleteFrom('click_session').where('id', '=', found.id).execute());
    return null;
  }
  const ticket = randomToken();
  const claimed = await context.db.write((tx) =>
    tx
      .updateTable('click_session')
      .set({ worker_id: workerId, lease_until: now + LIMITS.workerLeaseMs, ticket_hash: tokenToHash(ticket) })
      .where('id', '=', found.id)
      .where((eb) => eb.or([eb('worker_id', 'is', null), eb('lease_until', '<', now)]))
      .executeTakeFirst(),
  );
  // Somebody else was faster.
  if (Number(claimed.numUpdatedRows) !== 1) return null;
  const team = await context.db.read.selectFrom('team').select('slug').where('id', '=', found.team_id).executeTakeFirstOrThrow();
  return {
    ...{ uuid: found.uuid, team: team.slug, leaseSeconds: LIMITS.workerLeaseMs / 1_000, manifest: parts.manifest, grid: parts.grid },
    inputs: parts.inputs.map(({ name, bytes, sha256 }) => ({
      ...{ name, bytes, sha256, url: `${origin}/api/ai-workers/inputs/${ticket}/${encodeURIComponent(name)}` },
    })),
  };
}

type Parts = Pick<ClickWork, 'manifest' | 'grid'> & { inputs: JobInput[] };

/** The volume of the series, the network, and where masks are. Null: something of it is gone. */
export async function partsOfSession(
  db: Reader,
  { series_id, version_id, grid_hash }: Pick<Session, 'series_id' | 'version_id' | 'grid_hash'>,
): Promise<Parts | null> {
  const volume = await db
    .selectFrom('volume')
    .select(['object_key', 'size', 'sha256'])
    .where('series_id', '=', series_id)
    .executeTakeFirst();
  const grid = await db
    .selectFrom('grid')
    .select('grid')
    .where('series_id', '=', series_id)
    .where('hash', '=', grid_hash)
    .executeTakeFirst();
  const version = await db
    .selectFrom('ai_version')
    .innerJoin('ai_file', 'ai_file.id', 'ai_version.file_id')
    .select(['ai_version.manifest', 'ai_file.id', 'ai_file.size', 'ai_file.sha256'])
    .where('ai_version.id', '=', version_id)
    .executeTakeFirst();
  const space = grid === undefined ? null : voxelSpaceOf(JSON.parse(grid.grid) as Grid);
  if (volume === undefined || version === undefined || space === null) return null;
  const { size, origin, steps } = space;
  return {
    manifest: ModelManifest.parse(JSON.parse(version.manifest)),
    grid: { size: [...size], origin: [...origin], steps: [[...steps[0]], [...steps[1]], [...steps[2]]] },
    inputs: [
      { name: 'image_0000.nii', bytes: volume.size, sha256: volume.sha256, objectKey: volume.object_key },
      { name: 'model', bytes: version.size!, sha256: version.sha256!, fileId: version.id },
    ],
  };
}
