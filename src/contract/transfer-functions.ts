import { marked } from '#language/t.ts';
import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { Colour, nameUpTo } from './text.ts';

export const TransferFunctionName = nameUpTo(100);

/**
 * `value`: in the units of the series, after rescale (HU for CT). `percent`: 0 is the 1st percentile of the values of the series, and 100 the 99th,
 * for series whose values have no fixed meaning (MR).
 */
export const TransferUnit = z.enum(['value', 'percent']);
export type TransferUnit = z.infer<typeof TransferUnit>;

export const TransferPoint = z.object({
  value: z.number().min(-LIMITS.transferValueMax).max(LIMITS.transferValueMax),
  color: Colour,
  /** 0 is black, 1 is the colour. */
  opacity: z.number().min(0).max(1),
});
export type TransferPoint = z.infer<typeof TransferPoint>;

/** The curve is straight between two points, and constant before the first and after the last one. */
export const TransferPoints = z
  .array(TransferPoint)
  .min(LIMITS.transferPointsMin)
  .max(LIMITS.transferPointsMax)
  .refine((points) => points.every(({ value }, index) => index === 0 || value > points[index - 1]!.value), {
    message: marked('Values must increase.'),
  });

/** Code of a modality, as DICOM has it. */
export const DefaultModality = z.string().regex(/^[A-Z0-9_]{1,16}$/);

/** ENT-61. */
export const TransferFunction = z.object({
  id: z.number().int(),
  uuid: Uuid,
  name: z.string(),
  /** Series of this modality are shown with it until another one is chosen. Null: it is only shown when chosen. */
  modality: z.string().nullable(),
  unit: TransferUnit,
  points: z.array(TransferPoint),
  /** It came with the product. It is in every team, and no team can change or delete it. */
  shipped: z.boolean(),
  /** The caller may delete it. */
  deletable: z.boolean(),
  /** Null if it is shipped or the account no longer exists. */
  created_by: z.string().nullable(),
  /** Null if it is shipped. */
  updated_at: DateText.nullable(),
});
export type TransferFunction = z.infer<typeof TransferFunction>;
