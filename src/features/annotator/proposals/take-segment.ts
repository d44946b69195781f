import type { ModelClass } from '#contract/ai/manifest.ts';
import type { DrawnSegmentation, StudySegmentations } from '#features/annotator/masks/study-segmentations.ts';
import type { ImportRead, MaskImports } from '#workers/masks/types.ts';

export type Taken = { ok: true; segment: string } | { ok: false };

interface Into {
  voxels: Pick<MaskImports, 'readImport' | 'takeImport' | 'dropImport'>;
  segmentations: Pick<StudySegmentations, 'addSegments'>;
  segmentation: DrawnSegmentation;
  locked: readonly string[];
  colour: string;
}

/** The segment of the same title, if there is one. Its value may be another one: people number their segments as they make them. */
export function segmentFor({ segments }: Pick<DrawnSegmentation, 'segments'>, { title }: Pick<ModelClass, 'title'>): string | null {
  return segments.find((segment) => segment.waits !== 'deletion' && segment.title === title)?.uuid ?? null;
}

/** What was proposed, as it lies on the grid of the open segmentation. */
export function readProposed(
  voxels: Pick<MaskImports, 'readImport'>,
  segmentation: string,
  labels: Uint8Array,
  studyUid: string,
): Promise<ImportRead> {
  const blob = new Blob([labels as Uint8Array<ArrayBuffer>]);
  return voxels.readImport(
    segmentation,
    { source: { of: 'files', files: [{ name: 'proposal.nii.gz', blob }] }, studyUid },
    () => undefined,
  );
}

/** Adds what was proposed for a class to the open segmentation, as one action that can be undone. Nothing is stored if any of it is refused. */
export async function takeSegment(
  { voxels, segmentations, segmentation, locked, colour }: Into,
  { value, title }: ModelClass,
  labels: Uint8Array,
  studyUid: string,
): Promise<Taken> {
  const { uuid } = segmentation;
  const read = await readProposed(voxels, uuid, labels, studyUid);
  if (!read.ok) return { ok: false };
  try {
    const arriving = read.segments.find(({ name }) => name === `Label ${value}`);
    if (arriving === undefined) return { ok: false };
    const known = segmentFor(segmentation, { title });
    const segment = known ?? crypto.randomUUID();
    const choice = { reading: read.reading, places: [{ key: arriving.key, segment }], resample: true, otherStudy: false, locked };
    const answer = await voxels.takeImport(uuid, choice, async () => {
      if (known === null) await segmentations.addSegments(uuid, [{ segment, title, color: colour }]);
    });
    return answer.ok ? { ok: true, segment } : { ok: false };
  } finally {
    voxels.dropImport(uuid);
  }
}
