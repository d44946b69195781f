import { z } from './zod.ts';
import { DateText, Uuid } from './entities.ts';
import { nameUpTo } from './text.ts';

const OperationNumber = z.number().int().min(1);

export const RevisionName = nameUpTo(100);

/** A name for the state of a segmentation after an operation. */
export const SentMaskRevision = z.object({ name: RevisionName, number: OperationNumber });
export type SentMaskRevision = z.infer<typeof SentMaskRevision>;

export const MaskRevision = SentMaskRevision.extend({
  /** Made by the device that named it. */
  uuid: Uuid,
  /** Who named it; null if the account no longer exists. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  created_at: DateText,
  /** The caller may remove it. */
  removable: z.boolean(),
});
export type MaskRevision = z.infer<typeof MaskRevision>;
