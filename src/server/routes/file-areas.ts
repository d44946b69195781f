import { emptyBin, listBin, restoreFiles } from '#server/rules/file-areas/bin.ts';
import { copyFiles, deleteFiles, makeFolder, moveFiles } from '#server/rules/file-areas/change-files.ts';
import { readFile } from '#server/rules/file-areas/file-bytes.ts';
import { listFiles } from '#server/rules/file-areas/list-files.ts';
import { packFiles, unpackFile } from '#server/rules/file-areas/pack-files.ts';
import { putIntoFiles } from '#server/rules/file-areas/put-into-files.ts';
import { takeUpload } from '#server/rules/file-areas/take-upload.ts';
import { cancelWork, listWorks } from '#server/rules/file-areas/works.ts';
import { prepareFileDownload } from '#server/rules/studies/downloads.ts';
import type { Handlers, Http } from './handlers.ts';

/** Entries are named by their UUIDs: names may say who a patient is. */
const entriesTo =
  ({ concerns }: Http) =>
  (subjects: readonly string[]): void =>
    concerns({ subjects });

export const fileAreaRoutes = {
  listFiles: ({ context, caller, body, http }) => listFiles(context, caller, body.dir, (subject) => http.concerns({ subject })),
  moveFiles: ({ context, caller, body, http }) => moveFiles(context, caller, body, entriesTo(http)),
  copyFiles: ({ context, caller, body, http }) => copyFiles(context, caller, body, entriesTo(http)),
  deleteFiles: ({ context, caller, body, http }) => deleteFiles(context, caller, body, entriesTo(http)),
  makeFolder: ({ context, caller, body, http }) => makeFolder(context, caller, body, entriesTo(http)),
  unpackFile: ({ context, caller, body, http }) => unpackFile(context, caller, body, entriesTo(http)),
  packFiles: ({ context, caller, body, http }) => packFiles(context, caller, body, entriesTo(http)),
  fileWorks: ({ context, caller }) => listWorks(context, caller),
  cancelFileWork: ({ context, caller, body, http }) => {
    http.concerns({ subject: body.uuid });
    return cancelWork(context, caller, body.uuid);
  },
  fileBin: ({ context, caller, body }) => listBin(context, caller, body.area),
  restoreFiles: ({ context, caller, body, http }) => restoreFiles(context, caller, body, entriesTo(http)),
  emptyBin: ({ context, caller, body, http }) => emptyBin(context, caller, body, entriesTo(http)),
  prepareFileDownload: ({ context, caller, body, http }) => prepareFileDownload(context, caller, body.paths, http.concerns),
  readFile: ({ context, caller, body, http }) => readFile(context, caller, body, entriesTo(http)),
  takeUpload: ({ context, caller, body, http }) => takeUpload(context, caller, body, entriesTo(http)),
  putIntoFiles: ({ context, caller, body, http }) => putIntoFiles(context, caller, body, (subject) => http.concerns({ subject })),
} satisfies Partial<Handlers>;
