import { z } from './zod.ts';
import { DateText } from './entities.ts';

const Pair = z.tuple([z.number(), z.number()]);

/** A tag that a person may look at (frame §3): `code` as `(0018,0081)`, `prop` its name in the specification. */
const ReadTag = z.object({ code: z.string(), name: z.string(), prop: z.string(), value: z.string() });

/**
 * What the headers of a series say, as the server read them from what it holds. Single values are those of the instance with the lowest instance
 * number; window, tags and colour are those of the middle slice (PREV-004). Lengths in mm, angles in degrees, times in ms.
 */
export const SeriesFacts = z.object({
  rows: z.number().int(),
  columns: z.number().int(),
  /** Pictures that a slider walks. */
  slices: z.number().int(),
  /** Frames of the instance that has most of them. */
  frames: z.number().int(),
  pixelSpacing: Pair.nullable(),
  imagerPixelSpacing: Pair.nullable(),
  sliceThickness: z.number().nullable(),
  imageOrientationPatient: z.array(z.number()).length(6).nullable(),
  /** Every slice has the same orientation. */
  isOneOrientation: z.boolean(),
  /** As the thumbnail is drawn; of a slice that cannot be drawn, what its header says. */
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
});
export type SeriesFacts = z.infer<typeof SeriesFacts>;

/** Why there is no picture of a slice: src/model/no-tile.ts. */
export const NoPicture = z.discriminatedUnion('noPicture', [
  z.object({ noPicture: z.literal('transfer-syntax'), transferSyntaxUid: z.string() }),
  z.object({ noPicture: z.enum(['pixels', 'too-large', 'damaged', 'gone']) }),
]);
export type NoPicture = z.infer<typeof NoPicture>;

/** Why a series has no facts. `broke`: reading it broke down each time, or came to no end. */
export const UnreadWhy = z.enum(['not-dicom', 'not-nifti', 'cut-off', 'unsupported', 'broke']);
export type UnreadWhy = z.infer<typeof UnreadWhy>;

/** What the server knows of a series of which it holds every byte; nothing as long as it has not read it. */
export const SeriesReading = z.object({
  /** Null where no file of it can be read; `why` says for what reason. */
  facts: SeriesFacts.nullable(),
  why: UnreadWhy.nullable(),
  /** Files that could not be read; their places are counted by nobody. */
  unreadFiles: z.number().int(),
  /** A word that changes with the thumbnail (its ETag); null where there is none, and `noPicture` says why. */
  thumbnail: z.string().nullable(),
  noPicture: NoPicture.nullable(),
  read_at: DateText,
});
export type SeriesReading = z.infer<typeof SeriesReading>;
