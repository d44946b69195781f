import type { VersionClass } from '#contract/dataset-versions.ts';
import { placeToPart, type Part } from '#model/datasets/parts.ts';
import type { Reader } from '#server/db/database.ts';
import { caseId, caseRows, imagesOfCases } from './case-rows.ts';

/** Bytes in the object store. `sha256`: of all of them. */
export interface StoredFile {
  key: string;
  sha256: string;
  bytes: number;
}

/** A case as something that trains needs it. Images and label map have the same voxels. */
export interface VersionCase {
  id: string;
  part: Part;
  study: string;
  patient: string;
  /** By channel: NIfTI, not compressed. */
  images: StoredFile[];
  /** NIfTI in gzip. */
  label: StoredFile;
  face: boolean;
}

export interface VersionCases {
  classes: VersionClass[];
  channels: string[];
  /** Without those that are withdrawn. */
  cases: VersionCase[];
  facesConfirmed: boolean;
}

/** The files of a frozen version, by its row; null unless it is frozen. Rights are not checked. */
export async function versionCases(db: Reader, versionId: number): Promise<VersionCases | null> {
  const version = await db.selectFrom('dataset_version').selectAll().where('id', '=', versionId).executeTakeFirst();
  if (version?.state !== 'frozen') return null;
  const images = await imagesOfCases(db, versionId);
  const cases = (await caseRows(db, [versionId]).execute()).flatMap((row): VersionCase[] => {
    if (row.withdrawn === 1 || row.label_key === null) return [];
    return [
      {
        ...{ id: caseId(row.number), part: placeToPart(row.part)!, study: row.study_uuid, patient: row.patient_uuid, face: row.face === 1 },
        images: (images.get(row.number) ?? []).map(({ object_key, sha256, bytes }) => ({ key: object_key!, sha256, bytes })),
        label: { key: row.label_key, sha256: row.label_sha256!, bytes: row.label_bytes! },
      },
    ];
  });
  return {
    classes: JSON.parse(version.classes) as VersionClass[],
    channels: JSON.parse(version.channels) as string[],
    cases,
    facesConfirmed: version.faces_at !== null,
  };
}
