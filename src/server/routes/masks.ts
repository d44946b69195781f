import { asideGroups, decideAside } from '#server/rules/masks/aside-groups.ts';
import { applyAsideOperation, asideOperations, asideStates, discardAsideOperation } from '#server/rules/masks/aside.ts';
import { maskOperations, sendMaskOperations } from '#server/rules/masks/operations.ts';
import { putMask } from '#server/rules/masks/put-mask.ts';
import { readMask } from '#server/rules/masks/read-mask.ts';
import { maskRevisions, nameMaskRevision, removeMaskRevision } from '#server/rules/masks/revisions.ts';
import { maskSnapshot, saveMaskSnapshot } from '#server/rules/masks/snapshots.ts';
import type { Handlers } from './handlers.ts';

export const maskRoutes = {
  maskOperations: async ({ context, caller, params, query }) => ({
    data: await maskOperations(context, caller, { study: params.uuid, segmentation: params.segmentation }, query.since),
  }),
  sendMaskOperations: async ({ context, caller, params, body }) => ({
    data: await sendMaskOperations(context, caller, { study: params.uuid, segmentation: params.segmentation }, body.operations),
  }),
  asideOperations: ({ context, caller, query }) => asideOperations(context, caller, query.after),
  applyAsideOperation: async ({ context, caller, params }) => ({ data: await applyAsideOperation(context, caller, params.operation) }),
  discardAsideOperation: async ({ context, caller, params }) => {
    await discardAsideOperation(context, caller, params.operation);
    return null;
  },
  asideStates: async ({ context, caller, body }) => ({ data: await asideStates(context, caller, body.operations) }),
  asideGroups: async ({ context, caller }) => ({ data: await asideGroups(context, caller) }),
  decideAside: async ({ context, caller, body }) => ({ data: await decideAside(context, caller, body) }),
  maskRevisions: async ({ context, caller, params: { uuid: study, segmentation } }) => ({
    data: await maskRevisions(context, caller, { study, segmentation }),
  }),
  nameMaskRevision: async ({ context, caller, params: { uuid: study, segmentation, revision }, body }) => ({
    data: await nameMaskRevision(context, caller, { study, segmentation, revision }, body),
  }),
  removeMaskRevision: async ({ context, caller, params: { uuid: study, segmentation, revision } }) => {
    await removeMaskRevision(context, caller, { study, segmentation, revision });
    return null;
  },
  saveMaskSnapshot: async ({ context, caller, params: { uuid: study, segmentation, number }, body }) => {
    await saveMaskSnapshot(context, caller, { study, segmentation }, { number, ...body });
    return null;
  },
  maskSnapshot: async ({ context, caller, params: { uuid: study, segmentation }, query }) => ({
    data: await maskSnapshot(context, caller, { study, segmentation }, query.until),
  }),
} satisfies Partial<Handlers>;

/** Masks as files. Reading and making them is implemented elsewhere. */
export const maskFileRoutes = ({ reader, maker }: { reader: Parameters<typeof putMask>[1]; maker: Parameters<typeof readMask>[1] }) =>
  ({
    mask: ({ context, caller, params: { uuid: study, segmentationId: ref }, http: { left } }) =>
      readMask(context, maker, caller, { study, ref, left }),
    putMask: async ({ context, caller, params, query, body: file, http: { header, left } }) => {
      const order = query.order === '' ? [] : query.order.split(',').map(Number);
      const sent = { study: params.uuid, ref: params.segmentationId, file, ifMatch: header('if-match'), order, left };
      return { data: await putMask(context, reader, caller, sent) };
    },
  }) satisfies Partial<Handlers>;
