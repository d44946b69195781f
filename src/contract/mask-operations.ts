import { marked } from '#language/t.ts';
import { z } from './zod.ts';
import { DateText, Sha256, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';

/** 4 characters for 3 bytes. */
const PACKED_CHARS = Math.ceil(LIMITS.maskOperationBytes / 3) * 4;

/**
 * What an operation does to the bits of a segment:
 * - `stroke`: sets and clears runs, and leaves what somebody else changed after its base;
 * - `bulk`: the same by whole blocks, made by a tool that computes. It takes effect as a whole or not at all;
 * - `clear`: clears all bits;
 * - `withdraw`: takes back earlier operations of its author, wherever they are. It belongs to no segment.
 */
export const MASK_OPERATION_KINDS = ['stroke', 'bulk', 'clear', 'withdraw'] as const;
export type MaskOperationKind = (typeof MASK_OPERATION_KINDS)[number];

const content = {
  /** Made by the device. Repeating an operation with it has no effect. */
  uuid: Uuid,
  /** What its author did in one go, for example joining two segments. It is undone together. */
  action: Uuid,
  kind: z.enum(MASK_OPERATION_KINDS),
  segment: Uuid.nullable(),
  /** Hash of the grid that it was drawn on. */
  grid: Sha256,
  /** The number of the last operation of the segmentation that its author had seen. */
  base: z.number().int().min(0),
  device: Uuid,
  tab: Uuid,
  withdraws: z.array(Uuid).max(LIMITS.maskWithdrawals),
  /** Packed blocks (`src/imaging/mask/operations`) in Base64; empty for `clear` and `withdraw`. */
  bytes: z.base64().max(PACKED_CHARS),
};

/** An operation as a device sends it. */
export const SentMaskOperation = z
  .object(content)
  .refine(({ kind, segment }) => (kind === 'withdraw') === (segment === null), {
    path: ['segment'],
    message: marked('A withdrawal has none.'),
  })
  .refine(({ kind, withdraws }) => (kind === 'withdraw') === withdraws.length > 0, {
    path: ['withdraws'],
    message: marked('Only a withdrawal has them.'),
  })
  .refine(({ kind, bytes }) => (kind === 'stroke' || kind === 'bulk') === (bytes !== ''), {
    path: ['bytes'],
    message: marked('Only strokes and bulk operations have them.'),
  });
export type SentMaskOperation = z.infer<typeof SentMaskOperation>;

export const MaskOperation = z.object({
  ...content,
  /** Its place in the order of the segmentation, from 1. */
  number: z.number().int(),
  /** The author; null if the account no longer exists. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  created_at: DateText,
});
export type MaskOperation = z.infer<typeof MaskOperation>;

/**
 * Why the server kept an operation aside:
 * - `access`: its author may not draw there (any more), or the segmentation no longer exists;
 * - `segment`: the segment does not exist, or was deleted;
 * - `grid`: the segmentation has no mask, or one on another grid.
 */
export const ASIDE_REASONS = ['access', 'segment', 'grid'] as const;
export type AsideReason = (typeof ASIDE_REASONS)[number];

/** What became of a sent operation. */
export const TakenOperation = z.union([
  z.object({ uuid: Uuid, number: z.number().int() }),
  z.object({ uuid: Uuid, aside: z.enum(ASIDE_REASONS) }),
  /** It was kept aside, and somebody who saw it there has discarded it. */
  z.object({ uuid: Uuid, discarded: z.literal(true) }),
]);
export type TakenOperation = z.infer<typeof TakenOperation>;

/** Operations after a number, in order. */
export const MaskOperations = z.object({
  /** Of the last operation of the segmentation. */
  last: z.number().int(),
  operations: z.array(MaskOperation),
});
export type MaskOperations = z.infer<typeof MaskOperations>;

/** An operation that the server kept aside. */
export const AsideOperation = z.object({
  uuid: Uuid,
  study: Uuid,
  segmentation: Uuid,
  reason: z.enum(ASIDE_REASONS),
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  created_at: DateText,
  operation: z.object(content),
});
export type AsideOperation = z.infer<typeof AsideOperation>;
