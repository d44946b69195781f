import { z } from './zod.ts';
import { Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';

/** Studies that a project or a dataset is to have, and those that it is not to have. */
export const StudyLinks = z
  .object({
    add: z.array(Uuid).max(LIMITS.studiesPerChange).default([]),
    remove: z.array(Uuid).max(LIMITS.studiesPerChange).default([]),
  })
  .refine(({ add, remove }) => !add.some((uuid) => remove.includes(uuid)), { path: ['remove'] });
export type StudyLinks = z.infer<typeof StudyLinks>;
