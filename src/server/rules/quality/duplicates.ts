import { LIMITS } from '#contract/limits.ts';
import { found, type Found } from '#model/quality/found.ts';
import type { Writer } from '#server/db/database.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';

interface Duplicate extends Found {
  otherStudyId: number;
}

/**
 * Other studies that the team sees and that have images of this one: the same SOP instances or, under other UIDs, volumes of the same values. The
 * oldest studies first, up to a limit. Nothing is ever said of another team.
 */
export async function duplicatesOf(tx: Writer, { id, teamId }: { id: number; teamId: number }): Promise<Duplicate[]> {
  const images = await withSameImages(tx, id);
  const volumes = (await withSameValues(tx, id)).filter(({ studyId }) => !images.some((one) => one.studyId === studyId));
  const others = [...images, ...volumes].map(({ studyId }) => studyId);
  if (others.length === 0) return [];
  const visible = await studiesOfTeam(tx, teamId)
    .select('study.id')
    .where('study.id', 'in', others)
    .orderBy('study.id')
    .limit(LIMITS.duplicatesPerStudy)
    .execute();
  const isSeen = new Set(visible.map((study) => study.id));
  const [imagesOfStudy, volumesOfStudy] = [await imageCount(tx, id), await volumeCount(tx, id)];
  return [
    ...images.map(({ studyId, count }) => ({
      ...found('warning', { code: 'duplicate-images', images: count, of: imagesOfStudy }),
      otherStudyId: studyId,
    })),
    ...volumes.map(({ studyId, count }) => ({
      ...found('warning', { code: 'duplicate-pixels', volumes: count, of: volumesOfStudy }),
      otherStudyId: studyId,
    })),
  ].filter(({ otherStudyId }) => isSeen.has(otherStudyId));
}

interface Shared {
  studyId: number;
  count: number;
}

/** Of all teams: the caller leaves out what the team does not see. */
function withSameImages(tx: Writer, studyId: number): Promise<Shared[]> {
  return tx
    .selectFrom('series')
    .innerJoin('file', 'file.series_id', 'series.id')
    .innerJoin('file as same', 'same.sop', 'file.sop')
    .innerJoin('series as theirs', 'theirs.id', 'same.series_id')
    .select((eb) => ['theirs.study_id as studyId' as const, eb.fn.count<number>('file.id').distinct().as('count')])
    .where('series.study_id', '=', studyId)
    .where('theirs.study_id', '<>', studyId)
    .groupBy('theirs.study_id')
    .execute();
}

function withSameValues(tx: Writer, studyId: number): Promise<Shared[]> {
  return tx
    .selectFrom('series')
    .innerJoin('volume', 'volume.series_id', 'series.id')
    .innerJoin('volume as same', 'same.values_sha256', 'volume.values_sha256')
    .innerJoin('series as theirs', 'theirs.id', 'same.series_id')
    .select((eb) => ['theirs.study_id as studyId' as const, eb.fn.count<number>('volume.id').distinct().as('count')])
    .where('series.study_id', '=', studyId)
    .where('theirs.study_id', '<>', studyId)
    .groupBy('theirs.study_id')
    .execute();
}

async function imageCount(tx: Writer, studyId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('file')
    .innerJoin('series', 'series.id', 'file.series_id')
    .select((eb) => eb.fn.count<number>('file.sop').as('count'))
    .where('series.study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  return count;
}

async function volumeCount(tx: Writer, studyId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('volume')
    .innerJoin('series', 'series.id', 'volume.series_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('series.study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  return count;
}
