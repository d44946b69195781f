import { categoriesOf } from '#server/rules/structures/categories.ts';
import { changeSharedCategory, createSharedCategory, listSharedCategories } from '#server/rules/structures/shared-categories.ts';
import { changeSharedStructure, createSharedStructure, listSharedStructures } from '#server/rules/structures/shared-structures.ts';
import { changeStructure, createStructure, deleteStructure, listStructures, readStructure } from '#server/rules/structures/structures.ts';
import type { Handlers } from './handlers.ts';

export const structureRoutes = {
  categories: async ({ context }) => ({ data: await categoriesOf(context.db.read) }),
  structures: ({ context, caller, query }) => listStructures(context, caller, query),
  structure: ({ context, caller, params }) => readStructure(context.db.read, caller, Number(params.id)),
  createStructure: async ({ context, caller, body, http }) => {
    const structure = await createStructure(context, caller, body);
    http.concerns({ subject: String(structure.id) });
    return structure;
  },
  changeStructure: ({ context, caller, params, body }) => changeStructure(context, caller, Number(params.id), body),
  deleteStructure: async ({ context, caller, params }) => {
    await deleteStructure(context, caller, Number(params.id));
    return null;
  },
  sharedStructures: ({ context, caller, query }) => listSharedStructures(context.db.read, caller, query),
  createSharedStructure: async ({ context, caller, body, http }) => {
    const structure = await createSharedStructure(context, caller, body);
    http.concerns({ subject: String(structure.id) });
    return structure;
  },
  changeSharedStructure: ({ context, caller, params, body }) => changeSharedStructure(context, caller, Number(params.id), body),
  sharedCategories: async ({ context, caller }) => ({ data: await listSharedCategories(context.db.read, caller) }),
  createSharedCategory: async ({ context, caller, body, http }) => {
    const category = await createSharedCategory(context, caller, body);
    http.concerns({ subject: String(category.id) });
    return category;
  },
  changeSharedCategory: ({ context, caller, params, body }) => changeSharedCategory(context, caller, Number(params.id), body),
} satisfies Partial<Handlers>;
