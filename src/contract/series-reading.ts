import { z } from './zod.ts';
import { DateText, Sha256 } from './entities.ts';
import { NoVolume } from './grids.ts';
import { Suv } from './suv.ts';

const Pair = z.tuple([z.number(), z.number()]);

/** A tag that a user may see (frame §3): `code` as `(0018,0081)`, `prop` its name in the specification. */
export const ReadTag = z.object({ code: z.string(), name: z.string(), prop: z.string(), value: z.string() });
export type ReadTag = z.infer<typeof ReadTag>;

/**
 * Header values of a series, as read by the server. Single values come from the instance with the lowest instance number; window, tags and colour
 * come from the middle slice (PREV-004). Lengths in mm, angles in degrees, times in ms.
 */
export const SeriesFacts = z.object({
  rows: z.number().int(),
  columns: z.number().int(),
  /** Images that a slider steps through. */
  slices: z.number().int(),
  /** Frames of the instance that has the most. */
  frames: z.number().int(),
  pixelSpacing: Pair.nullable(),
  imagerPixelSpacing: Pair.nullable(),
  sliceThickness: z.number().nullable(),
  imageOrientationPatient: z.array(z.number()).length(6).nullable(),
  /** All slices have the same orientation. */
  isOneOrientation: z.boolean(),
  /** Window of the thumbnail, or from the header if the slice cannot be drawn. */
  windowCenter: z.number().nullable(),
  windowWidth: z.number().nullable(),
  rescaleIntercept: z.number(),
  rescaleSlope: z.number(),
  rescaleType: z.string(),
  cineRate: z.number().nullable(),
  photometricInterpretation: z.string(),
  isColour: z.boolean(),
  transferSyntaxUid: z.string(),
  tags: z.array(ReadTag),
  /**
   * Of a PET series: as the device told that sent it, otherwise from its files. Absent in answers of servers before version 61, and of other
   * modalities.
   */
  suv: Suv.optional(),
});
export type SeriesFacts = z.infer<typeof SeriesFacts>;

/** Why a slice cannot be drawn: src/model/pictures/no-tile.ts. */
export const NoPicture = z.discriminatedUnion('noPicture', [
  z.object({ noPicture: z.literal('transfer-syntax'), transferSyntaxUid: z.string() }),
  z.object({ noPicture: z.enum(['pixels', 'too-large', 'damaged', 'gone']) }),
]);
export type NoPicture = z.infer<typeof NoPicture>;

/** Why a series has no facts. `broke`: the reader crashed or did not finish at every try. */
export const UnreadWhy = z.enum(['not-dicom', 'not-nifti', 'cut-off', 'unsupported', 'broke']);
export type UnreadWhy = z.infer<typeof UnreadWhy>;

/** `not-told`: the device did not name its grid. An archive that the server opens has none, nor has an older client. */
export const DeviceGrid = z.enum(['same', 'different', 'not-told']);
export type DeviceGrid = z.infer<typeof DeviceGrid>;

/** What the server knows of a series once it has all its bytes and has read it. */
export const SeriesReading = z.object({
  /** Null if none of its files can be read; `why` has the reason. */
  facts: SeriesFacts.nullable(),
  why: UnreadWhy.nullable(),
  /** Files that could not be read. Nothing is known of their positions. */
  unreadFiles: z.number().int(),
  /** A text that changes with the thumbnail (its ETag). Null if there is none; `noPicture` has the reason. */
  thumbnail: z.string().nullable(),
  noPicture: NoPicture.nullable(),
  /** The grid of its slices, and why they make no volume. Null if it has no image. Absent in answers of servers before version 36. */
  grid: z.object({ hash: Sha256, noVolume: NoVolume.nullable() }).nullable().optional(),
  /**
   * Whether the device that sent it has read the same grid. Absent without facts, and in answers of servers before version 48, also in kept
   * copies.
   */
  deviceGrid: DeviceGrid.optional(),
  read_at: DateText,
});
export type SeriesReading = z.infer<typeof SeriesReading>;
