import { z } from './zod.ts';
import { Sha256, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';

/** 4 characters for 3 bytes. */
const DEFLATED_CHARS = Math.ceil(LIMITS.maskSnapshotBytes / 3) * 4;

const content = {
  /** Of the bytes before they were deflated. */
  sha256: Sha256,
  /** All segments at a number (`src/imaging/mask/operations/snapshot.ts`), deflated (RFC 1950), in Base64. */
  bytes: z.base64().min(1).max(DEFLATED_CHARS),
};

/** A snapshot as a device hands it in. */
export const SentMaskSnapshot = z.object({ ...content, device: Uuid });
export type SentMaskSnapshot = z.infer<typeof SentMaskSnapshot>;

/** A snapshot from which a device may start: two devices have handed in the same, and none another one. */
export const MaskSnapshot = z.object({ ...content, number: z.number().int(), /** SHA-256 of the grid. */ grid: Sha256 });
export type MaskSnapshot = z.infer<typeof MaskSnapshot>;
