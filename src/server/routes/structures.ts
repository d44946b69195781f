import { categoriesOf } from '#server/rules/structures/categories.ts';
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
} satisfies Partial<Handlers>;
