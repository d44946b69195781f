import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal, type Caller, type ServerContext } from '#server/rules/context.ts';
import type { Upload } from './uploads.ts';

/**
 * Storage limits of an upload, a user and a team. Checked in the transaction that uses the space, under the lock of the row whose sum it
 * is, and before the first byte if the announcement shows it.
 *
 *     bytesPerUpload         413  this will never fit, wherever it is sent
 *     filesPerUpload         413  fits in two uploads
 *     openUploadsPerUser     429  fits once others have ended
 *     receivingBytesPerUser  429  fits once others have arrived
 *     bytesPerTeam           507  fits once the team has space; a setting, none by default
 */

/** An abandoned upload stays open for ever; it does not count against its owner for longer than this. */
const FORGOTTEN_MS = 30 * 86_400_000;

export async function assertQuotaForUpload(tx: Writer, { userId }: Caller, now: number): Promise<void> {
  await lockUser(tx, userId);
  const { count } = await tx
    .selectFrom('upload')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .where('updated_at', '>', now - FORGOTTEN_MS)
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.openUploadsPerUser) throw passed('too_many', 'openUploadsPerUser');
}

/** After series were added to the upload, with what they announce. */
export async function assertQuotaForSeries(tx: Writer, { bytesPerTeam }: ServerContext, upload: Upload): Promise<void> {
  if ((await announcedBytes(tx, upload.id)) > LIMITS.bytesPerUpload) throw passed('too_large', 'bytesPerUpload');
  if ((await announcedFiles(tx, upload.id)) > LIMITS.filesPerUpload) throw passed('too_large', 'filesPerUpload');
  await lockUser(tx, upload.user_id);
  if ((await receivingBytes(tx, upload.user_id)) > LIMITS.receivingBytesPerUser) throw passed('too_many', 'receivingBytesPerUser');
  await assertTeamQuota(tx, bytesPerTeam, upload, 0);
}

/** After files were added to the upload: their sizes may be more than was announced. */
export async function assertQuotaForFiles(tx: Writer, bytesPerTeam: number | null | undefined, upload: Upload): Promise<void> {
  const { bytes } = await tx
    .selectFrom('file')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .where('upload_id', '=', upload.id)
    .executeTakeFirstOrThrow();
  const more = (bytes ?? 0) - (await announcedBytes(tx, upload.id));
  if (more <= 0) return;
  if ((bytes ?? 0) > LIMITS.bytesPerUpload) throw passed('too_large', 'bytesPerUpload');
  await assertTeamQuota(tx, bytesPerTeam, upload, more);
}

export async function assertTeamQuota(
  tx: Writer,
  max: number | null | undefined,
  upload: Pick<Upload, 'team_id'>,
  more: number,
): Promise<void> {
  if (max === null || max === undefined) return;
  await tx.selectFrom('team').select('id').where('id', '=', upload.team_id).$call(lockRows(tx)).executeTakeFirstOrThrow();
  if ((await teamBytes(tx, upload.team_id)) + more > max) throw new Refusal('storage_full', { limit: { name: 'bytesPerTeam', max } });
}

export async function teamBytes(db: Reader, teamId: number): Promise<number> {
  return (await bytesOfTeams(db, [teamId])).get(teamId) ?? 0;
}

/**
 * Storage used by the studies of teams: their files as announced, so that pending ones count, the volumes made of them, with their bricks, what versions of datasets have
 * made of those, and the files of their areas.
 */
export async function bytesOfTeams(db: Reader, teamIds: readonly number[]): Promise<Map<number, number>> {
  const files = await db
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select((eb) => ['study.team_id' as const, eb.fn.sum<number>('series.total_bytes').as('bytes')])
    .where('study.team_id', 'in', teamIds)
    .groupBy('study.team_id')
    .execute();
  const volumes = await db
    .selectFrom('volume')
    .innerJoin('series', 'series.id', 'volume.series_id')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select((eb) => [
      'study.team_id' as const,
      eb.fn.sum<number>(eb('volume.size', '+', eb.fn.coalesce('volume.bricks_size', eb.lit(0)))).as('bytes'),
    ])
    .where('study.team_id', 'in', teamIds)
    .groupBy('study.team_id')
    .execute();
  const labels = await db
    .selectFrom('dataset_case')
    .innerJoin('dataset_version', 'dataset_version.id', 'dataset_case.version_id')
    .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
    .select((eb) => ['dataset.team_id' as const, eb.fn.sum<number>('dataset_case.label_bytes').as('bytes')])
    .where('dataset.team_id', 'in', teamIds)
    .where('dataset_case.label_key', 'is not', null)
    .groupBy('dataset.team_id')
    .execute();
  const resampled = await db
    .selectFrom('dataset_image')
    .innerJoin('dataset_version', 'dataset_version.id', 'dataset_image.version_id')
    .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
    .select((eb) => ['dataset.team_id' as const, eb.fn.sum<number>('dataset_image.bytes').as('bytes')])
    .where('dataset.team_id', 'in', teamIds)
    .where('dataset_image.object_key', 'is not', null)
    .where('dataset_image.resampled_from', 'is not', null)
    .whereRef('dataset_image.resampled_from', '<>', 'dataset_image.sha256')
    .groupBy('dataset.team_id')
    .execute();
  const areas = await db
    .selectFrom('file_entry')
    .innerJoin('file_area', 'file_area.id', 'file_entry.area_id')
    .select((eb) => [eb.ref('file_area.team_id').$notNull().as('team_id'), eb.fn.sum<number>('file_entry.bytes').as('bytes')])
    .where('file_area.team_id', 'in', teamIds)
    .groupBy('file_area.team_id')
    .execute();
  const bytesByTeam = new Map<number, number>();
  for (const { team_id, bytes } of [...files, ...volumes, ...labels, ...resampled, ...areas])
    bytesByTeam.set(team_id, (bytesByTeam.get(team_id) ?? 0) + bytes);
  return bytesByTeam;
}

async function announcedBytes(tx: Writer, uploadId: number): Promise<number> {
  const { bytes } = await tx
    .selectFrom('series')
    .select((eb) => eb.fn.sum<number | null>('total_bytes').as('bytes'))
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

async function announcedFiles(tx: Writer, uploadId: number): Promise<number> {
  const { files } = await tx
    .selectFrom('series')
    .select((eb) => eb.fn.sum<number | null>('file_count').as('files'))
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow();
  return files ?? 0;
}

async function receivingBytes(tx: Writer, userId: number): Promise<number> {
  const { bytes } = await tx
    .selectFrom('series')
    .innerJoin('upload', 'upload.id', 'series.upload_id')
    .select((eb) => eb.fn.sum<number | null>('series.total_bytes').as('bytes'))
    .where('upload.user_id', '=', userId)
    .where('upload.state', '=', 'open')
    .where('series.state', '=', 'receiving')
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

async function lockUser(tx: Writer, userId: number): Promise<void> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).$call(lockRows(tx)).executeTakeFirst();
}

function passed(
  code: 'too_large' | 'too_many',
  name: 'bytesPerUpload' | 'filesPerUpload' | 'openUploadsPerUser' | 'receivingBytesPerUser',
): Refusal {
  return new Refusal(code, { limit: { name, max: LIMITS[name] } });
}
