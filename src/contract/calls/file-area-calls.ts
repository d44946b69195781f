import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import {
  BinItem,
  ConflictChoice,
  FileList,
  FilePath,
  FilePaths,
  FilesAnswer,
  FilesChanged,
  FileSource,
  FileWork,
  WorkStarted,
} from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';

/** Of the change, created by the client. Repeating the call with it changes nothing and returns the same answer. */
const uuid = Uuid.optional();
const conflict = ConflictChoice.optional();
/** The first part of the paths of an area. */
const area = z.string().min(1).max(63);
const BinIds = z.array(Uuid).min(1).max(LIMITS.filesPerChange);

/**
 * The file manager (FM-003: all POST). An area is a tree of folders and files: `/server` for platform administrators, and `/{slug}` for the
 * administrators of the team of the request (r:team and r:invitations). To others every path answers `not_found`, whether it exists or not.
 */
export const FILE_AREA_CALLS = {
  listFiles: {
    id: 'CALL-085',
    base: 'services',
    method: 'POST',
    path: 'cmd/ls',
    access: 'signed-in',
    body: z.object({ dir: FilePath }),
    answer: FileList,
    records: 'read',
    summary: 'Files of a folder of an area, or the areas of the caller (dir: /)',
  },
  moveFiles: {
    id: 'CALL-086',
    base: 'services',
    method: 'POST',
    path: 'cmd/mv',
    access: 'signed-in',
    /** `to` without a slash: the new name of the only path, as it was written. Otherwise the folder that they are moved into. */
    body: z.object({ paths: FilePaths, to: FilePath, conflict, uuid }),
    answer: FilesAnswer,
    summary: 'Move or rename files and folders. If names exist and no choice is given, nothing is changed',
  },
  copyFiles: {
    id: 'CALL-087',
    base: 'services',
    method: 'POST',
    path: 'cmd/cp',
    access: 'signed-in',
    /** `to` without a slash: the name of the copy, which is made beside the only path. */
    body: z.object({ paths: FilePaths, to: FilePath, conflict, uuid }),
    answer: FilesAnswer,
    summary: 'Copy files and folders into a folder. If names exist and no choice is given, nothing is changed',
  },
  deleteFiles: {
    id: 'CALL-088',
    base: 'services',
    method: 'POST',
    path: 'cmd/rm',
    access: 'signed-in',
    body: z.object({ paths: FilePaths, uuid }),
    answer: FilesChanged,
    summary: 'Move files and folders to the bin, where they can be restored for 7 days',
  },
  makeFolder: {
    id: 'CALL-089',
    base: 'services',
    method: 'POST',
    path: 'cmd/mkdir',
    access: 'signed-in',
    body: z.object({ dir: FilePath, uuid }),
    answer: z.object({ ok: z.literal(true) }),
    summary: 'Create a folder. The folder that it is in must exist',
  },
  unpackFile: {
    id: 'CALL-090',
    base: 'services',
    method: 'POST',
    path: 'cmd/unzip',
    access: 'signed-in',
    /** `path`: the folder that it goes into. `file`: path of the archive. Without a choice, both are kept. */
    body: z.object({ path: FilePath, file: FilePath, conflict, uuid }),
    answer: WorkStarted,
    summary: 'Unpack an archive (zip, tar, gz) into a folder. Nothing of it appears before all of it was read',
  },
  packFiles: {
    id: 'CALL-091',
    base: 'services',
    method: 'POST',
    path: 'cmd/zip',
    access: 'signed-in',
    /** `path`: the folder. `file`: name of the new archive in it. `paths`: what goes into it, otherwise everything in the folder. */
    body: z.object({ path: FilePath, file: z.string().min(1).max(LIMITS.filePathChars), paths: FilePaths.optional(), uuid }),
    answer: WorkStarted,
    summary: 'Pack files of a folder into a new zip in it',
  },
  fileWorks: {
    id: 'PCALL-201',
    base: 'services',
    method: 'POST',
    path: 'cmd/works',
    access: 'signed-in',
    answer: z.object({ data: z.array(FileWork) }),
    records: 'read',
    repeats: true,
    summary: 'Works in the areas of the caller that run or ended within a day, newest first',
  },
  cancelFileWork: {
    id: 'PCALL-202',
    base: 'services',
    method: 'POST',
    path: 'cmd/works/cancel',
    access: 'signed-in',
    body: z.object({ uuid: Uuid }),
    answer: FileWork,
    summary: 'Cancel a work. One that has ended stays as it is',
  },
  fileBin: {
    id: 'PCALL-203',
    base: 'services',
    method: 'POST',
    path: 'cmd/bin',
    access: 'signed-in',
    body: z.object({ area }),
    /** At most 1,000, the last deleted first. */
    answer: z.object({ data: z.array(BinItem), total: z.number().int() }),
    records: 'read',
    summary: 'Deleted files and folders of an area',
  },
  restoreFiles: {
    id: 'PCALL-204',
    base: 'services',
    method: 'POST',
    path: 'cmd/bin/restore',
    access: 'signed-in',
    body: z.object({ ids: BinIds, conflict }),
    answer: FilesAnswer,
    summary: 'Restore deleted files and folders to where they were. Folders that are gone are created again',
  },
  emptyBin: {
    id: 'PCALL-205',
    base: 'services',
    method: 'POST',
    path: 'cmd/bin/empty',
    access: 'signed-in',
    body: z.object({ area, ids: BinIds.optional() }),
    answer: z.object({ ok: z.literal(true) }),
    summary: 'Remove deleted files for good: those named, or all in the bin of an area',
  },
  prepareFileDownload: {
    id: 'PCALL-206',
    base: 'services',
    method: 'POST',
    path: 'cmd/download',
    access: 'signed-in',
    body: z.object({ paths: FilePaths }),
    answer: z.object({ url: z.string() }),
    records: 'export',
    summary: 'Create a download address for one file, or for a zip of several or of folders. It works once, within a minute',
  },
  readFile: {
    id: 'PCALL-207',
    base: 'services',
    method: 'POST',
    path: 'cmd/read',
    access: 'signed-in',
    body: z.object({ path: FilePath, offset: z.number().int().min(0), length: z.number().int().min(1).max(LIMITS.filePreviewBytes) }),
    answerKind: 'bytes',
    records: 'read',
    repeats: true,
    summary: 'Bytes of a file, for a preview. Fewer at its end',
  },
  takeUpload: {
    id: 'PCALL-208',
    base: 'services',
    method: 'POST',
    path: 'cmd/take',
    access: 'signed-in',
    /**
     * `session`: an upload that the caller opened with `batchUpload` and does not read. `files`: how many it has; when they were taken, the upload is
     * finished. Names of its files may have folders, which are made. Without a choice, both are kept.
     */
    body: z.object({ session: Uuid, dir: FilePath, files: z.number().int().min(1).max(LIMITS.filesPerUpload), conflict, uuid: Uuid }),
    answer: WorkStarted,
    summary: 'Files of an upload become files of a folder, each when it has arrived. Requires r:upload-v2',
  },
  putIntoFiles: {
    id: 'PCALL-230',
    base: 'services',
    method: 'POST',
    path: 'cmd/put',
    access: 'signed-in',
    body: z.object({ source: FileSource, uuid: Uuid }),
    answer: WorkStarted,
    records: 'export',
    summary:
      'Write what a download gives (a version of a dataset or of a model, the originals of a study) into the folder exports of the area of the team. The caller may download it',
  },
} as const;
