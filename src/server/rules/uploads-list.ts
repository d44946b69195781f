import type { z } from 'zod';
import { dateToWire } from '#contract/dates.ts';
import type { SeriesState, UploadList, UploadRow } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Member, ServerContext } from './context.ts';
import { uploadState } from './studies-state.ts';

/** CALL-054: the uploads of the team, newest first. What was dropped and left nothing is not history. */
export async function listUploads({ db }: ServerContext, caller: Member, { page }: { page: number }): Promise<z.infer<typeof UploadList>> {
  const perPage = LIMITS.uploadsPerPage;
  const ofTeam = db.read
    .selectFrom('upload')
    .where('upload.team_id', '=', caller.teamId)
    .where((eb) =>
      eb.or([
        eb('upload.state', '<>', 'dropped'),
        eb.exists(eb.selectFrom('study').select('study.id').whereRef('study.upload_id', '=', 'upload.id')),
      ]),
    );
  const { total } = await ofTeam.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const uploads = await ofTeam
    .innerJoin('user', 'user.id', 'upload.user_id')
    .select(['upload.id', 'upload.session', 'upload.created_at', 'user.name'])
    .orderBy('upload.created_at', 'desc')
    .orderBy('upload.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const ids = uploads.map((upload) => upload.id);
  const seriesByUpload = Map.groupBy(
    ids.length === 0
      ? []
      : await db.read
          .selectFrom('series')
          .select(['upload_id', 'study_id', 'state', 'file_count', 'proved_files', 'total_bytes'])
          .where('upload_id', 'in', ids)
          .execute(),
    (row) => row.upload_id,
  );
  return {
    data: uploads.map((upload) => toRow(upload, seriesByUpload.get(upload.id) ?? [])),
    total,
    per_page: perPage,
    current_page: page,
  };
}

interface SeriesOfUpload {
  study_id: number;
  state: SeriesState;
  file_count: number;
  proved_files: number;
  total_bytes: number;
}

function toRow(upload: { id: number; session: string; created_at: number; name: string }, series: SeriesOfUpload[]): UploadRow {
  const sum = (valueOf: (each: SeriesOfUpload) => number): number => series.reduce((total, each) => total + valueOf(each), 0);
  return {
    id: upload.id,
    session: upload.session,
    created_at: dateToWire(new Date(upload.created_at)),
    user: upload.name,
    files: sum((each) => each.file_count),
    proved: sum((each) => each.proved_files),
    studies: new Set(series.map((each) => each.study_id)).size,
    series: series.length,
    size: sum((each) => each.total_bytes),
    state: uploadState(series.map((each) => each.state)),
    errors: series.filter((each) => each.state === 'error').length,
  };
}
