import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { MaskRevision, SentMaskRevision } from '#contract/mask-revisions.ts';
import { MaskSnapshot, SentMaskSnapshot } from '#contract/mask-snapshots.ts';
import { AsideOperation, MaskOperations, SentMaskOperation, TakenOperation } from '#contract/mask-operations.ts';

/** Both by the UUID that a device made: operations are drawn before the server knows of the segmentation. */
const OfMask = z.object({ uuid: Uuid, segmentation: Uuid });
/** The UUID of a revision is made by the device that names it. */
const OfRevision = OfMask.extend({ revision: Uuid });

/** Operations of masks. */
export const MASK_CALLS = {
  maskOperations: {
    id: 'PCALL-98',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/segmentations/:segmentation/operations',
    access: { permission: 'r:studies:detail' },
    params: OfMask,
    query: z.object({ since: z.coerce.number().int().min(0).default(0) }),
    answer: z.object({ data: MaskOperations }),
    repeats: true,
    summary: 'The operations of a segmentation after a number, in order. An answer has about one megabyte at most',
  },
  sendMaskOperations: {
    id: 'PCALL-99',
    base: 'api',
    method: 'POST',
    path: 'annotator/studies/:uuid/segmentations/:segmentation/operations',
    access: { permission: 'r:studies:detail' },
    params: OfMask,
    body: z.object({ operations: z.array(SentMaskOperation).min(1).max(LIMITS.maskOperationsPerCall) }),
    answer: z.object({ data: z.array(TakenOperation) }),
    repeats: true,
    summary: 'Append operations. Those that cannot take effect are kept aside for their author and the administrators of the team',
  },
  asideOperations: {
    id: 'PCALL-100',
    base: 'api',
    method: 'GET',
    path: 'annotator/operations-aside',
    access: { permission: 'r:studies:detail' },
    query: z.object({ after: Uuid.optional() }),
    answer: z.object({ data: z.array(AsideOperation), more: z.boolean() }),
    summary: "The caller's operations that were kept aside; for administrators of the team, everybody's",
  },
  applyAsideOperation: {
    id: 'PCALL-101',
    base: 'api',
    method: 'POST',
    path: 'annotator/operations-aside/:operation',
    access: { permission: 'r:studies:detail' },
    params: z.object({ operation: Uuid }),
    answer: z.object({ data: TakenOperation }),
    summary: 'Append an operation that was kept aside, in the name of its author. The caller must be allowed to draw there',
  },
  discardAsideOperation: {
    id: 'PCALL-102',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/operations-aside/:operation',
    access: { permission: 'r:studies:detail' },
    params: z.object({ operation: Uuid }),
    answer: z.null(),
    summary: 'Discard an operation that was kept aside',
  },
  maskRevisions: {
    id: 'PCALL-105',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/segmentations/:segmentation/revisions',
    access: { permission: 'r:studies:detail' },
    params: OfMask,
    answer: z.object({ data: z.array(MaskRevision) }),
    repeats: true,
    summary: 'The named states of a segmentation, the highest number first',
  },
  nameMaskRevision: {
    id: 'PCALL-106',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/segmentations/:segmentation/revisions/:revision',
    access: { permission: 'r:studies:detail' },
    params: OfRevision,
    body: SentMaskRevision,
    answer: z.object({ data: MaskRevision }),
    repeats: true,
    summary: 'Name the state of a segmentation after an operation. The caller must be allowed to draw there',
  },
  removeMaskRevision: {
    id: 'PCALL-107',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/studies/:uuid/segmentations/:segmentation/revisions/:revision',
    access: { permission: 'r:studies:detail' },
    params: OfRevision,
    answer: z.null(),
    summary: 'Remove the name of a state. For its author and the owners of the segmentation',
  },
  saveMaskSnapshot: {
    id: 'PCALL-103',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/segmentations/:segmentation/snapshots/:number',
    access: { permission: 'r:studies:detail' },
    params: OfMask.extend({ number: z.coerce.number().int().min(1).multipleOf(LIMITS.maskSnapshotEvery) }),
    body: SentMaskSnapshot,
    answer: z.null(),
    summary: 'Hand in the mask at a number. Devices start from it when a second device has handed in the same',
  },
  maskSnapshot: {
    id: 'PCALL-104',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/segmentations/:segmentation/snapshots',
    access: { permission: 'r:studies:detail' },
    params: OfMask,
    query: z.object({ until: z.coerce.number().int().min(0).optional() }),
    answer: z.object({ data: MaskSnapshot.nullable() }),
    summary: 'The latest mask, at or below a number, from which the caller may start; null if there is none',
  },
} as const;
