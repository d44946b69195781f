import type { RegistrationFailure } from '#contract/registrations.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { frameOf } from '#model/grids/grid.ts';
import type { Reader } from '#server/db/database.ts';
import type { JobEffect, JobHandler } from '#server/jobs/job-handler.ts';
import { appendChange } from '#server/rules/changes.ts';
import { storedGrid } from '#server/rules/segmentations/grids.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { RegistrationOutcome, RegistrationRunner } from '#server/registration/registration-runner.ts';

type Ended = Extract<RegistrationOutcome, { ok: true }> | { ok: false; why: RegistrationFailure };

/** `register-series`: registers the volumes of two series. It writes only at its end, so a run that was interrupted begins again. */
export function createRegisterSeriesHandler(context: ServerContext, runner: RegistrationRunner): JobHandler {
  return {
    async run({ payload, signal, progress }) {
      const id = idOf(payload);
      const row = await waiting(context.db.read, id);
      if (row === undefined) return NOTHING_TO_DO;
      const [fixed, moving] = [await volumeOf(context, row.fixed_series_id), await volumeOf(context, row.moving_series_id)];
      if (fixed === null || moving === null) return end(context, id, { ok: false, why: 'no-volume' });
      const isApart = !(await haveOneFrame(context.db.read, row));
      const outcome = await runner.register({ fixed, moving, isApart, seed: row.uuid }, signal, progress);
      return end(context, id, toEnded(outcome));
    },
    gaveUp: (payload) => end(context, idOf(payload), { ok: false, why: 'broke' }),
  };
}

const NOTHING_TO_DO: JobEffect = { effect: () => Promise.resolve() };

const idOf = (payload: unknown): number => (payload as { registrationId: number }).registrationId;

function toEnded(outcome: RegistrationOutcome): Ended {
  if (outcome.ok) return outcome;
  return { ok: false, why: outcome.why === 'died' || outcome.why === 'endless' ? 'broke' : outcome.why };
}

/** Undefined: it was deleted, or has ended. */
const waiting = (db: Reader, id: number) =>
  db
    .selectFrom('registration')
    .innerJoin('study', 'study.id', 'registration.study_id')
    .selectAll('registration')
    .select('study.uuid as study')
    .where('registration.id', '=', id)
    .where('registration.state', '=', 'queued')
    .executeTakeFirst();

/** The first volume of a series: the choice of versions of datasets and inferences. */
async function volumeOf({ db, objects }: ServerContext, seriesId: number): Promise<ByteSource | null> {
  const row = await db.read
    .selectFrom('volume')
    .select(['object_key', 'size'])
    .where('series_id', '=', seriesId)
    .orderBy('name')
    .orderBy('id')
    .executeTakeFirst();
  if (row === undefined) return null;
  return { size: row.size, read: (offset, length) => objects.read(row.object_key, offset, length) };
}

interface Grids {
  fixed_series_id: number;
  fixed_grid_hash: string;
  moving_series_id: number;
  moving_grid_hash: string;
}

async function haveOneFrame(db: Reader, row: Grids): Promise<boolean> {
  const fixed = await storedGrid(db, row.fixed_series_id, row.fixed_grid_hash);
  const moving = await storedGrid(db, row.moving_series_id, row.moving_grid_hash);
  return fixed !== null && moving !== null && frameOf(fixed) !== '' && frameOf(fixed) === frameOf(moving);
}

function end(context: ServerContext, id: number, ended: Ended): JobEffect {
  let told: { teamId: number; seq: number } | null = null;
  return {
    async effect(tx) {
      const row = await waiting(tx, id);
      if (row === undefined) return;
      const now = context.now();
      const values = ended.ok
        ? {
            ...{ state: 'done' as const, failure: null, matrix: JSON.stringify(ended.matrix) },
            ...{ similarity: ended.nmi, overlap: ended.overlap, error_mm: ended.errorMm },
          }
        : { state: 'failed' as const, failure: ended.why };
      await tx
        .updateTable('registration')
        .set({ ...values, updated_at: now })
        .where('id', '=', id)
        .execute();
      told = { teamId: row.team_id, seq: await appendChange(tx, { teamId: row.team_id, kind: 'registration', ref: row.study, now }) };
    },
    committed() {
      if (told !== null) context.news.toTeam(told.teamId, 'change', { seq: told.seq });
    },
  };
}
