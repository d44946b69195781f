import { changeStudies } from '#server/rules/studies/change-studies.ts';
import { createFolder, deleteFolder, foldersOfTeam, renameFolder } from '#server/rules/studies/folders.ts';
import { deleteView, savedViewsFor, saveView } from '#server/rules/studies/saved-views.ts';
import type { Handlers } from './handlers.ts';

export const folderRoutes = {
  folders: async ({ context, caller }) => ({ data: await foldersOfTeam(context.db.read, caller) }),
  createFolder: async ({ context, caller, body, http }) => {
    const folder = await createFolder(context, caller, body.name);
    http.concerns({ subject: String(folder.id) });
    return folder;
  },
  changeFolder: ({ context, caller, params, body }) => renameFolder(context, caller, Number(params.id), body.name),
  deleteFolder: async ({ context, caller, params }) => {
    await deleteFolder(context, caller, Number(params.id));
    return null;
  },
  changeStudies: ({ context, caller, body, http }) => {
    http.concerns({ subjects: [...new Set(body.studies)] });
    return changeStudies(context, caller, body);
  },
  savedViews: async ({ context, caller }) => ({ data: await savedViewsFor(context.db.read, caller) }),
  saveView: async ({ context, caller, body, http }) => {
    const view = await saveView(context, caller, body);
    http.concerns({ subject: String(view.id) });
    return view;
  },
  deleteView: async ({ context, caller, params }) => {
    await deleteView(context, caller, Number(params.id));
    return null;
  },
} satisfies Partial<Handlers>;
