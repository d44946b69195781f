import { marked } from '#language/t.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { studiesOfTeam } from './studies.ts';
import { changeStudy } from './study-links.ts';

export interface SortedSeries {
  id: number;
  sort: number;
}

/**
 * CALL-080: the series of one acquisition of one study in a new order. Series that are not named keep their order behind the named ones, so that
 * one that arrived meanwhile is not lost. All are numbered from 1. Returns the study as well, for the audit trail.
 */
export async function sortSeries(
  context: ServerContext,
  caller: Member,
  { series, acquisitionCode }: { series: readonly SortedSeries[]; acquisitionCode: string },
): Promise<{ studyUuid: string; data: SortedSeries[] }> {
  const ids = series.map(({ id }) => id);
  const rows = await studiesOfTeam(context.db.read, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .select(['series.id', 'series.acquisition_code', 'study.uuid'])
    .where('series.id', 'in', ids)
    .execute();
  const [first] = rows;
  if (first === undefined || rows.length < new Set(ids).size) throw new Refusal('not_found');
  if (rows.some(({ uuid, acquisition_code }) => uuid !== first.uuid || acquisition_code !== acquisitionCode))
    throw new Refusal('invalid', { errors: { series: [marked('The series must be of one study and of this acquisition.')] } });
  const data = await changeStudy(context, caller, first.uuid, async (tx, studyId) => {
    const all = await tx
      .selectFrom('series')
      .select(['id', 'acquisition_sort'])
      .where('study_id', '=', studyId)
      .where('acquisition_code', '=', first.acquisition_code)
      .orderBy('acquisition_sort')
      .orderBy('id')
      .execute();
    const placeOf = new Map(series.toSorted((a, b) => a.sort - b.sort).map(({ id }, place) => [id, place]));
    const sorted = all
      .toSorted((a, b) => (placeOf.get(a.id) ?? placeOf.size) - (placeOf.get(b.id) ?? placeOf.size))
      .map(({ id, acquisition_sort }, place) => ({ id, sort: place + 1, isMoved: acquisition_sort !== place + 1 }));
    for (const { id, sort } of sorted.filter(({ isMoved }) => isMoved))
      await tx.updateTable('series').set({ acquisition_sort: sort, updated_at: context.now() }).where('id', '=', id).execute();
    return { changed: sorted.some(({ isMoved }) => isMoved), answer: sorted.map(({ id, sort }) => ({ id, sort })) };
  });
  return { studyUuid: first.uuid, data };
}
