import type { Selectable } from 'kysely';
import type { Series, SeriesFile, StudyDetail, Volume } from '#contract/study-detail.ts';
import { HEADER_BYTES, parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import type { SeriesTable, VolumeTable } from '#server/db/schema.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { infersBySeriesId } from '#server/rules/conversion/infers.ts';
import { readingsOf } from '#server/rules/conversion/readings.ts';
import { findingsOfStudyRow } from '#server/rules/quality/findings.ts';
import { inNumberOrder, receivedBytesOf, requireStudyRow, seriesRowsOf, studiesOfTeam, toListed, toListedSeries } from './studies.ts';
import { parseStudyText } from './study-text.ts';

/** CALL-078: by id or uuid. */
export async function findStudy({ db }: ServerContext, caller: Member, idOrUuid: string): Promise<StudyDetail> {
  const study = await requireStudyRow(db.read, caller, idOrUuid);
  const [listed] = await toListed(db.read, caller, [study]);
  if (listed === undefined) throw new Refusal('not_found');
  const { patient_sex, study_date, study_time, study_instance_uid } = study;
  return {
    ...listed,
    meta: { patientSex: patient_sex, studyDate: study_date, studyTime: study_time, studyInstanceUid: study_instance_uid },
    findings: await findingsOfStudyRow(db.read, caller, study.id),
  };
}

/** CALL-039: by the text that answers carry, by id or by UUID. */
export async function findStudyUuid({ db }: ServerContext, caller: Member, p: string): Promise<string> {
  return (await requireStudyRow(db.read, caller, parseStudyText(p) ?? p)).uuid;
}

/** CALL-079: the series of a study, in the order of their numbers, with their volumes. */
export async function seriesOfStudy({ db, objects }: ServerContext, caller: Member, idOrUuid: string): Promise<Series[]> {
  const study = await requireStudyRow(db.read, caller, idOrUuid);
  const series = inNumberOrder(await seriesRowsOf(db.read, [study.id]));
  const ids = series.map((each) => each.id);
  const bytes = await receivedBytesOf(db.read, [study.id]);
  const readings = await readingsOf(db.read, ids);
  const infers = await infersBySeriesId(db.read, ids);
  const volumes =
    ids.length === 0 ? [] : await db.read.selectFrom('volume').selectAll().where('series_id', 'in', ids).orderBy('name').execute();
  const shown = await Promise.all(volumes.map(async (volume) => ({ seriesId: volume.series_id, volume: await toVolume(objects, volume) })));
  const volumesBySeriesId = Map.groupBy(shown, ({ seriesId }) => seriesId);
  return series.map((each) => ({
    ...toSeries(
      each,
      (volumesBySeriesId.get(each.id) ?? []).map(({ volume }) => volume),
    ),
    bytes: bytes.get(each.id) ?? 0,
    infers: infers.get(each.id) ?? [],
    reading: readings.get(each.id) ?? null,
  }));
}

/** The readable files of a series: verified ones in slice order; those without a position come last. */
export async function filesOfSeries({ db }: ServerContext, caller: Member, uuid: string): Promise<SeriesFile[]> {
  const series = await studiesOfTeam(db.read, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .select('series.id')
    .where('series.uuid', '=', uuid)
    .executeTakeFirst();
  if (series === undefined) throw new Refusal('not_found');
  return db.read
    .selectFrom('file')
    .select(['id', 'size', 'sha256', 'position', 'frames'])
    .where('series_id', '=', series.id)
    .where('proved', '=', 1)
    .orderBy((eb) => eb('position', 'is', null))
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

function toSeries(series: Selectable<SeriesTable>, volumes: Volume[]): Omit<Series, 'bytes' | 'reading' | 'infers'> {
  return {
    ...toListedSeries(series, volumes.length),
    rows: series.rows,
    columns: series.columns,
    numberOfFrames: series.number_of_frames,
    sliceThickness: series.slice_thickness,
    type: series.type,
    volumes,
  };
}

async function toVolume(objects: ObjectStore, volume: Selectable<VolumeTable>): Promise<Volume> {
  const { id, name, size, object_key, bricks_size, bricks_tail } = volume;
  const bricks = bricks_size === null || bricks_tail === null ? null : { size: bricks_size, tail: bricks_tail };
  return { id, name, size, dims: await dimsOf(objects, object_key, size), bricks };
}

/** Objects never change, so neither do the sizes in their headers. */
const dimsByKey = new Map<string, number[] | null>();
const KEPT_DIMS = 10_000;

/** Bytes that cannot be read at the moment must not hide the other data of a volume. */
async function dimsOf(objects: ObjectStore, key: string, size: number): Promise<number[] | null> {
  const kept = dimsByKey.get(key);
  if (kept !== undefined) return kept;
  const head = await objects.read(key, 0, Math.min(size, HEADER_BYTES)).catch(() => null);
  if (head === null) return null;
  const parsed = parseNiftiHeader(head);
  const dims = parsed.ok ? dimsOfHeader(parsed.header) : null;
  if (dimsByKey.size >= KEPT_DIMS) dimsByKey.clear();
  dimsByKey.set(key, dims);
  return dims;
}

function dimsOfHeader({ columns, rows, slices, volumes }: { columns: number; rows: number; slices: number; volumes: number }): number[] {
  return volumes > 1 ? [columns, rows, slices / volumes, volumes] : [columns, rows, slices];
}
