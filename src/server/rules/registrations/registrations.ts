import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { AskedRegistration, Registration } from '#contract/registrations.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { JobTable, RegistrationTable } from '#server/db/schema.ts';
import { blindingOf, sinceOf } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { changeWorkOnStudy } from '#server/rules/studies/change-work.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

interface OfRegistration {
  /** UUID of the study. */
  study: string;
  uuid: string;
}

/** What a result of this program is computed by. A later method gets another name. */
const METHOD = 'rigid-nmi-1';

export const registrationKeyOf = (id: number): string => `registration-${id}`;

/** PCALL-186. */
export async function listRegistrations({ db }: ServerContext, caller: Member, study: string): Promise<Registration[]> {
  const { id } = await requireStudyRow(db.read, caller, study);
  const rows = await (await seenBy(db.read, caller, id)).orderBy('registration.id').execute();
  const jobs = await jobsOf(db.read, rows);
  return rows.map((row) => toRegistration(row, caller, jobs.get(registrationKeyOf(row.id))));
}

/** PCALL-188. */
export async function findRegistration({ db }: ServerContext, caller: Member, { study, uuid }: OfRegistration): Promise<Registration> {
  const { id } = await requireStudyRow(db.read, caller, study);
  const row = await (await seenBy(db.read, caller, id)).where('registration.uuid', '=', uuid).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return toRegistration(row, caller, (await jobsOf(db.read, [row])).get(registrationKeyOf(row.id)));
}

/**
 * PCALL-187. The job begins once this is committed. The same UUID for the same series returns what it made; for others it is a `conflict`. `invalid`: a series is
 * not of the study, or its slices make no volume.
 */
export async function makeRegistration(
  context: ServerContext,
  caller: Member,
  { study, uuid }: OfRegistration,
  { fixed, moving }: AskedRegistration,
): Promise<Registration> {
  const made = await changeWorkOnStudy(context, caller, { study, kind: 'registration' }, async (tx, studyId, now) => {
    const stored = await rowsOf(tx, studyId).where('registration.uuid', '=', uuid).executeTakeFirst();
    if (stored !== undefined) {
      const isSame = stored.user_id === caller.userId && stored.fixed === fixed && stored.moving === moving;
      if (!isSame) throw new Refusal('conflict');
      return { isChanged: false, answer: toRegistration(stored, caller) };
    }
    if (fixed === moving) throw new Refusal('invalid', { errors: { moving: [marked('Choose another series.')] } });
    const [from, to] = [await requireVolume(tx, studyId, 'fixed', fixed), await requireVolume(tx, studyId, 'moving', moving)];
    await assertRoom(tx, studyId);
    const { id } = await tx
      .insertInto('registration')
      .values({
        ...{ team_id: caller.teamId, study_id: studyId, uuid, user_id: caller.userId, method: METHOD, state: 'queued' },
        ...{ fixed_series_id: from.id, fixed_grid_hash: from.hash, moving_series_id: to.id, moving_grid_hash: to.hash },
        ...{ failure: null, matrix: null, similarity: null, overlap: null, error_mm: null, created_at: now, updated_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.jobs.add(tx, {
      ...{ name: 'register-series', payload: { registrationId: id } },
      ...{ teamId: caller.teamId, uniqueKey: registrationKeyOf(id), maxTries: 2 },
    });
    const saved = await rowsOf(tx, studyId).where('registration.id', '=', id).executeTakeFirstOrThrow();
    return { isChanged: true, answer: toRegistration(saved, caller) };
  });
  context.jobs.wake();
  return made;
}

/** PCALL-189. One that is gone, or never arrived, is deleted. */
export async function deleteRegistration(context: ServerContext, caller: Member, { study, uuid }: OfRegistration): Promise<void> {
  await changeWorkOnStudy(context, caller, { study, kind: 'registration' }, async (tx, studyId) => {
    const stored = await rowsOf(tx, studyId).where('registration.uuid', '=', uuid).executeTakeFirst();
    if (stored === undefined) return { isChanged: false, answer: null };
    if (!mayDeleteWorkOf(stored.user_id, caller)) throw new Refusal('not_allowed');
    await context.jobs.cancel(tx, registrationKeyOf(stored.id));
    await tx.deleteFrom('registration').where('id', '=', stored.id).execute();
    return { isChanged: true, answer: null };
  });
  context.jobs.wake();
}

const rowsOf = (db: Reader, studyId: number) =>
  db
    .selectFrom('registration')
    .innerJoin('series as fixed_series', 'fixed_series.id', 'registration.fixed_series_id')
    .innerJoin('series as moving_series', 'moving_series.id', 'registration.moving_series_id')
    .leftJoin('user', 'user.id', 'registration.user_id')
    .selectAll('registration')
    .select(['fixed_series.uuid as fixed', 'moving_series.uuid as moving', 'user.name as author'])
    .where('registration.study_id', '=', studyId);

/** [Note: Blinded reads] */
async function seenBy(db: Reader, caller: Member, studyId: number) {
  const blinding = await blindingOf(db, caller, studyId);
  return rowsOf(db, studyId).$if(blinding !== null, (seen) =>
    seen.where('registration.user_id', '=', caller.userId).where('registration.created_at', '>=', sinceOf(blinding)),
  );
}

async function requireVolume(
  tx: Writer,
  studyId: number,
  field: keyof AskedRegistration,
  uuid: string,
): Promise<{ id: number; hash: string }> {
  const row = await tx
    .selectFrom('series')
    .leftJoin('series_reading', 'series_reading.series_id', 'series.id')
    .select(['series.id', 'series_reading.grid_hash', 'series_reading.no_volume'])
    .where('series.uuid', '=', uuid)
    .where('series.study_id', '=', studyId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('invalid', { errors: { [field]: [marked('The study has no such series.')] } });
  if (row.grid_hash === null || (row.no_volume !== null && row.no_volume !== 'repeated'))
    throw new Refusal('invalid', { errors: { [field]: [marked('Its slices make no volume.')] } });
  return { id: row.id, hash: row.grid_hash };
}

async function assertRoom(tx: Writer, studyId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('registration')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.registrationsPerStudy;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'registrationsPerStudy', max } });
}

type Job = Pick<Selectable<JobTable>, 'state' | 'progress'>;

/** Of those that have not ended, by key. */
async function jobsOf(db: Reader, rows: readonly Row[]): Promise<Map<string, Job>> {
  const keys = rows.filter(({ state }) => state === 'queued').map(({ id }) => registrationKeyOf(id));
  if (keys.length === 0) return new Map();
  const jobs = await db.selectFrom('job').select(['unique_key', 'state', 'progress']).where('unique_key', 'in', keys).execute();
  return new Map(jobs.map(({ unique_key, ...job }) => [unique_key ?? '', job]));
}

type Row = Selectable<RegistrationTable> & { fixed: string; moving: string; author: string | null };

function toRegistration(row: Row, caller: Member, job?: Job): Registration {
  const { uuid, method, state, failure, matrix, user_id, author, created_at, updated_at } = row;
  return {
    ...{ uuid, method, failure },
    fixed: { series: row.fixed, grid: row.fixed_grid_hash },
    moving: { series: row.moving, grid: row.moving_grid_hash },
    state: state === 'queued' && job?.state === 'running' ? 'running' : state,
    progress: state === 'done' ? 1 : (job?.progress ?? 0),
    result:
      matrix === null
        ? null
        : {
            matrix: JSON.parse(matrix) as number[],
            ...{ similarity: row.similarity ?? 0, overlap: row.overlap ?? 0, error_mm: row.error_mm ?? 0 },
          },
    user: user_id === null ? null : { id: user_id, name: author ?? '' },
    created_at: dateToWire(new Date(created_at)),
    updated_at: dateToWire(new Date(updated_at)),
    editable: mayDeleteWorkOf(user_id, caller),
  };
}
