import { marked } from '#language/t.ts';
import { z } from './zod.ts';
import { Category, DateText, Sha256, Uuid } from './entities.ts';
import { Colour, nameUpTo, RowId } from './text.ts';

/** Roles on a segmentation, with the most rights first. They are independent of the roles in a team. */
export const SEGMENTATION_ROLES = [
  { id: 1, name: marked('Owner') },
  { id: 2, name: marked('Editor') },
  { id: 3, name: marked('Reviewer') },
  { id: 4, name: marked('Viewer') },
] as const;
export type SegmentationRoleId = (typeof SEGMENTATION_ROLES)[number]['id'];
export const SEGMENTATION_ROLE = { owner: 1, editor: 2, reviewer: 3, viewer: 4 } as const;

/** A segmentation or a segment by its id, or by the UUID that the client gave it: it is known before the server has answered. */
export const SegmentationRef = z.union([RowId, Uuid]);
export const SegmentTitle = nameUpTo(100);

/** ENT-45. Deleted segments are not listed. */
export const Segment = z.object({
  id: z.number().int(),
  uuid: Uuid,
  sort: z.number().int(),
  title: z.string(),
  segmentation_id: z.number().int(),
  color: Colour,
  /** In a mask. Never used again in this segmentation, not even after a deletion. */
  value: z.number().int(),
  visible: z.boolean(),
  /** Number of its last operation; 0 if nothing was drawn. */
  revision: z.number().int(),
  deleted_at: DateText.nullable(),
});
export type Segment = z.infer<typeof Segment>;

/** ENT-46. */
export const AssignedUser = z.object({
  segmentation_id: z.number().int(),
  role_id: z.number().int(),
  user_id: z.number().int(),
  name: z.string(),
  email: z.string(),
});
export type AssignedUser = z.infer<typeof AssignedUser>;

/** A member of the team who can be given a role. */
export const AvailableUser = z.object({ id: z.number().int(), user_id: z.number().int(), name: z.string(), email: z.string() });
export type AvailableUser = z.infer<typeof AvailableUser>;

/** ENT-44. */
export const Segmentation = z.object({
  id: z.number().int(),
  uuid: Uuid,
  /** The segmentation that it was copied from. */
  parent_id: z.number().int().nullable(),
  structure: z.object({
    id: z.number().int(),
    slug: z.string(),
    title: z.string(),
    category_id: z.number().int(),
    category: Category,
  }),
  /** Who created it; null if the account no longer exists. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  origin: z.enum(['drawn']),
  created_at: DateText,
  updated_at: DateText,
  /** Members with a role can open it. If false, only its creator and team administrators can. */
  rbac_enabled: z.boolean(),
  /** A stroke clears what it sets in all other segments. Absent in answers of servers before version 53, also in kept copies: then false. */
  exclusive: z.boolean().optional(),
  segments: z.array(Segment),
  /** Members by the id of their role. */
  roles: z.record(z.string(), z.array(AssignedUser)),
  /** Number of its segments. */
  item_count: z.number().int(),
  /** The series and the grid of its mask; null if no mask was created. */
  mask: z.object({ series: Uuid, grid: Sha256 }).nullable(),
  /** What the caller may do with it, apart from seeing it. */
  may: z.object({ edit: z.boolean(), share: z.boolean(), delete: z.boolean() }),
});
export type Segmentation = z.infer<typeof Segmentation>;

/** A row of the list of segmentations. */
export const ListedSegmentation = Segmentation.pick({
  ...{ id: true, uuid: true, structure: true, user: true, created_at: true, updated_at: true, rbac_enabled: true, item_count: true },
}).extend({
  study: z.object({
    uuid: Uuid,
    /** Empty if the caller may not see studies. */
    patientName: z.string(),
    modality: z.string(),
  }),
});
export type ListedSegmentation = z.infer<typeof ListedSegmentation>;

const paged = { total: z.number().int(), per_page: z.number().int(), current_page: z.number().int() };
export const SegmentationList = z.object({ data: z.array(ListedSegmentation), ...paged });

/** A segment with its segmentation, for the list of segments. */
export const ListedSegment = Segment.extend({ segmentation: ListedSegmentation });
export const SegmentList = z.object({ data: z.array(ListedSegment), ...paged });

export const OfSegmentation = z.object({ uuid: Uuid, segmentationId: SegmentationRef });
export const OfSegment = OfSegmentation.extend({ segmentId: SegmentationRef });
