import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Measured, Measurement, MeasurementContent, SavedMeasurement } from '#contract/measurements.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { MeasurementTable } from '#server/db/schema.ts';
import { blindingOf, sinceOf } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireSlice } from '#server/rules/segmentations/slices.ts';
import { changeWorkOnStudy } from '#server/rules/studies/change-work.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

interface OfMeasurement {
  /** UUID of the study. */
  study: string;
  uuid: string;
}

/** PCALL-90. */
export async function listMeasurements({ db }: ServerContext, caller: Member, study: string): Promise<Measurement[]> {
  const { id } = await requireStudyRow(db.read, caller, study);
  const blinding = await blindingOf(db.read, caller, id);
  const rows = await measurementsOf(db.read, id)
    .where('measurement.deleted_at', 'is', null)
    .$if(blinding !== null, (seen) =>
      seen.where('measurement.user_id', '=', caller.userId).where('measurement.created_at', '>=', sinceOf(blinding)),
    )
    .orderBy('measurement.number')
    .execute();
  return rows.map((row) => toMeasurement(row, caller));
}

/**
 * PCALL-91. A version that the device did not change is not overwritten, unless the same device has saved it: then its answer was lost, or the device
 * has not read it yet.
 */
export async function saveMeasurement(
  context: ServerContext,
  caller: Member,
  { study, uuid }: OfMeasurement,
  { base, device, series, ...content }: SavedMeasurement,
): Promise<Measurement> {
  return changeWorkOnStudy(context, caller, { study, kind: 'measurement' }, async (tx, studyId, now) => {
    const stored = await measurementsOf(tx, studyId).where('measurement.uuid', '=', uuid).executeTakeFirst();
    if (stored !== undefined) assertMayChange(stored, caller, { base, device });
    if (stored !== undefined && isSame(stored, { series, ...content })) return { isChanged: false, answer: toMeasurement(stored, caller) };
    const values = {
      series_id: await requireSlice(tx, studyId, { series, ...content }),
      ...{ grid_hash: content.grid, slice: content.slice, sop: content.sop, frame: content.frame },
      ...{ kind: content.kind, points: JSON.stringify(content.points), text: content.text, measured: JSON.stringify(content.measured) },
      ...{ version: (stored?.version ?? base) + 1, device, updated_at: now },
    };
    if (stored === undefined) {
      const own = { study_id: studyId, uuid, number: await nextNumber(tx, studyId), user_id: caller.userId };
      await tx
        .insertInto('measurement')
        .values({ ...own, ...values, deleted_at: null, created_at: now })
        .execute();
    } else await tx.updateTable('measurement').set(values).where('id', '=', stored.id).execute();
    const saved = await measurementsOf(tx, studyId).where('measurement.uuid', '=', uuid).executeTakeFirstOrThrow();
    return { isChanged: true, answer: toMeasurement(saved, caller) };
  });
}

/** PCALL-92. One that was deleted or never arrived is deleted. */
export async function deleteMeasurement(context: ServerContext, caller: Member, { study, uuid }: OfMeasurement): Promise<void> {
  await changeWorkOnStudy(context, caller, { study, kind: 'measurement' }, async (tx, studyId, now) => {
    const stored = await measurementsOf(tx, studyId).where('measurement.uuid', '=', uuid).executeTakeFirst();
    if (stored === undefined || stored.deleted_at !== null) return { isChanged: false, answer: null };
    if (!mayDeleteWorkOf(stored.user_id, caller)) throw new Refusal('not_allowed');
    await tx
      .updateTable('measurement')
      .set({ deleted_at: now, updated_at: now, points: '[]', text: '', measured: JSON.stringify(NOTHING) })
      .where('id', '=', stored.id)
      .execute();
    return { isChanged: true, answer: null };
  });
}

const NOTHING: Measured = { values: {}, scale: 'pixels', unit: null };

const measurementsOf = (db: Reader, studyId: number) =>
  db
    .selectFrom('measurement')
    .innerJoin('series', 'series.id', 'measurement.series_id')
    .leftJoin('user', 'user.id', 'measurement.user_id')
    .selectAll('measurement')
    .select(['series.uuid as series', 'user.name as author'])
    .where('measurement.study_id', '=', studyId);

type Row = Selectable<MeasurementTable> & { series: string; author: string | null };

function assertMayChange(stored: Row, caller: Member, { base, device }: Pick<SavedMeasurement, 'base' | 'device'>): void {
  if (!mayDeleteWorkOf(stored.user_id, caller)) throw new Refusal('not_allowed');
  if (stored.deleted_at !== null) throw new Refusal('measurement_deleted');
  if (stored.version !== base && stored.device !== device) throw new Refusal('conflict', { stored: toMeasurement(stored, caller) });
}

function isSame(stored: Row, content: MeasurementContent): boolean {
  const { series, grid, slice, sop, frame, kind, points, text, measured } = content;
  return (
    [stored.series, stored.grid_hash, stored.slice, stored.sop, stored.frame, stored.kind, stored.text].join('\0') ===
      [series, grid, slice, sop, frame, kind, text].join('\0') &&
    stored.points === JSON.stringify(points) &&
    stored.measured === JSON.stringify(measured)
  );
}

async function nextNumber(tx: Writer, studyId: number): Promise<number> {
  const last = await tx
    .selectFrom('measurement')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.coalesce(eb.fn.max('number'), eb.val(0)).as('number')])
    .where('study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.measurementsPerStudy;
  if (last.count >= max) throw new Refusal('too_large', { limit: { name: 'measurementsPerStudy', max } });
  return Number(last.number) + 1;
}

function toMeasurement(row: Row, caller: Member): Measurement {
  const { uuid, series, grid_hash, slice, sop, frame, kind, text, number, version, user_id, author, created_at, updated_at } = row;
  return {
    ...{ uuid, number, version, series, grid: grid_hash, slice, sop, frame, kind, text },
    points: JSON.parse(row.points) as Measurement['points'],
    measured: JSON.parse(row.measured) as Measured,
    user: user_id === null ? null : { id: user_id, name: author ?? '' },
    created_at: dateToWire(new Date(created_at)),
    updated_at: dateToWire(new Date(updated_at)),
    editable: mayDeleteWorkOf(user_id, caller),
  };
}
