import type { VersionChoice } from '#contract/dataset-versions.ts';
import { LIMITS } from '#contract/limits.ts';
import { placeToPart, type Part } from '#model/datasets/parts.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { studiesOfDatasets } from '#server/rules/datasets/datasets.ts';
import type { PlacedVolume } from './known-volumes.ts';

/** What the database knows of the studies of a dataset, for a version of it. */
export interface StudyFacts {
  id: number;
  uuid: string;
  patient: string;
  patientName: string;
  studyDate: string;
  modality: string;
  bodyPart: string;
  /** Of its patient. */
  part: Part | null;
  /** Segmentations of the structure with something drawn, that the caller may see, the latest change first. */
  candidates: CandidateFacts[];
  series: SeriesFacts[];
}

export interface CandidateFacts {
  id: number;
  uuid: string;
  user: { id: number; name: string } | null;
  updatedAt: number;
  number: number;
  seriesId: number;
  gridHash: string;
  /** In their order. */
  segments: { uuid: string; title: string }[];
}

export interface SeriesFacts {
  id: number;
  uuid: string;
  modality: string;
  acquisition: string | null;
  acquisitionSort: number;
  isConverted: boolean;
  /** Of its latest reading. */
  gridHash: string | null;
  volumes: PlacedVolume[];
}

export async function factsOf(db: Reader, caller: Member, dataset: { id: number; structure_id: number }): Promise<StudyFacts[]> {
  const studies = await studiesOfDatasets(db, caller)
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select(['study.id', 'study.uuid', 'patient.uuid as patient', 'study.patient_name as patientName', 'study.study_date as studyDate'])
    .select(['study.modality', 'study.body_part as bodyPart', 'dataset_study.part as place'])
    .where('dataset_study.dataset_id', '=', dataset.id)
    .orderBy('study.uuid')
    .limit(LIMITS.studiesPerVersion + 1)
    .execute();
  const max = LIMITS.studiesPerVersion;
  if (studies.length > max) throw new Refusal('too_large', { limit: { name: 'studiesPerVersion', max } });
  const places = Map.groupBy(studies, ({ patient }) => patient);
  const facts: StudyFacts[] = [];
  for (const some of inPortions(studies)) {
    const ids = some.map(({ id }) => id);
    const candidates = await candidatesOf(db, caller, dataset.structure_id, ids);
    const series = await seriesOf(db, ids);
    for (const { place: _own, ...study } of some) {
      const part = placeToPart(Math.min(...places.get(study.patient)!.map(({ place }) => place)));
      facts.push({ ...study, part, candidates: candidates.get(study.id) ?? [], series: series.get(study.id) ?? [] });
    }
  }
  return facts;
}

async function candidatesOf(db: Reader, caller: Member, structureId: number, studyIds: number[]): Promise<Map<number, CandidateFacts[]>> {
  const rows = await segmentationsSeenBy(db, caller)
    .leftJoin('user', 'user.id', 'segmentation.user_id')
    .selectAll('segmentation')
    .select('user.name as creator')
    .where('segmentation.study_id', 'in', studyIds)
    .where('segmentation.structure_id', '=', structureId)
    .where('segmentation.operation_number', '>', 0)
    .where('segmentation.grid_hash', 'is not', null)
    .where('segmentation.series_id', 'is not', null)
    .orderBy('segmentation.updated_at', 'desc')
    .orderBy('segmentation.id', 'desc')
    .execute();
  if (rows.length === 0) return new Map();
  const segments = new Map<number, { uuid: string; title: string }[]>();
  for (const some of inPortions(rows)) {
    const found = await db
      .selectFrom('segment')
      .select(['segmentation_id', 'uuid', 'title'])
      .where(
        'segmentation_id',
        'in',
        some.map(({ id }) => id),
      )
      .where('deleted_at', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .execute();
    for (const [id, own] of Map.groupBy(found, (segment) => segment.segmentation_id))
      segments.set(
        id,
        own.map(({ uuid, title }) => ({ uuid, title })),
      );
  }
  const grouped = Map.groupBy(rows, (row) => row.study_id);
  return new Map(
    [...grouped].map(([studyId, own]) => [
      studyId,
      own.map((row) => ({
        ...{ id: row.id, uuid: row.uuid, updatedAt: row.updated_at, number: row.operation_number },
        user: row.user_id === null ? null : { id: row.user_id, name: row.creator ?? '' },
        ...{ seriesId: row.series_id!, gridHash: row.grid_hash!, segments: segments.get(row.id) ?? [] },
      })),
    ]),
  );
}

async function seriesOf(db: Reader, studyIds: number[]): Promise<Map<number, SeriesFacts[]>> {
  const rows = await db
    .selectFrom('series')
    .leftJoin('series_reading', 'series_reading.series_id', 'series.id')
    .select(['series.id', 'series.uuid', 'series.study_id', 'series.modality', 'series.state', 'series.acquisition_code'])
    .select(['series.acquisition_sort', 'series_reading.grid_hash'])
    .where('series.study_id', 'in', studyIds)
    .orderBy('series.acquisition_sort')
    .orderBy('series.idx')
    .orderBy('series.id')
    .execute();
  const volumes = await db
    .selectFrom('volume')
    .innerJoin('series', 'series.id', 'volume.series_id')
    .select(['volume.series_id', 'volume.object_key as objectKey', 'volume.size', 'volume.sha256'])
    .where('series.study_id', 'in', studyIds)
    .orderBy('volume.name')
    .orderBy('volume.id')
    .execute();
  const bySeries = Map.groupBy(volumes, (volume) => volume.series_id);
  const facts = rows.map((row) => ({
    studyId: row.study_id,
    ...{ id: row.id, uuid: row.uuid, modality: row.modality, acquisition: row.acquisition_code, gridHash: row.grid_hash },
    acquisitionSort: row.acquisition_sort ?? 0,
    isConverted: row.state === 'converted',
    volumes: (bySeries.get(row.id) ?? []).map(({ objectKey, size, sha256 }) => ({ objectKey, size, sha256 })),
  }));
  return Map.groupBy(facts, ({ studyId }) => studyId);
}

/** The segmentation that is taken of a study; `several` if the rule decides nothing. */
export function chosenOf(
  { uuid, candidates }: StudyFacts,
  { masks, picks }: Pick<VersionChoice, 'masks' | 'picks'>,
): CandidateFacts | 'none' | 'several' {
  const picked = picks.findLast(({ study }) => study === uuid)?.segmentation;
  const found = candidates.find((candidate) => candidate.uuid === picked);
  if (found !== undefined) return found;
  const left = masks.rule === 'person' ? candidates.filter(({ user }) => user?.id === masks.person) : candidates;
  const [first] = left;
  if (first === undefined) return 'none';
  return left.length === 1 || masks.rule === 'newest' ? first : 'several';
}
