import { z } from '#contract/zod.ts';
import { CategoryOption } from '#contract/entities.ts';
import { NO_CODES, Structure, StructureCodes, StructureList, StructureSlug, StructureTitle } from '#contract/structures.ts';
import { Colour, RowId, textUpTo } from '#contract/text.ts';

const CategoryId = z.number().int().min(1);
const OfStructure = z.object({ id: RowId });

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
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      /** Each word occurs in the title, the slug or the codes. */
      search: textUpTo(200).optional(),
      /** Slug of a body part. */
      category: textUpTo(64).optional(),
    }),
    answer: StructureList,
    summary: 'Shipped structures and those of the team, by title, in pages',
  },
  structure: {
    id: 'PCALL-15-one',
    base: 'api',
    method: 'GET',
    path: 'structures/:id',
    access: { permission: 'r:structures' },
    params: OfStructure,
    answer: Structure,
    summary: 'One structure',
  },
  createStructure: {
    id: 'PCALL-15-create',
    base: 'api',
    method: 'POST',
    path: 'structures',
    access: { permission: 'r:structures' },
    body: z.object({
      title: StructureTitle,
      /** Absent: made from the title. */
      slug: StructureSlug.optional(),
      category_id: CategoryId,
      color: Colour,
      codes: StructureCodes.default(NO_CODES),
    }),
    answer: Structure,
    summary: 'Create a structure of the team. Its slug is unique among those of the team and the shipped ones',
  },
  changeStructure: {
    id: 'PCALL-15-save',
    base: 'api',
    method: 'PUT',
    path: 'structures/:id',
    access: { permission: 'r:structures' },
    params: OfStructure,
    body: z.object({
      title: StructureTitle.optional(),
      slug: StructureSlug.optional(),
      category_id: CategoryId.optional(),
      color: Colour.optional(),
      codes: StructureCodes.optional(),
    }),
    answer: Structure,
    summary: 'Change a structure of the team. Omitted fields are unchanged',
  },
  deleteStructure: {
    id: 'PCALL-15-remove',
    base: 'api',
    method: 'DELETE',
    path: 'structures/:id',
    access: { permission: 'r:structures' },
    params: OfStructure,
    answer: z.null(),
    summary: 'Delete a structure of the team. One that somebody else created requires r:team and r:invitations',
  },
} as const;
