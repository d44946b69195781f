import type { InstanceDescription } from '#model/studies/instance.ts';
import type { UltrasoundRegion } from '#model/measurements/ultrasound-region.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** Parts of an ultrasound image and how long their pixels are (PS3.3 C.8.5.5); nothing for images without them. */
export function ultrasoundRegions(top: ElementSet, values: ElementValues): Pick<InstanceDescription, 'ultrasoundRegions'> {
  const items = top.get(TAG.SequenceOfUltrasoundRegions)?.items ?? [];
  const regions = items.slice(0, MOST_REGIONS).flatMap((item) => regionOf(item, values) ?? []);
  return regions.length === 0 ? {} : { ultrasoundRegions: regions };
}

/** Devices write up to a dozen. */
const MOST_REGIONS = 64;

/** Null if it does not say where it is. */
function regionOf(item: ElementSet, values: ElementValues): UltrasoundRegion | null {
  const number = (tag: number) => values.number(item, tag);
  const [left, top] = [number(TAG.RegionLocationMinX0), number(TAG.RegionLocationMinY0)];
  const [right, bottom] = [number(TAG.RegionLocationMaxX1), number(TAG.RegionLocationMaxY1)];
  if (left === null || top === null || right === null || bottom === null || right < left || bottom < top) return null;
  const isInCm = [TAG.PhysicalUnitsXDirection, TAG.PhysicalUnitsYDirection].every((tag) => number(tag) === CENTIMETRES);
  const [deltaX, deltaY] = [number(TAG.PhysicalDeltaX), number(TAG.PhysicalDeltaY)].map((cm) => Math.abs(cm ?? 0) * MM_PER_CM);
  const isTissue = number(TAG.RegionSpatialFormat) === TWO_DIMENSIONAL && isInCm;
  return { left, top, right, bottom, spacing: isTissue && deltaX! > 0 && deltaY! > 0 ? [deltaX!, deltaY!] : null };
}

const TWO_DIMENSIONAL = 1;
const CENTIMETRES = 3;
const MM_PER_CM = 10;
