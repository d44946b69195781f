import type { BodyOf, Calls } from '#contract/calls.ts';
import type { DatasetVersion, VersionChoice } from '#contract/dataset-versions.ts';
import { LIMITS } from '#contract/limits.ts';
import { partToPlace } from '#model/datasets/parts.ts';
import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireDataset } from '#server/rules/datasets/datasets.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { freezingKeyOf } from './case-rows.ts';
import { KnownVolumes } from './known-volumes.ts';
import { assertMayFreeze, isPlanned, learn, planOf, type Plan, type PlannedCase } from './plan.ts';
import { factsOf } from './version-facts.ts';
import { readVersion } from './versions.ts';

type NewVersion = BodyOf<Calls['freezeDataset']>;

/** Masks and volumes may change while volumes are read, which a transaction cannot do. */
const TRIES = 5;

/**
 * PCALL-142. The rows are written at once: which images and operations the version has is decided in one transaction. Its label maps follow in a job.
 * `version_studies`: a study that is not left out cannot be in it; the plan says why.
 */
export async function freezeDataset(context: ServerContext, caller: Member, id: number, wanted: NewVersion): Promise<DatasetVersion> {
  assertMayFreeze(caller);
  const choice: VersionChoice = { masks: wanted.masks, picks: wanted.picks, channels: [...new Set(wanted.channels)] };
  const known = new KnownVolumes();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const dataset = await requireDataset(context.db.read, caller, id);
    await learn(context, known, await factsOf(context.db.read, caller, dataset), choice);
    const seq = await context.db.write((tx) => writeVersion(tx, context, caller, { id, wanted, choice, known }));
    if (seq === 'changed') continue;
    if (seq !== null) {
      context.jobs.wake();
      context.news.toTeam(caller.teamId, 'change', { seq });
    }
    return readVersion(context.db.read, caller, { id, version: wanted.uuid });
  }
  throw new Refusal('unavailable');
}

interface Writing {
  id: number;
  wanted: NewVersion;
  choice: VersionChoice;
  known: KnownVolumes;
}

/** Null: it was written before. `changed`: a volume was added since volumes were read. */
async function writeVersion(
  tx: Writer,
  context: ServerContext,
  caller: Member,
  { id, wanted, choice, known }: Writing,
): Promise<number | 'changed' | null> {
  await lockTeam(tx, caller.teamId);
  const dataset = await requireDataset(tx, caller, id);
  const before = await tx
    .selectFrom('dataset_version')
    .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
    .select('dataset_version.dataset_id')
    .where('dataset_version.uuid', '=', wanted.uuid)
    .where('dataset.team_id', '=', caller.teamId)
    .executeTakeFirst();
  if (before !== undefined) {
    if (before.dataset_id !== id) throw new Refusal('conflict');
    return null;
  }
  await assertRoom(tx, id);
  const plan = planOf(await factsOf(tx, caller, dataset), choice, known);
  if (plan === null) return 'changed';
  const cases = casesOf(plan, new Set(wanted.without));
  const now = context.now();
  const number = dataset.last_version + 1;
  await tx.updateTable('dataset').set({ last_version: number }).where('id', '=', id).execute();
  const { id: versionId } = await tx
    .insertInto('dataset_version')
    .values({
      ...{ dataset_id: id, uuid: wanted.uuid, number, title: wanted.title, state: 'freezing', failure: null },
      choice: JSON.stringify(choice),
      classes: JSON.stringify(plan.classes),
      channels: JSON.stringify([referenceName(cases), ...choice.channels]),
      left_out: JSON.stringify(leftOut(plan, cases)),
      ...{ faces_by: null, faces_at: null, created_by: caller.userId, created_at: now, updated_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeCases(tx, versionId, cases);
  await context.jobs.add(tx, {
    name: 'freeze-dataset',
    payload: { versionId },
    teamId: caller.teamId,
    uniqueKey: freezingKeyOf(versionId),
  });
  return appendChange(tx, { teamId: caller.teamId, kind: 'dataset', ref: String(id), now });
}

function casesOf({ studies }: Plan, without: ReadonlySet<string>): PlannedCase[] {
  const left = studies.filter(({ study }) => !without.has(study.uuid));
  const cases = left.flatMap(({ planned }) => (isPlanned(planned) ? [planned] : []));
  if (cases.length < left.length) throw new Refusal('version_studies');
  if (cases.length === 0) throw new Refusal('version_empty');
  return cases;
}

function leftOut({ studies }: Plan, cases: readonly PlannedCase[]): DatasetVersion['left_out'] {
  const taken = new Set(cases.map(({ study }) => study.uuid));
  return studies.flatMap(({ study, planned }) =>
    taken.has(study.uuid) ? [] : [{ study: study.uuid, why: isPlanned(planned) ? null : planned }],
  );
}

/** nnU-Net normalises a channel called CT in a way of its own. Otherwise the acquisition says most, if it is that of all. */
function referenceName(cases: readonly PlannedCase[]): string {
  const modalities = new Set(cases.map(({ study, images: [first] }) => first!.series.modality || study.modality));
  const acquisitions = new Set(cases.map(({ images: [first] }) => first!.series.acquisition));
  const [modality = ''] = modalities;
  const [acquisition = null] = acquisitions;
  if (modalities.size === 1 && modality !== 'CT' && acquisitions.size === 1 && acquisition !== null && acquisition !== 'NONE')
    return acquisition;
  return modalities.size === 1 && modality !== '' ? modality : 'image';
}

async function writeCases(tx: Writer, versionId: number, cases: readonly PlannedCase[]): Promise<void> {
  const rows = cases.map(({ study, part, segmentation, segments, face }, at) => ({
    ...{ version_id: versionId, number: at + 1, study_id: study.id, study_uuid: study.uuid, patient_uuid: study.patient },
    ...{ part: partToPlace(part), face: face ? (1 as const) : (0 as const) },
    ...{ segmentation_id: segmentation.id, segmentation_uuid: segmentation.uuid, operation_number: segmentation.number },
    ...{ series_id: segmentation.seriesId, grid_hash: segmentation.gridHash, segments: JSON.stringify(segments) },
    ...{ label_key: null, label_sha256: null, label_bytes: null, voxels: null, overlapping: 0, withdrawn_at: null },
  }));
  for (const some of inPortions(rows)) await tx.insertInto('dataset_case').values(some).execute();
  const images = cases.flatMap((each, at) =>
    each.images.map(({ series, volume, isResampled }, channel) => ({
      ...{ version_id: versionId, number: at + 1, channel, series_uuid: series.uuid, grid_hash: series.gridHash },
      ...{ sha256: volume.sha256, bytes: volume.size, object_key: volume.objectKey },
      resampled_from: isResampled ? volume.sha256 : null,
    })),
  );
  for (const some of inPortions(images)) await tx.insertInto('dataset_image').values(some).execute();
}

async function assertRoom(tx: Writer, datasetId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('dataset_version')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.versionsPerDataset;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'versionsPerDataset', max } });
}
