import { z } from './zod.ts';
import { DateText, Sha256, Uuid } from './entities.ts';

/** A series of a registration, and the grid that it had when the registration was asked for. */
const RegisteredSeries = z.object({ series: Uuid, grid: Sha256 });

/**
 * Why there is no matrix.
 * - `no-volume`: a series has no converted volume;
 * - `unreadable`: its volume cannot be read, or is in colour;
 * - `too-large`: it is larger than the server reads for this;
 * - `no-contrast`: it has one value only;
 * - `overlap`: in the best position found, too little of the smaller series lies in the other one;
 * - `border`: the best position found is at the end of what is searched;
 * - `starts-disagree`: searches from several places end in different positions, so none can be relied on;
 * - `broke`: the server had an error, or the process did not finish in time.
 */
export const RegistrationFailure = z.enum([
  ...(['no-volume', 'unreadable', 'too-large', 'no-contrast', 'overlap', 'border', 'starts-disagree', 'broke'] as const),
]);
export type RegistrationFailure = z.infer<typeof RegistrationFailure>;

/** What was found. */
export const RegistrationResult = z.object({
  /**
   * 4 x 4, row by row: a rotation and a translation. It takes a point of the fixed series to the point of the moving one that shows the same place, in mm
   * and each in the patient coordinates (DICOM) of its own series.
   */
  matrix: z.array(z.number()).length(16),
  /** Normalised mutual information, 1 to 2. Compares positions of these two series only. */
  similarity: z.number(),
  /** Part of the smaller series that lies in the other one, 0 to 1. */
  overlap: z.number(),
  /** mm: how far searches from other starts end from this one. What rotation and translation cannot explain is not in it. */
  error_mm: z.number(),
});
export type RegistrationResult = z.infer<typeof RegistrationResult>;

/** REG-02. */
export const Registration = z.object({
  uuid: Uuid,
  fixed: RegisteredSeries,
  moving: RegisteredSeries,
  /** By which it was computed. */
  method: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  /** Null unless it is done. */
  result: RegistrationResult.nullable(),
  /** Null unless it failed. */
  failure: RegistrationFailure.nullable(),
  /** Who asked for it; null if the account no longer exists. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  created_at: DateText,
  updated_at: DateText,
  /** The caller may delete it. */
  editable: z.boolean(),
});
export type Registration = z.infer<typeof Registration>;

/** UUIDs of two series of the study that are not the same. */
export const AskedRegistration = z.object({ fixed: Uuid, moving: Uuid });
export type AskedRegistration = z.infer<typeof AskedRegistration>;
