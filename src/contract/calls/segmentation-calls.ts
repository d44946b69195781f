import { z } from '#contract/zod.ts';
import { Sha256, Uuid } from '#contract/entities.ts';
import { Grid } from '#contract/grids.ts';
import { LIMITS } from '#contract/limits.ts';
import {
  AssignedUser,
  AvailableUser,
  OfSegment,
  OfSegmentation,
  Segment,
  Segmentation,
  SegmentationList,
  SegmentationRef,
  SegmentList,
  SegmentTitle,
} from '#contract/segmentations.ts';
import { OrganizedStudy, Series } from '#contract/study-detail.ts';
import { Colour, RowId, textUpTo } from '#contract/text.ts';

const OfStudy = z.object({ uuid: Uuid });
const OneSegmentation = z.object({ data: Segmentation });
const OneSegment = z.object({ data: Segment });
const Shared = z.union([z.literal(0), z.literal(1)]);
const Page = z.coerce.number().int().min(1).default(1);

/** Segmentations of a study, their segments and members. */
export const SEGMENTATION_CALLS = {
  organizedStudy: {
    id: 'CALL-068',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    answer: z.object({ study: OrganizedStudy, series: z.array(Series), segmentations: z.array(Segmentation) }),
    summary: 'A study with its series and the segmentations that the caller may see',
  },
  createSegmentation: {
    id: 'CALL-069',
    base: 'api',
    method: 'POST',
    path: 'annotator/segmentations/:uuid',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    body: z.object({
      /** Slug. */
      structure: textUpTo(LIMITS.structureSlugChars),
      /** 1: shared. */
      rbac: Shared,
      /** Segments may not overlap. Absent: they may. */
      exclusive: z.boolean().optional(),
      /** Given by the client. Repeating the call with it has no effect. */
      uuid: Uuid.optional(),
    }),
    answer: OneSegmentation,
    summary: 'Create a segmentation of a study. The caller becomes its owner',
  },
  shareSegmentation: {
    id: 'PCALL-66',
    base: 'api',
    method: 'PUT',
    path: 'annotator/segmentations/:uuid/:segmentationId',
    access: { permission: 'r:studies:detail' },
    params: OfSegmentation,
    /** `exclusive`: segments may not overlap. It is changed only while nothing was drawn. */
    body: z
      .object({ rbac: Shared.optional(), exclusive: z.boolean().optional() })
      .refine(({ rbac, exclusive }) => rbac !== undefined || exclusive !== undefined),
    answer: OneSegmentation,
    summary: 'Share a segmentation with its members, or stop sharing it; or say whether its segments may overlap. The roles are kept',
  },
  deleteSegmentation: {
    id: 'CALL-071',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/segmentations/:uuid/:segmentationId',
    access: { permission: 'r:studies:detail' },
    params: OfSegmentation,
    answer: z.null(),
    summary: 'Delete a segmentation. One that somebody else created requires r:team and r:invitations',
  },
  seriesGrid: {
    id: 'PCALL-67',
    base: 'api',
    method: 'GET',
    path: 'annotator/series/:uuid/grid',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    answer: z.object({ data: z.object({ hash: Sha256, grid: Grid }).nullable() }),
    summary: 'The grid of a series; null until the server has read it, and if it has no image',
  },
  createMask: {
    id: 'CALL-070',
    base: 'api',
    method: 'POST',
    path: 'v2/create-mask/:uuid/:segmentationId',
    access: { permission: 'r:studies:detail' },
    /** UUID of a series of the study, or of the study: then its reference series, or its only series. */
    params: OfSegmentation,
    answer: z.object({ data: z.object({ revision: z.number().int() }) }),
    summary: 'Create an empty mask on the grid of a series. An existing mask is kept',
  },
  createSegment: {
    id: 'CALL-072',
    base: 'api',
    method: 'POST',
    path: 'annotator/segment/create/:uuid/:segmentationId',
    access: { permission: 'r:studies:detail' },
    params: OfSegmentation,
    body: z.object({
      segment: z.object({
        /** Absent: `Part` and its sort number. */
        title: SegmentTitle.optional(),
        /** Absent: the next of the palette. */
        color: Colour.optional(),
        visible: z.boolean().optional(),
        /** Given by the client. Repeating the call with it has no effect. */
        uuid: Uuid.optional(),
      }),
    }),
    answer: OneSegment,
    summary: 'Create a segment. The server gives it its sort number and value',
  },
  deleteSegment: {
    id: 'CALL-073',
    base: 'api',
    method: 'PUT',
    path: 'annotator/segment/delete/:uuid/:segmentationId/:segmentId',
    access: { permission: 'r:studies:detail' },
    params: OfSegment,
    answer: OneSegment,
    summary: 'Delete a segment. It is kept with the time of its deletion',
  },
  mask: {
    id: 'PCALL-17-file',
    base: 'api',
    method: 'GET',
    path: 'v2/mask/:uuid/:segmentationId',
    access: { permission: 'r:studies:detail' },
    params: OfSegmentation,
    answerKind: 'bytes',
    summary:
      'A whole mask as a compressed NIfTI label map on the volume of its series, whose values are those of the segments. The ETag is the number of its last operation',
  },
  putMask: {
    id: 'PCALL-17',
    base: 'api',
    method: 'PUT',
    path: 'v2/mask/:uuid/:segmentationId',
    access: { permission: 'r:studies:detail' },
    params: OfSegmentation,
    query: z.object({
      /** Values of segments in the order in which they were written, if that is not the order of the values. The last one wins where segments overlap. */
      order: z
        .string()
        .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
        .default(''),
    }),
    bodyKind: 'chunk',
    answer: z.object({ data: z.object({ revision: z.number().int() }) }),
    summary:
      'Write a whole mask as a NIfTI label map whose values are those of the segments. If-Match is the number of the last operation that was seen; refused with 412 if there are later ones',
  },
  removeMaskValue: {
    id: 'CALL-074',
    base: 'api',
    method: 'PUT',
    path: 'v2/mask/remove-segment/:uuid/:segmentationId/:value',
    access: { permission: 'r:studies:detail' },
    params: OfSegmentation.extend({ value: RowId }),
    answer: z.object({ data: z.object({ revision: z.number().int() }) }),
    summary: 'Remove the value of a deleted segment from the mask',
  },
  renameSegment: {
    id: 'CALL-075',
    base: 'api',
    method: 'PUT',
    path: 'annotator/segment/rename/:uuid/:segmentationId/:segmentId',
    access: { permission: 'r:studies:detail' },
    params: OfSegment,
    body: z.object({ name: SegmentTitle }),
    answer: OneSegment,
    summary: 'Rename a segment',
  },
  recolourSegment: {
    id: 'CALL-076',
    base: 'api',
    method: 'PUT',
    path: 'annotator/segment/change-color/:uuid/:segmentationId/:segmentId',
    access: { permission: 'r:studies:detail' },
    params: OfSegment,
    body: z.object({ color: Colour }),
    answer: OneSegment,
    summary: 'Change the colour of a segment',
  },
  orderSegments: {
    id: 'PCALL-86',
    base: 'api',
    method: 'PUT',
    path: 'annotator/segment/change-sort/:uuid/:segmentationId',
    access: { permission: 'r:studies:detail' },
    params: OfSegmentation,
    /** UUIDs in their new order. Segments that do not exist any more are ignored; those that are not named keep their places. */
    body: z.object({ segments: z.array(Uuid).min(1).max(LIMITS.segmentsPerSegmentation) }),
    answer: OneSegmentation,
    summary: 'Put the segments of a segmentation in order',
  },
  assignableRoles: {
    id: 'CALL-022',
    base: 'api',
    method: 'GET',
    path: 'roles/assignable-users',
    access: { permission: 'r:studies:detail' },
    answer: z.object({
      data: z.array(
        z.object({ id: z.number().int(), name: z.string(), users: z.array(AvailableUser.pick({ id: true, name: true, email: true })) }),
      ),
    }),
    summary: 'The roles of segmentations, and the members of the team who can be given them',
  },
  assignedUsers: {
    id: 'CALL-023',
    base: 'api',
    method: 'GET',
    path: 'segmentations/assigned-users-to-serie/:uuid',
    access: { permission: 'r:studies:detail' },
    /** Of a study, or of a series: then those of its study. */
    params: OfStudy,
    answer: z.object({ data: z.array(AssignedUser) }),
    summary: 'The members of the segmentations of a study that the caller may see',
  },
  availableUsers: {
    id: 'CALL-020',
    base: 'api',
    method: 'GET',
    path: 'segmentations/available-users/:teamId/:serieId/:segmentationId/:roleId',
    access: { permission: 'r:studies:detail' },
    /** `serieId`: id or UUID of the study. */
    params: z.object({ teamId: RowId, serieId: SegmentationRef, segmentationId: SegmentationRef, roleId: RowId }),
    answer: z.object({ data: z.array(AvailableUser) }),
    summary: 'Members of the team who do not have this role on the segmentation yet',
  },
  assignUser: {
    id: 'CALL-021',
    base: 'api',
    method: 'POST',
    path: 'segmentations/add-user-to-segmentation',
    access: { permission: 'r:studies:detail' },
    body: z.object({ segmentation_id: z.number().int().min(1), user_id: z.number().int().min(1), role_id: z.number().int().min(1) }),
    answer: z.object({ data: AssignedUser }),
    summary: 'Give a member of the team a role on a shared segmentation, instead of an earlier one',
  },
  unassignUser: {
    id: 'CALL-024',
    base: 'api',
    method: 'DELETE',
    path: 'segmentations/unassign-user-from-segmentation/:segmentationId/:userId/:roleId',
    access: { permission: 'r:studies:detail' },
    params: z.object({ segmentationId: SegmentationRef, userId: RowId, roleId: RowId }),
    answer: z.null(),
    summary: 'Take a role on a shared segmentation from a member',
  },
  segmentations: {
    id: 'PCALL-16',
    base: 'api',
    method: 'GET',
    path: 'segmentations',
    access: { permission: 'r:segmentations' },
    query: z.object({
      page: Page,
      /** Each word occurs in the title of the structure, the name of the creator or the name of the patient. */
      search: textUpTo(200).optional(),
      /** Slug. */
      structure: textUpTo(LIMITS.structureSlugChars).optional(),
      /** Id of the creator. */
      user: z.coerce.number().int().min(1).optional(),
      shared: z.coerce.number().pipe(Shared).optional(),
      /** UUID of a study. */
      study: Uuid.optional(),
    }),
    answer: SegmentationList,
    summary: 'Segmentations that the caller may see, the latest change first, in pages',
  },
  segments: {
    id: 'PCALL-16-segments',
    base: 'api',
    method: 'GET',
    path: 'segments',
    access: { permission: 'r:segmentations' },
    query: z.object({
      page: Page,
      /** Ids of segmentations, separated by commas. */
      list: z.string().regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,99}$/),
    }),
    answer: SegmentList,
    summary: 'The segments of these segmentations, without those that the caller may not see, in pages',
  },
} as const;
