import type { ConvertedCase } from '#contract/batch.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { studyState } from '#server/rules/studies/studies-state.ts';
import { finishUploads } from '#server/rules/uploads/uploads-end.ts';

/**
 * CALL-048: the conversion progress of own studies; other studies are left out. Once everything in an upload has ended, it is closed:
 * clients that poll here know no other call for that.
 */
export async function checkBatch(context: ServerContext, caller: Member, uuids: readonly string[]): Promise<{ data: ConvertedCase[] }> {
  const rows = await context.db.read
    .selectFrom('study')
    .innerJoin('series', 'series.study_id', 'study.id')
    .innerJoin('upload', 'upload.id', 'series.upload_id')
    .select(['study.uuid', 'study.patient_name', 'study.dirty', 'series.state'])
    .select(['series.series_description', 'series.series_number', 'series.cnt', 'series.slice_thickness'])
    .where('study.uuid', 'in', [...uuids])
    .where('study.deleted_at', 'is', null)
    .where('upload.team_id', '=', caller.teamId)
    .where('upload.user_id', '=', caller.userId)
    .orderBy('study.id')
    .orderBy('series.idx')
    .execute();
  const data = [...Map.groupBy(rows, (row) => row.uuid)].map(([uuid, series]): ConvertedCase => {
    const [first] = series;
    const name = first!.patient_name;
    const isDirty = first!.dirty === 1;
    const state = studyState(series.map((each) => each.state));
    return {
      uuid,
      status: state === 'converted' || state === 'error' ? state : null,
      data: { patientName: name },
      dirty: isDirty,
      sub: series.map((each, n) => ({
        uuid: `${uuid}-${String(n + 1).padStart(3, '0')}`,
        patientName: name,
        seriesDescription: each.series_description,
        seriesNumber: each.series_number,
        cnt: each.cnt,
        sliceThickness: each.slice_thickness,
        imageComments: '',
        dirty: isDirty,
      })),
    };
  });
  const ended = data.filter((study) => study.status !== null);
  await finishUploads(
    context,
    caller,
    ended.map((study) => study.uuid),
  );
  return { data };
}
