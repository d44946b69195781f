import type { VersionClass } from '#contract/dataset-versions.ts';
import type { DatasetPart } from '#contract/datasets.ts';
import type { Reader } from '#server/db/database.ts';
import { versionCases, type StoredFile } from '#server/rules/datasets/versions/version-cases.ts';

/** A file of a case, by its name in the layout of nnU-Net. */
interface CaseFile {
  name: string;
  bytes: number;
  sha256: string;
  objectKey: string;
}

interface TrainingCase {
  id: string;
  part: DatasetPart;
  study: string;
  patient: string;
  images: CaseFile[];
  mask: CaseFile;
}

export interface TrainingData {
  dataset: { id: number; name: string; version: number };
  classes: VersionClass[];
  channels: { name: string; acquisition: string | null }[];
  cases: TrainingCase[];
  /** Cases whose study or segmentation was deleted. Nothing learns from them. */
  withdrawn: number;
  /** Some may show a face, and nobody has confirmed that they may leave. */
  hidesFaces: boolean;
}

/** A frozen version of a dataset of the team; null: it is not known, or not frozen. */
export async function casesOfVersion(db: Reader, teamId: number, uuid: string): Promise<TrainingData | null> {
  const version = await db
    .selectFrom('dataset_version')
    .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
    .select(['dataset_version.id', 'dataset_version.number', 'dataset.name', 'dataset.id as dataset_id'])
    .where('dataset.team_id', '=', teamId)
    .where('dataset_version.uuid', '=', uuid)
    .executeTakeFirst();
  const found = version === undefined ? null : await versionCases(db, version.id);
  if (version === undefined || found === null) return null;
  const { count } = await db
    .selectFrom('dataset_case')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('version_id', '=', version.id)
    .executeTakeFirstOrThrow();
  return {
    dataset: { id: version.dataset_id, name: version.name, version: version.number },
    classes: found.classes,
    // The first one is whatever was drawn on.
    channels: found.channels.map((name, at) => ({ name, acquisition: at === 0 ? null : name })),
    withdrawn: Number(count) - found.cases.length,
    hidesFaces: !found.facesConfirmed && found.cases.some(({ face }) => face),
    cases: found.cases.map(({ id, part, study, patient, images, label }) => ({
      ...{ id, part, study, patient },
      images: images.map((image, channel) => toFile(`images/${id}_${String(channel).padStart(4, '0')}.nii`, image)),
      mask: toFile(`labels/${id}.nii.gz`, label),
    })),
  };
}

const toFile = (name: string, { key, bytes, sha256 }: StoredFile): CaseFile => ({ name, bytes, sha256, objectKey: key });
