import { marked } from '#language/t.ts';
import { z } from './zod.ts';
import { DateText, Sha256, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { textUpTo } from './text.ts';

/**
 * The kinds of measurements, each with the least and the greatest number of its points:
 * - `length`: the two ends;
 * - `angle`: the end of one leg, the corner, the end of the other leg;
 * - `ellipse`, `rectangle`, `box`: two opposite corners of an upright box; the ellipse touches its four sides;
 * - `freehand`: an outline whose last point is joined to the first;
 * - `bidirectional`: the ends of one line, then those of the line perpendicular to it;
 * - `probe`, `point`: the place. Only a probe has the value of the pixel there;
 * - `arrow`: the tip, then the other end;
 * - `key-image`: none. The text is the caption of the slice.
 */
export const MEASUREMENT_POINTS = {
  length: [2, 2],
  angle: [3, 3],
  ellipse: [2, 2],
  rectangle: [2, 2],
  freehand: [3, LIMITS.measurementPoints],
  bidirectional: [4, 4],
  probe: [1, 1],
  arrow: [2, 2],
  point: [1, 1],
  box: [2, 2],
  'key-image': [0, 0],
} as const satisfies Record<string, readonly [number, number]>;
export type MeasurementKind = keyof typeof MEASUREMENT_POINTS;
const KINDS = Object.keys(MEASUREMENT_POINTS) as [MeasurementKind, ...MeasurementKind[]];

/** Pixels of the slice: column, then row, counted from the centre of the first pixel. */
const Coordinate = z.number().min(-LIMITS.measurementCoordinateMax).max(LIMITS.measurementCoordinateMax);
export const SlicePoint = z.tuple([Coordinate, Coordinate]);
export type PixelPoint = readonly [number, number];

const Value = z.number().optional();
/** What was computed. `angle` in degrees; `mean` to `value` in the unit of the pixels; lengths and areas as `scale` says. */
const MeasuredValues = z.object({
  ...{ length: Value, angle: Value, longAxis: Value, shortAxis: Value, area: Value },
  ...{ mean: Value, deviation: Value, lowest: Value, highest: Value, value: Value },
});
export type MeasuredValueName = keyof z.infer<typeof MeasuredValues>;

export const Measured = z.object({
  values: MeasuredValues,
  /** `patient`, `detector`: in mm there; what lies before the detector is smaller than it seems. `pixels`: the spacing is not known. */
  scale: z.enum(['patient', 'detector', 'pixels']),
  /** Of the values of the pixels, as the file names it; null: they have none, or it is not known. */
  unit: textUpTo(LIMITS.measurementUnitChars).nullable(),
});
export type Measured = z.infer<typeof Measured>;
export type Scale = Measured['scale'];

const content = {
  /** UUID of the series. */
  series: Uuid,
  /** Hash of its grid. */
  grid: Sha256,
  /** Number in the grid, from 0; what the grid has there follows. */
  slice: z.number().int().min(0),
  sop: textUpTo(LIMITS.uidChars),
  frame: z.number().int().min(0),
  kind: z.enum(KINDS),
  points: z.array(SlicePoint).max(LIMITS.measurementPoints),
  /** What the author wrote about it; may be empty. */
  text: textUpTo(LIMITS.measurementTextChars),
  /** By the device that saved it. Whoever has the pixels computes it again. */
  measured: Measured,
};

/** Everything of a measurement that its author decides. */
export const MeasurementContent = z.object(content);
export type MeasurementContent = z.infer<typeof MeasurementContent>;

/** A measurement as it is saved. */
export const SavedMeasurement = z
  .object({
    ...content,
    /** Number of the version that was changed; 0 for a new measurement. */
    base: z.number().int().min(0),
    /** The device that saves it. Its own earlier version is never in conflict with a later one. */
    device: Uuid,
  })
  .refine(({ kind, points }) => hasItsPoints(kind, points), {
    path: ['points'],
    message: marked('This kind has another number of points.'),
  });
export type SavedMeasurement = z.infer<typeof SavedMeasurement>;

export function hasItsPoints(kind: MeasurementKind, points: readonly PixelPoint[]): boolean {
  const [least, most] = MEASUREMENT_POINTS[kind];
  return points.length >= least && points.length <= most;
}

/** MEAS-01. */
export const Measurement = MeasurementContent.extend({
  uuid: Uuid,
  /** In the study. The server gives it, and never again after a deletion. */
  number: z.number().int(),
  /** 1 more with each change. */
  version: z.number().int(),
  /** The author; null if the account no longer exists. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  created_at: DateText,
  updated_at: DateText,
  /** The caller may change and delete it. */
  editable: z.boolean(),
});
export type Measurement = z.infer<typeof Measurement>;
