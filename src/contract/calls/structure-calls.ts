import { z } from '#contract/zod.ts';
import { CategoryOption } from '#contract/entities.ts';
import {
  NO_CODES,
  SharedCategory,
  SharedStructure,
  SharedStructureList,
  Structure,
  StructureCodes,
  StructureList,
  StructureSlug,
  StructureTitle,
} from '#contract/structures.ts';
import { Colour, RowId, textUpTo } from '#contract/text.ts';

const CategoryId = z.number().int().min(1);
const OneRow = z.object({ id: RowId });
const StructureQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  /** Each word occurs in the title, the slug or the codes. */
  search: textUpTo(200).optional(),
  /** Slug of a body part. */
  category: textUpTo(64).optional(),
});
const NewStructure = z.object({
  title: StructureTitle,
  /** Absent: made from the title. */
  slug: StructureSlug.optional(),
  category_id: CategoryId,
  color: Colour,
  codes: StructureCodes.default(NO_CODES),
});
const StructureChange = z.object({
  title: StructureTitle.optional(),
  category_id: CategoryId.optional(),
  color: Colour.optional(),
  codes: StructureCodes.optional(),
});

/** Structures that segmentations show, and their body parts. */
export const STRUCTURE_CALLS = {
  categories: {
    id: 'CALL-035',
    base: 'api',
    method: 'GET',
    path: 'structures/categories',
    access: 'member',
    answer: z.object({ data: z.array(CategoryOption) }),
    summary: 'Body parts',
  },
  structures: {
    id: 'PCALL-15',
    base: 'api',
    method: 'GET',
    path: 'structures',
    access: { permission: 'r:structures' },
    query: StructureQuery,
    answer: StructureList,
    summary: 'Structures of all teams and those of the team, by title, in pages',
  },
  structure: {
    id: 'PCALL-15-one',
    base: 'api',
    method: 'GET',
    path: 'structures/:id',
    access: { permission: 'r:structures' },
    params: OneRow,
    answer: Structure,
    summary: 'One structure',
  },
  createStructure: {
    id: 'PCALL-15-create',
    base: 'api',
    method: 'POST',
    path: 'structures',
    access: { permission: 'r:structures' },
    body: NewStructure,
    answer: Structure,
    summary: 'Create a structure of the team. Its slug is unique among those of the team and of all teams',
  },
  changeStructure: {
    id: 'PCALL-15-save',
    base: 'api',
    method: 'PUT',
    path: 'structures/:id',
    access: { permission: 'r:structures' },
    params: OneRow,
    body: StructureChange.extend({ slug: StructureSlug.optional() }),
    answer: Structure,
    summary: 'Change a structure of the team. Omitted fields are unchanged',
  },
  deleteStructure: {
    id: 'PCALL-15-remove',
    base: 'api',
    method: 'DELETE',
    path: 'structures/:id',
    access: { permission: 'r:structures' },
    params: OneRow,
    answer: z.null(),
    summary: 'Delete a structure of the team. One that somebody else created requires r:team and r:invitations',
  },
  sharedStructures: {
    id: 'PCALL-84',
    base: 'api',
    method: 'GET',
    path: 'structures/shared',
    access: { permission: 'admin' },
    query: StructureQuery.extend({ state: z.enum(['all', 'hidden']).default('all') }),
    answer: SharedStructureList,
    summary: 'Structures of all teams, also hidden ones, by title, in pages',
  },
  createSharedStructure: {
    id: 'PCALL-84-create',
    base: 'api',
    method: 'POST',
    path: 'structures/shared',
    access: { permission: 'admin' },
    body: NewStructure,
    answer: SharedStructure,
    summary: 'Create a structure of all teams. Its slug is unique among all structures of the server',
  },
  changeSharedStructure: {
    id: 'PCALL-84-save',
    base: 'api',
    method: 'PUT',
    path: 'structures/shared/:id',
    access: { permission: 'admin' },
    params: OneRow,
    body: StructureChange.extend({ hidden: z.boolean().optional() }),
    answer: SharedStructure,
    summary: 'Change a structure of all teams, hide it from them or show it again. Omitted fields are unchanged',
  },
  sharedCategories: {
    id: 'PCALL-85',
    base: 'api',
    method: 'GET',
    path: 'structures/shared-categories',
    access: { permission: 'admin' },
    answer: z.object({ data: z.array(SharedCategory) }),
    summary: 'Body parts, also hidden ones, in list order',
  },
  createSharedCategory: {
    id: 'PCALL-85-create',
    base: 'api',
    method: 'POST',
    path: 'structures/shared-categories',
    access: { permission: 'admin' },
    body: z.object({ title: StructureTitle, slug: StructureSlug.optional() }),
    answer: SharedCategory,
    summary: 'Create a body part, as the last of the list',
  },
  changeSharedCategory: {
    id: 'PCALL-85-save',
    base: 'api',
    method: 'PUT',
    path: 'structures/shared-categories/:id',
    access: { permission: 'admin' },
    params: OneRow,
    body: z.object({ title: StructureTitle.optional(), hidden: z.boolean().optional() }),
    answer: SharedCategory,
    summary: 'Rename a body part, hide it from teams or show it again. Omitted fields are unchanged',
  },
} as const;
