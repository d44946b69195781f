import { applyAsideOperation, asideOperations, discardAsideOperation } from '#server/rules/masks/aside.ts';
import { maskOperations, sendMaskOperations } from '#server/rules/masks/operations.ts';
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
