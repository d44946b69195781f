import { gridOfSeries } from '#server/rules/segmentations/grids.ts';
import {
  assignableRoles,
  assignedUsers,
  assignUser,
  availableUsers,
  unassignUser,
} from '#server/rules/segmentations/segmentation-members.ts';
import {
  createSegmentation,
  deleteSegmentation,
  listSegmentations,
  organizedStudy,
  shareSegmentation,
} from '#server/rules/segmentations/segmentations.ts';
import { removeMaskValue } from '#server/rules/masks/operations.ts';
import { createMask } from '#server/rules/segmentations/masks.ts';
import {
  createSegment,
  deleteSegment,
  listSegments,
  orderSegments,
  recolourSegment,
  renameSegment,
} from '#server/rules/segmentations/segments.ts';
import type { Handlers } from './handlers.ts';

export const segmentationRoutes = {
  organizedStudy: ({ context, caller, params }) => organizedStudy(context, caller, params.uuid),
  createSegmentation: async ({ context, caller, params, body }) => ({
    data: await createSegmentation(context, caller, params.uuid, body),
  }),
  shareSegmentation: async ({ context, caller, params, body }) => ({
    data: await shareSegmentation(context, caller, { ...toOf(params), ...body }),
  }),
  deleteSegmentation: async ({ context, caller, params }) => {
    await deleteSegmentation(context, caller, toOf(params));
    return null;
  },
  seriesGrid: async ({ context, caller, params }) => ({ data: await gridOfSeries(context, caller, params.uuid) }),
  createMask: async ({ context, caller, params }) => ({
    data: await createMask(context, caller, { uuid: params.uuid, ref: params.segmentationId }),
  }),
  createSegment: async ({ context, caller, params, body }) => ({
    data: await createSegment(context, caller, toOf(params), body.segment),
  }),
  deleteSegment: async ({ context, caller, params }) => ({ data: await deleteSegment(context, caller, toOfSegment(params)) }),
  removeMaskValue: async ({ context, caller, params }) => ({
    data: await removeMaskValue(context, caller, { ...toOf(params), value: Number(params.value) }),
  }),
  renameSegment: async ({ context, caller, params, body }) => ({
    data: await renameSegment(context, caller, toOfSegment(params), body.name),
  }),
  recolourSegment: async ({ context, caller, params, body }) => ({
    data: await recolourSegment(context, caller, toOfSegment(params), body.color),
  }),
  orderSegments: async ({ context, caller, params, body }) => ({
    data: await orderSegments(context, caller, { ...toOf(params), order: body.segments }),
  }),
  assignableRoles: async ({ context, caller }) => ({ data: await assignableRoles(context, caller) }),
  assignedUsers: async ({ context, caller, params }) => ({ data: await assignedUsers(context, caller, params.uuid) }),
  availableUsers: async ({ context, caller, params }) => ({
    data: await availableUsers(context, caller, {
      ...{ teamId: Number(params.teamId), study: params.serieId, ref: params.segmentationId, roleId: Number(params.roleId) },
    }),
  }),
  assignUser: async ({ context, caller, body, http }) => {
    const { study, assigned } = await assignUser(context, caller, body);
    http.concerns({ subject: study });
    return { data: assigned };
  },
  unassignUser: async ({ context, caller, params, http }) => {
    const { study } = await unassignUser(context, caller, {
      ...{ ref: params.segmentationId, userId: Number(params.userId), roleId: Number(params.roleId) },
    });
    http.concerns({ subject: study });
    return null;
  },
  segmentations: ({ context, caller, query }) => listSegmentations(context, caller, query),
  segments: ({ context, caller, query }) => listSegments(context, caller, query),
} satisfies Partial<Handlers>;

interface Path {
  uuid: string;
  segmentationId: string;
}
const toOf = ({ uuid, segmentationId }: Path) => ({ study: uuid, ref: segmentationId });
const toOfSegment = (path: Path & { segmentId: string }) => ({ ...toOf(path), segment: path.segmentId });
