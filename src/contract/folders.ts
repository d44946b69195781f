import { z } from './zod.ts';
import { StudyFilters } from './study-filters.ts';
import { nameUpTo } from './text.ts';

export const FolderName = nameUpTo(100);

/** A named group of studies. A study is in at most one (OQ-26). */
export const Folder = z.object({
  id: z.number().int(),
  name: z.string(),
  /** How many the caller sees in it. */
  studies: z.number().int(),
  created_by: z.string().nullable(),
  /** Whether the caller may delete it. */
  deletable: z.boolean(),
});
export type Folder = z.infer<typeof Folder>;

export const ViewName = nameUpTo(60);

/** Filters and order of the studies list under a name. */
export const SavedView = z.object({
  id: z.number().int(),
  name: z.string(),
  query: StudyFilters,
  /** The one that every member sees. */
  of_team: z.boolean(),
  /** Whether the caller may change or delete it. */
  changeable: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;
