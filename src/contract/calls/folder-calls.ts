import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { Folder, FolderName, SavedView, ViewName } from '#contract/folders.ts';
import { LIMITS } from '#contract/limits.ts';
import { StudyFilters } from '#contract/study-filters.ts';
import { RowId } from '#contract/text.ts';

const OfFolder = z.object({ id: RowId });
const Id = z.number().int().min(1);

/** Folders, saved views of the studies list, and changes of many studies at once. */
export const FOLDER_CALLS = {
  folders: {
    id: 'PCALL-37',
    base: 'api',
    method: 'GET',
    path: 'folders',
    access: { permission: 'r:studies' },
    answer: z.object({ data: z.array(Folder) }),
    summary: 'Folders of the team, by name',
  },
  createFolder: {
    id: 'PCALL-37-create',
    base: 'api',
    method: 'POST',
    path: 'folders',
    access: { permission: 'r:studies' },
    body: z.object({ name: FolderName }),
    answer: Folder,
    summary: 'Create a folder. Names are unique in a team, regardless of case',
  },
  changeFolder: {
    id: 'PCALL-37-save',
    base: 'api',
    method: 'PUT',
    path: 'folders/:id',
    access: { permission: 'r:studies' },
    params: OfFolder,
    body: z.object({ name: FolderName }),
    answer: Folder,
    summary: 'Rename a folder',
  },
  deleteFolder: {
    id: 'PCALL-37-remove',
    base: 'api',
    method: 'DELETE',
    path: 'folders/:id',
    access: { permission: 'r:studies' },
    params: OfFolder,
    answer: z.null(),
    summary: 'Delete a folder. Its studies stay. One that somebody else created requires r:team and r:invitations',
  },
  changeStudies: {
    id: 'PCALL-80',
    base: 'api',
    method: 'PUT',
    path: 'studies-v2/selection',
    access: { permission: 'r:studies' },
    body: z.object({
      studies: z.array(Uuid).min(1).max(LIMITS.studiesPerChange),
      /** Null: in no folder. Absent: unchanged. */
      folder: Id.nullable().optional(),
      add_label: Id.optional(),
      remove_label: Id.optional(),
      /** For callers who may see projects. */
      add_project: Id.optional(),
      remove_project: Id.optional(),
    }),
    answer: z.object({
      /** How many studies were changed; the others were like that already. */
      changed: z.number().int(),
      /** Studies that do not exist any more. */
      missing: z.array(Uuid),
    }),
    summary: 'Put studies into a folder, add or remove a label or a project. All of it or, if anything is refused, nothing',
  },
  savedViews: {
    id: 'PCALL-81',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/views',
    access: { permission: 'r:studies' },
    answer: z.object({ data: z.array(SavedView) }),
    summary: 'Saved views of the caller, and the one of the team, by name',
  },
  saveView: {
    id: 'PCALL-81-save',
    base: 'api',
    method: 'PUT',
    path: 'studies-v2/views',
    access: { permission: 'r:studies' },
    body: z.object({ name: ViewName, query: StudyFilters, of_team: z.boolean() }),
    answer: SavedView,
    summary:
      'Save a view; one of the caller with the same name is replaced. The view of the team requires r:team and r:invitations and replaces the earlier one',
  },
  deleteView: {
    id: 'PCALL-81-remove',
    base: 'api',
    method: 'DELETE',
    path: 'studies-v2/views/:id',
    access: { permission: 'r:studies' },
    params: OfFolder,
    answer: z.null(),
    summary: 'Delete a saved view. One that is gone is deleted already',
  },
} as const;
