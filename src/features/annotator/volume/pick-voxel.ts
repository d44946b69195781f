import type { CutPlane } from '#features/annotator/surfaces/cut-plane.ts';
import { isOpened } from '#features/annotator/station/series-store.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { isNoSlice } from '#model/pictures/no-slice.ts';
import { length, moved } from '#model/pictures/vector.ts';
import { lineAsPlane, seenAlong, uncutPart, type ViewLine } from './along-the-view.ts';
import type { ShownVolume } from './volume-pass.ts';

/** The place of what is seen of a volume along a line; null: nothing. Read from the series itself, however coarse the picture is. */
export async function pickVoxel(
  { series, voxels }: Workstation,
  uuid: string,
  { volume, line, cut }: { volume: ShownVolume; line: ViewLine; cut: CutPlane | null },
): Promise<Vector | null> {
  const opened = series.peek(uuid)?.opened ?? null;
  const part = uncutPart(line, cut);
  if (!isOpened(opened) || part === null) return null;
  const stepMm = Math.min(...volume.box.steps.map(length)) / Math.max(...volume.box.reducedBy);
  const sampled = await voxels.planeOn(opened.id, lineAsPlane(part, stepMm));
  if (isNoSlice(sampled) || sampled.frame.kind !== 'grey') return null;
  const { rescaleSlope, rescaleIntercept } = sampled.look;
  const values = Float32Array.from(sampled.frame.samples, (stored) => stored * rescaleSlope + rescaleIntercept);
  const seen = seenAlong(values, { ...volume, stepMm });
  return seen < 0 ? null : moved(part.from, part.direction, seen * stepMm);
}
