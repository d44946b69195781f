import type { Measured, MeasurementContent, MeasurementKind, PixelPoint } from '#contract/measurements.ts';
import { t } from '#language/t.ts';
import { isComputed } from '#model/computed/recipe.ts';
import { measured } from '#model/measurements/measured.ts';
import { scaleAt } from '#model/measurements/ultrasound-region.ts';
import type { AnyPicture, NoPlanes, StoredSlice } from '#workers/voxels/types.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';

/** Of a measurement: its slice, wherever it is shown. */
export type SlicePlace = Pick<MeasurementContent, 'series' | 'grid' | 'slice' | 'sop' | 'frame'>;

export const isStored = (picture: AnyPicture): picture is StoredSlice => 'facts' in picture;

/** A measurement is shown on the image that it was made on. Slices of a volume have no UID, so their number in the file decides. */
export function isOn({ series, sop, frame }: SlicePlace, shownSeries: string, picture: StoredSlice): boolean {
  return series === shownSeries && sop === picture.sop && frame === picture.frameInFile;
}

/** Where a new measurement on a picture belongs, or why there cannot be one. */
export function placeOf(open: OpenSeries, type: 'dcm' | 'nii', picture: AnyPicture): SlicePlace | { why: string } {
  if (isComputed(open.uuid)) return { why: t('Nothing is stored on a computed series. Measure on the series that it is computed from.') };
  if ('mmPerPixel' in picture)
    return { why: t('Along a path only the distance along it is true, which is shown at the pointer. Measure on the stored slices.') };
  if (!isStored(picture)) return { why: t('Measure on the stored slices.') };
  if (type === 'dcm' && picture.sop === '')
    return { why: t('This device has only the volume of this series. Measure when the server can be reached.') };
  if (picture.isCoarse) return { why: WAITS };
  const { uuid: series, gridHash: grid, gridSlices } = open;
  const slice = gridSlices?.[picture.slice];
  if (open.bricks?.fits === false && grid === null) return { why: whyNoGrid('too-large') };
  if (grid === null || slice === undefined) return { why: open.noPlanes === null ? READING : whyNoGrid(open.noPlanes) };
  return { series, grid, slice, sop: picture.sop, frame: picture.frameInFile };
}

/** Values are those of the full resolution. */
export const WAITS = t('Measuring waits for the full resolution of this slice.');
const READING = t('Measuring starts when all slices have been read.');

/** Without all slices of a series, nobody knows which of them is which. */
function whyNoGrid(reason: NoPlanes): string {
  if (reason === 'colour') return t('Some slices could not be read, so nothing can be measured.');
  if (reason === 'too-large') return t('This series is too large to be measured on this device.');
  return reason === 'missing'
    ? t('Some slices could not be read, so nothing can be measured.')
    : t('Series whose slices differ in size or values cannot be measured yet.');
}

/** The slice of an open series that a measurement is on. Until the grid is known, both orders are taken to be the same: along the normal. */
export function sliceOf({ grid, slice, frame, sop }: SlicePlace, open: Pick<OpenSeries, 'gridHash' | 'gridSlices'> | null): number {
  if (sop === '') return frame;
  const known = open?.gridHash === grid ? open.gridSlices?.indexOf(slice) : undefined;
  return known === undefined || known < 0 ? slice : known;
}

/** Values from the stored pixels, rescaled afterwards: so no copy of the pixels is needed while a handle moves. */
export function measuredOn(picture: StoredSlice, kind: MeasurementKind, points: readonly PixelPoint[]): Measured {
  const { frame, look, unit } = picture;
  const scale = scaleAt(points, picture.scale, picture.regions);
  const pixels = frame.kind === 'grey' ? { columns: frame.columns, rows: frame.rows, values: frame.samples, unit: unit || null } : null;
  const stored = measured(kind, points, { scale, pixels });
  const { rescaleSlope: slope, rescaleIntercept: intercept } = look;
  if (slope === 1 && intercept === 0) return stored;
  const { mean, deviation, lowest, highest, value, ...rest } = stored.values;
  const rescaled = (one: number): number => one * slope + intercept;
  const range = lowest !== undefined && highest !== undefined && [rescaled(lowest), rescaled(highest)].toSorted((a, b) => a - b);
  return {
    ...stored,
    values: {
      ...rest,
      ...(mean !== undefined && { mean: rescaled(mean) }),
      ...(deviation !== undefined && { deviation: deviation * Math.abs(slope) }),
      ...(range && { lowest: range[0]!, highest: range[1]! }),
      ...(value !== undefined && { value: rescaled(value) }),
    },
  };
}
